//===- LiftImage.cpp - What accesses to images have in common -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Handles, places, and questions about images.
///
//===----------------------------------------------------------------------===//

#include "LiftImage.h"
#include "ModuleLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;
using abi::ImageGeometry;
using abi::ImageKind;

Value *quadOf(LiftContext &C, ArrayRef<Value *> Words) {
  Type *I32 = C.Builder.getInt32Ty();
  Value *Quad = PoisonValue::get(FixedVectorType::get(I32, 4));
  for (auto [N, Word] : enumerate(Words))
    Quad = C.Builder.CreateInsertElement(Quad, C.fitBits(Word, I32), N);
  return Quad;
}

Value *wordOf(LiftContext &C, Value *Quad, unsigned N) {
  return C.Builder.CreateExtractElement(Quad, N);
}

Value *handleOf(LiftContext &C, const Operand &Op) {
  if (const Variable *Var = Op.baseVariable())
    return C.addressOf(*Var, Op.Range);
  Operand Register = Op;
  Register.OpKind = Operand::RegisterOp;
  Register.Offset = 0;
  return C.read(Register, ScalarType::U64);
}

ImageGeometry geometryOf(const Instruction &I) {
  switch (I.modifier(GrpGeometry)) { // Over all modifiers.
  case Mod2d:
  case Mod2dms:
    return ImageGeometry::TwoD;
  case Mod3d:
    return ImageGeometry::ThreeD;
  case ModCube:
    return ImageGeometry::Cube;
  case ModA1d:
    return ImageGeometry::OneDArray;
  case ModA2d:
  case ModA2dms:
    return ImageGeometry::TwoDArray;
  case ModAcube:
    return ImageGeometry::CubeArray;
  default:
    return ImageGeometry::OneD;
  }
}

bool hasSamples(const Instruction &I) {
  return I.has(Mod2dms) || I.has(ModA2dms);
}

static unsigned dimensionsOf(ImageGeometry G) {
  switch (G) {
  case ImageGeometry::OneD:
  case ImageGeometry::OneDArray:
    return 1;
  case ImageGeometry::TwoD:
  case ImageGeometry::TwoDArray:
    return 2;
  case ImageGeometry::ThreeD:
  case ImageGeometry::Cube:
  case ImageGeometry::CubeArray:
    return 3;
  }
  llvm_unreachable("covered switch");
}

Value *placeOf(LiftContext &C, const Instruction &I, const Operand &Op) {
  const ImageGeometry G = geometryOf(I);
  ArrayRef<Operand> Given = Op.Elements;
  if (hasSamples(I))
    Given = Given.drop_front();
  Value *Zero = C.Builder.getInt32(0);
  Value *Words[] = {Zero, Zero, Zero, Zero};
  if (G >= ImageGeometry::OneDArray) {
    Words[3] = C.read(Given.front());
    Given = Given.drop_front();
  }
  for (unsigned N = 0; N != dimensionsOf(G); ++N)
    Words[N] = C.read(Given[N]);
  return quadOf(C, Words);
}

static abi::ImageQuery queryOf(const Instruction &I) {
  using abi::ImageQuery;
  switch (I.modifier(GrpQuery)) { // Over all modifiers.
  case ModHeight:
    return ImageQuery::Height;
  case ModDepth:
    return ImageQuery::Depth;
  case ModChannelDataType:
    return ImageQuery::ChannelDataType;
  case ModChannelOrder:
    return ImageQuery::ChannelOrder;
  case ModNormalizedCoords:
    return ImageQuery::NormalizedCoords;
  case ModArraySize:
    return ImageQuery::ArraySize;
  case ModNumMipmapLevels:
    return ImageQuery::NumMipmapLevels;
  case ModNumSamples:
    return ImageQuery::NumSamples;
  case ModFilterMode:
    return ImageQuery::FilterMode;
  case ModAddrMode0:
    return ImageQuery::AddressMode0;
  case ModAddrMode1:
    return ImageQuery::AddressMode1;
  case ModAddrMode2:
    return ImageQuery::AddressMode2;
  case ModForceUnnormalizedCoords:
    return ImageQuery::ForceUnnormalizedCoords;
  case ModMemoryLayout:
    return ImageQuery::MemoryLayout;
  default:
    return ImageQuery::Width;
  }
}

/// txq and suq. The level comes last.
void liftImageQuery(LiftContext &C, const Instruction &I) {
  Value *Level = I.Operands.size() > 2 ? C.read(I, 2) : C.Builder.getInt32(0);
  C.writeResult(I, C.op(HeddleOp::ImageQuery,
                        {handleOf(C, I.Operands[1]), Level,
                         C.Builder.getInt32(unsigned(queryOf(I)))}));
}

/// The upper word of a handle tells.
void liftIstypep(LiftContext &C, const Instruction &I) {
  const ImageKind Kind = I.has(ModTexref)       ? ImageKind::Texture
                         : I.has(ModSamplerref) ? ImageKind::Sampler
                                                : ImageKind::Surface;
  Value *High = C.Builder.CreateTrunc(C.Builder.CreateLShr(C.read(I, 1), 32),
                                      C.Builder.getInt32Ty());
  C.writeResult(
      I, C.Builder.CreateICmpEQ(
             High, C.Builder.getInt32(abi::ImageHandleWord + unsigned(Kind))));
}

} // namespace heddle
