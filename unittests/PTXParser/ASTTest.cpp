//===- ASTTest.cpp - What the tree promises to later stages ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseText.h"
#include "gtest/gtest.h"

using namespace heddle::ptx;

namespace {

constexpr const char *Header = ".version 1.4\n.target sm_13\n";

std::string kernel(const std::string &Body) {
  return std::string(Header) + ".entry k (.param .u64 a, .param .f32 b)\n{\n" +
         Body + "}\n";
}

TEST(AST, IdsIndexTheTables) {
  ParsedText P(kernel("  .reg .u32 %r<100>, x;\n"
                      "  .shared .u32 s, t;\n"
                      "  mov.u32 %r7, x;\n"
                      "  { .reg .f32 x; mov.f32 x, 1.0; }\n"
                      "L: bra M;\nM: exit;\n"));
  ASSERT_TRUE(P.M) << P.Said;
  const Function &F = P.function();
  // x, %r7 and the inner x: of the range only what is used exists.
  ASSERT_EQ(F.Registers.size(), 3u);
  for (unsigned I = 0; I != F.Registers.size(); ++I)
    EXPECT_EQ(F.Registers[I]->Id, I);
  ASSERT_EQ(F.Variables.size(), 2u);
  EXPECT_EQ(F.Variables[1]->Name, "t");
  EXPECT_EQ(F.Variables[1]->Id, 1u);
  EXPECT_EQ(F.Variables[1]->Parent, &F);
  ASSERT_EQ(F.Labels.size(), 2u);
  EXPECT_EQ(F.Labels[1]->Id, 1u);
}

TEST(AST, ForwardBranchFindsItsLabel) {
  ParsedText P(kernel("  { bra M; }\nM: exit;\n"));
  ASSERT_TRUE(P.M) << P.Said;
  const auto *B = llvm::cast<Block>(P.function().Body->Body[0]);
  const auto &I = *llvm::cast<Instruction>(B->Body[0]);
  EXPECT_EQ(I.Operands[0].label(), P.function().Labels[0]);
}

TEST(AST, ParametersOfOldKernelsAreMovedToTheFunction) {
  ParsedText P(".version 1.0\n.target sm_10\n.entry k {\n"
               ".param .u32 n; .param .u64 p; .local .u32 l; exit; }\n");
  ASSERT_TRUE(P.M) << P.Said;
  const Function &F = P.function();
  EXPECT_TRUE(F.ParamsInBody);
  ASSERT_EQ(F.Params.size(), 2u);
  EXPECT_EQ(F.Params[1]->Name, "p");
  EXPECT_EQ(llvm::cast<Variable>(F.Params[1])->Index, 1u);
  ASSERT_EQ(F.Variables.size(), 1u);
  EXPECT_EQ(F.Variables[0]->Id, 0u);
}

TEST(AST, ModifiersAreFoundByMeaning) {
  ParsedText P(kernel("  .reg .pred %p<4>; .reg .f32 %f<4>;\n"
                      "  .reg .u64 %rd1; .reg .u32 %r<4>;\n"
                      "  setp.geu.and.ftz.f32 %p0|%p1, %f0, %f1, !%p2;\n"
                      "  @!%p0 ld.volatile.global.v2.f32 {%f0, %f1}, "
                      "[%rd1+8];\n"
                      "  atom.global.and.b32 %r0, [%rd1], %r1;\n"
                      "  exit;\n"));
  ASSERT_TRUE(P.M) << P.Said;
  const Instruction &Setp = P.instruction(0);
  EXPECT_EQ(Setp.opcode(), OpSetp);
  EXPECT_EQ(Setp.modifier(GrpCompare), ModGeu);
  EXPECT_EQ(Setp.modifier(GrpBoolOp), ModAnd);
  EXPECT_TRUE(Setp.has(ModFtz));
  EXPECT_EQ(Setp.modifier(GrpSat), ModNone);
  EXPECT_EQ(Setp.type(), ScalarType::F32);
  ASSERT_TRUE(Setp.Operands[0].Second);
  EXPECT_EQ(Setp.Operands[0].Second->reg()->Name, "%p1");
  EXPECT_TRUE(Setp.Operands[3].Negated);

  const Instruction &Load = P.instruction(1);
  EXPECT_EQ(Load.Guard->Name, "%p0");
  EXPECT_TRUE(Load.GuardNegated);
  EXPECT_EQ(Load.space(), StateSpace::Global);
  EXPECT_EQ(Load.vectorWidth(), 2u);
  EXPECT_EQ(Load.modifier(GrpSemantics), ModVolatile);
  EXPECT_EQ(Load.spelling(), "ld.volatile.global.v2.f32");
  EXPECT_EQ(Load.Operands[0].Elements.size(), 2u);
  EXPECT_EQ(Load.Operands[1].baseRegister()->Name, "%rd1");
  EXPECT_EQ(Load.Operands[1].Offset, 8);

  // The same word means something else in another slot.
  EXPECT_EQ(P.instruction(2).modifier(GrpAtomOp), ModAnd);
  EXPECT_EQ(P.instruction(2).modifier(GrpBoolOp), ModNone);
}

TEST(AST, ImmediatesHaveTheBitsOfTheirType) {
  ParsedText P(kernel("  .reg .u16 %h1; .reg .f32 %f1; .reg .f64 %d1;\n"
                      "  .reg .b32 %r1; .reg .u64 %rd1;\n"
                      "  add.u16 %h1, %h1, -1;\n"
                      "  mov.f32 %f1, 0.1;\n"
                      "  mov.f64 %d1, 0.1;\n"
                      "  mov.b32 %r1, 0f3F800000;\n"
                      "  mul.wide.u32 %rd1, %r1, 5000000000 - 4999999999;\n"
                      "  exit;\n"));
  ASSERT_TRUE(P.M) << P.Said;
  EXPECT_EQ(P.instruction(0).Operands[2].Bits, 0xffffu);
  EXPECT_EQ(P.instruction(1).Operands[1].Bits, 0x3dcccccdu);
  EXPECT_EQ(P.instruction(2).Operands[1].Bits, 0x3fb999999999999aull);
  EXPECT_EQ(P.instruction(3).Operands[1].Bits, 0x3f800000u);
  EXPECT_EQ(P.instruction(4).Operands[2].Bits, 1u);
  EXPECT_EQ(P.instruction(4).Operands[0].Type, ScalarType::U64);
  EXPECT_EQ(P.instruction(4).Operands[1].Type, ScalarType::U32);
}

TEST(AST, CallsAlwaysHaveResultsCalleeArguments) {
  ParsedText P(std::string(Header) +
               ".func f;\n.entry k { call f; exit; }\n.func f { ret; }\n");
  ASSERT_TRUE(P.M) << P.Said;
  const auto &Call = *llvm::cast<Instruction>(P.function(1).Body->Body[0]);
  ASSERT_EQ(Call.Operands.size(), 3u);
  EXPECT_TRUE(Call.Operands[0].Elements.empty());
  EXPECT_TRUE(Call.Operands[2].Elements.empty());
  const auto *Callee = llvm::cast<Function>(Call.Operands[1].Base);
  EXPECT_EQ(Callee->Body, nullptr);
  ASSERT_TRUE(Callee->Definition);
  EXPECT_NE(Callee->Definition->Body, nullptr);
}

TEST(AST, VariablesKnowTheirSize) {
  ParsedText P(std::string(Header) +
               ".global .v2 .f32 a[3][5];\n.global .u16 b[] = {1, 2, 3};\n"
               ".extern .shared .align 16 .b8 c[];\n");
  ASSERT_TRUE(P.M) << P.Said;
  EXPECT_EQ(P.M->Variables[0]->byteSize(), 120u);
  EXPECT_EQ(P.M->Variables[0]->Align, 8u);
  EXPECT_EQ(P.M->Variables[1]->byteSize(), 6u);
  EXPECT_TRUE(P.M->Variables[1]->IsUnsized);
  EXPECT_EQ(P.M->Variables[2]->byteSize(), 0u);
  EXPECT_EQ(P.M->Variables[2]->Align, 16u);
}

} // namespace
