//===- LiftSurface.cpp - suld, sust and sured -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftImage.h"
#include "ModuleLifter.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle {

using namespace ptx;
using abi::ImageBounds;

static unsigned placeBits(const Instruction &I) {
  const ImageBounds Bounds = I.has(ModClamp)  ? ImageBounds::Clamp
                             : I.has(ModZero) ? ImageBounds::Zero
                                              : ImageBounds::Trap;
  return unsigned(geometryOf(I)) | unsigned(Bounds) << 3;
}

/// The bits of a suld or sust that moves \p Op.
static unsigned accessBits(LiftContext &C, const Instruction &I,
                           const Operand &Op) {
  if (I.has(ModP))
    return placeBits(I) | abi::FormattedTexel << 7;
  const unsigned Bytes = bitWidth(I.type()) / 8;
  const auto Count = unsigned(C.elements(Op, I.type()).size());
  return placeBits(I) | Log2_32(Bytes) << 5 | Log2_32(Count) << 7;
}

/// \p Op as words: of a b64 two.
static Value *dataOf(LiftContext &C, const Instruction &I, const Operand &Op) {
  IRBuilderBase &B = C.Builder;
  SmallVector<Value *, 4> Words;
  for (const Operand &Part : C.elements(Op, I.type())) {
    Value *V = C.read(Part);
    const bool IsWide = bitWidth(I.type()) == 64;
    Value *Bits = C.fitBits(V, IsWide ? B.getInt64Ty() : B.getInt32Ty());
    Words.push_back(B.CreateTrunc(Bits, B.getInt32Ty()));
    if (IsWide)
      Words.push_back(B.CreateTrunc(B.CreateLShr(Bits, 32), B.getInt32Ty()));
  }
  // The components of a texel that are not given.
  if (I.has(ModP))
    Words.resize(4, B.getInt32(0));
  return quadOf(C, Words);
}

void liftSuld(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *Quad = C.op(HeddleOp::SurfLoad,
                     {handleOf(C, I.Operands[1]), placeOf(C, I, I.Operands[1]),
                      B.getInt32(accessBits(C, I, I.Operands[0]))});
  for (auto [N, Op] : enumerate(C.elements(I.Operands[0], I.type()))) {
    if (bitWidth(I.type()) != 64) {
      C.write(Op, C.fitBits(wordOf(C, Quad, N), C.typeOf(I.type())));
      continue;
    }
    Value *Low = B.CreateZExt(wordOf(C, Quad, 2 * N), B.getInt64Ty());
    Value *High = B.CreateZExt(wordOf(C, Quad, 2 * N + 1), B.getInt64Ty());
    C.write(Op, B.CreateOr(Low, B.CreateShl(High, 32)));
  }
}

void liftSust(LiftContext &C, const Instruction &I) {
  C.op(HeddleOp::SurfStore,
       {handleOf(C, I.Operands[0]), placeOf(C, I, I.Operands[0]),
        dataOf(C, I, I.Operands[1]),
        C.Builder.getInt32(accessBits(C, I, I.Operands[1]))});
}

static abi::SurfaceReduction reductionOf(const Instruction &I) {
  using abi::SurfaceReduction;
  const bool IsSigned = isSigned(I.type());
  switch (I.modifier(GrpAtomOp)) { // Over all modifiers.
  case ModMin:
    return IsSigned ? SurfaceReduction::MinS : SurfaceReduction::MinU;
  case ModMax:
    return IsSigned ? SurfaceReduction::MaxS : SurfaceReduction::MaxU;
  case ModAnd:
    return SurfaceReduction::And;
  case ModOr:
    return SurfaceReduction::Or;
  default:
    return SurfaceReduction::Add;
  }
}

void liftSured(LiftContext &C, const Instruction &I) {
  const unsigned Bits = placeBits(I) | (I.has(ModP) ? 1u << 5 : 0u) |
                        unsigned(reductionOf(I)) << 6;
  C.op(bitWidth(I.type()) == 64 ? HeddleOp::SurfReduce64
                                : HeddleOp::SurfReduce32,
       {handleOf(C, I.Operands[0]), placeOf(C, I, I.Operands[0]),
        dataOf(C, I, I.Operands[1]), C.Builder.getInt32(Bits)});
}

} // namespace heddle
