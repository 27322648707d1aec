//===- RoundTripTest.cpp - Every opcode, there and back -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A word that decodes must come back from its MCInst and from its text. Words
/// are made from every opcode by flipping bits, so that every field takes
/// values inside and outside its range.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tool.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace llvm;
using namespace heddle::test;

namespace {
/// The simplest instruction of \p Opcode: first registers, zeros, no predicate.
MCInst simplest(const Tool &Chip, unsigned Opcode) {
  MCInst Inst;
  Inst.setOpcode(Opcode);
  const MCInstrDesc &Desc = Chip.instructions().get(Opcode);
  int Pred = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    int Class = Desc.operands()[I].RegClass;
    if (int(I) == Pred)
      Inst.addOperand(MCOperand::createImm(15));
    else if (Pred >= 0 && int(I) == Pred + 1)
      Inst.addOperand(MCOperand::createReg(MCRegister()));
    else if (Class >= 0)
      Inst.addOperand(MCOperand::createReg(
          Chip.registers().getRegClass(Class).getRegister(0)));
    else
      Inst.addOperand(MCOperand::createImm(0));
  }
  // The first sixteen special registers are for the silicon's form.
  if (Opcode == Tesla::MOV_XSREG)
    Inst.getOperand(1).setImm(16);
  // A texture fetch of no component is none.
  if (Opcode == Tesla::TEXAUTO || Opcode == Tesla::TEXFETCH)
    Inst.getOperand(1).setImm(1);
  return Inst;
}

/// What of \p Word is the instruction: all of it, or in the short form a half.
uint64_t instructionOf(uint64_t Word) {
  return Word & 1 ? Word : Word & UINT32_MAX;
}

/// Opcodes with an encoding that the disassembler may return.
std::vector<unsigned> realOpcodes(const Tool &Chip) {
  // Twins of nop, for code generation only.
  const std::set<unsigned> Twins = {Tesla::EXIT_NOP, Tesla::JOIN_NOP,
                                    Tesla::EXIT_LANES};
  std::vector<unsigned> Opcodes;
  for (unsigned I = 0; I != Chip.instructions().getNumOpcodes(); ++I) {
    const MCInstrDesc &Desc = Chip.instructions().get(I);
    bool IsPseudo = Desc.isPseudo() || Desc.TSFlags == 0;
    if (!IsPseudo && !Twins.count(I) && heddle::tesla::emittedAs(I) == I)
      Opcodes.push_back(I);
  }
  return Opcodes;
}

TEST(RoundTrip, EveryOpcodeDecodesToItself) {
  // What any chip has.
  Tool Chip("tx1", "+pre-returns");
  std::vector<unsigned> Opcodes = realOpcodes(Chip);
  EXPECT_GT(Opcodes.size(), 1900u);
  for (unsigned Opcode : Opcodes) {
    StringRef Name = Chip.instructions().getName(Opcode);
    std::optional<uint64_t> Word = Chip.encode(simplest(Chip, Opcode));
    ASSERT_TRUE(Word) << Name.str();
    std::optional<MCInst> Back = Chip.decode(*Word);
    ASSERT_TRUE(Back) << Name.str();
    EXPECT_EQ(Chip.instructions().getName(Back->getOpcode()), Name);
  }
}

/// How many random words to try: few in an ordinary run, or what the
/// environment asks for.
unsigned long randomWords() {
  const char *Wanted = std::getenv("HEDDLE_ENCODING_TESTS");
  return Wanted ? std::strtoul(Wanted, nullptr, 10) : 150000;
}

/// The bits of \p Word that may be turned over one by one, so that its opcode
/// stays.
uint64_t fieldBits(Tool &Chip, uint64_t Word, unsigned Opcode) {
  uint64_t Mask = 0;
  for (unsigned Bit = 0; Bit != 64; ++Bit) {
    std::optional<MCInst> Inst = Chip.decode(Word ^ uint64_t(1) << Bit);
    if (Inst && Inst->getOpcode() == Opcode)
      Mask |= uint64_t(1) << Bit;
  }
  return Mask;
}

/// Words on their way through text and back.
class TextBatch {
public:
  explicit TextBatch(Tool &ForChip) : Chip(ForChip) {}

  void add(uint64_t Word, const MCInst &Inst) {
    Text += Chip.print(Inst) + "\n";
    Words.push_back(Word);
    ++Count;
    if (Words.size() == 20000)
      flush();
  }

  void flush() {
    Tool::Assembled A = Chip.assemble(Text);
    ASSERT_EQ(A.Error, "");
    ASSERT_EQ(A.Words.size(), Words.size());
    for (size_t I = 0; I != Words.size(); ++I)
      ASSERT_EQ(A.Words[I], Words[I]) << Chip.print(*Chip.decode(Words[I]));
    Text.clear();
    Words.clear();
  }

  unsigned long Count = 0;

private:
  Tool &Chip;
  std::string Text;
  std::vector<uint64_t> Words;
};

// Legal instructions of \p Opcodes: words, MCInst, words, and words, text,
// words. Half of them differ in any of their fields, half in a few bits, which
// may make another opcode of them.
void tryFields(Tool &Chip, ArrayRef<unsigned> Opcodes, const char *Whose) {
  std::mt19937_64 Random(20061108);
  TextBatch Batch(Chip);
  unsigned long Tries = randomWords() / Opcodes.size() + 1;
  for (unsigned Opcode : Opcodes) {
    uint64_t Seed = *Chip.encode(simplest(Chip, Opcode));
    uint64_t Fields = fieldBits(Chip, Seed, Opcode);
    unsigned long Legal = 0;
    for (unsigned long Try = 0; Try != Tries; ++Try) {
      uint64_t Word = Seed;
      if (Try % 2)
        Word ^= Random() & Fields & (Try % 4 == 1 ? Random() : ~uint64_t(0));
      else
        for (unsigned Flips = 1 + Random() % 6; Flips; --Flips)
          Word ^= uint64_t(1) << Random() % 64;
      Word = instructionOf(Word);
      std::optional<MCInst> Inst = Chip.decode(Word);
      if (!Inst)
        continue;
      Legal += Inst->getOpcode() == Opcode;
      std::optional<uint64_t> Again = Chip.encode(*Inst);
      ASSERT_TRUE(Again) << Chip.print(*Inst);
      ASSERT_EQ(*Again, Word) << Chip.print(*Inst);
      Batch.add(Word, *Inst);
    }
    // An opcode without operands has no fields.
    EXPECT_TRUE(Legal != 0 || Fields == 0)
        << Chip.instructions().getName(Opcode).str();
  }
  Batch.flush();
  EXPECT_GT(Batch.Count, randomWords() / 3);
  std::printf("%lu legal words of %zu opcodes of %s\n", Batch.Count,
              Opcodes.size(), Whose);
}

TEST(RoundTrip, RandomFields) {
  // What any chip has.
  Tool Chip("tx1", "+pre-returns");
  std::vector<unsigned> Silicon = realOpcodes(Chip), Extension;
  copy_if(Silicon, std::back_inserter(Extension), isTeslaExtension);
  erase_if(Silicon, isTeslaExtension);
  EXPECT_GT(Extension.size(), 150u);
  tryFields(Chip, Silicon, "the silicon");
  tryFields(Chip, Extension, "tx1");
}

// Noise: nothing may crash, and what decodes must encode to itself.
TEST(RoundTrip, RandomWords) {
  // What any chip has.
  Tool Chip("tx1", "+pre-returns");
  std::mt19937_64 Random(1);
  for (unsigned long Try = 0, E = 2 * randomWords(); Try != E; ++Try) {
    uint64_t Word = Random();
    // Sparse words hit instructions more often.
    for (unsigned Thinner = 0; Thinner != Try % 2 * 2; ++Thinner)
      Word &= Random();
    // One word in four is short.
    Word = instructionOf(Try % 4 ? Word | 1 : Word & ~uint64_t(1));
    std::optional<MCInst> Inst = Chip.decode(Word);
    if (!Inst)
      continue;
    std::optional<uint64_t> Again = Chip.encode(*Inst);
    ASSERT_TRUE(Again) << Chip.print(*Inst);
    ASSERT_EQ(*Again, Word) << Chip.print(*Inst);
  }
}
} // namespace
