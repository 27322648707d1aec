//===- OperationCheck.cpp - Each instruction by itself --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationCheck.h"
#include "OperandTuples.h"
#include "Operations.h"
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

/// The directives before the kernel. tx1's pointers have 64 bits.
std::string writeHeading(const Operation &Op, bool IsSilicon) {
  if (!IsSilicon)
    return std::string(ExtendedHeading) + ".address_size 64\n";
  if (Op.Use == Operation::Modern)
    return ".version 4.2\n.target sm_35\n";
  return Op.Group == Family::Mapped
             ? ".version 1.4\n.target sm_10, map_f64_to_f32\n"
             : ".version 1.4\n.target sm_10\n";
}

std::string writeKernel(const Operation &Op, bool IsSilicon) {
  std::string Text = writeHeading(Op, IsSilicon);
  bool IsMapped = Op.Group == Family::Mapped;
  const char *Wide = IsSilicon ? "32" : "64";
  auto Line = [&](const std::string &L) { Text += "  " + L + "\n"; };
  Text +=
      fmt::format(".entry k (.param .u{0} out, .param .u{0} in)\n{{\n", Wide);
  Line(".reg .pred %p<8>;");
  Line(".reg .b16 %h<8>, %s<2>;");
  Line(".reg .b32 %r<8>, %t<2>;");
  Line(fmt::format(".reg .b{} %in, %out, %at;", Wide));
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
  Line(fmt::format("cvt.u{}.u32 %at, %t0;", Wide));
  for (const char *Name : {"in", "out"}) {
    Line(fmt::format("ld.param.u{0} %{1}, [{1}];", Wide, Name));
    Line(fmt::format("add.u{0} %{1}, %{1}, %at;", Wide, Name));
  }
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
  Line(Op.Name + " " + To + ", " + From + Op.Suffix + ";");
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
// Running
//===----------------------------------------------------------------------===//

/// Whether the evaluator asks the judge at all.
bool isJudged(const Operation &Op) {
  return Op.Group == Family::Ieee || Op.Group == Family::IeeeConvert;
}

/// One row on one chip at one level.
class Check {
public:
  /// \p NumTuples in all, a multiple of BlockThreads.
  Check(const Operation &Of, object::Module Object, uint64_t Seed,
        uint64_t NumTuples)
      : Op(Of), Count(NumTuples),
        Judges(isJudged(Of) ? floatJudges() : floatJudges().take_front(1)),
        Module(std::move(Object)), Tuples(Of, Seed, NumTuples) {
    Bytes = std::min(ChunkSize, Count) * slots(Op);
    Out = cantFail(Memory.allocate(Bytes, "out"));
    In = cantFail(Memory.allocate(Bytes, "in"));
  }

  /// What is wrong; else empty.
  std::string run();

private:
  std::string compare(const uint64_t *S, const uint8_t *Got) const;
  std::string compareWithJudge(const uint64_t *S, const uint8_t *Got) const;

  const Operation &Op;
  uint64_t Count;
  /// All, where the row is one of numbers that they judge.
  ArrayRef<const FloatJudge *> Judges;
  runtime::LoadedModule Module;
  OperandTuples Tuples;
  sm::GlobalMemory Memory;
  uint64_t Bytes = 0;
  abi::Address Out, In;
};

std::string Check::compare(const uint64_t *S, const uint8_t *Got) const {
  for (const FloatJudge *Judge : Judges) {
    setJudge(*Judge);
    if (std::string Problem = compareWithJudge(S, Got); !Problem.empty())
      return Judges.size() == 1 ? Problem : Problem + " by " + Judge->Name;
  }
  return "";
}

std::string Check::compareWithJudge(const uint64_t *S,
                                    const uint8_t *Got) const {
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

/// Where \p Op runs: the least and the most of the silicon, whose floats are
/// those of the evaluator, and tx1.
std::vector<std::string> chipsOf(const Operation &Op,
                                 const OperationCheckOptions &Options) {
  std::vector<std::string> Chips;
  for (const char *Name : {"g80", "gt200", "tx1"})
    if (isFor(Op, Op.Use == Operation::Modern,
              abi::findChip(StringRef(Name))->Silicon) &&
        (Options.Chip.empty() || Options.Chip == Name))
      Chips.push_back(Name);
  return Chips;
}

/// The rows of process \p Worker; how many fail.
unsigned work(const OperationCheckOptions &Options, unsigned Worker) {
  uint64_t Count = alignTo(Options.Count, BlockThreads);
  unsigned Failures = 0;
  for (size_t I = Worker; I < operations().size(); I += Options.Jobs) {
    const Operation &Op = operations()[I];
    if (!StringRef(Op.Name).contains(Options.Pattern))
      continue;
    for (const std::string &Chip : chipsOf(Op, Options)) {
      std::string PTX =
          writeKernel(Op, abi::findChip(StringRef(Chip))->Silicon);
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
  }
  return Failures;
}

} // namespace

unsigned checkOperations(const OperationCheckOptions &Options) {
  uint64_t Count = alignTo(Options.Count, BlockThreads), Rows = 0, Runs = 0;
  for (const Operation &Op : operations()) {
    size_t Chips = chipsOf(Op, Options).size();
    if (!Chips || !StringRef(Op.Name).contains(Options.Pattern))
      continue;
    ++Rows;
    Runs += Chips * Options.Levels.size();
  }
  outs() << fmt::format("{} instructions, {} tuples of operands each\n", Rows,
                        Count);
  if (floatJudges().size() == 1)
    outs() << "built without MPFR: floats of tx1 are judged by APFloat alone\n";
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
  outs() << (Failed ? "failed\n"
                    : fmt::format("all agree: {} results\n", Runs * Count));
  return Rows == 0 ? 1 : Failed;
}

} // namespace heddle::ptxrandom
