//===- SemKindTest.cpp - Every operation against the scalar model ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words are made from every opcode and from the published encodings by flipping
// bits. Those that are instructions run on the interpreter and on the judge,
// over special operands, all pairs of an 8-bit lattice, and random ones.
// HEDDLE_SOAK=N sets how many operands each SemKind must have met, for each
// host ISA, and takes every opcode through the lattice; scripts/soak-semantics
// asks for ten million.
//
//===----------------------------------------------------------------------===//

#include "InstructionWords.h"
#include "OperandSamples.h"
#include "WordRunner.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;
using tesla::SemKind;

namespace {

/// Registers that a long word's fields name, and their neighbours: halves lie
/// in the register of half the number, pairs and quads go on.
struct Fields {
  unsigned Dst, Src[3];
  explicit Fields(const Word &W)
      : Dst(W.W0 >> 2 & 127),
        Src{W.W0 >> 9 & 127, W.W0 >> 16 & 127, W.W1 >> 14 & 127} {}
};

class Comparison {
public:
  Comparison(HostIsa Host, uint64_t Target, bool Soak)
      : Isa(Host), Wanted(Target), IsSoak(Soak), R(0x5eed + unsigned(Host)) {
    State.Shared.resize(0x10000);
    State.Global.resize(1024);
    for (std::vector<uint8_t> &Bank : State.Const)
      Bank.resize(0x10000);
    for (std::vector<uint8_t> *Bytes :
         {&State.Shared, &State.Global, &State.Const[0], &State.Const[1]})
      for (uint8_t &Byte : *Bytes)
        Byte = uint8_t(R.next());
    for (auto &Row : State.R)
      for (uint32_t &V : Row)
        V = R.next();
  }

  void run();

  /// Operands that agreed, by SemKind; instructions met, by opcode.
  std::map<SemKind, uint64_t> Operands;
  std::map<unsigned, uint64_t> Opcodes;
  std::string Complaint;

  const InstructionWords Machine;

private:
  std::vector<Word> candidates(size_t Count);
  bool hasEnough(SemKind Kind) {
    return !isJudgedByWord(Kind) || Operands[Kind] >= Wanted;
  }
  /// Whether \p Opcode has been compared in several words.
  bool isMet(unsigned Opcode) { return Opcodes[Opcode] >= 2000; }
  void compareAll(WordRunner &Runner, size_t N, const Word &W, unsigned Opcode);
  bool compareOnce(WordRunner &Runner, size_t N, const Word &W,
                   unsigned Opcode);
  void randomize(const Word &W);
  void setSource(const Word &W, unsigned Source, unsigned Lane, uint32_t High,
                 uint32_t Low);
  void addresses(const Word &W);

  const HostIsa Isa;
  const uint64_t Wanted;
  const bool IsSoak;
  Random R;
  JudgeWarp State;
  const std::map<unsigned, std::vector<Word>> Bases = Machine.words();
  unsigned LastBase = 0;
  /// Opcodes (in a soak) or SemKinds that have met the lattice.
  std::map<unsigned, unsigned> Latticed;
};

/// Words of the opcodes in turn, with some bits flipped and other registers.
std::vector<Word> Comparison::candidates(size_t Count) {
  std::vector<Word> Words;
  for (auto It = Bases.upper_bound(LastBase); Words.size() < Count; ++It) {
    if (It == Bases.end())
      It = Bases.begin();
    LastBase = It->first;
    if (isMet(It->first) && hasEnough(Machine.kind(It->first)))
      if (R.next() % 64)
        continue;
    Word W = It->second[R.next() % It->second.size()];
    for (unsigned Flips = R.next() % 5; Flips; --Flips)
      (R.next() & 1 ? W.W0 : W.W1) ^= uint32_t(1) << R.next() % 32;
    // Few registers, so that sources and destinations meet.
    if (!W.isShort() && R.next() & 1)
      W.W0 = (W.W0 & ~uint32_t(15 << 9)) | (R.next() & 15) << 9;
    if (!W.isShort() && R.next() & 1)
      W.W0 = (W.W0 & ~uint32_t(15 << 2)) | (R.next() & 15) << 2;
    unsigned Opcode = (W.W0 & 3) < 2 ? Machine.opcode(W) : 0;
    if (Opcode && isJudgedByWord(Machine.kind(Opcode)))
      Words.push_back(W);
  }
  return Words;
}

/// $a and what addresses g[]: mostly where memory is.
void Comparison::addresses(const Word &W) {
  bool Wild = R.next() % 16 == 0;
  for (unsigned N = 1; N != 5; ++N) {
    // All lanes at one place, one word after another, or anywhere.
    uint32_t Kind = R.next() & 3, First = R.next() % 64 * 4, Lane = 0;
    for (uint16_t &V : State.A[N]) {
      V = uint16_t(Kind == 0   ? First
                   : Kind == 1 ? First + 4 * Lane
                   : Wild      ? R.next()
                               : R.next() % 8 * 16);
      ++Lane;
    }
  }
  bool UsesGlobal = W.W0 >> 28 == 0xd && W.W1 >> 29 >= 4 && !W.isShort();
  if (!UsesGlobal)
    return;
  for (uint32_t &V : State.R[W.W0 >> 9 & 127])
    V = JudgeWarp::GlobalBase + (Wild ? R.next() % 2048 : R.next() % 32 * 16);
}

void Comparison::randomize(const Word &W) {
  Flavor F = R.next() % 8 ? flavorOf(W) : Flavor(R.next() % 3);
  Fields Used(W);
  for (unsigned Field : {Used.Dst, Used.Src[0], Used.Src[1], Used.Src[2]})
    for (unsigned N : {Field & ~1u, Field | 1, Field >> 1})
      for (uint32_t &V : State.R[N])
        V = random(F == Flavor::Double && !(N & 1) ? Flavor::Integer : F, R);
  for (auto &Register : State.C)
    for (uint8_t &V : Register)
      V = R.next() & 15;
  addresses(W);
  State.Active = R.next() & 1 ? AllLanes : R.next();
}

/// Gives a source a value, whether a word, a half or a pair is read.
void Comparison::setSource(const Word &W, unsigned Source, unsigned Lane,
                           uint32_t High, uint32_t Low) {
  unsigned Field = Fields(W).Src[Source];
  if (W.isShort() || (W.W1 & 3) == 3)
    Field &= 63;
  State.R[Field >> 1][Lane] = High;
  if (flavorOf(W) == Flavor::Double && Field < 127) {
    State.R[Field][Lane] = Low;
    State.R[Field + 1][Lane] = High;
  } else {
    State.R[Field][Lane] = High;
  }
}

bool Comparison::compareOnce(WordRunner &Runner, size_t N, const Word &W,
                             unsigned Opcode) {
  Runner.setRegisters(State);
  Judgement J = judgeWord(W.W0, W.W1, State);
  // Locks and registers that only a machine has are for other tests.
  if (J == Judgement::NotJudged)
    return false;
  bool Ran = Runner.run(N);
  if (Ran != (J == Judgement::Done)) {
    Complaint = Ran ? "should have faulted" : "should not have faulted";
  } else if (Ran) {
    unsigned Primary = W.W0 >> 28, Secondary = W.W1 >> 29;
    bool Stores = !W.isShort() && ((Primary == 0 && Secondary == 7) ||
                                   (Primary == 0xd && Secondary >= 3));
    Complaint = Runner.compare(State, Stores);
    uint64_t Lanes = uint64_t(llvm::popcount(State.Active));
    Operands[Machine.kind(Opcode)] += Lanes;
    Opcodes[Opcode] += Lanes;
  } else {
    // What the lanes before the faulting one did is not compared.
    Runner.set(State);
  }
  if (!Complaint.empty()) {
    char Bits[32];
    std::snprintf(Bits, sizeof(Bits), "%08x %08x: ", W.W0, W.W1);
    Complaint = Bits + Runner.text(N) + ": " + Complaint;
  }
  return Complaint.empty();
}

void Comparison::compareAll(WordRunner &Runner, size_t N, const Word &W,
                            unsigned Opcode) {
  constexpr unsigned Specials = 32, Randoms = 48;
  Flavor F = flavorOf(W);
  // Each special operand with each.
  for (unsigned First = 0; First != Specials; ++First) {
    randomize(W);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      setSource(W, 2, Lane, special(F, First ^ Lane), R.next());
      setSource(W, 1, Lane, special(F, Lane), 0 - (First & 1));
      setSource(W, 0, Lane, special(F, First), 0 - (Lane & 1));
    }
    addresses(W);
    if (!compareOnce(Runner, N, W, Opcode))
      return;
  }
  for (unsigned Round = 0; Round != Randoms; ++Round) {
    randomize(W);
    if (!compareOnce(Runner, N, W, Opcode))
      return;
  }
  if (Latticed[IsSoak ? Opcode : unsigned(Machine.kind(Opcode))]++)
    return;
  for (unsigned Pair = 0; Pair != 256 * 256; Pair += Lanes) {
    if (Pair % 2048 == 0)
      randomize(W);
    State.Active = AllLanes;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      unsigned X = (Pair + Lane) >> 8, Y = (Pair + Lane) & 255;
      setSource(W, 2, Lane, lattice(F, Y, 0), lattice(F, Y, 1));
      setSource(W, 1, Lane, lattice(F, Y, 0), lattice(F, Y, 1));
      setSource(W, 0, Lane, lattice(F, X, 0), lattice(F, X, 1));
    }
    addresses(W);
    if (!compareOnce(Runner, N, W, Opcode))
      return;
  }
}

void Comparison::run() {
  auto IsDone = [&] {
    return llvm::all_of(Bases, [&](auto &Base) {
      return isMet(Base.first) && hasEnough(Machine.kind(Base.first));
    });
  };
  // Enough for the rarest opcode many times over.
  for (uint64_t Batch = 0; Batch != 100 + Wanted / 1000 && !IsDone(); ++Batch) {
    std::vector<Word> Words = candidates(1000);
    WordRunner Runner(Isa, Words);
    Runner.set(State);
    for (size_t N = 0; N != Words.size(); ++N) {
      unsigned Opcode = Machine.opcode(Words[N]);
      if (!Runner.instruction(N).isPlain())
        continue;
      if (!isMet(Opcode) || !hasEnough(Machine.kind(Opcode)))
        compareAll(Runner, N, Words[N], Opcode);
      if (!Complaint.empty())
        return;
    }
  }
  for (auto &[Opcode, Words] : Bases) {
    EXPECT_TRUE(isMet(Opcode)) << Machine.instructions().getName(Opcode).str()
                               << " met " << Opcodes[Opcode] << " operands";
    EXPECT_TRUE(hasEnough(Machine.kind(Opcode)));
  }
}

class SemKindTest : public testing::TestWithParam<HostIsa> {};

TEST_P(SemKindTest, AgreesWithTheScalarModel) {
  const char *Soak = std::getenv("HEDDLE_SOAK");
  uint64_t Wanted = Soak ? std::strtoull(Soak, nullptr, 0) : 20000;
  Comparison C(GetParam(), Wanted, Soak != nullptr);
  C.run();
  EXPECT_EQ(C.Complaint, "");
  if (!Soak)
    return;
  uint64_t Total = 0;
  for (auto &[Kind, Count] : C.Operands) {
    llvm::outs() << "SemKind " << unsigned(Kind) << ": " << Count << '\n';
    Total += Count;
  }
  llvm::outs() << C.Operands.size() << " SemKinds, " << C.Opcodes.size()
               << " opcodes, " << Total << " operands\n";
}

INSTANTIATE_TEST_SUITE_P(HostIsas, SemKindTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
