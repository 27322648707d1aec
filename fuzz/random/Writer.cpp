//===- Writer.cpp - Programs as PTX ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "WriterImpl.h"
#include "heddle/ABI/Chips.h"
#include <algorithm>

namespace heddle::ptxrandom {

void Uses::add(const Block &B) {
  for (const Stmt &S : B) {
    add(S.Condition);
    add(S.SideEntry);
    for (Reg R : S.Results)
      add(R);
    for (const Operand &O : S.Sources)
      if (!O.IsImmediate)
        add(O.R);
    if (S.Kind == StmtKind::Memory ||
        (S.Kind == StmtKind::Atomic && S.IsVariant))
      Spaces[unsigned(S.Mem.Where)] = true;
    if (S.Kind == StmtKind::ImageAccess) {
      add(S.Image.Choice);
      S.Image.forOperands([&](const ImageOperand &O) {
        if (!O.From.IsImmediate)
          add(O.From.R);
      });
    }
    if (S.Kind == StmtKind::Memory && S.Mem.HasIndex)
      add(S.Mem.Index);
    for (const PointerSource &From : S.Pointers) {
      Spaces[unsigned(From.Element.Where)] = true;
      if (From.Element.HasIndex)
        add(From.Element.Index);
    }
    if (S.Kind == StmtKind::PointerAccess || S.Kind == StmtKind::PointerStore) {
      Pointers = true;
      for (Space Where : SlotSpaces)
        Spaces[unsigned(Where)] = true;
    }
    for (const GraphNode &N : S.Nodes)
      if (N.Test == GraphNode::Predicate)
        add(N.Condition);
    Exchanges |= S.Kind == StmtKind::Exchange;
    Sums |= S.Kind == StmtKind::SharedSum;
    for (const Block &Body : S.Bodies)
      add(Body);
  }
}

void Writer::declareRegisters() {
  line(".reg .pred %p<8>, %q<4>;");
  line(".reg .b16 %h<8>;");
  line(".reg .b32 %r<16>, %t<2>;");
  line(".reg .b64 %d<8>;");
  line(".reg .f32 %f<8>;");
  line(".reg .s32 %fuel;");
  line(".reg .u{} %a, %a2, %base_local, %base_const;", Wide);
  if (P.MapsDoubles) {
    line(".reg .f64 %m<6>;");
    line(".reg .u{} %base_cnum, %base_gnum;", Wide);
  }
  if (!P.Images.empty()) {
    line(".reg .b32 %c<24>;");
    line(".reg .f32 %g<16>;");
    line(".reg .b64 %handle<3>;");
  }
}

void Writer::clear(const char *Where, const std::string &Base, unsigned Bytes) {
  const std::vector<std::string> Zeros(P.MovesVectors ? 4 : 2, "0");
  for (unsigned Offset = 0; Offset != Bytes; Offset += 4 * Zeros.size())
    line("st.{}.v{}.u32 [{}+{}], {{{}}};", Where, Zeros.size(), Base, Offset,
         list(Zeros));
}

void Writer::clearRegister(Reg R) {
  if (R.Class == RegClass::Pred) {
    line("mov.u32 %t0, 0;");
    line("setp.ne.u32 {}, %t0, 0;", nameOf(R));
    return;
  }
  const bool IsFloat = R.Class == RegClass::F32 || R.Class == RegClass::F64;
  line("mov.{} {}, {};", typeOf(R.Class), nameOf(R), IsFloat ? "0.0" : "0");
}

/// Memory that a body may read before it writes is cleared, for neither .local
/// nor .shared have a value at start.
void Writer::prologue(const Uses &U) {
  if (U.Spaces[unsigned(Space::Local)]) {
    line(".local .align 16 .b8 loc[{}];", LocalBytes);
    line("mov.u{} %base_local, loc;", Wide);
    clear("local", "loc", LocalBytes);
  }
  if (U.Spaces[unsigned(Space::Const)])
    line("mov.u{} %base_const, tab;", Wide);
  if (U.Spaces[unsigned(Space::ConstNumbers)])
    line("mov.u{} %base_cnum, cnum;", Wide);
  if (U.Spaces[unsigned(Space::GlobalNumbers)])
    line("mov.u{} %base_gnum, gnum;", Wide);
  line("mov.s32 %fuel, {};", Current ? FunctionFuel : KernelFuel);
}

/// Of a function: its first registers of each class are what it returns.
void Writer::moveResults() {
  unsigned Next[NumClasses] = {};
  for (size_t I = 0; I != Current->Results.size(); ++I) {
    RegClass Class = Current->Results[I];
    Reg From{Class, uint8_t(Next[unsigned(Class)]++)};
    if (P.IsModern)
      line("st.param.{} [v{}], {};", typeOf(Class), I, nameOf(From));
    else
      line("mov.{} %v{}, {};", typeOf(Class), I, nameOf(From));
  }
}

void Writer::function(unsigned Index) {
  const Function &F = P.Functions[Index];
  Current = &F;
  const char *Kind = P.IsModern ? ".param" : ".reg";
  const char *Sigil = P.IsModern ? "" : "%";
  auto Declared = [&](const std::vector<RegClass> &Classes, char Letter) {
    std::vector<std::string> Out;
    for (size_t I = 0; I != Classes.size(); ++I)
      Out.push_back(fmt::format("{} .{} {}{}{}", Kind, typeOf(Classes[I]),
                                Sigil, Letter, I));
    return list(Out);
  };
  std::string Results =
      F.Results.empty() ? "" : fmt::format("({}) ", Declared(F.Results, 'v'));
  Text += fmt::format(".func {}f{} ({})\n{{\n", Results, Index,
                      Declared(F.Parameters, 'i'));
  declareRegisters();
  Uses U;
  U.add(F.Body);
  prologue(U);
  unsigned Next[NumClasses] = {};
  for (RegClass Class : F.Results)
    U.add(Reg{Class, uint8_t(Next[unsigned(Class)]++)});
  if (P.ClearsRegisters)
    for (unsigned C = 0; C != NumClasses; ++C)
      for (uint8_t I = 0; I != std::size(U.Registers[C]); ++I)
        if (U.Registers[C][I])
          clearRegister({RegClass(C), I});
  std::fill(std::begin(Next), std::end(Next), 0);
  for (size_t I = 0; I != F.Parameters.size(); ++I) {
    RegClass Class = F.Parameters[I];
    Reg To{Class, uint8_t(Next[unsigned(Class)]++)};
    if (P.IsModern)
      line("ld.param.{} {}, [i{}];", typeOf(Class), nameOf(To), I);
    else
      line("mov.{} {}, %i{};", typeOf(Class), nameOf(To), I);
  }
  block(F.Body);
  label("END");
  moveResults();
  line("ret;");
  Text += "}\n\n";
  Current = nullptr;
}

/// How many of the first of \p Registers one access moves: their places are one
/// behind the other, and the first one is aligned to all.
static size_t vectorOf(llvm::ArrayRef<Reg> Registers, bool MovesVectors) {
  const RegClass Class = Registers.front().Class;
  // A predicate is a word there, and there are two temporaries for these.
  const unsigned Bytes = Class == RegClass::Pred ? 4 : bitsOf(Class) / 8;
  size_t Count = !MovesVectors || Class == RegClass::F64 ? 1
                 : Bytes == 8 || Class == RegClass::Pred ? 2
                                                         : 4;
  auto Fits = [&](size_t N) {
    if (Registers.size() < N || registerOffset(Registers[0]) % (N * Bytes))
      return false;
    for (size_t I = 0; I != N; ++I)
      if (Registers[I].Class != Class ||
          Registers[I].Index != Registers[0].Index + I)
        return false;
    return true;
  };
  while (!Fits(Count))
    Count /= 2;
  return Count;
}

/// "v2." and "{%r0, %r1}"; nothing and "%r0".
static std::pair<std::string, std::string>
vectorText(const std::vector<std::string> &Names) {
  if (Names.size() == 1)
    return {"", Names.front()};
  return {fmt::format("v{}.", Names.size()), "{" + list(Names) + "}"};
}

void Writer::loadRegisters(llvm::ArrayRef<Reg> Registers) {
  while (!Registers.empty()) {
    const size_t Count = vectorOf(Registers, P.MovesVectors);
    std::vector<std::string> Names;
    for (Reg R : Registers.take_front(Count))
      Names.push_back(nameOf(R));
    const auto [Width, Moved] = vectorText(Names);
    line("ld.global.{}{} {}, [%base_mine+{}];", Width,
         typeOf(Registers.front().Class), Moved,
         registerOffset(Registers.front()));
    Registers = Registers.drop_front(Count);
  }
}

void Writer::storeRegisters(llvm::ArrayRef<Reg> Registers) {
  while (!Registers.empty()) {
    const size_t Count = vectorOf(Registers, P.MovesVectors);
    const RegClass Class = Registers.front().Class;
    std::vector<std::string> Names;
    for (Reg R : Registers.take_front(Count)) {
      std::string Name = nameOf(R);
      if (Class == RegClass::Pred) {
        std::string Word = fmt::format("%t{}", Names.size());
        line("selp.u32 {}, 1, 0, {};", Word, Name);
        Name = Word;
      }
      Names.push_back(Name);
    }
    const auto [Width, Moved] = vectorText(Names);
    line("st.global.{}{} [%base_out+{}], {};", Width,
         Class == RegClass::Pred ? "u32" : typeOf(Class),
         registerOffset(Registers.front()), Moved);
    Registers = Registers.drop_front(Count);
  }
}

void Writer::epilogue() {
  label("END");
  storeRegisters(P.Outputs);
  line("exit;");
}

void Writer::kernel() {
  Text += fmt::format(".entry k (.param .u{0} out, .param .u{0} common, "
                      ".param .u{0} in, .param .u32 n{1})\n{{\n",
                      Wide, handleParameters());
  declareRegisters();
  line(".reg .u32 %me, %thread, %n;");
  line(".reg .u16 %s<2>;");
  line(".reg .u{} %base_global, %base_shared, %base_input, %base_out;", Wide);
  line(".reg .u{} %base_common, %base_mine, %own_word;", Wide);
  if (P.IsExtended) {
    line(".reg .b32 %x<3>, %lane, %all;");
    line("activemask.b32 %all;");
    line("mov.u32 %lane, %laneid;");
    prototypes();
  }
  Uses U;
  U.add(P.Body);
  for (Reg R : P.Outputs)
    U.add(R);

  if (P.IsModern) {
    line("mov.u32 %me, %tid.x;");
    line("mov.u32 %t0, %ctaid.x;");
    line("mov.u32 %t1, %ntid.x;");
    line("mad.lo.u32 %thread, %t0, %t1, %me;");
  } else {
    line("cvt.u32.u16 %me, %tid.x;");
    line("mov.u16 %s0, %ctaid.x;");
    line("mov.u16 %s1, %ntid.x;");
    line("mul.wide.u16 %thread, %s0, %s1;");
    line("add.u32 %thread, %thread, %me;");
  }
  line("ld.param.u32 %n, [n];");
  line("ld.param.u{} %base_out, [out];", Wide);
  line("ld.param.u{} %base_common, [common];", Wide);
  line("ld.param.u{} %base_input, [in];", Wide);
  if (P.IsModern)
    for (const char *Name : {"out", "common", "input"})
      line("cvta.to.global.u64 %base_{0}, %base_{0};", Name);
  line("mul.lo.u32 %t0, %thread, {};", ThreadBytes);
  line("cvt.u{}.u32 %a, %t0;", Wide);
  line("add.u{} %base_out, %base_out, %a;", Wide);
  line("add.u{} %base_mine, %base_input, %a;", Wide);
  line("add.u{} %base_global, %base_out, {};", Wide, OwnOffset);
  if (U.Spaces[unsigned(Space::Shared)]) {
    line(".shared .align 16 .b8 own[{}];", P.Threads * SharedBytes);
    line("mov.u{} %base_shared, own;", Wide);
    line("shl.b32 %t0, %me, 5;");
    line("cvt.u{}.u32 %a, %t0;", Wide);
    line("add.u{} %base_shared, %base_shared, %a;", Wide);
    clear("shared", "%base_shared", SharedBytes);
  }
  if (U.Exchanges) {
    line(".shared .u32 words[{}];", P.Threads);
    line("mov.u{} %own_word, words;", Wide);
    line("shl.b32 %t0, %me, 2;");
    line("cvt.u{}.u32 %a, %t0;", Wide);
    line("add.u{} %own_word, %own_word, %a;", Wide);
  }
  if (U.Sums)
    line(".shared .u32 total;");
  prologue(U);
  if (U.Pointers)
    clearSlots();
  line("mov.u32 {}, %me;", nameOf(ThreadIndex));
  line("mov.u32 {}, %n;", nameOf(Parameter));
  std::vector<Reg> Inputs;
  for (unsigned C = 0; C != NumClasses; ++C)
    for (uint8_t I = 0; I != P.Count[C]; ++I)
      if (RegClass(C) != RegClass::Pred && U.Registers[C][I])
        Inputs.push_back({RegClass(C), I});
      else if (P.ClearsRegisters && U.Registers[C][I])
        clearRegister({RegClass(C), I});
  loadRegisters(Inputs);
  block(P.Body);
  epilogue();
  Text += "}\n";
}

void Writer::heading() {
  const std::string Ctas =
      P.Blocks == 1 ? "" : fmt::format("{} CTAs of ", P.Blocks);
  Text +=
      fmt::format("// ptx-random --seed={} --chip={}: {}{} threads, n = {}\n",
                  P.Seed, P.Chip, Ctas, P.Threads, P.N);
  const abi::Chip *Chip = abi::findChip(P.Chip);
  // There is nothing to map where the target has f64.
  if (P.MapsDoubles)
    while (Chip->has(abi::features::F64))
      --Chip;
  const char *Target = P.IsModern ? "sm_35" : Chip->SmName;
  if (P.IsExtended)
    Target = ExtendedTarget;
  Text += fmt::format(".version {}\n.target {}{}{}\n",
                      P.IsExtended ? ExtendedVersion
                      : P.IsModern ? "4.2"
                                   : "1.4",
                      Target, P.MapsDoubles ? ", map_f64_to_f32" : "",
                      P.HasSamplers ? ", texmode_independent" : "");
  if (P.IsModern)
    Text += ".address_size 64\n";
  declareImages();
  Uses U;
  U.add(P.Body);
  for (const Function &F : P.Functions)
    U.add(F.Body);
  if (U.Spaces[unsigned(Space::Const)]) {
    std::vector<std::string> Bytes;
    for (unsigned I = 0; I != ConstBytes; ++I)
      Bytes.push_back(fmt::format("{}", constByte(P, I)));
    Text += fmt::format(".const .align 16 .b8 tab[{}] = {{{}}};\n", ConstBytes,
                        list(Bytes));
  }
  for (Space Where : {Space::ConstNumbers, Space::GlobalNumbers}) {
    std::vector<std::string> Numbers;
    for (unsigned I = 0; I != NumNumbers; ++I)
      Numbers.push_back(fmt::format("0d{:016X}", numberBits(P, Where, I)));
    if (U.Spaces[unsigned(Where)])
      Text +=
          fmt::format(".{} .align 16 .f64 {}[{}] = {{{}}};\n", spaceName(Where),
                      baseName(Where), NumNumbers, list(Numbers));
  }
  Text += "\n";
}

std::string Writer::run() {
  heading();
  for (unsigned I = 0; I != P.ArrayFunctions.size(); ++I)
    arrayFunction(I);
  for (unsigned I = 0; I != P.Functions.size(); ++I)
    function(I);
  if (P.IsExtended)
    functionTable();
  kernel();
  return std::move(Text);
}

std::string writePTX(const Program &P) { return Writer(P).run(); }

} // namespace heddle::ptxrandom
