//===- Double.cpp - f64 unit ----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.4. Where the host's f64 has the rounding modes
// it does the arithmetic, and only lanes whose result is NaN are done again by
// the chip's rules for payloads.
//
//===----------------------------------------------------------------------===//

#include "Pairs.h"
#include "ScalarDouble.h"
#include "Units.h"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/Support/FloatControl.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

#if defined(HEDDLE_SM_HOST_FLOAT)
/// The host's rounding while it lives, with denormals, which f32 handlers do
/// without.
class HostRounding {
public:
  explicit HostRounding(RoundingMode Mode) : Saved(readFloatControl()) {
    writeFloatControl(floatControlFor(FloatRounding(Mode), false));
  }
  ~HostRounding() { writeFloatControl(Saved); }
  HostRounding(const HostRounding &) = delete;
  HostRounding &operator=(const HostRounding &) = delete;

private:
  FloatControl Saved;
};

HEDDLE_INLINE F64 loadF64(const PairRow &R, unsigned Lane) {
  return *reinterpret_cast<const F64 *>(R.Lane + Lane);
}
HEDDLE_INLINE void storeF64(PairRow &R, unsigned Lane, F64 V) {
  *reinterpret_cast<F64 *>(R.Lane + Lane) = V;
}

// Compilers may move arithmetic over a change of the rounding mode, but not out
// of a function that they must not inline.
[[gnu::noinline]] void addRow(const PairRow &A, const PairRow &B, PairRow &R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    storeF64(R, Lane, loadF64(A, Lane) + loadF64(B, Lane));
}
[[gnu::noinline]] void mulRow(const PairRow &A, const PairRow &B, PairRow &R) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    storeF64(R, Lane, loadF64(A, Lane) * loadF64(B, Lane));
}
#if defined(HEDDLE_SM_HAS_FMA)
[[gnu::noinline]] void fmaRow(const PairRow &A, const PairRow &B,
                              const PairRow &C, PairRow &R) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    double X, Y, Z;
    copy(&X, A.Lane + Lane, 8);
    copy(&Y, B.Lane + Lane, 8);
    copy(&Z, C.Lane + Lane, 8);
    double V = __builtin_fma(X, Y, Z);
    copy(R.Lane + Lane, &V, 8);
  }
}
#endif
#endif

/// Modifiers leave NaN alone.
HEDDLE_INLINE void modify(PairRow &R, bool Abs, uint32_t Invert) {
  if (!Abs && !Invert)
    return;
  uint64_t Keep = Abs ? ~SignBit64 : ~uint64_t(0), Flip = uint64_t(Invert)
                                                          << 32;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint64_t V = R.Lane[Lane];
    R.Lane[Lane] = isNaN64(V) ? V : (V & Keep) ^ Flip;
  }
}

template <class FnT> HEDDLE_INLINE void eachLane(PairRow &R, FnT Fn) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    R.Lane[Lane] = Fn(Lane);
}
template <class FnT> HEDDLE_INLINE void eachNaN(PairRow &R, FnT Fn) {
  // Most rows have none, which is seen of several lanes at once.
  uint64_t Any = 0;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Any |= isNaN64(R.Lane[Lane]);
  if (!Any) [[likely]]
    return;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (isNaN64(R.Lane[Lane])) [[unlikely]]
      R.Lane[Lane] = Fn(Lane);
}

struct AddLanes {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    RoundingMode Mode = RoundingMode(I.Sub[0]);
    auto Lane = [&](unsigned N) {
      return addDouble(A.Lane[N], B.Lane[N], Mode);
    };
#if defined(HEDDLE_SM_HOST_FLOAT)
    {
      HostRounding Rounding(Mode);
      addRow(A, B, R);
    }
    eachNaN(R, Lane);
#else
    eachLane(R, Lane);
#endif
  }
};

struct MulLanes {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    RoundingMode Mode = RoundingMode(I.Sub[0]);
    auto Lane = [&](unsigned N) {
      return mulDouble(A.Lane[N], B.Lane[N], Mode);
    };
#if defined(HEDDLE_SM_HOST_FLOAT)
    {
      HostRounding Rounding(Mode);
      mulRow(A, B, R);
    }
    eachNaN(R, Lane);
#else
    eachLane(R, Lane);
#endif
  }
};

struct FmaLanes {
  static void row(const DecodedInst &I, const PairRow &A, const PairRow &B,
                  const PairRow &C, PairRow &R) {
    RoundingMode Mode = RoundingMode(I.Sub[0]);
    auto Lane = [&](unsigned N) {
      return fmaDouble(A.Lane[N], B.Lane[N], C.Lane[N], Mode);
    };
#if defined(HEDDLE_SM_HOST_FLOAT) && defined(HEDDLE_SM_HAS_FMA)
    {
      HostRounding Rounding(Mode);
      fmaRow(A, B, C, R);
    }
    eachNaN(R, Lane);
#else
    eachLane(R, Lane);
#endif
  }
};

/// Key whose signed order is that of the values, -0 before +0, without NaNs.
HEDDLE_INLINE int64_t orderKey64(uint64_t V) {
  return int64_t(V ^ (uint64_t(int64_t(V) >> 63) & ~SignBit64));
}

template <bool Larger> struct MinMax {
  static void row(const DecodedInst &, const PairRow &A, const PairRow &B,
                  const PairRow &, PairRow &R) {
    eachLane(R, [&](unsigned N) {
      uint64_t X = A.Lane[N], Y = B.Lane[N];
      if (isNaN64(X))
        return isNaN64(Y) ? quieted(Y) : Y;
      if (isNaN64(Y))
        return X;
      bool Less = orderKey64(X) < orderKey64(Y);
      return Less != Larger ? X : Y;
    });
  }
};

/// The frame of all operations with a 64-bit result: Src[0..2], Invert for the
/// first and the last source.
template <class OpT, unsigned Sources> struct Frame {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    PairRow A, B, C, R;
    readPairs(sourceRow(I, L, 0), A);
    readPairs(sourceRow(I, L, 1), B);
    modify(A, I.has(Abs1), I.Invert[0]);
    if constexpr (Sources == 3) {
      readPairs(sourceRow(I, L, 2), C);
      modify(C, false, I.Invert[1]);
    } else {
      modify(B, I.has(Abs2), I.Invert[1]);
    }
    OpT::row(I, A, B, C, R);
    writePairs<Full>(destRow(I, L), Mask, R);
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
        uint64_t V = R.Lane[Lane];
        bool NaN = isNaN64(V), Zero = isZero64(V);
        CC.Plane[BitZ] |= uint32_t(Zero || NaN) << Lane;
        CC.Plane[BitS] |= uint32_t((V >> 63 && !Zero) || NaN) << Lane;
      }
      CC.commit(I, L, Mask);
    }
    return true;
  }
};
using Add = Frame<AddLanes, 2>;
using Mul = Frame<MulLanes, 2>;
using Fma = Frame<FmaLanes, 3>;
using Min = Frame<MinMax<false>, 2>;
using Max = Frame<MinMax<true>, 2>;

/// Result -1 or 0 in one register; true sets S alone, false Z alone.
struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    PairRow A, B;
    readPairs(sourceRow(I, L, 0), A);
    readPairs(sourceRow(I, L, 1), B);
    modify(A, I.has(Abs1), I.Invert[0]);
    modify(B, I.has(Abs2), I.Invert[1]);
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      uint64_t X = A.Lane[Lane], Y = B.Lane[Lane];
      unsigned Relation = 8;
      if (!isNaN64(X) && !isNaN64(Y)) {
        // Zeros are equal whatever their signs.
        int64_t K = orderKey64(isZero64(X) ? 0 : X);
        int64_t M = orderKey64(isZero64(Y) ? 0 : Y);
        Relation = K < M ? CmpLess : K == M ? CmpEqual : CmpGreater;
      }
      True |= uint32_t((Relation & I.Sub[0]) != 0) << Lane;
    }
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, (U32)spread(True >> Lane));
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

} // namespace

HandlerPair handlersOf(DoubleOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case DoubleOp::NAME:                                                         \
    return handlerPair<NAME>();
    HEDDLE_DOUBLE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
