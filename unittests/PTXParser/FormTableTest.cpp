//===- FormTableTest.cpp - The generated tables ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "TypeTable.h"
#include "gtest/gtest.h"

using namespace heddle::ptx;

namespace {

TEST(FormTable, RowsStandAtTheirEnumerators) {
  for (const OpcodeInfo &Info : opcodeTable())
    EXPECT_EQ(&opcodeTable()[Info.Id], &Info);
  for (const ModifierInfo &Info : modifierTable())
    EXPECT_EQ(&modifierInfo(Info.Id), &Info);
  for (const SpecialRegisterInfo &Info : specialRegisterTable())
    EXPECT_EQ(&sregInfo(Info.Id), &Info);
}

TEST(TypeTable, NamesLeadBackToTheirRows) {
  for (const ScalarTypeInfo &Info : scalarTypeTable()) {
    std::string Name = Info.Text.str();
    EXPECT_EQ(typeName(Info.Id), Info.Text) << Name;
    EXPECT_EQ(findScalarType(Info.Text), Info.Id) << Name;
    EXPECT_EQ(bitWidth(Info.Id), Info.Width) << Name;
    // All but handles are modifiers, too.
    auto Mod = findModifier(Info.Text);
    ASSERT_TRUE(Mod) << Name;
    EXPECT_EQ(modifierInfo(*Mod).Type,
              isOpaque(Info.Id) ? ScalarType::None : Info.Id)
        << Name;
  }
  EXPECT_EQ(findScalarType("u33"), ScalarType::None);
  EXPECT_EQ(findScalarType(""), ScalarType::None);
  EXPECT_EQ(bitWidth(ScalarType::None), 0u);
  EXPECT_EQ(typeName(ScalarType::None), "");
}

TEST(TypeTable, TypesAreOfOneClass) {
  EXPECT_TRUE(isSigned(ScalarType::S16x2));
  EXPECT_TRUE(isUnsigned(ScalarType::U8));
  EXPECT_TRUE(isBits(ScalarType::B128));
  EXPECT_TRUE(isFloat(ScalarType::UE8M0x2));
  EXPECT_TRUE(isDeclarable(ScalarType::Pred));
  EXPECT_FALSE(isDeclarable(ScalarType::BF16));
  EXPECT_FALSE(isDeclarable(ScalarType::None));
  for (const ScalarTypeInfo &Info : scalarTypeTable())
    EXPECT_LE(isSigned(Info.Id) + isUnsigned(Info.Id) + isBits(Info.Id) +
                  isFloat(Info.Id) + isOpaque(Info.Id),
              1)
        << Info.Text.str();
}

TEST(TypeTable, SpacesHaveNamesAndModifiers) {
  EXPECT_EQ(spaceName(StateSpace::Generic), "generic");
  EXPECT_EQ(findStateSpace("generic"), StateSpace::Generic);
  for (auto Space : {StateSpace::Reg, StateSpace::Tex, StateSpace::Shared})
    EXPECT_EQ(findStateSpace(spaceName(Space)), Space);
  EXPECT_EQ(spaceOf(ModSharedCluster), StateSpace::Shared);
  EXPECT_EQ(spaceOf(ModParamEntry), StateSpace::Param);
  EXPECT_EQ(spaceOf(ModNone), StateSpace::Generic);
}

TEST(FormTable, NamesLeadBackToTheirRows) {
  for (const OpcodeInfo &Info : opcodeTable()) {
    EXPECT_EQ(findOpcode(Info.Mnemonic), Info.Id) << Info.Mnemonic;
    EXPECT_FALSE(formsOfOpcode(Info.Id).empty()) << Info.Mnemonic;
  }
  for (const ModifierInfo &Info : modifierTable())
    EXPECT_EQ(findModifier(Info.Text), Info.Id) << Info.Text;
  EXPECT_FALSE(findOpcode("frobnicate"));
  EXPECT_FALSE(findModifier("nan "));
  // Case matters.
  EXPECT_EQ(findModifier("NaN"), ModNaN);
  EXPECT_EQ(findModifier("nan"), ModNan);
}

TEST(FormTable, FormsAreWellFormed) {
  for (const OpcodeInfo &Info : opcodeTable())
    for (const InstForm &Form : formsOfOpcode(Info.Id)) {
      EXPECT_GE(Form.MinVersion, 10) << Info.Mnemonic;
      EXPECT_GE(Form.MinTarget, 10) << Info.Mnemonic;
      bool HasType = false;
      for (const SlotDesc &Slot : Form.Slots) {
        EXPECT_NE(Slot.Mods.size(), 0u) << Info.Mnemonic;
        // Elements of matrices may be types; they say nothing of registers.
        if (Slot.Group == GrpElement)
          continue;
        for (Modifier Mod : Slot.Mods)
          EXPECT_EQ(modifierInfo(Mod).Type != ScalarType::None,
                    Slot.Group == GrpType)
              << Info.Mnemonic << '.' << modifierInfo(Mod).Text;
        HasType |= Slot.Group == GrpType;
      }
      bool WasOptional = false;
      for (const OperandDesc &Op : Form.Operands) {
        EXPECT_NE(Op.Kinds, 0) << Info.Mnemonic;
        bool FromSlot = Op.Rule == TypeRule::First || Op.Rule == TypeRule::Wide;
        EXPECT_TRUE(HasType || !FromSlot) << Info.Mnemonic;
        bool IsOptional = Op.Flags & OFOptional;
        EXPECT_TRUE(IsOptional || !WasOptional) << Info.Mnemonic;
        WasOptional |= IsOptional;
      }
    }
}

TEST(FormTable, NumberedRegisters) {
  auto Env = findSpecialRegister("envreg31");
  ASSERT_TRUE(Env);
  EXPECT_EQ(Env->Register, SRegEnvReg);
  EXPECT_EQ(Env->Index, 31u);
  EXPECT_FALSE(findSpecialRegister("envreg32"));
  EXPECT_FALSE(findSpecialRegister("envreg07"));
  EXPECT_FALSE(findSpecialRegister("envreg"));
  EXPECT_EQ(findSpecialRegister("clock64")->Register, SRegClock64);
  EXPECT_EQ(findSpecialRegister("pm7")->Register, SRegPm7);
}

} // namespace
