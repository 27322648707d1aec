//===- TeslaISelLoweringMul.cpp - 32-bit products from 16-bit ones --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chips multiply 16 by 16 and 24 by 24 bits. With L and H for the halves:
///
///   low 32 bits    t = aL*bH; t = aH*bL + t; t <<= 16; aL*bL + t
///   high 32 bits   l = aL*bL
///                  s = aH*bL + (l >> 16)
///                  t = aL*bH + (s & 0xffff)
///                  aH*bH + (s >> 16) + (t >> 16)
///
/// None of the sums of the second form can overflow. It holds for signed words,
/// too, where H, s and t are signed: the products of an H and an L are of a
/// signed and an unsigned half, and s and t are shifted with their sign.
/// Selection reads a half register wherever a shift by 16 feeds a product. A
/// number with one bit more or less than a power of two takes a shift and a
/// sum, and one of 16 bits a product less.
///
/// Source: tesla-isa.md section 7.2, which needs carries for the high part;
/// these sums need one instruction more and no $c.
///
//===----------------------------------------------------------------------===//

#include "TeslaISelLowering.h"

using namespace llvm;

namespace {
/// Builds i32 nodes at one place.
struct Words {
  SelectionDAG &DAG;
  SDLoc DL;

  SDValue constant(uint32_t V) const {
    return DAG.getConstant(V, DL, MVT::i32);
  }
  SDValue op(unsigned Opcode, SDValue A, SDValue B) const {
    return DAG.getNode(Opcode, DL, MVT::i32, A, B);
  }
  SDValue high(SDValue A) const { return op(ISD::SRL, A, constant(16)); }
  SDValue mul16(SDValue A, SDValue B) const {
    return op(TeslaISD::MUL_U16, A, B);
  }
  SDValue add(SDValue A, SDValue B) const { return op(ISD::ADD, A, B); }
};
} // namespace

/// A times \p Factor as a sum or difference of A and A shifted; null where it
/// takes more.
static SDValue byShift(const Words &W, SDValue A, uint32_t Factor) {
  auto Shifted = [&](uint32_t Power) {
    return W.op(ISD::SHL, A, W.constant(Log2_32(Power)));
  };
  if (isPowerOf2_32(Factor - 1))
    return W.add(Shifted(Factor - 1), A);
  if (isPowerOf2_32(Factor + 1))
    return W.op(ISD::SUB, Shifted(Factor + 1), A);
  if (isPowerOf2_32(1 - Factor))
    return W.op(ISD::SUB, A, Shifted(1 - Factor));
  return SDValue();
}

/// A times a number; null where nothing is gained by knowing it.
static SDValue byNumber(const Words &W, SDValue A, uint32_t Factor) {
  unsigned Zeros = unsigned(llvm::countr_zero(Factor));
  if (Factor == 0 || Zeros >= 16)
    return SDValue();
  if (SDValue Short = byShift(W, A, Factor >> Zeros))
    return Zeros ? W.op(ISD::SHL, Short, W.constant(Zeros)) : Short;
  if (!isUInt<16>(Factor))
    return SDValue();
  SDValue B = W.constant(Factor);
  SDValue Upper = W.op(ISD::SHL, W.mul16(W.high(A), B), W.constant(16));
  return W.add(W.mul16(A, B), Upper);
}

static SDValue lowPart(const Words &W, SDValue A, SDValue B) {
  if (auto *C = dyn_cast<ConstantSDNode>(B))
    if (SDValue Product = byNumber(W, A, uint32_t(C->getZExtValue())))
      return Product;
  SDValue Cross = W.add(W.mul16(W.high(A), B), W.mul16(W.high(B), A));
  return W.add(W.mul16(A, B), W.op(ISD::SHL, Cross, W.constant(16)));
}

static SDValue highPart(const Words &W, SDValue A, SDValue B, bool Signed) {
  unsigned Cross = Signed ? TeslaISD::MUL_SU16 : TeslaISD::MUL_U16;
  unsigned Upper = Signed ? TeslaISD::MUL_S16 : TeslaISD::MUL_U16;
  auto UpperHalf = [&](SDValue V) {
    return W.op(Signed ? ISD::SRA : ISD::SRL, V, W.constant(16));
  };
  SDValue AH = W.high(A), BH = W.high(B);
  SDValue S = W.add(W.op(Cross, AH, B), W.high(W.mul16(A, B)));
  SDValue T = W.add(W.op(Cross, BH, A), W.op(ISD::AND, S, W.constant(0xffff)));
  SDValue Sum = W.add(W.op(Upper, AH, BH), UpperHalf(S));
  return W.add(Sum, UpperHalf(T));
}

SDValue TeslaTargetLowering::lowerMul(SDValue Op, SelectionDAG &DAG) const {
  Words W{DAG, SDLoc(Op)};
  SDValue A = Op.getOperand(0), B = Op.getOperand(1);
  if (Op.getOpcode() == ISD::MUL)
    return lowPart(W, A, B);
  return highPart(W, A, B, Op.getOpcode() == ISD::MULHS);
}
