//===- Writer.cpp - Programs as PTX ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "Operations.h"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace heddle::ptxrandom {
namespace {

const char *typeOf(RegClass C) {
  static const char *const Names[] = {"pred", "b16", "b32", "b64", "f32"};
  return Names[unsigned(C)];
}

std::string nameOf(Reg R) {
  return fmt::format("%{}{}", registerLetter(R.Class), R.Index);
}

std::string guardText(const Guard &G) {
  if (!G.IsPresent)
    return "";
  return fmt::format("@{}%p{} ", G.IsNegated ? "!" : "", G.Pred);
}

std::string negatedGuardText(Guard G) {
  G.IsNegated = !G.IsNegated;
  return guardText(G);
}

const char *spaceName(Space Where) {
  switch (Where) {
  case Space::Global:
  case Space::Input:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Const:
    return "const";
  }
  return "";
}

/// What a body mentions.
struct Uses {
  bool Registers[NumClasses][16] = {};
  bool Spaces[5] = {};
  bool Exchanges = false, Sums = false;

  void add(const Block &B);
  void add(Reg R) { Registers[unsigned(R.Class)][R.Index] = true; }
  void add(const Guard &G) {
    if (G.IsPresent)
      add(Reg{RegClass::Pred, G.Pred});
  }
};

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
    if (S.Kind == StmtKind::Memory && S.Mem.HasIndex)
      add(S.Mem.Index);
    Exchanges |= S.Kind == StmtKind::Exchange;
    Sums |= S.Kind == StmtKind::SharedSum;
    for (const Block &Body : S.Bodies)
      add(Body);
  }
}

class Writer {
public:
  explicit Writer(const Program &Source)
      : P(Source), Wide(Source.HasLongPointers ? "64" : "32") {}

  std::string run();

private:
  template <typename... Ts>
  void line(fmt::format_string<Ts...> Format, Ts &&...Values) {
    Text += "  ";
    fmt::format_to(std::back_inserter(Text), Format,
                   std::forward<Ts>(Values)...);
    Text += '\n';
  }
  template <typename... Ts>
  void label(fmt::format_string<Ts...> Format, Ts &&...Values) {
    fmt::format_to(std::back_inserter(Text), Format,
                   std::forward<Ts>(Values)...);
    Text += ":\n";
  }

  void heading();
  void function(unsigned Index);
  void kernel();
  void declareRegisters();
  void prologue(const Uses &U);
  void clear(const char *Where, const std::string &Base, unsigned Bytes);
  void epilogue();
  void moveResults();

  void block(const Block &B);
  void statement(const Stmt &S);
  void instruction(const Stmt &S);
  std::string address(const Access &A);
  void memory(const Stmt &S);
  void atomic(const Stmt &S);
  void call(const Stmt &S);
  void callByParameters(const Stmt &S);
  void exchange(const Stmt &S);
  void sharedSum(const Stmt &S);
  void choice(const Stmt &S);
  void loop(const Stmt &S);
  void selection(const Stmt &S);
  void searchCase(const Stmt &S, size_t First, size_t End);
  void leave(const Stmt &S);
  void finish(const Stmt &S);

  const Program &P;
  std::string Text;
  /// Bits of a pointer.
  const char *Wide;
  /// Null: the kernel.
  const Function *Current = nullptr;
  unsigned NextHelp = 0;
};

std::string operandText(const Operand &O) {
  if (!O.IsImmediate)
    return (O.IsNegated ? "!" : "") + nameOf(O.R);
  if (O.R.Class == RegClass::F32)
    return fmt::format("0f{:08X}", O.Bits);
  if (O.Bits < 1000)
    return fmt::format("{}", O.Bits);
  return fmt::format("{:#x}", O.Bits);
}

std::string list(const std::vector<std::string> &Items) {
  std::string Out;
  for (const std::string &Item : Items)
    Out += (Out.empty() ? "" : ", ") + Item;
  return Out;
}

std::vector<std::string> names(const std::vector<Reg> &Registers) {
  std::vector<std::string> Out;
  for (Reg R : Registers)
    Out.push_back(nameOf(R));
  return Out;
}

std::vector<std::string> texts(const std::vector<Operand> &Operands) {
  std::vector<std::string> Out;
  for (const Operand &O : Operands)
    Out.push_back(operandText(O));
  return Out;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Writer::instruction(const Stmt &S) {
  std::string Results = list(names(S.Results)),
              Sources = list(texts(S.Sources));
  if (S.Op->IsVector) {
    std::string &Several = S.Results.size() > 1 ? Results : Sources;
    Several = "{" + Several + "}";
  } else if (S.Results.size() > 1) {
    Results = nameOf(S.Results[0]) + "|" + nameOf(S.Results[1]);
  }
  line("{}{} {}, {};", guardText(S.Condition), S.Op->Name, Results, Sources);
}

/// Computes the address into %a and returns what stands in the brackets.
std::string Writer::address(const Access &A) {
  std::string Base = fmt::format(
      "%base_{}", A.Where == Space::Input ? "input" : spaceName(A.Where));
  std::string Offset = A.Offset ? fmt::format("+{}", A.Offset) : "";
  if (!A.HasIndex && !A.IsGeneric) {
    if (A.Where == Space::Local)
      Base = "loc";
    else if (A.Where == Space::Const)
      Base = "tab";
    return Base + Offset;
  }
  if (!A.HasIndex) {
    line("mov.u{} %a, {};", Wide, Base);
  } else {
    unsigned Unit = A.Bytes * A.Lanes, Shift = 0;
    while (1u << Shift != Unit)
      ++Shift;
    line("and.b32 %t0, {}, {};", nameOf(A.Index), A.Count - 1);
    line("shl.b32 %t0, %t0, {};", Shift);
    line("cvt.u{}.u32 %a, %t0;", Wide);
    line("add.u{} %a, %a, {};", Wide, Base);
  }
  if (A.IsGeneric)
    line("cvta.{}.u64 %a, %a;", spaceName(A.Where));
  return "%a" + Offset;
}

void Writer::memory(const Stmt &S) {
  const Access &A = S.Mem;
  std::string Place = address(A);
  std::string Space = A.IsGeneric ? "" : std::string(".") + spaceName(A.Where);
  std::string Vector = A.Lanes == 1 ? "" : fmt::format(".v{}", A.Lanes);
  std::string Data =
      A.IsStore ? list(texts(S.Sources)) : list(names(S.Results));
  if (A.Lanes != 1)
    Data = "{" + Data + "}";
  if (A.IsStore)
    line("{}st{}{}.{} [{}], {};", guardText(S.Condition), Space, Vector, A.Type,
         Place, Data);
  else
    line("{}ld{}{}.{} {}, [{}];", guardText(S.Condition), Space, Vector, A.Type,
         Data, Place);
}

void Writer::atomic(const Stmt &S) {
  const AtomicForm &F = AtomicForms[S.Number];
  std::string Place, Sources = list(texts(S.Sources));
  if (!S.IsVariant) {
    Place = fmt::format("%base_common+{}", 8 * S.Number);
    line("{}red.global.{}.{} [{}], {};", guardText(S.Condition), F.Op, F.Type,
         Place, Sources);
    return;
  }
  bool Shared = S.Mem.Where == Space::Shared;
  Place = fmt::format("%base_{}+{}", spaceName(S.Mem.Where),
                      Shared ? SharedAtomicOffset : AtomicOffset);
  line("{}atom.{}.{}.{} {}, [{}], {};", guardText(S.Condition),
       spaceName(S.Mem.Where), F.Op, F.Type, nameOf(S.Results[0]), Place,
       Sources);
}

/// As PTX 2.0 and later pass arguments.
void Writer::callByParameters(const Stmt &S) {
  const Function &F = P.Functions[S.Number];
  unsigned Help = NextHelp++;
  if (S.Condition.IsPresent)
    line("{}bra U{};", negatedGuardText(S.Condition), Help);
  line("{{");
  std::vector<std::string> Parameters;
  for (size_t I = 0; I != S.Sources.size(); ++I) {
    const char *Type = typeOf(F.Parameters[I]);
    line(".param .{} a{};", Type, I);
    line("st.param.{} [a{}], {};", Type, I, operandText(S.Sources[I]));
    Parameters.push_back(fmt::format("a{}", I));
  }
  for (size_t I = 0; I != F.Results.size(); ++I)
    line(".param .{} v{};", typeOf(F.Results[I]), I);
  std::string Result = F.Results.empty() ? "" : "(v0), ";
  std::string Arguments =
      Parameters.empty() ? "" : fmt::format(", ({})", list(Parameters));
  line("call {}f{}{};", Result, S.Number, Arguments);
  if (!F.Results.empty())
    line("ld.param.{} {}, [v0];", typeOf(F.Results[0]), nameOf(S.Results[0]));
  line("}}");
  if (S.Condition.IsPresent)
    label("U{}", Help);
}

void Writer::call(const Stmt &S) {
  if (P.IsModern)
    return callByParameters(S);
  std::string Results =
      S.Results.empty() ? "" : fmt::format("({}), ", list(names(S.Results)));
  std::string Arguments =
      S.Sources.empty() ? "" : fmt::format(", ({})", list(texts(S.Sources)));
  line("{}call {}f{}{};", guardText(S.Condition), Results, S.Number, Arguments);
}

void Writer::exchange(const Stmt &S) {
  line("st.shared.u32 [%own_word], {};", operandText(S.Sources[0]));
  line("bar.sync 0;");
  line("add.u32 %t0, %me, {};", S.Number);
  line("setp.ge.u32 %q0, %t0, {};", P.Threads);
  line("@%q0 sub.u32 %t0, %t0, {};", P.Threads);
  line("shl.b32 %t0, %t0, 2;");
  line("mov.u{} %a, words;", Wide);
  line("cvt.u{}.u32 %a2, %t0;", Wide);
  line("add.u{} %a, %a, %a2;", Wide);
  line("ld.shared.u32 {}, [%a];", nameOf(S.Results[0]));
  line("bar.sync 0;");
}

void Writer::sharedSum(const Stmt &S) {
  // Read before the word is overwritten: it may be the result, too.
  line("mov.b32 %t0, {};", operandText(S.Sources[0]));
  line("st.shared.u32 [total], {};", S.Number);
  line("bar.sync 0;");
  line("atom.shared.add.u32 %t0, [total], %t0;");
  line("bar.sync 0;");
  line("ld.shared.u32 {}, [total];", nameOf(S.Results[0]));
  line("bar.sync 0;");
}

void Writer::choice(const Stmt &S) {
  Guard G = S.Condition;
  if (S.IsUniform)
    line("setp.gt.u32 %q{}, %n, {};", S.Label & 3, S.Number);
  auto Branch = [&](bool If, const char *To) {
    std::string Condition =
        S.IsUniform ? fmt::format("@{}%q{} ", If ? "" : "!", S.Label & 3)
                    : (If ? guardText(G) : negatedGuardText(G));
    line("{}bra {}{};", Condition, To, S.Label);
  };
  if (S.Bodies[1].empty()) {
    Branch(false, "L");
    block(S.Bodies[0]);
  } else {
    size_t First = S.IsVariant ? 1 : 0;
    Branch(First == 1, "E");
    block(S.Bodies[First]);
    line("bra L{};", S.Label);
    label("E{}", S.Label);
    block(S.Bodies[1 - First]);
  }
  label("L{}", S.Label);
}

void Writer::loop(const Stmt &S) {
  bool IsCounted = S.IsUniform || S.Trips != 0;
  line(".reg .u32 %k{};", S.Label);
  if (S.IsUniform) {
    line("and.b32 %k{}, %n, 3;", S.Label);
    line("add.u32 %k{0}, %k{0}, 1;", S.Label);
  } else if (IsCounted) {
    line("mov.u32 %k{}, {};", S.Label, S.Trips);
  }
  if (S.SideEntry.IsPresent)
    line("{}bra M{};", guardText(S.SideEntry), S.Label);
  label("H{}", S.Label);
  if (!IsCounted) {
    line("sub.s32 %fuel, %fuel, 1;");
    line("setp.le.s32 %q0, %fuel, 0;");
    line("@%q0 bra L{};", S.Label);
  }
  const Block &Body = S.Bodies[0];
  size_t Entry = std::min<size_t>(S.EntryIndex, Body.size());
  for (size_t I = 0; I != Body.size(); ++I) {
    if (S.SideEntry.IsPresent && I == Entry)
      label("M{}", S.Label);
    statement(Body[I]);
  }
  if (S.SideEntry.IsPresent && Entry == Body.size())
    label("M{}", S.Label);
  label("C{}", S.Label);
  if (IsCounted) {
    line("sub.u32 %k{0}, %k{0}, 1;", S.Label);
    line("setp.eq.u32 %q0, %k{}, 0;", S.Label);
    line("@%q0 bra L{};", S.Label);
  }
  line("{}bra H{};", S.IsEndless ? "" : guardText(S.Condition), S.Label);
  label("L{}", S.Label);
}

/// Branches to the case %t1 among \p First … \p End - 1; %t1 is not below
/// \p First.
void Writer::searchCase(const Stmt &S, size_t First, size_t End) {
  if (End - First == 1) {
    line("setp.eq.u32 %q1, %t1, {};", First);
    line("@%q1 bra S{}_{};", S.Label, First);
    line("bra L{};", S.Label);
    return;
  }
  size_t Middle = (First + End) / 2;
  unsigned Help = NextHelp++;
  line("setp.ge.u32 %q1, %t1, {};", Middle);
  line("@%q1 bra U{};", Help);
  searchCase(S, First, Middle);
  label("U{}", Help);
  searchCase(S, Middle, End);
}

void Writer::selection(const Stmt &S) {
  line("and.b32 %t1, {}, 7;", operandText(S.Sources[0]));
  if (S.IsVariant) {
    searchCase(S, 0, S.Bodies.size());
  } else {
    for (size_t I = 0; I != S.Bodies.size(); ++I) {
      line("setp.eq.u32 %q1, %t1, {};", I);
      line("@%q1 bra S{}_{};", S.Label, I);
    }
    line("bra L{};", S.Label);
  }
  for (size_t I = 0; I != S.Bodies.size(); ++I) {
    label("S{}_{}", S.Label, I);
    block(S.Bodies[I]);
    if (!S.FallsThrough[I])
      line("bra L{};", S.Label);
  }
  label("L{}", S.Label);
}

void Writer::leave(const Stmt &S) {
  line("{}bra {}{};", guardText(S.Condition), S.IsVariant ? "C" : "L",
       S.Number);
}

void Writer::finish(const Stmt &S) {
  if (S.IsVariant) {
    line("{}bra END;", guardText(S.Condition));
    return;
  }
  if (Current)
    moveResults();
  line("{}{};", guardText(S.Condition), Current ? "ret" : "exit");
}

void Writer::block(const Block &B) {
  for (const Stmt &S : B)
    statement(S);
}

void Writer::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Instruction:
    return instruction(S);
  case StmtKind::Chain:
    return block(S.Bodies[0]);
  case StmtKind::Memory:
    return memory(S);
  case StmtKind::Atomic:
    return atomic(S);
  case StmtKind::Call:
    return call(S);
  case StmtKind::If:
    return choice(S);
  case StmtKind::Loop:
    return loop(S);
  case StmtKind::Switch:
    return selection(S);
  case StmtKind::Region:
    block(S.Bodies[0]);
    // A loop that the reducer made a region may still be continued.
    label("C{}", S.Label);
    return label("L{}", S.Label);
  case StmtKind::Leave:
    return leave(S);
  case StmtKind::Return:
    return finish(S);
  case StmtKind::Exchange:
    return exchange(S);
  case StmtKind::SharedSum:
    return sharedSum(S);
  case StmtKind::Vote: {
    static const char *const Modes[] = {"all", "any", "uni"};
    return line("vote.{}.pred {}, {};", Modes[S.Number], nameOf(S.Results[0]),
                operandText(S.Sources[0]));
  }
  case StmtKind::Barrier:
    return line("bar.sync 0;");
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Writer::declareRegisters() {
  line(".reg .pred %p<8>, %q<4>;");
  line(".reg .b16 %h<8>;");
  line(".reg .b32 %r<16>, %t<2>;");
  line(".reg .b64 %d<8>;");
  line(".reg .f32 %f<8>;");
  line(".reg .s32 %fuel;");
  line(".reg .u{} %a, %a2, %base_local, %base_const;", Wide);
}

void Writer::clear(const char *Where, const std::string &Base, unsigned Bytes) {
  for (unsigned Offset = 0; Offset != Bytes; Offset += 8)
    line("st.{}.v2.u32 [{}+{}], {{0, 0}};", Where, Base, Offset);
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

void Writer::epilogue() {
  label("END");
  for (Reg R : P.Outputs) {
    unsigned Offset = registerOffset(R);
    if (R.Class == RegClass::Pred) {
      line("selp.u32 %t0, 1, 0, {};", nameOf(R));
      line("st.global.u32 [%base_out+{}], %t0;", Offset);
    } else {
      line("st.global.{} [%base_out+{}], {};", typeOf(R.Class), Offset,
           nameOf(R));
    }
  }
  line("exit;");
}

void Writer::kernel() {
  Text += fmt::format(".entry k (.param .u{0} out, .param .u{0} common, "
                      ".param .u{0} in, .param .u32 n)\n{{\n",
                      Wide);
  declareRegisters();
  line(".reg .u32 %me, %thread, %n;");
  line(".reg .u16 %s<2>;");
  line(".reg .u{} %base_global, %base_shared, %base_input, %base_out;", Wide);
  line(".reg .u{} %base_common, %base_mine, %own_word;", Wide);
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
  line("mov.u32 {}, %me;", nameOf(ThreadIndex));
  line("mov.u32 {}, %n;", nameOf(Parameter));
  for (unsigned C = 0; C != NumClasses; ++C)
    for (uint8_t I = 0; I != P.Count[C]; ++I)
      if (RegClass(C) != RegClass::Pred && U.Registers[C][I])
        line("ld.global.{} {}, [%base_mine+{}];", typeOf(RegClass(C)),
             nameOf({RegClass(C), I}), registerOffset({RegClass(C), I}));
  block(P.Body);
  epilogue();
  Text += "}\n";
}

void Writer::heading() {
  Text += fmt::format("// ptx-random --seed={} --chip={}: {} threads, n = {}\n",
                      P.Seed, P.Chip, P.Threads, P.N);
  static const std::pair<const char *, const char *> Targets[] = {
      {"g80", "sm_10"},
      {"g84", "sm_11"},
      {"gt215", "sm_12"},
      {"gt200", "sm_13"}};
  const char *Target = "sm_35";
  for (auto [Chip, Name] : Targets)
    if (!P.IsModern && P.Chip == Chip)
      Target = Name;
  Text += fmt::format(".version {}\n.target {}\n", P.IsModern ? "4.2" : "1.4",
                      Target);
  if (P.IsModern)
    Text += ".address_size 64\n";
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
  Text += "\n";
}

std::string Writer::run() {
  heading();
  for (unsigned I = 0; I != P.Functions.size(); ++I)
    function(I);
  kernel();
  return std::move(Text);
}

} // namespace

std::string writePTX(const Program &P) { return Writer(P).run(); }

} // namespace heddle::ptxrandom
