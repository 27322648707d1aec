//===- Video.cpp - Video instructions -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of words, halves and bytes, each of a sign of its own, without a
/// limit until the form says that there is one.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>

namespace heddle::judge {

using namespace ptx;

namespace {

/// The bits of a word that an operand names; without a name, all.
struct WordPart {
  unsigned At = 0, Width = 32;
};
WordPart wordPartOf(const Operand &O) {
  if (!O.Part)
    return {};
  const PartSelector Selector(O.Part);
  const unsigned Width = Selector.isBytes() ? 8 : 16;
  assert(Selector.size() == 1 && "one part of each operand");
  return {Selector[0] * Width, Width};
}

/// Whether the result, and each source, has a sign. Comparisons say nothing of
/// their result.
struct Signs {
  bool Result = false, A = false, B = false;
};
Signs signsOf(const Instruction &I) {
  const size_t Sources = I.Types.size() - 2;
  assert(I.Types.size() >= 2 && "the types of both sources are written");
  return {Sources && isSigned(I.Types[0]), isSigned(I.Types[Sources]),
          isSigned(I.Types[Sources + 1])};
}

bool videoCompares(Modifier Op, Wide A, Wide B) {
  switch (Op) {
  case ModEq:
    return A == B;
  case ModNe:
    return A != B;
  case ModLt:
    return A < B;
  case ModLe:
    return A <= B;
  case ModGt:
    return A > B;
  default: // Over PTX's modifiers.
    return A >= B;
  }
}

Wide videoShifted(const Instruction &I, Wide A, uint64_t By) {
  By = I.has(ModClamp) ? std::min<uint64_t>(By, 32) : By & 31;
  if (I.opcode() == OpVshr)
    return A >> By;
  const Wide V = A * (Wide(1) << By);
  // What .sat clamps has 34 bits.
  return I.has(ModSat) ? Wide(extended(uint64_t(V), 34)) : V;
}

Wide videoResult(const Instruction &I, Wide A, Wide B) {
  switch (I.opcode()) {
  case OpVadd:
  case OpVadd2:
  case OpVadd4:
    return A + B;
  case OpVsub:
  case OpVsub2:
  case OpVsub4:
    return A - B;
  case OpVabsdiff:
  case OpVabsdiff2:
  case OpVabsdiff4:
    return A > B ? A - B : B - A;
  case OpVmin:
  case OpVmin2:
  case OpVmin4:
    return std::min(A, B);
  case OpVmax:
  case OpVmax2:
  case OpVmax4:
    return std::max(A, B);
  case OpVavrg2:
  case OpVavrg4:
    // A half goes away from zero.
    return (A + B + (A + B >= 0)) >> 1;
  case OpVset:
  case OpVset2:
  case OpVset4:
    return videoCompares(I.modifier(GrpCompare), A, B);
  default: // Over PTX's mnemonics.
    assert((I.opcode() == OpVshl || I.opcode() == OpVshr) &&
           "not a video instruction");
    return videoShifted(I, A, uint64_t(B));
  }
}

/// The second operation. Before .min and .max, sums have become words; measured
/// on an NVIDIA H200.
Wide secondResult(const Instruction &I, Wide V, Wide C, bool IsSigned) {
  const Modifier Op = I.modifier(GrpReduceOp);
  if (Op == ModAdd)
    return V + C;
  const bool IsSum = I.opcode() == OpVadd || I.opcode() == OpVsub;
  V = numberOf(uint64_t(V), IsSum ? 32 : 64, IsSigned);
  return Op == ModMin ? std::min(V, C) : std::max(V, C);
}

} // namespace

/// The register of an operand, whatever sign or part is written with it.
uint64_t Machine::videoWord(Thread &T, const Operand &O) {
  Operand Plain = O;
  Plain.Negated = false;
  Plain.Part = 0;
  return read(T, Plain, ScalarType::U32);
}

void Machine::video(Thread &T, const Instruction &I) {
  const Signs Has = signsOf(I);
  const auto Source = [&](size_t N, bool IsSigned) {
    const WordPart P = wordPartOf(I.Operands[N]);
    return numberOf(videoWord(T, I.Operands[N]) >> P.At, P.Width, IsSigned);
  };
  Wide V = videoResult(I, Source(1, Has.A), Source(2, Has.B));
  Operand To = I.Operands[0];
  const WordPart P = wordPartOf(To);
  if (I.has(ModSat))
    V = numberOf(clampedTo(V, P.Width, Has.Result), P.Width, Has.Result);
  uint64_t R = low(uint64_t(V), P.Width);
  if (To.Part) {
    const uint64_t Mask = low(~uint64_t(0), P.Width) << P.At;
    R = (videoWord(T, I.Operands[3]) & ~Mask) | R << P.At;
  } else if (I.modifier(GrpReduceOp) != ModNone) {
    const Wide C = numberOf(videoWord(T, I.Operands[3]), 32, Has.Result);
    R = low(uint64_t(secondResult(I, V, C, Has.Result)), 32);
  }
  To.Part = 0;
  write(T, To, R, ScalarType::U32);
}

/// a * b + c, of which either may be negative, and a shift. The result has a
/// sign if anything has one.
void Machine::videoMad(Thread &T, const Instruction &I) {
  const Signs Has = signsOf(I);
  const bool IsMinus = I.Operands[1].Negated != I.Operands[2].Negated;
  const bool IsMinusTerm = !IsMinus && I.Operands[3].Negated;
  const bool IsSigned = Has.A || Has.B || IsMinus || I.Operands[3].Negated;
  const auto Source = [&](size_t N, bool Signed) {
    const WordPart P = wordPartOf(I.Operands[N]);
    return numberOf(videoWord(T, I.Operands[N]) >> P.At, P.Width, Signed);
  };
  const Wide Product = Source(1, Has.A) * Source(2, Has.B);
  const Wide C = Source(3, IsSigned);
  Wide V = (IsMinus ? -Product : Product) + (IsMinusTerm ? -C : C) +
           (I.has(ModPo) ? 1 : 0);
  V >>= I.has(ModShr7) ? 7 : I.has(ModShr15) ? 15 : 0;
  writeResult(T, I,
              I.has(ModSat) ? clampedTo(V, 32, IsSigned) : low(uint64_t(V), 32),
              ScalarType::U32);
}

/// All halves or bytes. A source chooses among those of both, the highest
/// written first; those that the result does not name are the third source's.
void Machine::videoLanes(Thread &T, const Instruction &I) {
  const Signs Has = signsOf(I);
  const unsigned Count = mnemonic(I.opcode()).ends_with("4") ? 4 : 2,
                 Width = 32 / Count;
  const uint64_t Both =
      videoWord(T, I.Operands[2]) << 32 | videoWord(T, I.Operands[1]);
  const auto Source = [&](size_t N, unsigned Place, bool IsSigned) {
    unsigned From = Place + (N == 2 ? Count : 0);
    if (const uint16_t Part = I.Operands[N].Part)
      From = PartSelector(Part)[Count - 1 - Place];
    return numberOf(Both >> (From * Width), Width, IsSigned);
  };
  const auto IsNamed = [&](unsigned Place) {
    if (!I.Operands[0].Part)
      return true;
    const PartSelector Selector(I.Operands[0].Part);
    for (unsigned N = 0; N != Selector.size(); ++N)
      if (Selector[N] == Place)
        return true;
    return false;
  };
  uint64_t R = videoWord(T, I.Operands[3]);
  for (unsigned Place = 0; Place != Count; ++Place) {
    if (!IsNamed(Place))
      continue;
    Wide V = videoResult(I, Source(1, Place, Has.A), Source(2, Place, Has.B));
    if (I.has(ModSat))
      V = numberOf(clampedTo(V, Width, Has.Result), Width, Has.Result);
    if (I.modifier(GrpReduceOp) == ModAdd) {
      R = low(R + uint64_t(V), 32);
      continue;
    }
    const uint64_t Mask = low(~uint64_t(0), Width) << (Place * Width);
    R = (R & ~Mask) | low(uint64_t(V), Width) << (Place * Width);
  }
  Operand To = I.Operands[0];
  To.Part = 0;
  write(T, To, R, ScalarType::U32);
}

} // namespace heddle::judge
