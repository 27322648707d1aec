//===- LiftMatrix.cpp - mma and mma.sp ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of matrices that are spread over a warp's registers. The machine's
/// operands are four registers of each lane at most. What has more comes apart
/// into products that give the same bits: sums of f64 are chains along k, and
/// elements of D do not depend on each other.
///
//===----------------------------------------------------------------------===//

#include "LiftMatrix.h"
#include "LiftImage.h"
#include "heddle/Matrix/WarpProduct.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;
using matrix::ElementType;
using matrix::MatrixForm;
using matrix::MatrixVariants;

//===----------------------------------------------------------------------===//
// Parts that operations share
//===----------------------------------------------------------------------===//

Words readWords(LiftContext &C, const ptx::Operand &Op, unsigned Bits) {
  IRBuilderBase &B = C.Builder;
  Words Found;
  const ScalarType Type = Bits == 64 ? ScalarType::U64 : ScalarType::U32;
  for (const ptx::Operand &Element : C.elements(Op, Type)) {
    Value *V = C.read(Element);
    Found.push_back(B.CreateTrunc(V, B.getInt32Ty()));
    if (Bits == 64)
      Found.push_back(B.CreateTrunc(B.CreateLShr(V, 32), B.getInt32Ty()));
  }
  return Found;
}

/// An i64 made of two words.
static Value *pairOf(IRBuilderBase &B, Value *Low, Value *High) {
  return B.CreateOr(B.CreateZExt(Low, B.getInt64Ty()),
                    B.CreateShl(B.CreateZExt(High, B.getInt64Ty()), 32));
}

void writeWords(LiftContext &C, const ptx::Operand &Op, ArrayRef<Value *> From,
                unsigned Bits) {
  const ScalarType Type = Bits == 64 ? ScalarType::U64 : ScalarType::U32;
  for (const ptx::Operand &Element : C.elements(Op, Type)) {
    Value *V = From.front();
    From = From.drop_front();
    if (Bits == 64) {
      V = pairOf(C.Builder, V, From.front());
      From = From.drop_front();
    }
    if (Element.OpKind != ptx::Operand::SinkOp)
      C.write(Element, V);
  }
  assert(From.empty() && "registers and words");
}

MatrixShape shapeOf(const Instruction &I) {
  MatrixShape S;
  StringRef Text = modifierName(I.modifier(GrpShape));
  auto Take = [&](StringRef Letter, unsigned &To) {
    if (Text.consume_front(Letter))
      Text.consumeInteger(10, To);
  };
  Take("m", S.M);
  Take("n", S.N);
  Take("k", S.K);
  return S;
}

SmallVector<ElementType, 4> elementTypesOf(const Instruction &I) {
  SmallVector<ElementType, 4> Found;
  for (const ModifierUse &Use : I.Modifiers)
    if (Use.Group == GrpElement)
      if (std::optional<ElementType> T =
              matrix::findElementType(modifierName(Use.Mod)))
        Found.push_back(*T);
  return Found;
}

Words multiplyParts(LiftContext &C, const Instruction &I, const MatrixForm &F,
                    ArrayRef<Value *> A, ArrayRef<Value *> B,
                    ArrayRef<Value *> Sums, ArrayRef<Value *> More) {
  std::optional<unsigned> Number = matrix::findMatrixForm(F);
  if (!Number) {
    C.unsupported(I);
    return {};
  }
  Value *What = C.Builder.getInt32(*Number);
  Value *D;
  if (F.hasMore()) {
    D = C.op(HeddleOp::MmaMore, {quadOf(C, Sums), quadOf(C, A), quadOf(C, B),
                                 quadOf(C, More), What});
  } else if (B.size() <= 2) {
    Value *Right = B.size() == 2
                       ? pairOf(C.Builder, B[0], B[1])
                       : C.Builder.CreateZExt(B[0], C.Builder.getInt64Ty());
    D = C.op(HeddleOp::MmaPair, {quadOf(C, A), Right, quadOf(C, Sums), What});
  } else {
    D = C.op(HeddleOp::MmaQuad,
             {quadOf(C, A), quadOf(C, B), quadOf(C, Sums), What});
  }
  Words Result;
  for (unsigned N = 0; N != matrix::resultRows(F); ++N)
    Result.push_back(wordOf(C, D, N));
  return Result;
}

void setVariant(MatrixForm &F, const Instruction &I) {
  switch (F.A) { // Over the types that have variants.
  case ElementType::S8:
  case ElementType::U8:
  case ElementType::S4:
  case ElementType::U4:
    F.Family = MatrixVariants::Saturations;
    F.Variant = I.has(ModSatfinite);
    return;
  case ElementType::B1:
    F.Family = MatrixVariants::BitOperations;
    F.Variant = I.has(ModAnd);
    return;
  case ElementType::F64:
    F.Family = MatrixVariants::Roundings;
    F.Variant = I.has(ModRm) ? 1 : I.has(ModRp) ? 2 : I.has(ModRz) ? 3 : 0;
    return;
  default:
    return;
  }
}

Value *laneOf(LiftContext &C) {
  return C.intrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
}

//===----------------------------------------------------------------------===//
// Products in more registers
//===----------------------------------------------------------------------===//

/// m16n8kK of f64: m8n8k4 of the upper rows, and of the lower ones, each along
/// k.
static Words multiplyDoubles(LiftContext &C, const Instruction &I, MatrixForm F,
                             ArrayRef<Value *> A, ArrayRef<Value *> B,
                             Words Sums) {
  const unsigned Steps = F.K / 4, Halves = F.Rows / 8;
  F.Rows = 8;
  F.K = 4;
  for (unsigned Half = 0; Half != Halves; ++Half)
    for (unsigned K = 0; K != Steps; ++K) {
      auto At = ArrayRef(Sums).slice(4 * Half, 4);
      Words D = multiplyParts(C, I, F, A.slice(2 * (Halves * K + Half), 2),
                              B.slice(2 * K, 2), At);
      if (D.empty())
        return {};
      copy(D, Sums.begin() + 4 * Half);
    }
  return Sums;
}

/// m8n8k4 of f16. Sums of f32 have eight registers: four are one product, and
/// four another.
static Words multiplyQuads(LiftContext &C, const Instruction &I, MatrixForm F,
                           ArrayRef<Value *> A, ArrayRef<Value *> B,
                           ArrayRef<Value *> Sums) {
  Words D;
  const unsigned Halves = F.D == ElementType::F32 ? 2 : 1;
  for (unsigned Half = 0; Half != Halves; ++Half) {
    F.Variant |= Half ? matrix::QuadUpper : 0;
    D.append(multiplyParts(C, I, F, A, B,
                           Sums.size() == 8 ? Sums.slice(4 * Half, 4) : Sums));
  }
  return D;
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

static MatrixVariants scalesOf(const Instruction &I) {
  const Modifier Vector = I.modifier(GrpScaleVec);
  if (Vector == ModScaleVec4X)
    return MatrixVariants::FourScales;
  return Vector == ModScaleVec2X || I.modifier(GrpKind) == ModKindMxf4
             ? MatrixVariants::TwoScales
             : MatrixVariants::OneScale;
}

static MatrixForm formOf(const Instruction &I) {
  const SmallVector<ElementType, 4> Types = elementTypesOf(I);
  assert(Types.size() == 4 && "the form says so");
  const MatrixShape Shape = shapeOf(I);
  MatrixForm F;
  F.D = Types[0];
  F.A = Types[1];
  F.B = Types[2];
  F.C = Types[3];
  F.Rows = uint8_t(Shape.M);
  F.K = uint16_t(Shape.K);
  F.IsSparse = I.opcode() != OpMma;
  setVariant(F, I);
  if (I.has(ModBlockScale)) {
    F.Family = scalesOf(I);
  } else if (F.A == ElementType::F16 && Shape.K == 4) {
    F.Unit = matrix::Quad;
    F.Family = MatrixVariants::QuadLayouts;
    unsigned Bit = matrix::QuadColumnA;
    for (const ModifierUse &Use : I.Modifiers)
      if (Use.Group == GrpLayout) {
        F.Variant |= Use.Mod == ModCol ? Bit : 0;
        Bit = matrix::QuadColumnB;
      }
  }
  return F;
}

/// Metadata, scale factors and selectors: what is behind A, B and C.
static Words moreOf(LiftContext &C, const Instruction &I, const MatrixForm &F) {
  IRBuilderBase &B = C.Builder;
  if (!F.hasMore())
    return {};
  Value *Zero = B.getInt32(0);
  Words More = {Zero, Zero, Zero, Zero};
  Value *&Selectors = More[matrix::SelectorsRow];
  auto Select = [&](const ptx::Operand &Op, unsigned Shift) {
    Value *V = B.CreateZExtOrTrunc(C.read(Op), B.getInt32Ty());
    Selectors = B.CreateOr(Selectors, B.CreateShl(B.CreateAnd(V, 3), Shift));
  };
  unsigned Next = 4;
  if (F.IsSparse) {
    More[matrix::MetadataRow] = C.read(I, Next++);
    Select(I.Operands[Next++], matrix::SparsityShift);
  }
  if (!F.scales())
    return More;
  for (auto [Row, Byte, Thread] :
       {std::tuple(matrix::ScaleARow, matrix::ByteAShift, matrix::ThreadAShift),
        std::tuple(matrix::ScaleBRow, matrix::ByteBShift,
                   matrix::ThreadBShift)}) {
    More[Row] = C.read(I, Next++);
    auto Pair = C.elements(I.Operands[Next++], ScalarType::U16);
    Select(Pair[0], Byte);
    Select(Pair[1], Thread);
  }
  return More;
}

void liftMma(LiftContext &C, const Instruction &I) {
  const MatrixForm F = formOf(I);
  const unsigned Bits = F.A == ElementType::F64 ? 64 : 32;
  Words A = readWords(C, I.Operands[1], Bits),
        B = readWords(C, I.Operands[2], Bits),
        Sums = readWords(C, I.Operands[3], Bits);
  Words D = F.A == ElementType::F64 ? multiplyDoubles(C, I, F, A, B, Sums)
            : F.Unit == matrix::Quad
                ? multiplyQuads(C, I, F, A, B, Sums)
                : multiplyParts(C, I, F, A, B, Sums, moreOf(C, I, F));
  if (!D.empty())
    writeWords(C, I.Operands[0], D, Bits);
}

} // namespace heddle
