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

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "SingleInst.h"
#include "WordRunner.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Backend/InstructionDecoder.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;
using tesla::SemKind;

namespace {

/// Whether this file judges \p Kind. What it leaves out steers warps or ties
/// them together, and has tests of its own, named here. No default: a SemKind
/// that the target description gains does not compile before somebody says who
/// judges it.
bool isJudgedHere(SemKind Kind) {
  switch (Kind) {
  case SemKind::Bra:
  case SemKind::Call:
  case SemKind::Ret:
  case SemKind::BreakAddr:
  case SemKind::Break:
  case SemKind::JoinAt:
  case SemKind::PreRet:
    return false; // DivergenceTest
  case SemKind::Bar:
  case SemKind::Trap:
    return false; // LaunchTest
  case SemKind::Tex:
  case SemKind::QuadOn:
  case SemKind::QuadPop:
    return false; // refused: test/SM/refused.s
  case SemKind::Brkpt:
    return false; // does nothing, in a form of its own: test/SM/refused.s
  case SemKind::Nop:
  case SemKind::PmEvent:
  case SemKind::Mov:
  case SemKind::MovFromCC:
  case SemKind::MovToCC:
  case SemKind::MovFromA:
  case SemKind::MovSpecial:
  case SemKind::ShlA:
  case SemKind::AddA:
  case SemKind::LdConst:
  case SemKind::LdShared: // locks: VoteLockTest
  case SemKind::StShared:
  case SemKind::LdLocal:
  case SemKind::StLocal:
  case SemKind::LdGlobal:
  case SemKind::StGlobal:
  case SemKind::Red:
  case SemKind::Atom:
  case SemKind::Add:
  case SemKind::SetI:
  case SemKind::MinI:
  case SemKind::MaxI:
  case SemKind::Shl:
  case SemKind::Shr:
  case SemKind::Mul16:
  case SemKind::Mul24:
  case SemKind::Mad16:
  case SemKind::Mad24:
  case SemKind::Sad:
  case SemKind::Logic:
  case SemKind::FAdd:
  case SemKind::FMul:
  case SemKind::FMad:
  case SemKind::FSet:
  case SemKind::FMin:
  case SemKind::FMax:
  case SemKind::PreSin:
  case SemKind::PreEx2:
  case SemKind::Rcp:
  case SemKind::Rsqrt:
  case SemKind::Lg2:
  case SemKind::Sin:
  case SemKind::Cos:
  case SemKind::Ex2:
  case SemKind::Slct:
  case SemKind::QuadOp:
  case SemKind::CvtII:
  case SemKind::CvtIF:
  case SemKind::CvtFI:
  case SemKind::CvtFF:
  case SemKind::DAdd:
  case SemKind::DMul:
  case SemKind::DFma:
  case SemKind::DMin:
  case SemKind::DMax:
  case SemKind::DSet:
  case SemKind::Vote:
    return true;
  }
  return false;
}

/// The machine description, to name what a word is.
class Description {
public:
  Description() {
    Emitter.reset(
        tables().Target.createMCCodeEmitter(instructions(), *Context));
  }

  /// The opcode of \p W; 0 when it is no instruction.
  unsigned opcode(const Word &W) const {
    uint8_t Bytes[8];
    std::memcpy(Bytes, &W.W0, 4);
    std::memcpy(Bytes + 4, &W.W1, 4);
    llvm::MCInst Inst;
    uint64_t Size;
    llvm::ArrayRef Code(Bytes, W.isShort() ? 4 : 8);
    return Decoder.decode(Inst, Size, Code, 0) ? Inst.getOpcode() : 0;
  }
  /// The published encodings, and the simplest instruction of each opcode, of
  /// what this file judges; by opcode.
  std::map<unsigned, std::vector<Word>> words() const;
  SemKind kind(unsigned Opcode) const {
    return tesla::semKind(instructions().get(Opcode));
  }
  const llvm::MCInstrInfo &instructions() const {
    return *tables().Instructions;
  }

private:
  std::optional<Word> simplest(unsigned Opcode) const;

  const tesla::TargetTables &tables() const { return Decoder.tables(); }

  tesla::InstructionDecoder Decoder{"gt200"};
  std::unique_ptr<llvm::MCContext> Context = tables().createContext();
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

/// First registers, zeros, no predicate.
std::optional<Word> Description::simplest(unsigned Opcode) const {
  namespace Op = llvm::Tesla::OpName;
  const llvm::MCInstrDesc &Desc = instructions().get(Opcode);
  int Predicate = llvm::Tesla::getNamedOperandIdx(uint16_t(Opcode), Op::pred);
  llvm::MCInst Inst;
  Inst.setOpcode(Opcode);
  for (int N = 0; N != int(Desc.getNumOperands()); ++N) {
    int Class = Desc.operands()[unsigned(N)].RegClass;
    if (N == Predicate)
      Inst.addOperand(llvm::MCOperand::createImm(tesla::CondAlways));
    else if (Predicate >= 0 && N == Predicate + 1)
      Inst.addOperand(llvm::MCOperand::createReg(llvm::MCRegister()));
    else if (Class >= 0)
      Inst.addOperand(llvm::MCOperand::createReg(
          tables().Registers->getRegClass(unsigned(Class)).getRegister(0)));
    else
      Inst.addOperand(llvm::MCOperand::createImm(0));
  }
  llvm::SmallVector<char, 8> Bytes;
  llvm::SmallVector<llvm::MCFixup, 2> Fixups;
  Emitter->encodeInstruction(Inst, Bytes, Fixups, *tables().Chip);
  if (Bytes.size() != 4 && Bytes.size() != 8)
    return std::nullopt;
  Word W;
  std::memcpy(&W.W0, Bytes.data(), 4);
  if (Bytes.size() == 8)
    std::memcpy(&W.W1, Bytes.data() + 4, 4);
  // g[] is reached through one window only.
  if (W.W0 >> 28 == 0xd && W.W1 >> 29 >= 4 && Bytes.size() == 8)
    W.W0 |= W.W1 >> 29 == 7 ? heddle::abi::GlobalWindow << 23
                            : heddle::abi::GlobalWindow << 16;
  return W;
}

/// Locks are a matter between warps, clocks one of the machine, and nobody
/// knows the flags of presin and preex2: opcodes for these alone need not be
/// met.
static bool hasRule(const Word &W) {
  static JudgeWarp Zero;
  Zero.Active = 1;
  bool HasRule = judgeWord(W.W0, W.W1, Zero) != Judgement::NotJudged;
  bool MayHaveNone = (W.W0 >> 28 == 0xb && W.W1 >> 29 == 6) ||
                     (W.W0 >> 28 <= 1 && W.W1 >> 23 & 1) ||
                     (W.W0 >> 28 == 0 && W.W1 >> 29 == 3);
  EXPECT_TRUE(HasRule || MayHaveNone) << std::hex << W.W0 << ' ' << W.W1;
  return HasRule;
}

std::map<unsigned, std::vector<Word>> Description::words() const {
  std::map<unsigned, std::vector<Word>> Words;
  auto Add = [&](const Word &W) {
    unsigned Found = opcode(W);
    if (Found && isJudgedHere(kind(Found)) && (W.W0 & 3) < 2 && hasRule(W))
      Words[Found].push_back(W);
  };
  for (unsigned N = 0; N != instructions().getNumOpcodes(); ++N) {
    const llvm::MCInstrDesc &Desc = instructions().get(N);
    if (Desc.isPseudo() || !Desc.TSFlags || !isJudgedHere(tesla::semKind(Desc)))
      continue;
    if (std::optional<Word> W = simplest(N))
      Add(*W);
  }
  std::ifstream File(HEDDLE_MC_INPUTS "/encoding-vectors.tsv");
  std::string Line;
  while (std::getline(File, Line)) {
    std::istringstream In(Line.substr(0, Line.find('\t')));
    Word W;
    if (In >> std::hex >> W.W0) {
      In >> W.W1;
      Add(W);
    }
  }
  return Words;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

enum class Flavor : uint8_t { Integer, Float, Double };

Flavor flavorOf(const Word &W) {
  unsigned Primary = W.W0 >> 28, Secondary = W.W1 >> 29;
  switch (Primary) {
  case 0x9:
  case 0xb:
  case 0xc:
    return Flavor::Float;
  case 0xa:
    if (W.W1 >> 22 & 1)
      return Secondary & 4 && W.W1 >> 14 & 1 ? Flavor::Double : Flavor::Integer;
    return Secondary & 4 ? Flavor::Float : Flavor::Integer;
  case 0xe:
    return W.isShort() || (W.W1 & 3) == 3 || Secondary < 2 ? Flavor::Float
                                                           : Flavor::Double;
  }
  return Flavor::Integer;
}

constexpr uint32_t SpecialIntegers[] = {
    0,          1,          2,          0x7f,       0x80,       0xff,
    0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,   0x800000,
    0xffffff,   0x1000000,  0x7fffffff, 0x80000000, 0x80000001, 0xffff8000,
    0xff800000, 0xfffffffe, 0xffffffff, 15,         16,         31,
    32,         33,         0x00010001, 0x7fff8000, 0x80007fff};
constexpr uint32_t SpecialFloats[] = {
    0,          0x80000000, 1,          0x007fffff, 0x807fffff, 0x00800000,
    0x80800000, 0x00800001, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0x7fffffff, 0x7f800001, 0x3f000000, 0x40490fdb, 0x4b000000, 0x4effffff,
    0x4f000000, 0x4f7fffff, 0xcf000000, 0xcf000001, 0x33000000, 0x00007c00};
constexpr uint32_t SpecialHighWords[] = {
    0,          0x80000000, 0x000fffff, 0x00100000, 0x3ff00000,
    0xbff00000, 0x3fefffff, 0x7fefffff, 0xffefffff, 0x7ff00000,
    0xfff00000, 0x7ff80000, 0xfff80000, 0x41dfffff, 0x41e00000,
    0xc1e00000, 0x43e00000, 0x36a00000, 0x380fffff, 0x47efffff};

/// One of 256 values, spread over what matters to the kind of operand. \p Part
/// 0: the word, or the upper one of a pair; 1: the lower one.
uint32_t lattice(Flavor F, unsigned N, unsigned Part) {
  switch (F) {
  case Flavor::Integer: {
    // Four bits at either end, and the same in either half.
    uint32_t V = (N & 0xf0) << 8 | (N & 0xf);
    return V << 16 | (N & 1 ? 0xffff0fff : 0) * (N >> 7) << 4 | V;
  }
  case Flavor::Float: {
    static constexpr uint32_t Exponents[] = {0,   1,   2,   64,  103, 126,
                                             127, 128, 129, 150, 151, 152,
                                             158, 200, 254, 255};
    static constexpr uint32_t Digits[] = {
        0, 1, 0x200000, 0x400000, 0x400001, 0x555555, 0x7ffffe, 0x7fffff};
    return (N & 0x80) << 24 | Exponents[N >> 3 & 15] << 23 | Digits[N & 7];
  }
  case Flavor::Double: {
    static constexpr uint32_t Exponents[] = {0,    1,    874,  970,  1022, 1023,
                                             1024, 1054, 1055, 1075, 1076, 1086,
                                             1087, 1150, 2046, 2047};
    static constexpr uint32_t High[] = {0,       0,       0x40000, 0x80000,
                                        0x80000, 0x55555, 0xfffff, 0xfffff};
    static constexpr uint32_t Low[] = {0, 1,          0,          0,
                                       1, 0x55555555, 0xfffffffe, 0xffffffff};
    return Part ? Low[N & 7]
                : (N & 0x80) << 24 | Exponents[N >> 3 & 15] << 20 | High[N & 7];
  }
  }
  return 0;
}

uint32_t special(Flavor F, unsigned N) {
  switch (F) {
  case Flavor::Integer:
    return SpecialIntegers[N % std::size(SpecialIntegers)];
  case Flavor::Float:
    return SpecialFloats[N % std::size(SpecialFloats)];
  case Flavor::Double:
    return SpecialHighWords[N % std::size(SpecialHighWords)];
  }
  return 0;
}

uint32_t random(Flavor F, Random &R) {
  uint32_t V = R.next();
  switch (R.next() & 7) {
  case 0:
    return special(F, V >> 8);
  case 1: // near one another
    if (F == Flavor::Float)
      return (V & 0x807fffff) | (0x76 + (V >> 25 & 15)) << 23;
    if (F == Flavor::Double)
      return (V & 0x800fffff) | (0x3f8 + (V >> 24 & 31)) << 20;
    return V & 0x3f;
  case 2: // few digits
    return V & 0xffff0000;
  }
  return V;
}

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

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

  const Description Machine;

private:
  std::vector<Word> candidates(size_t Count);
  bool hasEnough(SemKind Kind) {
    return !isJudgedHere(Kind) || Operands[Kind] >= Wanted;
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
    if (Opcode && isJudgedHere(Machine.kind(Opcode)))
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
      if (Runner.instruction(N).Flow != FlowKind::Plain)
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
