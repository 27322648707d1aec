//===- Exchange.cpp - Between the lanes of a warp -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes that execute the instruction together exchange values. Others take no
/// part, whatever a member mask says of them: a warp has one program counter.
/// Lanes that execute it together may name different members, as tiles of a
/// warp do; each gets the result of those that it names.
///
//===----------------------------------------------------------------------===//

#include "Pairs.h"
#include "Units.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/Machine/ShuffleSource.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

struct Shuffle {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0), *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    alignas(64) uint32_t Row[Lanes];
    uint32_t InRange = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      ShuffleSource From =
          shuffleSource(ShuffleKind(I.Sub[0]), Lane, B[Lane], C[Lane]);
      // PTX leaves the value of an inactive lane undefined. Programs written
      // for NVIDIA's chips rely on the 0 that these read.
      if constexpr (Full)
        Row[Lane] = A[From.Lane];
      else
        Row[Lane] = Mask >> From.Lane & 1 ? A[From.Lane] : 0;
      InRange |= uint32_t(From.InRange) << Lane;
    }
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(Row + Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~InRange;
      CC.Plane[BitS] = InRange;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

template <bool Full>
HEDDLE_INLINE bool putAll(const DecodedInst &I, LaneContext &L, uint32_t Mask,
                          uint32_t V) {
  uint32_t *Dst = destRow(I, L);
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Dst, Lane, Mask, splat(V));
  return true;
}

struct Ballot {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return putAll<Full>(
        I, L, Mask, conditionLanes(I.Sub[0], L.Condition[I.CondReg]) & Mask);
  }
};

/// The caller of the handler has made the lanes meet.
struct Sync {
  template <bool Full>
  static bool run(const DecodedInst &, LaneContext &, uint32_t) {
    return true;
  }
};

struct Active {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return putAll<Full>(I, L, Mask, Mask);
  }
};

/// Calls \p Fn with the fellows of each lane: the lanes that row \p Members
/// names and that execute the instruction. Lanes with the same fellows come
/// together: Fn(lanes, their fellows).
template <class FnT>
HEDDLE_INLINE void eachTeam(const uint32_t *Members, uint32_t Mask, FnT Fn) {
  for (uint32_t Left = Mask; Left;) {
    uint32_t Named = Members[__builtin_ctz(Left)], Team = 0;
    forLanes(Left, [&](unsigned Lane) {
      Team |= uint32_t(Members[Lane] == Named) << Lane;
    });
    Fn(Team, Named & Mask);
    Left &= ~Team;
  }
}

/// The lanes of \p Among whose word, or pair, is that of \p Lane.
HEDDLE_INLINE uint32_t equalLanes(const uint32_t *A, bool Pairs, unsigned Lane,
                                  uint32_t Among) {
  uint32_t Equal = 0;
  for (unsigned N = 0; N != Lanes; ++N)
    Equal |=
        uint32_t(A[N] == A[Lane] && (!Pairs || A[Lanes + N] == A[Lanes + Lane]))
        << N;
  return Equal & Among;
}

/// A result for each lane, and a set of lanes whose answer is yes.
struct TeamResult {
  alignas(64) uint32_t Row[Lanes] = {};
  uint32_t Yes = 0;

  [[gnu::always_inline]] void set(uint32_t Team, uint32_t V) {
    forLanes(Team, [&](unsigned Lane) { Row[Lane] = V; });
  }
  template <bool Full>
  [[gnu::always_inline]] bool commit(const DecodedInst &I, LaneContext &L,
                                     uint32_t Mask) const {
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(Row + Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~Yes;
      CC.Plane[BitS] = Yes;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

struct MatchAny {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    TeamResult R;
    eachTeam(sourceRow(I, L, 1), Mask, [&](uint32_t Team, uint32_t Fellows) {
      for (uint32_t Left = Team; Left;) {
        unsigned Lane = unsigned(__builtin_ctz(Left));
        uint32_t Equal = equalLanes(A, isPair(I), Lane, Fellows | Team);
        R.set(Equal & Team, Equal & Fellows);
        Left &= ~Equal;
      }
    });
    return R.commit<Full>(I, L, Mask);
  }
};

struct MatchAll {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    TeamResult R;
    eachTeam(sourceRow(I, L, 1), Mask, [&](uint32_t Team, uint32_t Fellows) {
      unsigned Lane = unsigned(__builtin_ctz(Fellows ? Fellows : Team));
      bool All = equalLanes(A, isPair(I), Lane, Fellows) == Fellows;
      R.set(Team, All ? Fellows : 0);
      R.Yes |= All ? Team : 0;
    });
    return R.commit<Full>(I, L, Mask);
  }
};

struct Elect {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    TeamResult R;
    eachTeam(sourceRow(I, L, 0), Mask, [&](uint32_t Team, uint32_t Fellows) {
      unsigned Leader = unsigned(__builtin_ctz(Fellows ? Fellows : Team));
      R.set(Team, Leader);
      R.Yes |= Team & uint32_t(1) << Leader;
    });
    return R.commit<Full>(I, L, Mask);
  }
};

/// min and max of f32: -0 is below 0, and NaN loses, or wins.
HEDDLE_INLINE uint32_t reduceFloat(unsigned Bits, uint32_t A, uint32_t B) {
  constexpr uint32_t NaN = 0x7fffffff;
  bool NoA = (A & NaN) > 0x7f800000, NoB = (B & NaN) > 0x7f800000;
  if (NoA || NoB)
    return Bits & ReduceNaN || (NoA && NoB) ? NaN : NoA ? B : A;
  // In the order of the numbers.
  auto Order = [](uint32_t V) {
    return int32_t(V) < 0 ? int32_t(V ^ 0x7fffffff) : int32_t(V);
  };
  bool Less = Order(A) < Order(B);
  return Less == !(Bits & ReduceLargest) ? A : B;
}

HEDDLE_INLINE uint32_t reduceTwo(ReduceKind Kind, uint32_t A, uint32_t B) {
  switch (Kind) {
  case ReduceKind::Add:
    return A + B;
  case ReduceKind::MinU:
    return A < B ? A : B;
  case ReduceKind::MinS:
    return int32_t(A) < int32_t(B) ? A : B;
  case ReduceKind::MaxU:
    return A > B ? A : B;
  case ReduceKind::MaxS:
    return int32_t(A) > int32_t(B) ? A : B;
  case ReduceKind::And:
    return A & B;
  case ReduceKind::Or:
    return A | B;
  case ReduceKind::Xor:
    return A ^ B;
  case ReduceKind::FloatMin:
    break;
  }
  return reduceFloat(unsigned(Kind), A, B);
}

struct Reduce {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    ReduceKind Kind = ReduceKind(I.Sub[0]);
    bool IsFloat = Kind >= ReduceKind::FloatMin;
    uint32_t Cut = IsFloat && I.Sub[0] & ReduceAbs ? 0x7fffffff : ~0u;
    TeamResult R;
    eachTeam(sourceRow(I, L, 1), Mask, [&](uint32_t Team, uint32_t Fellows) {
      if (!Fellows)
        return;
      uint32_t V = A[__builtin_ctz(Fellows)] & Cut;
      // A NaN on its own is made the canonical one.
      if (IsFloat)
        V = reduceFloat(I.Sub[0], V, V);
      forLanes(Fellows & (Fellows - 1),
               [&](unsigned Lane) { V = reduceTwo(Kind, V, A[Lane] & Cut); });
      R.set(Team, V);
    });
    return R.commit<Full>(I, L, Mask);
  }
};

} // namespace

HandlerPair handlersOf(ExchangeOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case ExchangeOp::NAME:                                                       \
    return handlerPair<NAME>();
    HEDDLE_EXCHANGE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
