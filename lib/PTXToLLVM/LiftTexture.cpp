//===- LiftTexture.cpp - tex and tld4 -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fetches: by slots on the silicon, by handles where the chip has those.
///
//===----------------------------------------------------------------------===//

#include "LiftImage.h"
#include "ModuleLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;
using abi::ImageGeometry;
using abi::TexelMode;
using abi::TexelType;

namespace {
/// The operands behind the coordinates; null for each that is not there.
struct FetchOperands {
  const Operand *Level = nullptr;
  const Operand *Gradients[2] = {nullptr, nullptr};
  const Operand *Offsets = nullptr;
  const Operand *Depth = nullptr;
};
} // namespace

static FetchOperands operandsOf(const Instruction &I) {
  FetchOperands Found;
  ArrayRef<Operand> Rest = ArrayRef(I.Operands).drop_front(2);
  if (I.has(ModLevel)) {
    Found.Level = &Rest.front();
    Rest = Rest.drop_front();
  } else if (I.has(ModGrad)) {
    Found.Gradients[0] = &Rest[0];
    Found.Gradients[1] = &Rest[1];
    Rest = Rest.drop_front(2);
  }
  for (const Operand &Op : Rest)
    (Op.OpKind == Operand::ListOp || Op.Type == ScalarType::S32 ? Found.Offsets
                                                                : Found.Depth) =
        &Op;
  return Found;
}

/// x, y and z in four bits each, and the component of a gather.
static Value *offsetsOf(LiftContext &C, const Instruction &I,
                        const Operand *Offsets) {
  Value *Word = C.Builder.getInt32(0);
  if (I.opcode() == OpTld4) {
    const Modifier Component = I.modifier(GrpComponent);
    Word = C.Builder.getInt32((Component == ModG   ? 1u
                               : Component == ModB ? 2u
                               : Component == ModA ? 3u
                                                   : 0u)
                              << 12);
  }
  if (!Offsets)
    return Word;
  for (auto [N, Op] : enumerate(C.elements(*Offsets, ScalarType::S32))) {
    if (N == 3)
      break;
    Value *Few = C.Builder.CreateAnd(C.read(Op), 15);
    Word = C.Builder.CreateOr(Word, C.Builder.CreateShl(Few, 4 * N));
  }
  return Word;
}

static SmallVector<Value *, 4> gradientOf(LiftContext &C, const Operand &Op) {
  SmallVector<Value *, 4> Words;
  for (const Operand &Part : C.elements(Op, ScalarType::F32))
    if (Words.size() != 3)
      Words.push_back(C.read(Part));
  Words.resize(3, C.Builder.getInt32(0));
  return Words;
}

/// The words of a fetch by a handle.
static Value *fetchByHandle(LiftContext &C, const Instruction &I) {
  const Operand &Image = I.Operands[1];
  const ScalarType Result = I.firstType();
  const FetchOperands Given = operandsOf(I);
  const TexelMode Mode = I.opcode() == OpTld4 ? TexelMode::Gather
                         : Given.Level        ? TexelMode::Level
                         : Given.Gradients[0] ? TexelMode::Gradient
                                              : TexelMode::Plain;
  unsigned Bits = abi::fetchBits(geometryOf(I), Mode,
                                 Result == ScalarType::U32   ? TexelType::U32
                                 : Result == ScalarType::S32 ? TexelType::S32
                                                             : TexelType::F32);
  if (I.type() == ScalarType::S32)
    Bits |= abi::TexelInteger;
  if (Given.Depth)
    Bits |= abi::TexelCompare;
  IRBuilderBase &B = C.Builder;
  Type *I32 = B.getInt32Ty();
  Value *Zero = B.getInt32(0);
  auto Halves = [&](Value *Handle) -> std::pair<Value *, Value *> {
    return {B.CreateTrunc(Handle, I32),
            B.CreateTrunc(B.CreateLShr(Handle, 32), I32)};
  };
  auto [Low, High] = Halves(handleOf(C, Image));
  auto [SamplerLow, SamplerHigh] =
      Halves(Image.Second ? handleOf(C, *Image.Second) : B.getInt64(0));
  Value *Handles = quadOf(C, {Low, High, SamplerLow, SamplerHigh});
  Value *Place = placeOf(C, I, Image);
  Value *What = B.getInt32(Bits);
  Value *Offsets = offsetsOf(C, I, Given.Offsets);
  Value *Depth = Given.Depth ? C.read(*Given.Depth) : Zero;
  if (Mode == TexelMode::Gradient) {
    SmallVector<Value *, 4> X = gradientOf(C, *Given.Gradients[0]);
    SmallVector<Value *, 4> Y = gradientOf(C, *Given.Gradients[1]);
    X.push_back(Offsets);
    Y.push_back(Depth);
    return C.op(HeddleOp::TexGrad,
                {Place, Handles, quadOf(C, X), quadOf(C, Y), What});
  }
  if (Mode == TexelMode::Plain && !Given.Offsets && !Given.Depth)
    return C.op(HeddleOp::Tex, {Handles, Place, What});
  Value *Level = Given.Level ? C.read(*Given.Level) : Zero;
  return C.op(HeddleOp::TexMore,
              {Handles, Place, quadOf(C, {Level, Offsets, Depth, Zero}), What});
}

/// The words of a fetch by a slot; checkChip has refused what it cannot do. The
/// layer comes behind the other coordinates.
static Value *fetchBySlot(LiftContext &C, const Instruction &I) {
  const Operand &Image = I.Operands[1];
  const Variable *Texture = Image.baseVariable();
  const unsigned Slot = C.Parent.imageSlot(*Texture);
  C.Parent.noteFetched(*Texture, I.firstType() != ScalarType::U32 &&
                                     I.firstType() != ScalarType::S32);
  const Variable *Sampler =
      Image.Second ? Image.Second->baseVariable() : nullptr;
  const unsigned SamplerSlot =
      Sampler ? C.Parent.imageSlot(*Sampler) : Slot % abi::SamplerSlots;
  SmallVector<Value *, 4> Words;
  const ImageGeometry G = geometryOf(I);
  const bool HasLayer = G >= ImageGeometry::OneDArray;
  const unsigned Coordinates = G == ImageGeometry::OneD        ? 1
                               : G == ImageGeometry::ThreeD    ? 3
                               : G == ImageGeometry::TwoDArray ? 3
                                                               : 2;
  ArrayRef<Operand> Given = Image.Elements;
  for (const Operand &Op : Given.take_front(Coordinates))
    Words.push_back(C.read(Op));
  if (HasLayer)
    std::rotate(Words.begin(), Words.begin() + 1, Words.end());
  return C.op(
      I.type() == ScalarType::S32 ? HeddleOp::FetchSlot : HeddleOp::SampleSlot,
      {quadOf(C, Words), C.Builder.getInt32(Slot),
       C.Builder.getInt32(SamplerSlot), C.Builder.getInt32(Coordinates - 1)});
}

/// Words \p Quad, rounded to f16 where \p I asks for those.
static void writeTexel(LiftContext &C, const Instruction &I, Value *Quad) {
  const ScalarType Type = I.firstType();
  IRBuilderBase &B = C.Builder;
  auto HalfOf = [&](unsigned N) {
    return C.op(HeddleOp::F2hRn,
                {B.CreateBitCast(wordOf(C, Quad, N), B.getFloatTy())});
  };
  for (auto [N, Op] : enumerate(C.elements(I.Operands[0], Type))) {
    if (Type == ScalarType::F16)
      C.write(Op, B.CreateTrunc(HalfOf(N), B.getInt16Ty()));
    else if (Type == ScalarType::F16x2)
      C.write(Op, B.CreateOr(B.CreateAnd(HalfOf(2 * N), 0xffff),
                             B.CreateShl(HalfOf(2 * N + 1), 16)));
    else
      C.write(Op, wordOf(C, Quad, N));
  }
  // A texel exists everywhere.
  if (const Operand *Predicate = I.Operands[0].Second)
    C.write(*Predicate, B.getTrue(), ScalarType::Pred);
}

/// Textures have one sample; of others, all is 0.
static Value *ofSample(LiftContext &C, const Instruction &I, Value *Quad) {
  IRBuilderBase &B = C.Builder;
  Value *Exists = B.CreateIsNull(C.read(I.Operands[1].Elements.front()));
  SmallVector<Value *, 4> Words;
  for (unsigned N = 0; N != 4; ++N)
    Words.push_back(B.CreateSelect(Exists, wordOf(C, Quad, N), B.getInt32(0)));
  return quadOf(C, Words);
}

void liftTex(LiftContext &C, const Instruction &I) {
  Value *Quad = C.Parent.Chip.has(abi::Feature::Images) ? fetchByHandle(C, I)
                                                        : fetchBySlot(C, I);
  if (hasSamples(I))
    Quad = ofSample(C, I, Quad);
  writeTexel(C, I, Quad);
}

} // namespace heddle
