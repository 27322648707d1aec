//===- DescriptionTest.cpp - TSFlags agree with operands ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executors trust the operand kinds of TSFlags, so they must agree with what
/// an MCInst holds.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Tool.h"
#include "heddle/ABI/Chips.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace heddle::tesla;
using heddle::test::Tool;

namespace {
/// The register classes that an operand of \p Kind may have, as one string.
StringRef classesOf(OperandKind Kind) {
  switch (Kind) {
  case OperandKind::Reg32:
    return "GPR32 GPR32Lo";
  case OperandKind::Half:
    return "GPR16 GPR16Lo";
  case OperandKind::Pair:
    return "GPR64";
  case OperandKind::Quad:
    return "GPR128";
  case OperandKind::Cond:
    return "CC";
  case OperandKind::Shared:
    return "AR ARZ";
  case OperandKind::Addr:
    return "AR ARZ GPR32 GPR64 none";
  case OperandKind::None:
  case OperandKind::Const:
  case OperandKind::Imm:
    return "none";
  }
  return "";
}

void checkOperand(const Tool &Chip, unsigned Opcode, unsigned Name,
                  OperandKind Kind) {
  const MCInstrDesc &Desc = Chip.instructions().get(Opcode);
  int I = Tesla::getNamedOperandIdx(Opcode, Name);
  if (Kind == OperandKind::None || Kind == OperandKind::Imm)
    return;
  ASSERT_GE(I, 0) << Chip.instructions().getName(Opcode).str();
  int Class = Desc.operands()[I].RegClass;
  StringRef ClassName = Class < 0 ? "none"
                                  : Chip.registers().getRegClassName(
                                        &Chip.registers().getRegClass(Class));
  SmallVector<StringRef, 3> Allowed;
  classesOf(Kind).split(Allowed, ' ');
  EXPECT_TRUE(is_contained(Allowed, ClassName))
      << Chip.instructions().getName(Opcode).str() << " " << ClassName.str();
}

TEST(Description, KindsMatchRegisterClasses) {
  Tool Chip("gt200");
  for (unsigned I = 0; I != Chip.instructions().getNumOpcodes(); ++I) {
    const MCInstrDesc &Desc = Chip.instructions().get(I);
    if (Desc.isPseudo() || Desc.TSFlags == 0 ||
        semKind(Desc) == SemKind::MovFromCC)
      continue;
    if (Desc.getNumDefs() && resultKind(Desc) != OperandKind::Cond)
      checkOperand(Chip, I, Tesla::OpName::dst, resultKind(Desc));
    checkOperand(Chip, I, Tesla::OpName::src1, sourceKind(Desc, 1));
    checkOperand(Chip, I, Tesla::OpName::src2, sourceKind(Desc, 2));
    checkOperand(Chip, I, Tesla::OpName::src3, sourceKind(Desc, 3));
  }
}

TEST(Description, FlagsMatchOperands) {
  Tool Chip("gt200");
  for (unsigned I = 0; I != Chip.instructions().getNumOpcodes(); ++I) {
    const MCInstrDesc &Desc = Chip.instructions().get(I);
    if (Desc.isPseudo() || Desc.TSFlags == 0)
      continue;
    auto Has = [I](unsigned Name) {
      return Tesla::getNamedOperandIdx(I, Name) >= 0;
    };
    std::string Name = Chip.instructions().getName(I).str();
    EXPECT_EQ(hasFlow(Desc), Has(Tesla::OpName::flow)) << Name;
    EXPECT_EQ(hasPredicate(Desc), Has(Tesla::OpName::pred)) << Name;
    EXPECT_EQ(writesCC(Desc), Has(Tesla::OpName::cdst)) << Name;
    EXPECT_EQ(hasCarryIn(Desc), Has(Tesla::OpName::cin)) << Name;
    EXPECT_EQ(isBucket(Desc), writesCC(Desc) && !Has(Tesla::OpName::dst) &&
                                  resultKind(Desc) != OperandKind::Cond)
        << Name;
  }
}

// One row an operation: spot checks of what TeslaBaseInfo.h promises.
TEST(Description, Examples) {
  Tool G80("g80");
  const MCInstrDesc &Mad = G80.instructions().get(Tesla::MADC_HI_U24_scr_cc);
  EXPECT_EQ(semKind(Mad), SemKind::Mad24);
  EXPECT_EQ(subOp(Mad), 3u | 8u);
  EXPECT_EQ(sourceType(Mad), DataType::U24);
  EXPECT_EQ(sourceKind(Mad, 1), OperandKind::Shared);
  EXPECT_EQ(sourceKind(Mad, 2), OperandKind::Const);
  EXPECT_EQ(sourceKind(Mad, 3), OperandKind::Reg32);
  EXPECT_EQ(encodingForm(Mad), Form::Long);
  const MCInstrDesc &Cas = G80.instructions().get(Tesla::ATOM_CAS_B64);
  EXPECT_EQ(semKind(Cas), SemKind::Atom);
  EXPECT_EQ(subOp(Cas), 2u);
  EXPECT_EQ(resultType(Cas), DataType::B64);
  EXPECT_STREQ(lowestTeslaChip(Tesla::ATOM_CAS_B64).Name, "gt215");
  EXPECT_STREQ(lowestTeslaChip(Tesla::PRERET).Name, "gt215");
  EXPECT_STREQ(lowestTeslaChip(Tesla::DFMA_rrr).Name, "gt200");
  const MCInstrDesc &Add = G80.instructions().get(Tesla::SUBR_B16_ri);
  EXPECT_EQ(encodingForm(Add), Form::Immediate);
  EXPECT_EQ(resultKind(Add), OperandKind::Half);
}
} // namespace
