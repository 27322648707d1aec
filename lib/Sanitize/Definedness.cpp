//===- Definedness.cpp - What is undefined in results ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Definedness.h"
#include "heddle/ABI/BitsOps.inc"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sanitize {

using sm::CvtType;
using sm::DecodedInst;
using sm::NarrowFormat;
using sm::Operation;
using sm::ProductKind;
using sm::WideType;
using tesla::DataType;

/// By indexOf the Operation.
static constexpr Definedness Table[] = {
#define HEDDLE_OPERATION(UNIT, NUMBER, NAME, SPACE, ACCESS, TRAITS, RULE,      \
                         RESULT, A, B, C)                                      \
  {DefinedClass::RULE, Shape::RESULT, {Shape::A, Shape::B, Shape::C}},
#include "heddle/ABI/Operations.inc"
};

const Definedness &definednessOf(Operation Op) {
  return Table[sm::indexOf(Op)];
}

static bool isPairType(DataType T) {
  return T == DataType::U64 || T == DataType::S64 || T == DataType::B64 ||
         T == DataType::F64;
}

static unsigned narrowBits(NarrowFormat F) {
  switch (F) {
  case NarrowFormat::F16:
  case NarrowFormat::BF16:
    return 16;
  case NarrowFormat::TF32:
  case NarrowFormat::TF32A:
    return 32;
  case NarrowFormat::E4M3:
  case NarrowFormat::E5M2:
  case NarrowFormat::E2M3:
  case NarrowFormat::E3M2:
  case NarrowFormat::UE8M0:
    return 8;
  case NarrowFormat::E2M1:
    return 4;
  }
  llvm_unreachable("covered switch");
}

static uint32_t lowBits(unsigned N) {
  return N >= 32 ? ~uint32_t(0) : (uint32_t(1) << N) - 1;
}

namespace {
/// A type of a conversion.
struct Converted {
  unsigned Bits = 32;
  bool IsSigned = false, IsFloat = false;
};
} // namespace

static Converted convertedType(CvtType T) {
  switch (T) {
  case CvtType::U8:
    return {8, false, false};
  case CvtType::S8:
    return {8, true, false};
  case CvtType::U16:
    return {16, false, false};
  case CvtType::S16:
    return {16, true, false};
  case CvtType::U32:
    return {32, false, false};
  case CvtType::S32:
    return {32, true, false};
  case CvtType::F16:
    return {16, true, true};
  case CvtType::F32:
    return {32, true, true};
  }
  llvm_unreachable("covered switch");
}

static Converted convertedType(WideType T) {
  switch (T) {
  case WideType::U32:
    return {32, false, false};
  case WideType::S32:
    return {32, true, false};
  case WideType::U64:
    return {64, false, false};
  case WideType::S64:
    return {64, true, false};
  case WideType::F32:
    return {32, true, true};
  case WideType::F64:
    return {64, true, true};
  }
  llvm_unreachable("covered switch");
}

/// Sub[0] is the type of the source, Sub[1] that of the result.
static Converted convertedType(const DecodedInst &I, unsigned Sub) {
  return I.is(sm::ConvertOp::Wide) ? convertedType(WideType(I.Sub[Sub]))
                                   : convertedType(CvtType(I.Sub[Sub]));
}

bool extendsOnly(const DecodedInst &I) {
  Converted From = convertedType(I, 0), To = convertedType(I, 1);
  if (From.IsFloat || To.IsFloat || I.has(sm::Abs1) || I.has(sm::Negate))
    return false;
  // A clamped value is no copy.
  if (From.IsSigned)
    return To.IsSigned && To.Bits >= From.Bits;
  return To.Bits > From.Bits || (!To.IsSigned && To.Bits == From.Bits);
}

bool isHighProduct(const DecodedInst &I) {
  if (I.is(sm::IntegerOp::Mul24))
    return I.has(sm::High);
  if (!I.is(sm::IntegerOp::MulAdd) && !I.is(sm::IntegerOp::MulAddCarry))
    return false;
  return ProductKind(I.Sub[0]) >= ProductKind::U24High;
}

unsigned packedBits(const DecodedInst &I) {
  return narrowBits(NarrowFormat(I.Sub[0]));
}

bool hasTwoHalves(const DecodedInst &I) {
  return I.is(sm::BitsOp::Halves) || DataType(I.Sub[2]) == DataType::F16X2 ||
         DataType(I.Sub[2]) == DataType::BF16X2;
}

/// The bits of a factor of 16 or 24 bits.
static uint32_t factorBits(const DecodedInst &I) {
  if (I.is(sm::IntegerOp::Mul24))
    return 0xffffff;
  ProductKind Kind = ProductKind(I.Sub[0]);
  return Kind == ProductKind::U16 || Kind == ProductKind::S16 ? 0xffff
                                                              : 0xffffff;
}

static Extent extentOf(const DecodedInst &I, Shape S, unsigned Sub) {
  switch (S) {
  case Shape::None:
    return {0, 0};
  case Shape::Word:
  case Shape::Control:
    return {1};
  case Shape::Half:
  case Shape::HalfControl:
    return {1, 0xffff};
  case Shape::Pair:
    return {2};
  case Shape::Quad:
    return {4};
  case Shape::Typed:
    return {isPairType(DataType(I.Sub[2])) ? 2u : 1u};
  case Shape::Factor:
    return {1, factorBits(I)};
  case Shape::Narrow:
    return {1, lowBits(narrowBits(NarrowFormat(I.Sub[0])))};
  case Shape::Converted: {
    Converted T = convertedType(I, Sub);
    // A negative number of few bits is written as a word.
    bool Fills = Sub == 1 && T.IsSigned && !T.IsFloat;
    return {T.Bits == 64 ? 2u : 1u, Fills ? ~uint32_t(0) : lowBits(T.Bits)};
  }
  }
  llvm_unreachable("covered switch");
}

Extent resultExtent(const DecodedInst &I) {
  Extent E = extentOf(I, definednessOf(I.Op).Result, 1);
  if (I.has(sm::HalfDst))
    E.Bits &= 0xffff;
  return E;
}

Extent sourceExtent(const DecodedInst &I, unsigned N) {
  return extentOf(I, definednessOf(I.Op).Sources[N], 0);
}

} // namespace heddle::sanitize
