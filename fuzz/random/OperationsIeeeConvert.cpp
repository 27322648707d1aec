//===- OperationsIeeeConvert.cpp - cvt of tx1's floats --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats to floats, integers to floats and back. .ftz is of sources and results
// that are f32.
//
//===----------------------------------------------------------------------===//

#include "IeeeRules.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

const NumberFormat Floats[] = {NumberFormat::F16, NumberFormat::BF16,
                               NumberFormat::F32, NumberFormat::F64};

//===----------------------------------------------------------------------===//
// Floats to floats
//===----------------------------------------------------------------------===//

/// What a NaN becomes. An f64 keeps payloads, and so does what only moves, as
/// a bf16 does to the upper half of an f32.
uint64_t convertedNaN(const Operation &Op, uint64_t V) {
  bool IsMove = Op.Arithmetic == FloatOp::Convert && !Op.Flushes;
  if (Op.To == NumberFormat::F32 && Op.From == NumberFormat::F32 && IsMove)
    return V;
  if (Op.From == NumberFormat::BF16)
    V <<= 16;
  if (Op.To == NumberFormat::F32 && Op.From == NumberFormat::BF16)
    return V;
  if (Op.To == NumberFormat::F32 && Op.From == NumberFormat::F64 && !Op.Flushes)
    return (V >> 32 & 0x80000000) | 0x7fc00000 | (V >> 29 & 0x7fffff);
  if (Op.To != NumberFormat::F64)
    return nanOf(Op.To);
  constexpr uint64_t Quiet = uint64_t(1) << 51;
  if (Op.From == NumberFormat::F64)
    return IsMove ? V : V | Quiet;
  if (Op.From == NumberFormat::F16 || Op.Flushes)
    V = ChipNaN;
  return (V & 0x80000000) << 32 | uint64_t(0x7ff) << 52 | (V & 0x7fffff) << 29 |
         Quiet;
}

uint64_t convertLane(const Operation &Op, uint64_t *S) {
  const FormatShape &From = shapeOf(Op.From), &To = shapeOf(Op.To);
  // To f16 the chip does not flush.
  if (Op.Flushes && Op.From == NumberFormat::F32 && Op.To != NumberFormat::F16)
    S[0] = From.flushed(S[0]);
  if (From.isNaN(S[0]))
    return finished(Op, convertedNaN(Op, S[0]));
  JudgedFloat R =
      currentJudge().Compute(Op.Arithmetic, Op.From, Op.To, Op.Round, S);
  if (Op.Flushes && Op.To == NumberFormat::F32)
    R.Bits = To.flushed(R.Bits);
  if (Op.IsSatFinite && To.magnitude(R.Bits) == To.infinity())
    R.Bits -= uint64_t(1) << To.shift();
  return finished(Op, R.Bits);
}

uint64_t convert(const Operation &Op, const uint64_t *S) {
  return eachLane(Op, S, convertLane);
}

/// The first source to the upper half.
uint64_t convertPair(const Operation &Op, const uint64_t *S) {
  uint64_t High = S[0], Low = S[1];
  High = convertLane(Op, &High);
  return High << 16 | convertLane(Op, &Low);
}

struct CvtModifiers {
  bool Flushes = false, Saturates = false, HasRelu = false, IsSatFinite = false;
};

/// \p Round: "", ".rn" or ".rni"
Operation &addCvt(Table &Out, NumberFormat To, NumberFormat From,
                  const std::string &Round, CvtModifiers M) {
  Operation Op = floatOperation(
      "cvt" + Round + (M.Flushes ? ".ftz" : "") + (M.HasRelu ? ".relu" : "") +
          (M.IsSatFinite ? ".satfinite" : "") + (M.Saturates ? ".sat" : "") +
          formatName(To, 1) + formatName(From, 1),
      Family::IeeeConvert, From, 1, 1, convert);
  Op.To = To;
  Op.Results = {registerOf(To, 1)};
  Op.Sources[0].MayBeImmediate = false;
  Op.Arithmetic = FloatOp::Convert;
  Op.Flushes = M.Flushes;
  Op.Saturates = M.Saturates;
  Op.HasRelu = M.HasRelu;
  Op.IsSatFinite = M.IsSatFinite;
  Out.push_back(std::move(Op));
  return Out.back();
}

bool mayFlush(NumberFormat To, NumberFormat From) {
  return (To == NumberFormat::F32 || From == NumberFormat::F32) &&
         To != NumberFormat::BF16 && From != NumberFormat::BF16;
}
bool maySaturate(NumberFormat To, NumberFormat From) {
  return To != NumberFormat::BF16 && From != NumberFormat::BF16;
}

void addFloatToFloat(Table &Out, NumberFormat To, NumberFormat From) {
  // The halves hold numbers that the other does not.
  bool IsHalfToHalf =
      shapeOf(To).Bits == 16 && shapeOf(From).Bits == 16 && To != From;
  bool IsRounded = shapeOf(To).Bits < shapeOf(From).Bits || IsHalfToHalf;
  for (bool Flushes : {false, true})
    for (bool Saturates : {false, true}) {
      CvtModifiers M;
      M.Flushes = Flushes;
      M.Saturates = Saturates;
      if ((Flushes && !mayFlush(To, From)) ||
          (Saturates && !maySaturate(To, From)))
        continue;
      if (!IsRounded)
        addCvt(Out, To, From, "", M);
      for (Rounding Mode : AllRoundings) {
        std::string Name = std::string(".") + roundingName(Mode);
        if (IsRounded)
          addCvt(Out, To, From, Name, M).Round = Mode;
        if (To != From)
          continue;
        Operation &Op = addCvt(Out, To, From, Name + "i", M);
        Op.Round = Mode;
        Op.Arithmetic = FloatOp::Integral;
      }
    }
}

/// .relu and .satfinite, and pairs.
void addNarrowing(Table &Out) {
  const Rounding Modes[] = {Rounding::Nearest, Rounding::Zero};
  for (NumberFormat To :
       {NumberFormat::F16, NumberFormat::BF16, NumberFormat::TF32})
    for (Rounding Mode : Modes)
      for (unsigned Bits = 0; Bits != 4; ++Bits) {
        CvtModifiers M;
        M.HasRelu = Bits & 1;
        M.IsSatFinite = Bits & 2;
        std::string Name = std::string(".") + roundingName(Mode);
        bool IsWord = To == NumberFormat::TF32;
        if (IsWord)
          // Its modifiers come in the other order.
          Name += std::string(M.IsSatFinite ? ".satfinite" : "") +
                  (M.HasRelu ? ".relu" : "");
        CvtModifiers Written = IsWord ? CvtModifiers() : M;
        if (Bits || IsWord) {
          Operation &Op = addCvt(Out, To, NumberFormat::F32, Name, Written);
          Op.Round = Mode;
          Op.HasRelu = M.HasRelu;
          Op.IsSatFinite = M.IsSatFinite;
        }
        if (IsWord)
          continue;
        Operation Pair = addCvt(Out, To, NumberFormat::F32, Name, M);
        Out.pop_back();
        size_t At = Pair.Name.rfind(".f32");
        Pair.Name.insert(At, "x2");
        Pair.Round = Mode;
        Pair.Results = {RegClass::B32};
        Pair.Sources.push_back(Pair.Sources[0]);
        Pair.Evaluate = convertPair;
        Out.push_back(std::move(Pair));
      }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

struct IntegerKind {
  const char *Name;
  unsigned Bits;
  bool IsSigned;
};
const IntegerKind Integers[] = {{"u8", 8, false},   {"s8", 8, true},
                                {"u16", 16, false}, {"s16", 16, true},
                                {"u32", 32, false}, {"s32", 32, true},
                                {"u64", 64, false}, {"s64", 64, true}};

RegClass classFor(unsigned Bits) {
  if (Bits <= 16)
    return RegClass::B16;
  return Bits == 32 ? RegClass::B32 : RegClass::B64;
}

uint64_t extended(uint64_t V, unsigned Bits, bool IsSigned) {
  V &= ~uint64_t(0) >> (64 - Bits);
  bool Negative = IsSigned && V >> (Bits - 1) & 1;
  return Negative && Bits < 64 ? V | ~uint64_t(0) << Bits : V;
}

/// PTX ISA, of cvt: a NaN is 0, or, with 64 bits on either side, the sign bit
/// of the result.
uint64_t integerOfNaN(const Operation &Op) {
  bool IsZero = Op.From != NumberFormat::F64 && Op.ToBits != 64;
  return IsZero ? 0 : uint64_t(1) << (Op.ToBits - 1);
}

uint64_t floatToInteger(const Operation &Op, const uint64_t *S) {
  const FormatShape &From = shapeOf(Op.From);
  uint64_t V = Op.Flushes ? From.flushed(S[0]) : S[0];
  V = From.isNaN(V) ? integerOfNaN(Op)
                    : currentJudge().ToInteger(Op.From, Op.Round, Op.ToBits,
                                               Op.ToSigned, V);
  return extended(V, Op.ToBits, Op.ToSigned);
}

uint64_t integerToFloat(const Operation &Op, const uint64_t *S) {
  uint64_t V = extended(S[0], Op.FromBits, Op.FromSigned);
  FloatOp From = Op.FromSigned ? FloatOp::FromSigned : FloatOp::FromUnsigned;
  return finished(
      Op, currentJudge().Compute(From, Op.To, Op.To, Op.Round, &V).Bits);
}

void addFloatToInteger(Table &Out, NumberFormat From, const IntegerKind &To) {
  for (Rounding Mode : AllRoundings)
    for (unsigned Bits = 0; Bits != 4; ++Bits) {
      bool Flushes = Bits & 1, Saturates = Bits & 2;
      if ((Flushes && From != NumberFormat::F32) ||
          (Saturates && From == NumberFormat::BF16))
        continue;
      // From bf16, only registers of 8 bits take a byte.
      if (From == NumberFormat::BF16 && To.Bits == 8)
        continue;
      Operation Op = floatOperation(
          std::string("cvt.") + roundingName(Mode) + "i" +
              (Flushes ? ".ftz" : "") + (Saturates ? ".sat." : ".") + To.Name +
              formatName(From, 1),
          Family::IeeeConvert, From, 1, 1, floatToInteger);
      Op.Sources[0].MayBeImmediate = false;
      Op.Results = {classFor(To.Bits)};
      Op.Round = Mode;
      Op.Flushes = Flushes;
      Op.ToBits = To.Bits;
      Op.ToSigned = To.IsSigned;
      Out.push_back(std::move(Op));
    }
}

void addIntegerToFloat(Table &Out, NumberFormat To, const IntegerKind &From) {
  for (Rounding Mode : AllRoundings)
    for (bool Saturates : {false, true}) {
      if (Saturates && To == NumberFormat::BF16)
        continue;
      Operation Op = floatOperation(
          std::string("cvt.") + roundingName(Mode) + (Saturates ? ".sat" : "") +
              formatName(To, 1) + "." + From.Name,
          Family::IeeeConvert, To, 1, 1, integerToFloat);
      SourceKind Source;
      Source.Class = classFor(From.Bits);
      Source.MayBeImmediate = false;
      Op.Sources = {Source};
      Op.Round = Mode;
      Op.Saturates = Saturates;
      Op.FromBits = From.Bits;
      Op.FromSigned = From.IsSigned;
      Out.push_back(std::move(Op));
    }
}

} // namespace

void addIeeeConvertOperations(Table &Out) {
  for (NumberFormat To : Floats)
    for (NumberFormat From : Floats)
      addFloatToFloat(Out, To, From);
  addNarrowing(Out);
  for (NumberFormat F : Floats)
    for (const IntegerKind &I : Integers) {
      addFloatToInteger(Out, F, I);
      addIntegerToFloat(Out, F, I);
    }
}

} // namespace heddle::ptxrandom
