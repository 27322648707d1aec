//===- Routines.h - Routines of BLAS and LAPACK on the host -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_ROUTINES_H
#define HEDDLE_MATHAPI_BLAS_ROUTINES_H

/// \file
/// The Fortran names, which OpenBLAS and others have: all arguments are
/// pointers, and matrices are stored by columns as cuBLAS has them.

#include <complex>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace heddle::math {

using Complex32 = std::complex<float>;
using Complex64 = std::complex<double>;

template <typename T> struct RealOf {
  using Type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T> using Real = typename RealOf<T>::Type;
template <typename T>
inline constexpr bool IsComplex = !std::is_same_v<T, Real<T>>;

namespace host {

using Letter = const char *;
using Int = const int *;
template <typename T> using In = const T *;

template <typename T> using AxpyFn = void(Int, In<T>, In<T>, Int, T *, Int);
template <typename T> using CopyFn = void(Int, In<T>, Int, T *, Int);
template <typename T> using SwapFn = void(Int, T *, Int, T *, Int);
template <typename T> using ScalFn = void(Int, In<T>, T *, Int);
template <typename T>
using RotFn = void(Int, T *, Int, T *, Int, In<Real<T>>, In<T>);
template <typename T> using RotgFn = void(T *, T *, Real<T> *, T *);
template <typename T> using RotmFn = void(Int, T *, Int, T *, Int, In<T>);
template <typename T> using RotmgFn = void(T *, T *, T *, In<T>, T *);
template <typename T>
using GemvFn = void(Letter, Int, Int, In<T>, In<T>, Int, In<T>, Int, In<T>, T *,
                    Int);
template <typename T>
using GbmvFn = void(Letter, Int, Int, Int, Int, In<T>, In<T>, Int, In<T>, Int,
                    In<T>, T *, Int);
template <typename T>
using SymvFn = void(Letter, Int, In<T>, In<T>, Int, In<T>, Int, In<T>, T *,
                    Int);
template <typename T>
using SbmvFn = void(Letter, Int, Int, In<T>, In<T>, Int, In<T>, Int, In<T>, T *,
                    Int);
template <typename T>
using SpmvFn = void(Letter, Int, In<T>, In<T>, In<T>, Int, In<T>, T *, Int);
template <typename T>
using TrmvFn = void(Letter, Letter, Letter, Int, In<T>, Int, T *, Int);
template <typename T>
using TbmvFn = void(Letter, Letter, Letter, Int, Int, In<T>, Int, T *, Int);
template <typename T>
using TpmvFn = void(Letter, Letter, Letter, Int, In<T>, T *, Int);
template <typename T>
using GerFn = void(Int, Int, In<T>, In<T>, Int, In<T>, Int, T *, Int);
template <typename T>
using HerFn = void(Letter, Int, In<Real<T>>, In<T>, Int, T *, Int);
template <typename T>
using HprFn = void(Letter, Int, In<Real<T>>, In<T>, Int, T *);
template <typename T>
using Her2Fn = void(Letter, Int, In<T>, In<T>, Int, In<T>, Int, T *, Int);
template <typename T>
using Hpr2Fn = void(Letter, Int, In<T>, In<T>, Int, In<T>, Int, T *);
template <typename T>
using GemmFn = void(Letter, Letter, Int, Int, Int, In<T>, In<T>, Int, In<T>,
                    Int, In<T>, T *, Int);
template <typename T>
using SymmFn = void(Letter, Letter, Int, Int, In<T>, In<T>, Int, In<T>, Int,
                    In<T>, T *, Int);
template <typename T>
using SyrkFn = void(Letter, Letter, Int, Int, In<T>, In<T>, Int, In<T>, T *,
                    Int);
template <typename T>
using HerkFn = void(Letter, Letter, Int, Int, In<Real<T>>, In<T>, Int,
                    In<Real<T>>, T *, Int);
template <typename T>
using Syr2kFn = void(Letter, Letter, Int, Int, In<T>, In<T>, Int, In<T>, Int,
                     In<T>, T *, Int);
template <typename T>
using Her2kFn = void(Letter, Letter, Int, Int, In<T>, In<T>, Int, In<T>, Int,
                     In<Real<T>>, T *, Int);
template <typename T>
using TrmmFn = void(Letter, Letter, Letter, Letter, Int, Int, In<T>, In<T>, Int,
                    T *, Int);
template <typename T> using GetrfFn = void(Int, Int, T *, Int, int *, int *);
template <typename T> using GetriFn = void(Int, T *, Int, Int, T *, Int, int *);
template <typename T>
using GetrsFn = void(Letter, Int, Int, In<T>, Int, Int, T *, Int, int *);

// The names are BLAS's and LAPACK's.
// NOLINTBEGIN(readability-identifier-naming)

/// The routine NAME of each type T is host::NAME<T>.
#define HEDDLE_ROUTINE(TYPE, LETTER, NAME, FN)                                 \
  extern "C" FN<TYPE> LETTER##NAME##_;                                         \
  template <> inline constexpr FN<TYPE> *NAME<TYPE> = LETTER##NAME##_;
#define HEDDLE_ROUTINE_REAL(NAME, FN)                                          \
  template <typename T> inline constexpr FN<T> *NAME = nullptr;                \
  HEDDLE_ROUTINE(float, s, NAME, FN)                                           \
  HEDDLE_ROUTINE(double, d, NAME, FN)
#define HEDDLE_ROUTINE_COMPLEX(NAME, FN)                                       \
  template <typename T> inline constexpr FN<T> *NAME = nullptr;                \
  HEDDLE_ROUTINE(Complex32, c, NAME, FN)                                       \
  HEDDLE_ROUTINE(Complex64, z, NAME, FN)
#define HEDDLE_ROUTINE_ANY(NAME, FN)                                           \
  HEDDLE_ROUTINE_REAL(NAME, FN)                                                \
  HEDDLE_ROUTINE(Complex32, c, NAME, FN)                                       \
  HEDDLE_ROUTINE(Complex64, z, NAME, FN)

HEDDLE_ROUTINE_ANY(axpy, AxpyFn)
HEDDLE_ROUTINE_ANY(copy, CopyFn)
HEDDLE_ROUTINE_ANY(swap, SwapFn)
HEDDLE_ROUTINE_ANY(scal, ScalFn)
HEDDLE_ROUTINE_ANY(rot, RotFn)
HEDDLE_ROUTINE_ANY(rotg, RotgFn)
HEDDLE_ROUTINE_REAL(rotm, RotmFn)
HEDDLE_ROUTINE_REAL(rotmg, RotmgFn)
HEDDLE_ROUTINE_ANY(gemv, GemvFn)
HEDDLE_ROUTINE_ANY(gbmv, GbmvFn)
HEDDLE_ROUTINE_ANY(symv, SymvFn)
HEDDLE_ROUTINE_COMPLEX(hemv, SymvFn)
HEDDLE_ROUTINE_REAL(sbmv, SbmvFn)
HEDDLE_ROUTINE_COMPLEX(hbmv, SbmvFn)
HEDDLE_ROUTINE_REAL(spmv, SpmvFn)
HEDDLE_ROUTINE_COMPLEX(hpmv, SpmvFn)
HEDDLE_ROUTINE_ANY(trmv, TrmvFn)
HEDDLE_ROUTINE_ANY(trsv, TrmvFn)
HEDDLE_ROUTINE_ANY(tbmv, TbmvFn)
HEDDLE_ROUTINE_ANY(tbsv, TbmvFn)
HEDDLE_ROUTINE_ANY(tpmv, TpmvFn)
HEDDLE_ROUTINE_ANY(tpsv, TpmvFn)
HEDDLE_ROUTINE_REAL(ger, GerFn)
HEDDLE_ROUTINE_COMPLEX(geru, GerFn)
HEDDLE_ROUTINE_COMPLEX(gerc, GerFn)
HEDDLE_ROUTINE_COMPLEX(her, HerFn)
HEDDLE_ROUTINE_COMPLEX(her2, Her2Fn)
HEDDLE_ROUTINE_REAL(spr, HprFn)
HEDDLE_ROUTINE_COMPLEX(hpr, HprFn)
HEDDLE_ROUTINE_REAL(spr2, Hpr2Fn)
HEDDLE_ROUTINE_COMPLEX(hpr2, Hpr2Fn)
HEDDLE_ROUTINE_ANY(gemm, GemmFn)
HEDDLE_ROUTINE_ANY(symm, SymmFn)
HEDDLE_ROUTINE_COMPLEX(hemm, SymmFn)
HEDDLE_ROUTINE_ANY(syrk, SyrkFn)
HEDDLE_ROUTINE_COMPLEX(herk, HerkFn)
HEDDLE_ROUTINE_ANY(syr2k, Syr2kFn)
HEDDLE_ROUTINE_COMPLEX(her2k, Her2kFn)
HEDDLE_ROUTINE_ANY(trmm, TrmmFn)
HEDDLE_ROUTINE_ANY(trsm, TrmmFn)
HEDDLE_ROUTINE_ANY(getrf, GetrfFn)
HEDDLE_ROUTINE_ANY(getri, GetriFn)
HEDDLE_ROUTINE_ANY(getrs, GetrsFn)

#undef HEDDLE_ROUTINE
#undef HEDDLE_ROUTINE_REAL
#undef HEDDLE_ROUTINE_COMPLEX
#undef HEDDLE_ROUTINE_ANY

// NOLINTEND(readability-identifier-naming)

/// Returns the argument for a parameter of type \p P: a pointer itself, or the
/// address of a copy.
template <typename P, typename A>
using Passed = std::conditional_t<std::is_pointer_v<A>, P,
                                  std::remove_cv_t<std::remove_pointer_t<P>>>;

template <typename P> P pass(P &Pointer) { return Pointer; }
template <typename P>
P pass(std::remove_cv_t<std::remove_pointer_t<P>> &Value) {
  return &Value;
}

/// Calls \p Routine with pointers to those of \p Arguments that are none.
template <typename... P, typename... A>
void call(void (*Routine)(P...), A... Arguments) {
  std::tuple<Passed<P, A>...> Kept(static_cast<Passed<P, A>>(Arguments)...);
  std::apply([&](auto &...Each) { Routine(pass<P>(Each)...); }, Kept);
}

} // namespace host
} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLAS_ROUTINES_H
