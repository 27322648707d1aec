//===- EveryInstructionTest.cpp - Instructions by both engines ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instruction that the target description has, in some forms and with
// registers at random, alone: as the handler does it that the interpreter
// calls, and as host code, of all lanes and of some. All that a warp has must
// be the same afterwards. HEDDLE_SOAK=N takes N forms of each.
//
// A SemKind that is not translated does not compile: decoding, the table
// of handlers in lib/Engine/HostTranslate/Bitcode and FlowGraph's isTranslated
// name all of them. The list here says once more, by instruction, which are
// left to the interpreter.
//
//===----------------------------------------------------------------------===//

#include "EngineWarp.h"
#include "FloatEnvironment.h"
#include "InstructionWords.h"
#include "heddle/ABI/Chips.h"
#include "heddle/HostTranslate/Translator.h"
#include "heddle/SM/Executable.h"
#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

/// It has all instructions of the others.
constexpr const char *Chip = "tx1";

/// Encodings of what stands around the instructions; tesla-isa.md sections 3
/// to 5.
constexpr Word SetCondition = {0x300305fd, 0x640187c8}; // of $r2 and $r3: $c0
constexpr Word Barrier = {0x861ffe03, 0x00000000};
constexpr Word Exit = {0xf0000001, 0xe0000781};
constexpr Word Nop = {0xf0000001, 0xe0000780};

Word branchTo(uint32_t Index) { return {0x10000003 | Index << 12, 0x00000280}; }

/// Read a register, and write $r127.
Word readRegister(unsigned N) { return {0x100001fd | N << 9, 0x0403c780}; }
Word readCondition(unsigned N) { return {0x000001fd, 0x20000780 | N << 12}; }
/// The word of s[] that it is for, as that takes its shape, too.
Word readAddress(unsigned N) {
  return {0x1000c9fd | (N & 3) << 26, 0x0423c780 | (N & 4)};
}

/// A kernel of instructions behind barriers, where host code may be entered,
/// with all lanes or with some while the others wait.
class Kernel {
public:
  Kernel(HostIsa Isa,
         llvm::ArrayRef<std::pair<Word, const DecodedInst *>> Instructions) {
    std::vector<Word> Words = {SetCondition, Nop};
    for (const auto &[W, Decoded] : Instructions) {
      Words.push_back(Barrier);
      Places.push_back(Words.size());
      Words.push_back(W);
      Words.push_back(Barrier);
      if (Decoded)
        appendReads(*Decoded, Words);
    }
    Words[1] = branchTo(uint32_t(Words.size()));
    Words.push_back(Exit);
    for (const Word &W : Words)
      // Short forms come in pairs: the second is the same again.
      for (uint32_t V : {W.W0, W.isShort() ? W.W0 : W.W1})
        for (unsigned N = 0; N != 4; ++N)
          Code.Code.push_back(uint8_t(V >> (8 * N)));
    Code.Info.Name = "k";
    Code.Info.Registers = EngineWarp::NumRegisters;
    Module.ComputeCapability =
        heddle::abi::findChip(llvm::StringRef(Chip))->ComputeCapability;
    P = llvm::cantFail(decodeKernel(Module, Code));
    E = makeExecutable(*P, Isa);
    for (size_t &Place : Places)
      Place = indexOf(uint32_t(Place * 8));
    Others = uint32_t(indexOf(uint32_t((Words.size() - 1) * 8)));
  }

  /// The instruction of a number, which is the first of two where it is short.
  const DecodedInst &instruction(size_t N) const { return P->Code[Places[N]]; }
  unsigned count(size_t N) const {
    return P->Code[Places[N] + 1].Address % 8 ? 2 : 1;
  }

  void translate(const Translator &T) {
    Host = T.translate(*E, T.firstCoverage());
  }

  /// False: it faulted.
  bool interpret(size_t N, EngineWarp &On) const {
    FloatEnvironment Guest;
    HostModes Modes;
    return E->Table.Execute(&E->Code[Places[N]], count(N), On.W.lanes(),
                            Modes) == count(N);
  }
  /// False: it faulted, and left that to the interpreter. None: there is no
  /// host code for it.
  std::optional<bool> runTranslated(size_t N, EngineWarp &On) const {
    FloatEnvironment Guest;
    On.place(uint32_t(Places[N]), Others);
    if (!Host)
      return std::nullopt;
    const bool Issued = Host->run(On.W, count(N)).WarpInstructions != 0;
    if (On.W.lanes().Fault.Reason != AccessFault::None)
      return false;
    return Issued ? std::optional(true) : std::nullopt;
  }
  std::string text(size_t N) const {
    return instructionText(*P, instruction(N).Address);
  }
  const Program &program() const { return *P; }

private:
  /// All that \p I writes has to be there behind it.
  static void appendReads(const DecodedInst &I, std::vector<Word> &Words) {
    for (unsigned Row = I.DstRow;
         Row < EngineWarp::NumRegisters && Row < I.DstRow + 4u; ++Row)
      Words.push_back(readRegister(Row));
    Words.push_back(readCondition(I.CCDst));
    if (I.unit() == Unit::Move || I.has(StepsAddress))
      for (unsigned N = 1; N != 5; ++N)
        Words.push_back(readAddress(N));
  }
  size_t indexOf(uint32_t Address) const {
    for (size_t N = 0; N != P->Code.size(); ++N)
      if (P->Code[N].Address == Address)
        return N;
    return 0;
  }

  object::Module Module;
  object::Kernel Code;
  ProgramPtr P;
  ExecutablePtr E;
  std::unique_ptr<TranslatedProgram> Host;
  std::vector<size_t> Places;
  uint32_t Others = 0;
};

struct Candidate {
  unsigned Opcode;
  Word W;
};

/// The ways of lanes that host code covers, and whether it is made of calls.
struct CodeKind {
  Coverage Covered;
  bool InCalls;
};

std::unique_ptr<Translator> makeTranslator(CodeKind Kind) {
  hosttranslate::TranslatorOptions Options;
  Options.First = Options.Last = Kind.Covered;
  if (Kind.InCalls)
    Options.CallsFrom = 0;
  return hosttranslate::makeTranslator(std::move(Options));
}

class EveryInstruction
    : public testing::TestWithParam<std::tuple<HostIsa, CodeKind>> {
protected:
  const HostIsa Isa = std::get<HostIsa>(GetParam());
  const CodeKind Code = std::get<CodeKind>(GetParam());
  const InstructionWords Machine{Chip};
  const std::unique_ptr<Translator> Engine = makeTranslator(Code);
  Random R{0x5eed + unsigned(Isa)};

  /// Words of each SemKind, or of each opcode.
  std::vector<Candidate> draw(unsigned Forms, bool OfEach);
  Word vary(Word W);
  /// Runs the \p N th of \p K; whether there was host code for it.
  bool compare(const Kernel &K, size_t N, EngineWarp &First, EngineWarp &Second,
               const Word &W);
  /// Runs them in one kernel, and puts those into \p Left that were not run.
  void compareAll(llvm::ArrayRef<Candidate> Some, std::vector<Candidate> &Left);
};

/// Another one that is probably of the same opcode.
Word EveryInstruction::vary(Word W) {
  if (!W.isShort()) {
    // Few registers, so that sources and destinations meet.
    if (R.next() & 1)
      W.W0 = (W.W0 & ~uint32_t(15 << 9)) | (R.next() & 15) << 9;
    if (R.next() & 1)
      W.W0 = (W.W0 & ~uint32_t(15 << 2)) | (R.next() & 15) << 2;
    // A predicate.
    if ((W.W1 & 3) != 3 && R.next() % 4 == 0)
      W.W1 = (W.W1 & ~uint32_t(0x3f80)) | (R.next() & 0x7f) << 7;
  }
  for (unsigned Flips = R.next() % 5; Flips; --Flips)
    (R.next() & 1 ? W.W0 : W.W1) ^= uint32_t(1) << R.next() % 32;
  return W;
}

/// Whether the interpreter executes it, whatever engine there is: FlowGraph.
bool isInterpreted(const DecodedInst &I) {
  return I.readsClock() || I.access() == AccessKind::Lock ||
         I.access() == AccessKind::Unlock;
}

/// Steers lanes, ends them, or takes a launch's images or all of a warp: others
/// test that.
bool isForOthers(const DecodedInst &I) {
  return !I.isPlain() || I.Exit || I.Join || I.unit() == Unit::Texture ||
         I.unit() == Unit::Matrix;
}

std::vector<Candidate> EveryInstruction::draw(unsigned Forms, bool OfEach) {
  std::vector<Candidate> Found;
  auto Draw = [&](unsigned Opcode, const std::vector<Word> &Words) {
    Word W = Words[R.next() % Words.size()];
    for (unsigned Tries = 0; Tries != 200; ++Tries)
      if (Word Other = vary(W); Machine.opcode(Other) == Opcode) {
        W = Other;
        break;
      }
    Found.push_back({Opcode, W});
  };
  const auto All = Machine.allWords();
  if (OfEach) {
    for (const auto &[Opcode, Words] : All)
      for (unsigned Form = 0; Form != Forms; ++Form)
        Draw(Opcode, Words);
    return Found;
  }
  std::map<tesla::SemKind, std::vector<unsigned>> Kinds;
  for (const auto &[Opcode, Words] : All)
    Kinds[Machine.kind(Opcode)].push_back(Opcode);
  for (const auto &[Kind, Opcodes] : Kinds)
    for (unsigned Form = 0; Form != Forms; ++Form) {
      const unsigned Opcode = Opcodes[R.next() % Opcodes.size()];
      Draw(Opcode, All.at(Opcode));
    }
  return Found;
}

bool EveryInstruction::compare(const Kernel &K, size_t N, EngineWarp &First,
                               EngineWarp &Second, const Word &W) {
  constexpr unsigned Rounds = 16;
  bool WasRun = false;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    const uint32_t Mask = Round & 1      ? AllLanes
                          : R.next() & 1 ? R.next() | 1u << R.next() % 32
                          : R.next() & 1 ? 1u << R.next() % 32
                                         : ~(1u << R.next() % 32);
    const Flavor F = R.next() & 1 ? flavorOf(W) : Flavor(R.next() % 3);
    Random Same = R;
    First.draw(R, F, Mask);
    Second.draw(Same, F, Mask);
    std::optional<bool> Ran = K.runTranslated(N, Second);
    if (!Ran)
      continue;
    WasRun = true;
    std::string Complaint;
    if (K.interpret(N, First) != *Ran)
      Complaint = *Ran ? "should have faulted" : "should not have faulted";
    else
      Complaint = First.compare(Second, Mask);
    EXPECT_EQ(Complaint, "") << std::hex << W.W0 << ' ' << W.W1 << ": "
                             << K.text(N) << ", lanes " << Mask;
    if (!Complaint.empty())
      return true;
  }
  return WasRun;
}

void EveryInstruction::compareAll(llvm::ArrayRef<Candidate> Some,
                                  std::vector<Candidate> &Left) {
  std::vector<std::pair<Word, const DecodedInst *>> Words;
  for (const Candidate &C : Some)
    Words.push_back({C.W, nullptr});
  const Kernel Decoded(Isa, Words);
  Words.clear();
  std::vector<Candidate> Mine;
  for (size_t N = 0; N != Some.size(); ++N) {
    if (isForOthers(Decoded.instruction(N)))
      continue;
    Words.push_back({Some[N].W, &Decoded.instruction(N)});
    Mine.push_back(Some[N]);
  }
  Kernel K(Isa, Words);
  K.translate(*Engine);
  const Random Memory = R;
  EngineWarp First(K.program(), Memory), Second(K.program(), Memory);
  for (size_t N = 0; N != Mine.size() && !HasFailure(); ++N) {
    const bool WasRun = compare(K, N, First, Second, Mine[N].W);
    if (!WasRun && !isInterpreted(K.instruction(N)))
      Left.push_back(Mine[N]);
    EXPECT_FALSE(WasRun && isInterpreted(K.instruction(N))) << K.text(N);
  }
}

TEST_P(EveryInstruction, IsTheSameByBothEngines) {
  const char *Soak = std::getenv("HEDDLE_SOAK");
  const unsigned Forms = Soak ? unsigned(std::strtoul(Soak, nullptr, 0)) : 2;
  std::vector<Candidate> All = draw(Forms, Soak != nullptr), Left, Never;
  constexpr size_t PerKernel = 24;
  for (size_t N = 0; N < All.size() && !HasFailure(); N += PerKernel)
    compareAll(
        llvm::ArrayRef(All).slice(N, std::min(PerKernel, All.size() - N)),
        Left);
  // Usual code leaves some to the interpreter.
  if (Code.Covered == Coverage::Usual)
    return;
  // Facts that others in the kernel made known of registers may have left these
  // to the interpreter: each is tried alone.
  for (const Candidate &C : Left)
    if (!HasFailure())
      compareAll(C, Never);
  for (const Candidate &C : Never)
    ADD_FAILURE() << "no host code for " << std::hex << C.W.W0 << ' ' << C.W.W1
                  << ", " << Machine.instructions().getName(C.Opcode).str();
}

std::vector<HostIsa> translatedIsas() {
  std::vector<HostIsa> Isas = supportedIsas();
  llvm::erase_if(Isas,
                 [](HostIsa Isa) { return !hosttranslate::makesCodeFor(Isa); });
  return Isas;
}

std::string
nameOf(const testing::TestParamInfo<EveryInstruction::ParamType> &Info) {
  const auto &[Isa, Kind] = Info.param;
  return (hostIsaName(Isa) +
          (Kind.Covered == Coverage::Usual ? "Usual" : "Complete") +
          (Kind.InCalls ? "InCalls" : ""))
      .str();
}

INSTANTIATE_TEST_SUITE_P(
    HostIsas, EveryInstruction,
    testing::Combine(testing::ValuesIn(translatedIsas()),
                     testing::Values(CodeKind{Coverage::Usual, false},
                                     CodeKind{Coverage::Complete, false},
                                     CodeKind{Coverage::Complete, true})),
    nameOf);

} // namespace
