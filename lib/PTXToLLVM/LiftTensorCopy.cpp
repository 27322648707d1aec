//===- LiftTensorCopy.cpp - Copies of tiles of tensors --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cp.async.bulk.tensor and tensormap.replace. heddle/ABI/TensorMap.h says what
/// the bytes of a map are; lib/Builtins copies tiles by them, at once, by
/// accesses of the lane.
///
//===----------------------------------------------------------------------===//

#include "LiftTensorCopy.h"
#include "LiftBulkCopy.h"
#include "LiftCluster.h"
#include "LiftMemory.h"
#include "heddle/ABI/TensorMap.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cstddef>

using namespace llvm;

namespace heddle {

using namespace ptx;

static_assert(sizeof(HeddleTensorMap) == 128, "as large as a CUtensorMap");

static unsigned rankOf(const Instruction &I) {
  unsigned Rank = 0;
  modifierName(I.modifier(GrpGeometry)).consumeInteger(10, Rank);
  return Rank;
}

/// The generic address in \p Op, `[map, {...}]` or `[map]`.
static Value *mapAddress(LiftContext &C, const Instruction &I,
                         const Operand &Op) {
  const Variable *Var = Op.baseVariable();
  if (Var && Var->Space != StateSpace::Global &&
      Var->Space != StateSpace::Const) {
    C.unsupported(I, ": a tensor map that is named as a variable of its space");
    return nullptr;
  }
  Operand Plain = Op;
  Plain.Elements = {};
  Value *Pointer =
      pointerInto(C, Var ? Var->Space : StateSpace::Generic, Plain, 128);
  if (Var && Var->Space == StateSpace::Const) {
    C.unsupported(I, ": a tensor map in constant memory by its name");
    return nullptr;
  }
  return Pointer ? C.Builder.CreatePtrToInt(Pointer, C.Builder.getInt64Ty())
                 : nullptr;
}

/// The mode of maps, one of HEDDLE_TENSOR_MAP_TILED and what follows it, that
/// copies of mode \p M take.
static unsigned modeOf(Modifier M) {
  switch (M) { // Over those that are not of tiles.
  case ModIm2col:
  case ModIm2colNoOffs:
    return HEDDLE_TENSOR_MAP_IM2COL;
  case ModIm2colW:
    return HEDDLE_TENSOR_MAP_IM2COL_W;
  case ModIm2colW128:
    return HEDDLE_TENSOR_MAP_IM2COL_W128;
  default:
    return HEDDLE_TENSOR_MAP_TILED;
  }
}

bool readTile(LiftContext &C, const Instruction &I, const Operand &Op,
              const Operand *Offsets, TileOperands &To) {
  const Modifier Mode = I.modifier(GrpTensorMode);
  To.Map = mapAddress(C, I, Op);
  if (!To.Map)
    return false;
  faultIf(C, isMisaligned(C, To.Map, 64), abi::Misuse::MapAddress, To.Map);
  To.Rank = rankOf(I);
  To.Mode = modeOf(Mode);
  To.IsRows = Mode == ModTileGather4 || Mode == ModTileScatter4;
  for (const Operand &Element : Op.Elements)
    To.Coordinates.push_back(C.read(Element, ScalarType::S32));
  if (Offsets)
    for (const Operand &Element : C.elements(*Offsets, ScalarType::U16))
      To.Offsets.push_back(
          C.Builder.CreateZExt(C.read(Element), C.Builder.getInt32Ty()));
  if (To.Mode == HEDDLE_TENSOR_MAP_IM2COL)
    To.Offsets.resize(3, C.Builder.getInt32(0));
  return true;
}

SmallVector<Value *, 5> coordinatesOf(LiftContext &C,
                                      const TileOperands &Tile) {
  IRBuilderBase &B = C.Builder;
  SmallVector<Value *, 5> At = Tile.Coordinates;
  if (Tile.isIm2col()) {
    Value *Image = At.pop_back_val();
    At.resize(4, B.getInt32(0));
    At.push_back(Image);
  }
  At.resize(5, B.getInt32(0));
  return At;
}

/// Copies the tile between the tensor and \p Shared, a generic address; the
/// bytes that it has.
static Value *copyTile(LiftContext &C, const TileOperands &Tile, Value *Shared,
                       bool IsStore) {
  IRBuilderBase &B = C.Builder;
  checkTileAddress(C, Shared);
  SmallVector<Value *, 12> Args = {Tile.Map, Shared};
  Args.append(coordinatesOf(C, Tile));
  if (Tile.isIm2col())
    Args.append(Tile.Offsets.begin(), Tile.Offsets.end());
  if (!Tile.IsRows)
    Args.push_back(B.getInt32(Tile.Rank));
  // The modes along W only load.
  const bool IsWide = Tile.Mode > HEDDLE_TENSOR_MAP_IM2COL;
  Args.push_back(B.getInt32(IsWide ? Tile.Mode : unsigned(IsStore)));
  Value *Bytes = C.memoryBuiltin(IsWide            ? "tensor_wide_pixels"
                                 : Tile.isIm2col() ? "tensor_pixels"
                                 : Tile.IsRows     ? "tensor_rows"
                                                   : "tensor_tile",
                                 B.getInt32Ty(), Args);
  faultIf(C, B.CreateICmpEQ(Bytes, B.getInt32(~0u)), abi::Misuse::NoMap,
          Tile.Map);
  return Bytes;
}

void liftTensorCopy(LiftContext &C, const Instruction &I) {
  TileOperands Tile;
  if (I.has(ModBulkGroup)) {
    Value *From = pointerInto(C, StateSpace::Shared, I.Operands[1], 16);
    if (From && readTile(C, I, I.Operands[0], /*Offsets=*/nullptr, Tile))
      copyTile(C, Tile, genericAddress(C, From), /*IsStore=*/true);
    return;
  }
  const bool HasOffsets =
      modeOf(I.modifier(GrpTensorMode)) != HEDDLE_TENSOR_MAP_TILED;
  const unsigned AfterOffsets = HasOffsets ? 4 : 3;
  if (!readTile(C, I, I.Operands[1], HasOffsets ? &I.Operands[3] : nullptr,
                Tile))
    return;
  Value *Mask = I.has(ModMulticastCluster) ? C.read(I, AfterOffsets) : nullptr;
  auto Copy = [&](Value *To, Value *Barrier) {
    Value *Bytes = copyTile(C, Tile, To, /*IsStore=*/false);
    completeBytes(C, Barrier, Bytes);
  };
  if (Mask && I.has(ModCtaGroup2))
    return forPairs(C, I.Operands[0], I.Operands[2], Mask, Copy);
  forDestinations(C, I.Operands[0], I.Operands[2], Mask, Copy);
}

//===----------------------------------------------------------------------===//
// tensormap
//===----------------------------------------------------------------------===//

namespace {
/// Where a field of a map is.
struct MapField {
  Modifier Name;
  size_t Offset;
  /// The size of the field, or of each of several.
  unsigned Bytes;
  /// The number that PTX gives the value, less that in the field.
  int Bias = 0;
};
} // namespace

static const MapField *fieldOf(Modifier Name) {
  using Map = HeddleTensorMap;
  static constexpr MapField Fields[] = {
      {ModGlobalAddress, offsetof(Map, Address), 8},
      {ModRank, offsetof(Map, Rank), 1, 1},
      {ModBoxDim, offsetof(Map, Box), 2},
      {ModGlobalDim, offsetof(Map, LastElements), 4, -1},
      {ModGlobalStride, offsetof(Map, Strides), 8},
      {ModElementStride, offsetof(Map, ElementStrides), 1},
      {ModElemtype, offsetof(Map, Type), 1},
      {ModSwizzleMode, offsetof(Map, Swizzle), 1},
      {ModSwizzleAtomicity, offsetof(Map, Atomicity), 1},
      {ModFillMode, offsetof(Map, Fill), 1},
      {ModInterleaveLayout, offsetof(Map, Interleave), 1},
  };
  const auto *Found =
      find_if(Fields, [=](const MapField &F) { return F.Name == Name; });
  return Found == std::end(Fields) ? nullptr : Found;
}

void liftTensormapReplace(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  const Modifier Name = I.modifier(GrpField);
  const MapField *Field = fieldOf(Name);
  const Operand &Value = I.Operands.back();
  if (!Field)
    return C.unsupported(I);
  Operand Address = I.Operands[0];
  Address.Offset += int64_t(Field->Offset);
  // The ordinal of a dimension.
  if (I.Operands.size() > 2)
    Address.Offset += int64_t(I.Operands[1].Bits * Field->Bytes);
  llvm::Value *Pointer = pointerInto(C, I.space(), Address, Field->Bytes);
  llvm::Value *V = C.read(Value);
  V = B.CreateAdd(V, ConstantInt::getSigned(V->getType(), Field->Bias));
  B.CreateAlignedStore(C.fitBits(V, B.getIntNTy(8 * Field->Bytes)), Pointer,
                       Align(Field->Bytes), /*isVolatile=*/true);
}

/// A copy of a map by all lanes together: each copies all of it, and all the
/// same.
void liftTensormapCopy(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  auto *Chunk = FixedVectorType::get(B.getInt32Ty(), 4);
  for (unsigned At = 0; At != sizeof(HeddleTensorMap); At += 16) {
    Operand To = I.Operands[0], From = I.Operands[1];
    To.Offset += At;
    From.Offset += At;
    llvm::Value *V = B.CreateAlignedLoad(
        Chunk, pointerInto(C, StateSpace::Shared, From, 16), Align(16));
    B.CreateAlignedStore(V, pointerInto(C, StateSpace::Global, To, 16),
                         Align(16));
  }
}

} // namespace heddle
