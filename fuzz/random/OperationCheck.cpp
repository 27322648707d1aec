//===- OperationCheck.cpp - Each instruction by itself --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationCheck.h"
#include "Operations.h"
#include "Random.h"
#include "Runner.h"
#include "WriterImpl.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

constexpr unsigned BlockThreads = 256;
/// Tuples of a launch.
constexpr uint64_t ChunkSize = 65536;

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Every operand and result has 8 bytes, and one more is the carry.
unsigned slots(const Operation &Op) {
  return 8 * unsigned(std::max(Op.Sources.size(), Op.Results.size()) + 1);
}

bool isSubtraction(const Operation &Op) { return Op.Name[0] == 's'; }

Reg sourceRegister(const Operation &Op, size_t I) {
  return {Op.Sources[I].Class, uint8_t(I)};
}

Reg resultRegister(const Operation &Op, size_t I) {
  return {Op.Results[I], uint8_t(4 + I)};
}

std::string writeKernel(const Operation &Op) {
  std::string Text = Op.Use == Operation::Modern
                         ? ".version 4.2\n.target sm_35\n"
                         : ".version 1.4\n.target sm_10";
  bool IsMapped = Op.Group == Family::Mapped;
  if (Op.Use != Operation::Modern)
    Text += IsMapped ? ", map_f64_to_f32\n" : "\n";
  auto Line = [&](const std::string &L) { Text += "  " + L + "\n"; };
  Text += ".entry k (.param .u32 out, .param .u32 in)\n{\n";
  Line(".reg .pred %p<8>;");
  Line(".reg .b16 %h<8>, %s<2>;");
  Line(".reg .b32 %r<8>, %t<2>, %in, %out;");
  Line(".reg .b64 %d<8>;");
  Line(".reg .f32 %f<8>;");
  if (IsMapped)
    Line(".reg .f64 %m<8>;");
  Line("cvt.u16.u32 %s0, %ctaid.x;");
  Line("cvt.u16.u32 %s1, %ntid.x;");
  Line("mul.wide.u16 %t0, %s0, %s1;");
  Line("cvt.u32.u16 %t1, %tid.x;");
  Line("add.u32 %t0, %t0, %t1;");
  Line(fmt::format("mul.lo.u32 %t0, %t0, {};", slots(Op)));
  Line("ld.param.u32 %in, [in];");
  Line("ld.param.u32 %out, [out];");
  Line("add.u32 %in, %in, %t0;");
  Line("add.u32 %out, %out, %t0;");
  std::vector<std::string> Sources, Results;
  for (size_t I = 0; I != Op.Sources.size(); ++I) {
    Reg R = sourceRegister(Op, I);
    Sources.push_back(nameOf(R));
    if (R.Class != RegClass::Pred) {
      Line(fmt::format("ld.global.{} {}, [%in+{}];", typeOf(R.Class), nameOf(R),
                       8 * I));
      continue;
    }
    Line(fmt::format("ld.global.u32 %t0, [%in+{}];", 8 * I));
    Line(fmt::format("setp.ne.u32 {}, %t0, 0;", nameOf(R)));
  }
  for (size_t I = 0; I != Op.Results.size(); ++I)
    Results.push_back(nameOf(resultRegister(Op, I)));
  bool Subtract = isSubtraction(Op);
  if (Op.ReadsCarry) {
    Line(fmt::format("ld.global.u32 %t0, [%in+{}];", 8 * Op.Sources.size()));
    Line(Subtract ? "sub.cc.u32 %t0, 0, %t0;"
                  : "add.cc.u32 %t0, %t0, 0xffffffff;");
  }
  std::string From = list(Sources), To = list(Results);
  if (Op.IsVector)
    (Results.size() > 1 ? To : From) =
        "{" + (Results.size() > 1 ? To : From) + "}";
  else if (Results.size() > 1)
    To = Results[0] + "|" + Results[1];
  Line(Op.Name + " " + To + ", " + From + ";");
  if (Op.WritesCarry) {
    Line(Subtract ? "subc.u32 %t0, 0, 0;" : "addc.u32 %t0, 0, 0;");
    Line("and.b32 %t0, %t0, 1;");
    Line(fmt::format("st.global.u32 [%out+{}], %t0;", 8 * Op.Results.size()));
  }
  for (size_t I = 0; I != Op.Results.size(); ++I) {
    Reg R = resultRegister(Op, I);
    if (R.Class == RegClass::Pred)
      Line(fmt::format("selp.u32 %t0, 1, 0, {};", nameOf(R)));
    Line(fmt::format("st.global.{} [%out+{}], {};",
                     R.Class == RegClass::Pred ? "u32" : typeOf(R.Class), 8 * I,
                     R.Class == RegClass::Pred ? "%t0" : nameOf(R)));
  }
  Line("exit;");
  return Text + "}\n";
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

const uint32_t SpecialFloats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x007fffff, 0x00800000, 0x80800001,
    0x00ffffff, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f7fffff,
    0x3f800000, 0xbf800000, 0x3f800001, 0x40400000, 0x4b7fffff, 0x4f000000,
    0xcf000000, 0x4f800000, 0x5f000000, 0x7e800000, 0x7f7fffff, 0x7f800000,
    0xff800000, 0x7fc00000};

bool isFloat(RegClass Class) {
  return Class == RegClass::F32 || Class == RegClass::F64;
}

/// Special value \p I of \p Class, if there are so many.
std::optional<uint64_t> special(RegClass Class, uint64_t I) {
  if (isFloat(Class))
    return I < std::size(SpecialFloats)
               ? std::optional<uint64_t>(SpecialFloats[I])
               : std::nullopt;
  unsigned Bits = bitsOf(Class);
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits), Top = uint64_t(1) << (Bits - 1);
  if (Class == RegClass::Pred)
    return I < 2 ? std::optional<uint64_t>(I) : std::nullopt;
  uint64_t Half = uint64_t(1) << Bits / 2;
  const uint64_t Values[] = {
      0,    1,       2,        3,     7,        10,           0x1f,     0x20,
      0x3f, 0x40,    0xff,     0x100, Half - 1, Half,         Half + 1, Top - 1,
      Top,  Top + 1, Mask - 1, Mask,  Mask / 3, 0xffff & Mask};
  return I < std::size(Values) ? std::optional<uint64_t>(Values[I] & Mask)
                               : std::nullopt;
}

class Operands {
public:
  Operands(const Operation &Of, uint64_t Seed) : Op(Of), R(Seed) {
    Classes.reserve(Op.Sources.size() + 1);
    for (const SourceKind &Kind : Op.Sources)
      Classes.push_back(Kind.Class);
    if (Op.ReadsCarry)
      Classes.push_back(RegClass::Pred);
    Odometer.assign(Classes.size(), 0);
  }

  /// The next tuple: first all special ones.
  void next(uint64_t *S) {
    if (!IsRandom && nextSpecial(S))
      return;
    IsRandom = true;
    for (size_t I = 0; I != Classes.size(); ++I)
      S[I] = any(I);
    relate(S);
  }

private:
  bool nextSpecial(uint64_t *S) {
    for (size_t I = 0; I != Classes.size(); ++I)
      S[I] = *special(Classes[I], Odometer[I]);
    for (size_t I = 0; I != Classes.size(); ++I) {
      if (special(Classes[I], ++Odometer[I]))
        return true;
      Odometer[I] = 0;
    }
    // This one is the last.
    return IsRandom = true;
  }

  uint64_t any(size_t I) {
    RegClass Class = Classes[I];
    if (I < Op.Sources.size() && Op.Sources[I].IsCount && R.percent(75))
      return R.below(72);
    if (isFloat(Class))
      return R.floatBits();
    return R.integer(bitsOf(Class));
  }

  /// Operands that have to do with each other, half of the time: dividends
  /// beside multiples, addends that cancel a product, nearly equal values.
  void relate(uint64_t *S) {
    if (Op.Sources.size() < 2 || Classes[0] != Classes[1] || R.percent(50))
      return;
    const Rounding Near = Rounding::Nearest;
    uint64_t Mask = ~uint64_t(0) >> (64 - bitsOf(Classes[0]));
    int64_t Step = int64_t(R.below(5)) - 2;
    if (isFloat(Classes[0])) {
      uint32_t Product = mulFloat(uint32_t(S[0]), uint32_t(S[1]), Near);
      uint32_t Beside = Product + uint32_t(Step);
      if (Op.Sources.size() == 3 && isFloat(Classes[2]))
        S[2] = Beside ^ 0x80000000;
      else
        S[0] = R.percent(50) ? Beside : uint32_t(S[1] + uint64_t(Step));
    } else if (R.percent(50)) {
      S[0] = (S[1] + uint64_t(Step)) & Mask;
    } else {
      S[0] = (S[1] * R.integer(bitsOf(Classes[0])) + uint64_t(Step)) & Mask;
    }
  }

  const Operation &Op;
  Random R;
  std::vector<RegClass> Classes;
  std::vector<uint64_t> Odometer;
  bool IsRandom = false;
};

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// One row on one chip at one level.
class Check {
public:
  /// \p NumTuples in all, a multiple of BlockThreads.
  Check(const Operation &Of, object::Module Object, uint64_t Seed,
        uint64_t NumTuples)
      : Op(Of), Count(NumTuples), Module(std::move(Object)), Tuples(Of, Seed) {
    Bytes = std::min(ChunkSize, Count) * slots(Op);
    Out = cantFail(Memory.allocate(Bytes, "out"));
    In = cantFail(Memory.allocate(Bytes, "in"));
  }

  /// What is wrong; else empty.
  std::string run();

private:
  std::string compare(const uint64_t *S, const uint8_t *Got) const;

  const Operation &Op;
  uint64_t Count;
  runtime::LoadedModule Module;
  Operands Tuples;
  sm::GlobalMemory Memory;
  uint64_t Bytes = 0;
  abi::Address Out, In;
};

std::string Check::compare(const uint64_t *S, const uint8_t *Got) const {
  uint64_t Expected = Op.Evaluate(Op, S);
  unsigned Shift = 0;
  auto Differs = [&](size_t Slot, unsigned Bits, uint64_t Want) {
    uint64_t Have = 0;
    std::memcpy(&Have, Got + 8 * Slot, 8);
    uint64_t Mask = ~uint64_t(0) >> (64 - Bits);
    return (Have & Mask) != (Want & Mask)
               ? fmt::format("{:#x}, not {:#x}", Have & Mask, Want & Mask)
               : "";
  };
  std::string Problem;
  for (size_t I = 0; I != Op.Results.size() && Problem.empty(); ++I) {
    Problem = Differs(I, bitsOf(Op.Results[I]), Expected >> Shift);
    Shift += bitsOf(Op.Results[I]);
  }
  if (Op.WritesCarry && Problem.empty())
    Problem = Differs(Op.Results.size(), 32, Expected >> 32 & 1);
  if (Problem.empty())
    return "";
  std::string Sources;
  for (size_t I = 0; I != Op.Sources.size() + Op.ReadsCarry; ++I)
    Sources += fmt::format(" {:#x}", S[I]);
  return fmt::format("of{}: {}", Sources, Problem);
}

std::string Check::run() {
  runtime::ArgumentValue Arguments[2];
  Arguments[0].Kind = Arguments[1].Kind = runtime::ArgumentValue::Pointer;
  Arguments[0].Address = Out;
  Arguments[1].Address = In;
  std::vector<uint64_t> Input(Bytes / 8);
  for (uint64_t Done = 0; Done < Count; Done += ChunkSize) {
    uint64_t Size = std::min(ChunkSize, Count - Done);
    for (uint64_t I = 0; I != Size; ++I)
      Tuples.next(&Input[I * slots(Op) / 8]);
    std::memcpy(Memory.bytes(In).data(), Input.data(), Bytes);
    runtime::LaunchRequest Request;
    Request.Grid.X = uint32_t(Size / BlockThreads);
    Request.Block.X = BlockThreads;
    Request.Arguments = Arguments;
    Expected<sm::LaunchResult> Result = Module.launch(Request, Memory);
    if (!Result)
      return toString(Result.takeError());
    if (Result->TheFault)
      return Result->TheFault->toText();
    const uint8_t *Got = Memory.bytes(Out).data();
    for (uint64_t I = 0; I != Size; ++I)
      if (std::string Problem =
              compare(&Input[I * slots(Op) / 8], Got + I * slots(Op));
          !Problem.empty())
        return Problem;
  }
  return "";
}

/// The rows of process \p Worker; how many fail.
unsigned work(const OperationCheckOptions &Options, unsigned Worker) {
  // The evaluator's floats are those of the silicon.
  std::vector<std::string> Chips = {"g80", "gt200"};
  if (!Options.Chip.empty())
    Chips = {Options.Chip};
  uint64_t Count = alignTo(Options.Count, BlockThreads);
  unsigned Failures = 0;
  for (size_t I = Worker; I < operations().size(); I += Options.Jobs) {
    const Operation &Op = operations()[I];
    if (!StringRef(Op.Name).contains(Options.Pattern))
      continue;
    std::string PTX = writeKernel(Op);
    for (const std::string &Chip : Chips)
      for (unsigned Level : Options.Levels) {
        std::string Problem;
        std::optional<object::Module> Object =
            compile(PTX, Chip, Level, /*MaxRegisters=*/0, Problem);
        if (Object)
          Problem =
              Check(Op, std::move(*Object), Options.Seed + I, Count).run();
        if (Problem.empty())
          continue;
        ++Failures;
        outs() << fmt::format("{} on {} at -O{}: {}\n", Op.Name, Chip, Level,
                              Problem);
        outs().flush();
      }
  }
  return Failures;
}

} // namespace

unsigned checkOperations(const OperationCheckOptions &Options) {
  size_t Rows = count_if(operations(), [&](const Operation &Op) {
    return StringRef(Op.Name).contains(Options.Pattern);
  });
  outs() << fmt::format("{} instructions, {} tuples of operands each\n", Rows,
                        alignTo(Options.Count, BlockThreads));
  outs().flush();
  for (unsigned I = 0; I != Options.Jobs; ++I)
    if (fork() == 0)
      _exit(work(Options, I) != 0);
  unsigned Failed = 0;
  for (unsigned I = 0; I != Options.Jobs; ++I) {
    int Status = 0;
    wait(&Status);
    Failed += Status != 0;
    if (WIFSIGNALED(Status))
      outs() << "a process crashed\n";
  }
  outs() << (Failed ? "failed\n" : "all agree\n");
  return Rows == 0 ? 1 : Failed;
}

} // namespace heddle::ptxrandom
