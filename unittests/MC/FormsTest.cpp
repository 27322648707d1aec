//===- FormsTest.cpp - Relations between the forms of an instruction ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The maps against what the descriptors say of both ends, for every opcode.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Tool.h"
#include "llvm/MC/MCInstrInfo.h"
#include <gtest/gtest.h>
#include <tuple>

using namespace llvm;
using namespace heddle::tesla;
using heddle::test::Tool;

namespace {

constexpr SourceForm SourceForms[] = {SourceForm::Register, SourceForm::Shared,
                                      SourceForm::Constant,
                                      SourceForm::Immediate};
constexpr ResultForm ResultForms[] = {ResultForm::Register, ResultForm::Both,
                                      ResultForm::Condition};

class Forms : public ::testing::Test {
protected:
  const MCInstrDesc &desc(unsigned Opcode) const {
    return Chip.instructions().get(Opcode);
  }
  std::string name(std::optional<unsigned> Opcode) const {
    return Opcode ? Chip.instructions().getName(*Opcode).str() : "none";
  }
  unsigned opcodes() const { return Chip.instructions().getNumOpcodes(); }

  Tool Chip{"gt200"};
};

/// What all forms share: the operation, its types and variant.
auto operation(const MCInstrDesc &D) {
  return std::tuple(semKind(D), resultType(D), sourceType(D), subOp(D),
                    hasCarryIn(D));
}

auto results(const MCInstrDesc &D) {
  return std::pair(writesCC(D), isBucket(D));
}

bool isOf(OperandKind Kind, SourceForm Form) {
  switch (Form) {
  case SourceForm::Shared:
    return Kind == OperandKind::Shared;
  case SourceForm::Constant:
    return Kind == OperandKind::Const;
  case SourceForm::Immediate:
    return Kind == OperandKind::Imm;
  case SourceForm::Register:
    return Kind == OperandKind::Reg32 || Kind == OperandKind::Half ||
           Kind == OperandKind::Pair || Kind == OperandKind::Quad;
  }
  return false;
}

TEST_F(Forms, AnotherSourceChangesNothingElse) {
  unsigned Changes = 0;
  for (unsigned I = 0; I != opcodes(); ++I)
    for (unsigned Source : {1, 2, 3})
      for (SourceForm Wanted : SourceForms) {
        auto Other = withSource(desc(I), Source, Wanted);
        if (!Other)
          continue;
        Changes += *Other != I;
        SCOPED_TRACE(name(I) + " to " + name(Other));
        EXPECT_EQ(operation(desc(I)), operation(desc(*Other)));
        EXPECT_EQ(results(desc(I)), results(desc(*Other)));
        for (unsigned S : {1, 2, 3})
          if (S == Source)
            EXPECT_TRUE(isOf(sourceKind(desc(*Other), S), Wanted));
          else
            EXPECT_EQ(sourceKind(desc(I), S), sourceKind(desc(*Other), S));
      }
  EXPECT_GT(Changes, 3500u);
}

TEST_F(Forms, EveryMemorySourceCanBeARegister) {
  for (unsigned I = 0; I != opcodes(); ++I)
    for (unsigned Source : {1, 2, 3}) {
      const MCInstrDesc &D = desc(I);
      OperandKind Kind = sourceKind(D, Source);
      bool IsMemory = Kind == OperandKind::Shared || Kind == OperandKind::Const;
      if (!IsMemory || semKind(D) == SemKind::LdConst ||
          semKind(D) == SemKind::LdShared || semKind(D) == SemKind::StShared)
        continue;
      auto Plain = withSource(D, Source, SourceForm::Register);
      ASSERT_TRUE(Plain) << name(I);
      SourceForm Is = Kind == OperandKind::Shared ? SourceForm::Shared
                                                  : SourceForm::Constant;
      EXPECT_EQ(withSource(desc(*Plain), Source, Is), I) << name(I);
    }
}

TEST_F(Forms, OtherResultsChangeNothingElse) {
  unsigned Changes = 0;
  for (unsigned I = 0; I != opcodes(); ++I)
    for (ResultForm Wanted : ResultForms) {
      auto Other = withResults(desc(I), Wanted);
      if (!Other)
        continue;
      Changes += *Other != I;
      SCOPED_TRACE(name(I) + " to " + name(Other));
      const MCInstrDesc &D = desc(*Other);
      EXPECT_EQ(operation(desc(I)), operation(D));
      for (unsigned S : {1, 2, 3})
        EXPECT_EQ(sourceKind(desc(I), S), sourceKind(D, S));
      EXPECT_EQ(isBucket(D), Wanted == ResultForm::Condition);
      EXPECT_EQ(writesCC(D), Wanted != ResultForm::Register);
    }
  EXPECT_GT(Changes, 3500u);
}

TEST_F(Forms, Sources) {
  auto To = [&](unsigned Opcode, unsigned Source, SourceForm Wanted) {
    return name(withSource(desc(Opcode), Source, Wanted));
  };
  using enum SourceForm;
  EXPECT_EQ(To(Tesla::ADD_B32_rr, 1, Shared), "ADD_B32_sr");
  EXPECT_EQ(To(Tesla::ADD_B32_rr, 2, Constant), "ADD_B32_rc");
  EXPECT_EQ(To(Tesla::ADD_B32_sr, 2, Immediate), "ADD_B32_si");
  EXPECT_EQ(To(Tesla::ADD_B32_rc, 2, Immediate), "ADD_B32_ri");
  EXPECT_EQ(To(Tesla::ADD_B32_ri, 2, Register), "ADD_B32_rr");
  // The immediate form writes no $c; s[] is a first source, c[] none.
  EXPECT_EQ(To(Tesla::ADD_B32_rr_cc, 2, Immediate), "none");
  EXPECT_EQ(To(Tesla::ADD_B32_rr, 2, Shared), "none");
  EXPECT_EQ(To(Tesla::ADD_B32_rr, 1, Constant), "none");
  // Only one of the second and the third source is c[].
  EXPECT_EQ(To(Tesla::FMAD_rrr, 3, Constant), "FMAD_rrc");
  EXPECT_EQ(To(Tesla::FMAD_rcr, 3, Constant), "none");
  // The addend of the immediate form is the destination.
  EXPECT_EQ(To(Tesla::FMAD_rrr, 2, Immediate), "FMAD_ri");
  EXPECT_EQ(To(Tesla::MAD_U24_si, 2, Register), "MAD_U24_srr");
  // Shift counts are immediates of the long form.
  EXPECT_EQ(To(Tesla::SHL_B32_rr_c, 2, Immediate), "SHL_B32_ri_c");
  EXPECT_EQ(To(Tesla::SHL_A_ri, 1, Shared), "SHL_A_si");
  EXPECT_EQ(To(Tesla::MOV_B32_r, 1, Immediate), "MOV_B32_i");
  EXPECT_EQ(To(Tesla::MOV_B32_i, 1, Shared), "MOV_B32_s");
  EXPECT_EQ(To(Tesla::DADD_rr, 1, Register), "DADD_rr");
  EXPECT_EQ(To(Tesla::DADD_rr, 1, Shared), "none");
  EXPECT_EQ(To(Tesla::BAR, 1, Register), "none");
}

TEST_F(Forms, Results) {
  auto To = [&](unsigned Opcode, ResultForm Wanted) {
    return name(withResults(desc(Opcode), Wanted));
  };
  using enum ResultForm;
  EXPECT_EQ(To(Tesla::SUB_B32_rc, Condition), "SUB_B32_rc_c");
  EXPECT_EQ(To(Tesla::SUB_B32_rc_c, Register), "SUB_B32_rc");
  EXPECT_EQ(To(Tesla::SUB_B32_rc_c, Both), "SUB_B32_rc_cc");
  EXPECT_EQ(To(Tesla::SUB_B32_ri, Both), "none");
  EXPECT_EQ(To(Tesla::RCP_r, Condition), "none");
}

TEST_F(Forms, AnotherLengthChangesNothingElse) {
  unsigned Changes = 0;
  for (unsigned I = 0; I != opcodes(); ++I) {
    auto Short = shortForm(I);
    if (!Short)
      continue;
    ++Changes;
    SCOPED_TRACE(name(I) + " to " + name(Short));
    EXPECT_EQ(operation(desc(I)), operation(desc(*Short)));
    EXPECT_EQ(results(desc(I)), results(desc(*Short)));
    EXPECT_EQ(latencyClass(desc(I)), latencyClass(desc(*Short)));
    for (unsigned S : {1, 2, 3})
      EXPECT_EQ(sourceKind(desc(I), S), sourceKind(desc(*Short), S));
    EXPECT_EQ(desc(*Short).getSize(), 4u);
    EXPECT_EQ(longForm(*Short), I);
  }
  // What the tables of tesla-isa.md 4.1 have, by kinds of sources, and four
  // moves of the SFU.
  EXPECT_EQ(Changes, 121u);
}

TEST_F(Forms, Lengths) {
  EXPECT_EQ(name(shortForm(Tesla::MOV_B32_s)), "MOV_B32_s_short");
  EXPECT_EQ(name(shortForm(Tesla::FMAD_rcr)), "FMAD_rcr_short");
  EXPECT_EQ(name(shortForm(Tesla::ADDC_B32_rr)), "ADDC_B32_rr_short");
  // No $c, no s[] beside c[], no c[] as the addend, no immediate.
  EXPECT_EQ(name(shortForm(Tesla::ADD_B32_rr_c)), "none");
  EXPECT_EQ(name(shortForm(Tesla::ADD_B32_sc)), "none");
  EXPECT_EQ(name(shortForm(Tesla::FMAD_rrc)), "none");
  EXPECT_EQ(name(shortForm(Tesla::ADD_B32_ri)), "none");
  EXPECT_EQ(name(shortForm(Tesla::SHL_B32_rr)), "none");
  EXPECT_EQ(name(longForm(Tesla::ADD_B32_rr)), "none");
}

TEST_F(Forms, MemoryAndEmission) {
  EXPECT_EQ(name(storeOf(Tesla::LD_G_S16)), "ST_G_S16");
  EXPECT_EQ(name(storeOf(Tesla::ST_G_S16)), "none");
  EXPECT_EQ(name(localOf(Tesla::LD_G_B128)), "LD_L_B128");
  EXPECT_EQ(name(localOf(Tesla::ST_G_B64)), "ST_L_B64");
  EXPECT_EQ(name(localOf(Tesla::LD_L_B64)), "none");
  EXPECT_EQ(name(emittedAs(Tesla::BRA_DIV)), "BRA");
  EXPECT_EQ(name(emittedAs(Tesla::RET_U)), "RET");
  EXPECT_EQ(name(emittedAs(Tesla::MOV_SREG_CONST)), "MOV_SREG");
  EXPECT_EQ(name(emittedAs(Tesla::ADD_B32_rr)), "ADD_B32_rr");
}

} // namespace
