//===- LiftMatrixMemory.cpp - ldmatrix, stmatrix, movmatrix ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each row of a matrix is an access of 16 bytes by the lane that has its
/// address, like any other, and the lanes then exchange what they have.
///
//===----------------------------------------------------------------------===//

#include "LiftImage.h"
#include "LiftMatrix.h"
#include "LiftMemory.h"
#include "heddle/Matrix/MatrixMove.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

/// "ldmatrix.m8n8.trans.b16", as MatrixMoves.def has it; nothing, after a
/// report, where the machine has no such move.
static std::optional<matrix::MatrixMove> moveOf(LiftContext &C,
                                                const Instruction &I) {
  std::string Name =
      (mnemonic(I.opcode()) + "." + modifierName(I.modifier(GrpShape)) +
       (I.has(ModTrans) ? ".trans" : ""))
          .str();
  for (Modifier Type : {ModB16, ModB8, ModB8x16, ModB6x16P32, ModB4x16P64})
    if (I.has(Type))
      Name += ("." + modifierName(Type)).str();
  std::optional<matrix::MatrixMove> Move = matrix::findMatrixMove(Name);
  if (!Move)
    C.unsupported(I);
  return Move;
}

static Value *move(LiftContext &C, matrix::MatrixMove Move, Value *Quad) {
  return C.op(HeddleOp::MatrixMove, {Quad, C.Builder.getInt32(unsigned(Move))});
}

/// Matrices that \p I is about: 1, 2 or 4.
static unsigned matricesOf(const Instruction &I) {
  const Modifier Count = I.modifier(GrpCount);
  return Count == ModX4 ? 4 : Count == ModX2 ? 2 : 1;
}

/// Calls \p Access in the lanes that have the address of a row, \p Rows of each
/// matrix.
template <class FnT>
static Value *inLanesWithRows(LiftContext &C, const Instruction &I,
                              unsigned Rows, FnT Access) {
  IRBuilderBase &B = C.Builder;
  const unsigned Lanes = Rows * matricesOf(I);
  if (Lanes >= 32)
    return Access();
  BasicBlock *Has = C.newBlock("rows"), *Next = C.newBlock("matrix");
  B.CreateCondBr(B.CreateICmpULT(laneOf(C), B.getInt32(Lanes)), Has, Next);
  BasicBlock *Before = B.GetInsertBlock();
  B.SetInsertPoint(Has);
  Value *V = Access();
  BasicBlock *After = B.GetInsertBlock();
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  if (!V || V->getType()->isVoidTy())
    return V;
  PHINode *Either = B.CreatePHI(V->getType(), 2);
  Either->addIncoming(V, After);
  Either->addIncoming(Constant::getNullValue(V->getType()), Before);
  return Either;
}

constexpr unsigned RowBytes = 16;

void liftLdmatrix(LiftContext &C, const Instruction &I) {
  std::optional<matrix::MatrixMove> Move = moveOf(C, I);
  if (!Move)
    return;
  Value *Pointer = pointer(C, I, I.Operands[1], RowBytes);
  if (!Pointer)
    return;
  auto *Row = FixedVectorType::get(C.Builder.getInt32Ty(), 4);
  Value *Quad = inLanesWithRows(C, I, I.has(ModM16n16) ? 16 : 8, [&] {
    return C.Builder.CreateAlignedLoad(Row, Pointer, Align(RowBytes));
  });
  Quad = move(C, *Move, Quad);
  for (auto [N, To] : enumerate(C.elements(I.Operands[0], ScalarType::B32)))
    if (To.OpKind != Operand::SinkOp)
      C.write(To, wordOf(C, Quad, unsigned(N)));
}

void liftStmatrix(LiftContext &C, const Instruction &I) {
  std::optional<matrix::MatrixMove> Move = moveOf(C, I);
  if (!Move)
    return;
  Value *Pointer = pointer(C, I, I.Operands[0], RowBytes);
  if (!Pointer)
    return;
  Words Fragment = readWords(C, I.Operands[1], 32);
  assert(Fragment.size() <= 4 && "no form has more matrices");
  // Matrices that there are not are no part of any row.
  Fragment.resize(4, C.Builder.getInt32(0));
  Value *Quad = move(C, *Move, quadOf(C, Fragment));
  inLanesWithRows(C, I, 8, [&] {
    return C.Builder.CreateAlignedStore(Quad, Pointer, Align(RowBytes));
  });
}

void liftMovmatrix(LiftContext &C, const Instruction &I) {
  std::optional<matrix::MatrixMove> Move = moveOf(C, I);
  if (!Move)
    return;
  Value *Zero = C.Builder.getInt32(0);
  Value *Quad = quadOf(C, {C.read(I, 1), Zero, Zero, Zero});
  C.writeResult(I, wordOf(C, move(C, *Move, Quad), 0));
}

} // namespace heddle
