//===- Compare.cpp - Comparisons and choices ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cassert>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

template <class T> bool comparesAs(Modifier Op, T A, T B, bool HasNaN) {
  switch (Op) {
  case ModEq:
    return !HasNaN && A == B;
  case ModNe:
    return !HasNaN && A != B;
  case ModLt:
  case ModLo:
    return !HasNaN && A < B;
  case ModLe:
  case ModLs:
    return !HasNaN && A <= B;
  case ModGt:
  case ModHi:
    return !HasNaN && A > B;
  case ModGe:
  case ModHs:
    return !HasNaN && A >= B;
  case ModEqu:
    return HasNaN || A == B;
  case ModNeu:
    return HasNaN || A != B;
  case ModLtu:
    return HasNaN || A < B;
  case ModLeu:
    return HasNaN || A <= B;
  case ModGtu:
    return HasNaN || A > B;
  case ModGeu:
    return HasNaN || A >= B;
  case ModNum:
    return !HasNaN;
  case ModNan:
    return HasNaN;
  default:
    return false;
  }
}

} // namespace

uint32_t flushed(uint32_t V) {
  return (V & 0x7f800000) == 0 ? V & 0x80000000 : V;
}

bool compares(Modifier Op, ScalarType Type, uint64_t A, uint64_t B,
              bool Flushes) {
  if (isFloat(Type)) {
    const std::optional<Packing> P = packingOf(Type);
    assert(P && P->Lanes == 1 && "only single numbers compare");
    const Format F = P->format();
    const double X = F.value(Flushes ? F.flushed(A) : A),
                 Y = F.value(Flushes ? F.flushed(B) : B);
    return comparesAs(Op, X, Y, std::isnan(X) || std::isnan(Y));
  }
  // lo, ls, hi and hs are of numbers without a sign.
  const bool IsUnsigned =
      Op == ModLo || Op == ModLs || Op == ModHi || Op == ModHs;
  if (IsUnsigned)
    return comparesAs(Op, A, B, false);
  return comparesAs(Op, valueOf(A, Type), valueOf(B, Type), false);
}

/// Two conditions as .and, .or or .xor has them.
static bool combined(Modifier Op, bool A, bool B) {
  switch (Op) {
  case ModAnd:
    return A && B;
  case ModOr:
    return A || B;
  default: // Over PTX's modifiers.
    return A != B;
  }
}

void Machine::choose(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  if (I.opcode() == OpSelp) {
    const bool Is = read(T, I.Operands[3], ScalarType::Pred) & 1;
    writeResult(T, I, read(T, I.Operands[Is ? 1 : 2], Type), Type);
    return;
  }
  assert(I.opcode() == OpSlct && "not a choice");
  const bool Flushes = !How.HasIeee || I.has(ModFtz);
  const uint64_t C = read(T, I.Operands[3], Type);
  const bool Is = Type == ScalarType::F32 ? compares(ModGe, Type, C, 0, Flushes)
                                          : extended(C, bitWidth(Type)) >= 0;
  const ScalarType To = I.firstType();
  writeResult(T, I, read(T, I.Operands[Is ? 1 : 2], To), To);
}

/// The element of \p To that set writes where the comparison holds.
static uint64_t truthOf(ScalarType To, unsigned Bits) {
  const std::optional<Packing> P = packingOf(To);
  return P ? P->format().one() : low(~uint64_t(0), Bits);
}

void Machine::compare(Thread &T, const Instruction &I) {
  const ScalarType Type = I.type();
  const bool IsSetp = I.opcode() == OpSetp;
  const bool Flushes =
      I.has(ModFtz) || (!How.HasIeee && Type == ScalarType::F32);
  const std::optional<Packing> P = packingOf(Type);
  if (isFloat(Type) && !P) {
    refuse("numbers of this type");
    return;
  }
  const unsigned Lanes = P ? P->Lanes : 1;
  assert(Lanes <= 2 && "no comparison has more results");
  const uint64_t A = read(T, I.Operands[1], Type),
                 B = read(T, I.Operands[2], Type);
  // A third source is combined with each result.
  const bool HasThird = I.Operands.size() > 3;
  const bool Third = HasThird && (read(T, I.Operands[3], ScalarType::Pred) & 1);
  const auto With = [&](bool Of) {
    return HasThird ? combined(I.modifier(GrpBoolOp), Of, Third) : Of;
  };
  std::array<bool, 2> Holds = {};
  for (unsigned N = 0; N != Lanes; ++N) {
    const ScalarType Each = Lanes == 1                  ? Type
                            : Type == ScalarType::F16x2 ? ScalarType::F16
                                                        : ScalarType::BF16;
    Holds[N] = compares(I.modifier(GrpCompare), Each, P ? P->lane(A, N) : A,
                        P ? P->lane(B, N) : B, Flushes);
  }
  if (IsSetp) {
    // A source may be the result, too. Of one number, the second result is the
    // opposite of the first.
    const bool First = With(Holds[0]),
               Second = With(Lanes == 1 ? !Holds[0] : Holds[1]);
    write(T, I.Operands[0], First, ScalarType::Pred);
    if (const Operand *Other = I.Operands[0].Second)
      write(T, *Other, Second, ScalarType::Pred);
    return;
  }
  const ScalarType To = I.firstType();
  const unsigned Stride = bitWidth(To) / Lanes;
  uint64_t R = 0;
  for (unsigned N = 0; N != Lanes; ++N)
    if (With(Holds[N]))
      R |= truthOf(To, Stride) << (N * Stride);
  writeResult(T, I, R, To);
}

} // namespace heddle::judge
