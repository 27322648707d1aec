//===- LiftTensorReduce.cpp - Reductions into tensors ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cp.reduce.async.bulk.tensor: each element of the tile that is in the tensor
/// is the operand of an atomic. Its type is the map's, which is known when the
/// kernel runs.
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftMemory.h"
#include "LiftTensorCopy.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// The number that `tensormap.replace` and maps have for a type.
static unsigned numberOf(ScalarType T) {
  switch (T) { // Over the types of elements that are reduced.
  case ScalarType::U32:
    return 2;
  case ScalarType::S32:
    return 3;
  case ScalarType::U64:
    return 4;
  case ScalarType::S64:
    return 5;
  case ScalarType::F16:
    return 6;
  case ScalarType::F32:
    return 7;
  case ScalarType::F64:
    return 9;
  default:
    assert(T == ScalarType::BF16 && "a type that is reduced");
    return 10;
  }
}

/// The types of elements that \p Op, a GrpAtomOp, reduces.
static ArrayRef<ScalarType> typesOf(Modifier Op) {
  using enum ScalarType;
  static constexpr ScalarType Sums[] = {U32, S32, U64, F16, F32, F64, BF16},
                              Orders[] = {U32, S32, U64, S64, F16, BF16},
                              Bits[] = {U32, S32, U64, S64}, Counts[] = {U32};
  switch (Op) { // Over the operations.
  case ModAdd:
    return Sums;
  case ModMin:
  case ModMax:
    return Orders;
  case ModInc:
  case ModDec:
    return Counts;
  default:
    return Bits;
  }
}

/// \p I as a reduction of elements of type \p T.
static Instruction typed(const Instruction &I, const ScalarType &T) {
  Instruction Typed = I;
  Typed.Types = T;
  return Typed;
}

/// The address in the tensor of element \p Number of the tile; 0: it has none.
static Value *placeOf(LiftContext &C, const TileOperands &Tile, Value *Number) {
  SmallVector<Value *, 8> Args = {Tile.Map};
  Args.append(coordinatesOf(C, Tile));
  if (Tile.isIm2col())
    Args.push_back(C.Builder.getInt32(Tile.Rank));
  Args.push_back(Number);
  return C.memoryBuiltin(Tile.isIm2col() ? "tensor_pixels_place"
                                         : "tensor_tile_place",
                         C.Builder.getInt64Ty(), Args);
}

/// Reduces the element at \p From into the one at \p To, both generic
/// addresses, by the map's type.
static void reduceElement(LiftContext &C, const Instruction &I, Value *Type,
                          Value *To, Value *From) {
  IRBuilderBase &B = C.Builder;
  BasicBlock *Next = C.newBlock("reduced");
  SwitchInst *Which = B.CreateSwitch(Type, Next);
  for (const ScalarType &T : typesOf(I.modifier(GrpAtomOp))) {
    BasicBlock *Of = C.newBlock(typeName(T));
    Which->addCase(B.getInt32(numberOf(T)), Of);
    B.SetInsertPoint(Of);
    const Align Natural(storeSize(T));
    Value *V =
        B.CreateAlignedLoad(C.typeOf(T), B.CreateIntToPtr(From, B.getPtrTy()),
                            Natural, /*isVolatile=*/true);
    liftAtomicAt(C, typed(I, T), B.CreateIntToPtr(To, B.getPtrTy()), V,
                 /*B=*/nullptr);
    B.CreateBr(Next);
  }
  B.SetInsertPoint(Next);
}

/// Ends the launch where the operation has no elements of the map's type.
static void checkType(LiftContext &C, const Instruction &I, Value *Type) {
  IRBuilderBase &B = C.Builder;
  Value *IsKnown = B.getFalse();
  for (ScalarType T : typesOf(I.modifier(GrpAtomOp)))
    IsKnown =
        B.CreateOr(IsKnown, B.CreateICmpEQ(Type, B.getInt32(numberOf(T))));
  faultIf(C, B.CreateNot(IsKnown), abi::Misuse::MapType, Type);
}

void liftTensorReduce(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  TileOperands Tile;
  Value *From = pointerInto(C, StateSpace::Shared, I.Operands[1], 16);
  if (!From || !readTile(C, I, I.Operands[0], /*Offsets=*/nullptr, Tile))
    return;
  Value *Shared = genericAddress(C, From);
  checkTileAddress(C, Shared);
  Value *Count =
      C.memoryBuiltin("tensor_count", B.getInt32Ty(),
                      {Tile.Map, B.getInt32(Tile.Rank), B.getInt32(Tile.Mode)});
  faultIf(C, B.CreateICmpEQ(Count, B.getInt32(~0u)), abi::Misuse::NoMap,
          Tile.Map);
  Value *Type = C.memoryBuiltin("tensor_type", B.getInt32Ty(), {Tile.Map});
  // f32.ftz is f32 to an atomic, which flushes as it likes.
  Type =
      B.CreateSelect(B.CreateICmpEQ(Type, B.getInt32(8)), B.getInt32(7), Type);
  checkType(C, I, Type);
  forSteps(C, Count, 1, [&](Value *Number) {
    Value *To = placeOf(C, Tile, Number);
    Value *Source = C.memoryBuiltin("tensor_source", B.getInt64Ty(),
                                    {Tile.Map, Shared, Number});
    BasicBlock *Inside = C.newBlock("inside"), *Next = C.newBlock("outside");
    B.CreateCondBr(B.CreateIsNull(To), Next, Inside);
    B.SetInsertPoint(Inside);
    reduceElement(C, I, Type, To, Source);
    C.startBlock(Next);
  });
}

} // namespace heddle
