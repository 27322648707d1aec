//===- OperationsConvert.cpp - cvt ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;
// NOLINTNEXTLINE(modernize-use-using): __extension__ takes no alias.
using s128 = __int128;

struct IntegerType {
  const char *Name;
  unsigned Bits;
  bool IsSigned;
};

const IntegerType IntegerTypes[] = {{"u8", 8, false},   {"s8", 8, true},
                                    {"u16", 16, false}, {"s16", 16, true},
                                    {"u32", 32, false}, {"s32", 32, true},
                                    {"u64", 64, false}, {"s64", 64, true}};

RegClass classFor(unsigned Bits) {
  if (Bits <= 16)
    return RegClass::B16;
  return Bits == 32 ? RegClass::B32 : RegClass::B64;
}

/// What the low bits of a register say.
s128 valueOf(uint64_t V, unsigned Bits, bool IsSigned) {
  V &= ~uint64_t(0) >> (64 - Bits);
  bool Negative = IsSigned && V >> (Bits - 1);
  return Negative ? s128(V) - (s128(1) << Bits) : s128(V);
}

/// As a register holds it: extended as the destination type says.
uint64_t extended(uint64_t V, unsigned Bits, bool IsSigned) {
  return uint64_t(valueOf(V, Bits, IsSigned));
}

uint64_t integerToInteger(const Operation &Op, const uint64_t *S) {
  s128 V = valueOf(S[0], Op.FromBits, Op.FromSigned);
  if (Op.Saturates) {
    s128 Max = (s128(1) << (Op.ToBits - Op.ToSigned)) - 1;
    s128 Min = Op.ToSigned ? -Max - 1 : 0;
    V = V > Max ? Max : (V < Min ? Min : V);
  }
  return extended(uint64_t(V), Op.ToBits, Op.ToSigned);
}

uint64_t integerToFloat(const Operation &Op, const uint64_t *S) {
  s128 V = valueOf(S[0], Op.FromBits, Op.FromSigned);
  Exact E;
  E.IsNegative = V < 0;
  E.Magnitude = u128(V < 0 ? -V : V);
  uint32_t Bits = roundToFloat(E, Op.Round);
  return Op.Saturates ? saturateFloat(Bits) : Bits;
}

uint64_t floatToInteger(const Operation &Op, const uint64_t *S) {
  uint64_t V =
      roundToInteger(exactOf(uint32_t(S[0])), Op.Round, Op.ToBits, Op.ToSigned);
  return extended(V, Op.ToBits, Op.ToSigned);
}

/// Whether every value of \p From is one of \p To; then .sat is not allowed.
bool holdsAll(const IntegerType &To, const IntegerType &From) {
  if (To.IsSigned == From.IsSigned)
    return To.Bits >= From.Bits;
  return To.IsSigned && To.Bits > From.Bits;
}

void addIntegers(Table &Out) {
  for (const IntegerType &To : IntegerTypes)
    for (const IntegerType &From : IntegerTypes)
      for (bool Saturates : {false, true}) {
        if (Saturates && holdsAll(To, From))
          continue;
        Operation Op;
        Op.Name = std::string("cvt.") + (Saturates ? "sat." : "") + To.Name +
                  "." + From.Name;
        Op.Group = Family::ConvertInteger;
        Op.Results = {classFor(To.Bits)};
        Op.Sources = {{classFor(From.Bits), false}};
        Op.Evaluate = integerToInteger;
        Op.Saturates = Saturates;
        Op.FromBits = From.Bits;
        Op.FromSigned = From.IsSigned;
        Op.ToBits = To.Bits;
        Op.ToSigned = To.IsSigned;
        Out.push_back(Op);
        // Registers may be wider than the type.
        if (To.Bits < 32) {
          Op.Results = {RegClass::B32};
          Out.push_back(Op);
        }
        if (From.Bits < 32) {
          Op.Sources = {{RegClass::B32, false}};
          Out.push_back(Op);
        }
      }
}

void addIntegerAndFloat(Table &Out) {
  for (const IntegerType &T : IntegerTypes)
    for (Rounding Mode : AllRoundings) {
      Operation Op;
      Op.Group = Family::ConvertFloat;
      Op.Round = Mode;
      for (bool Saturates : {false, true}) {
        Op.Name = std::string("cvt.") + roundingName(Mode) +
                  (Saturates ? ".sat.f32." : ".f32.") + T.Name;
        Op.Results = {RegClass::F32};
        Op.Sources = {{classFor(T.Bits), false}};
        Op.Evaluate = integerToFloat;
        Op.Saturates = Saturates;
        Op.FromBits = T.Bits;
        Op.FromSigned = T.IsSigned;
        Out.push_back(Op);
      }
      Op.Saturates = false;
      Op.Name =
          std::string("cvt.") + roundingName(Mode) + "i." + T.Name + ".f32";
      Op.Results = {classFor(T.Bits)};
      Op.Sources = {{RegClass::F32, false}};
      Op.Evaluate = floatToInteger;
      Op.ToBits = T.Bits;
      Op.ToSigned = T.IsSigned;
      Out.push_back(Op);
    }
}

void addFloats(Table &Out) {
  Operation Op;
  Op.Group = Family::ConvertFloat;
  Op.Results = {RegClass::F32};
  Op.Sources = {{RegClass::F32, false}};
  Op.Name = "cvt.sat.f32.f32";
  Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
    const uint32_t V = uint32_t(S[0]);
    const bool IsDenormal = (V & 0x7f800000) == 0;
    return IsDenormal ? 0 : saturateFloat(V);
  };
  Out.push_back(Op);
  for (Rounding Mode : AllRoundings) {
    Op.Round = Mode;
    Op.Evaluate = [](const Operation &O, const uint64_t *S) -> uint64_t {
      uint32_t R = roundIntegral(uint32_t(S[0]), O.Round);
      return O.Saturates ? saturateFloat(R) : R;
    };
    for (bool Saturates : {false, true}) {
      Op.Saturates = Saturates;
      Op.Name = std::string("cvt.") + roundingName(Mode) +
                (Saturates ? "i.sat.f32.f32" : "i.f32.f32");
      Out.push_back(Op);
    }
    Operation Half = Op;
    Half.Saturates = false;
    Half.Name = std::string("cvt.") + roundingName(Mode) + ".f16.f32";
    Half.Results = {RegClass::B16};
    Half.Evaluate = [](const Operation &O, const uint64_t *S) -> uint64_t {
      return floatToHalf(uint32_t(S[0]), O.Round);
    };
    Out.push_back(Half);
  }
  Op.Saturates = false;
  Op.Name = "cvt.f32.f16";
  Op.Sources = {{RegClass::B16, false}};
  Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
    return halfToFloat(uint16_t(S[0]));
  };
  Out.push_back(Op);
}

} // namespace

void addConvertOperations(Table &Out) {
  addIntegers(Out);
  addIntegerAndFloat(Out);
  addFloats(Out);
}

} // namespace heddle::ptxrandom
