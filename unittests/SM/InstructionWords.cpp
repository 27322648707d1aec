//===- InstructionWords.cpp - Words of every opcode -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionWords.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "heddle/ABI/BitsOps.inc"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/FormatOps.inc"
#include "heddle/ABI/FunctionOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/WideOps.inc"
#include "llvm/MC/MCFixup.h"
#include "gtest/gtest.h"
#include <fstream>
#include <sstream>

namespace heddle::sm::test {

using tesla::SemKind;

// No default: a SemKind that the target description gains does not compile
// before somebody says who judges it.
bool isJudgedByWord(SemKind Kind) {
  switch (Kind) {
    // The extension of tx1: a test for each unit.
#define HEDDLE_WIDE(NAME) case SemKind::Wide##NAME:
    HEDDLE_WIDE_OPS(HEDDLE_WIDE)
    return false; // WideTest
#define HEDDLE_BITS(NAME) case SemKind::Bits##NAME:
    HEDDLE_BITS_OPS(HEDDLE_BITS)
    return false; // test/Tx1
#define HEDDLE_EXCHANGE(NAME) case SemKind::Exchange##NAME:
    HEDDLE_EXCHANGE_OPS(HEDDLE_EXCHANGE)
    return false; // test/Tx1
#define HEDDLE_IEEE(NAME) case SemKind::Ieee##NAME:
    HEDDLE_IEEE_OPS(HEDDLE_IEEE)
    return false; // IeeeTest
#define HEDDLE_FUNCTION(NAME) case SemKind::Function##NAME:
    HEDDLE_FUNCTION_OPS(HEDDLE_FUNCTION)
    return false; // IeeeTest
#define HEDDLE_HALF(NAME) case SemKind::Half##NAME:
    HEDDLE_HALF_OPS(HEDDLE_HALF)
    return false; // HalfTest
#define HEDDLE_FORMAT(NAME) case SemKind::Format##NAME:
    HEDDLE_FORMAT_OPS(HEDDLE_FORMAT)
    return false; // HalfTest
  case SemKind::Product:
  case SemKind::ProductHigh:
    return false; // IntegerTest
  case SemKind::LoadFarGlobal:
  case SemKind::StoreFarGlobal:
  case SemKind::LoadGeneric:
  case SemKind::StoreGeneric:
  case SemKind::LoadFarShared:
  case SemKind::StoreFarShared:
  case SemKind::LoadFarLocal:
  case SemKind::StoreFarLocal:
  case SemKind::LoadFarConst:
  case SemKind::AtomFarGlobal:
  case SemKind::AtomGeneric:
  case SemKind::AtomFarShared:
    return false; // test/Tx1
  case SemKind::Bra:
  case SemKind::Call:
  case SemKind::Ret:
  case SemKind::BreakAddr:
  case SemKind::Break:
  case SemKind::JoinAt:
  case SemKind::PreRet:
    return false;           // DivergenceTest
  case SemKind::BarThreads: // test/Tx1
  case SemKind::Bar:
  case SemKind::Trap:
    return false; // LaunchTest
  case SemKind::HostCall:
    return false; // test/Tx1/printf.ptx, heap.ptx, assert.ptx
  case SemKind::Tex:
    return false; // test/Jobs/textures
  case SemKind::TextureSample:
  case SemKind::TextureQuery:
  case SemKind::SurfaceLoad:
  case SemKind::SurfaceStore:
  case SemKind::SurfaceReduce:
    return false; // test/Tx1
  case SemKind::MatrixMultiply:
  case SemKind::MatrixMultiplyMore:
  case SemKind::MatrixMove:
  case SemKind::TensorThread:
  case SemKind::TensorWarp:
    return false; // unittests/Matrix, test/Tx1/tensor
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

/// First registers, zeros, no predicate.
std::optional<Word> InstructionWords::simplest(unsigned Opcode) const {
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

std::map<unsigned, std::vector<Word>> InstructionWords::wordsOf(
    llvm::function_ref<bool(unsigned)> IsWanted,
    llvm::function_ref<bool(const Word &)> HasRule) const {
  std::map<unsigned, std::vector<Word>> Words;
  auto Add = [&](const Word &W) {
    unsigned Found = opcode(W);
    if (Found && IsWanted(Found) && (W.W0 & 3) < 2 && HasRule(W))
      Words[Found].push_back(W);
  };
  for (unsigned N = 0; N != instructions().getNumOpcodes(); ++N) {
    const llvm::MCInstrDesc &Desc = instructions().get(N);
    if (Desc.isPseudo() || !Desc.TSFlags || !IsWanted(N))
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

std::map<unsigned, std::vector<Word>> InstructionWords::words() const {
  return wordsOf([&](unsigned Opcode) { return isJudgedByWord(kind(Opcode)); },
                 hasRule);
}

std::map<unsigned, std::vector<Word>> InstructionWords::allWords() const {
  // Only gt215 and gt200 have preret.
  return wordsOf(
      [&](unsigned Opcode) { return kind(Opcode) != SemKind::PreRet; },
      [](const Word &) { return true; });
}

} // namespace heddle::sm::test
