//===- Lapack.h - Routines of LAPACK on the host ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SOLVER_LAPACK_H
#define HEDDLE_MATHAPI_SOLVER_LAPACK_H

/// \file
/// The Fortran names, which OpenBLAS has: all arguments are pointers, and
/// matrices are stored by columns as cuSOLVER has them.

#include <complex>
#include <type_traits>

namespace heddle::math {

template <typename T> struct RealPart {
  using Type = T;
};
template <typename T> struct RealPart<std::complex<T>> {
  using Type = T;
};
template <typename T> using RealOf = typename RealPart<T>::Type;
template <typename T>
inline constexpr bool HasImaginary = !std::is_same_v<T, RealOf<T>>;

namespace lapack {

using Letter = const char *;
using Int = const int *;

extern "C" {
// For the numbers T of the letter L; O is "or" or "un", S is "sy" or "he".
#define HEDDLE_LAPACK(L, T, O, S)                                              \
  void L##getrf_(Int, Int, T *, Int, int *, int *);                            \
  void L##getrs_(Letter, Int, Int, const T *, Int, Int, T *, Int, int *);      \
  void L##potrf_(Letter, Int, T *, Int, int *);                                \
  void L##potrs_(Letter, Int, Int, const T *, Int, T *, Int, int *);           \
  void L##potri_(Letter, Int, T *, Int, int *);                                \
  void L##trtri_(Letter, Letter, Int, T *, Int, int *);                        \
  void L##geqrf_(Int, Int, T *, Int, T *, T *, Int, int *);                    \
  void L##O##gqr_(Int, Int, Int, T *, Int, const T *, T *, Int, int *);        \
  void L##O##mqr_(Letter, Letter, Int, Int, Int, const T *, Int, const T *,    \
                  T *, Int, T *, Int, int *);                                  \
  void L##gbsv_(Int, Int, Int, Int, T *, Int, int *, T *, Int, int *);         \
  void L##pbsv_(Letter, Int, Int, Int, T *, Int, T *, Int, int *);
HEDDLE_LAPACK(s, float, or, sy)
HEDDLE_LAPACK(d, double, or, sy)
HEDDLE_LAPACK(c, std::complex<float>, un, he)
HEDDLE_LAPACK(z, std::complex<double>, un, he)
#undef HEDDLE_LAPACK
#define HEDDLE_LAPACK_REAL(L, T)                                               \
  void L##syevd_(Letter, Letter, Int, T *, Int, T *, T *, Int, int *, Int,     \
                 int *);                                                       \
  void L##gesvd_(Letter, Letter, Int, Int, T *, Int, T *, T *, Int, T *, Int,  \
                 T *, Int, int *);
HEDDLE_LAPACK_REAL(s, float)
HEDDLE_LAPACK_REAL(d, double)
#undef HEDDLE_LAPACK_REAL
#define HEDDLE_LAPACK_COMPLEX(L, T, R)                                         \
  void L##heevd_(Letter, Letter, Int, T *, Int, R *, T *, Int, R *, Int,       \
                 int *, Int, int *);                                           \
  void L##gesvd_(Letter, Letter, Int, Int, T *, Int, R *, T *, Int, T *, Int,  \
                 T *, Int, R *, int *);
HEDDLE_LAPACK_COMPLEX(c, std::complex<float>, float)
HEDDLE_LAPACK_COMPLEX(z, std::complex<double>, double)
#undef HEDDLE_LAPACK_COMPLEX
}

/// Which routine a type has.
template <typename T> struct Routines;
#define HEDDLE_ROUTINES(L, T, O, S)                                            \
  template <> struct Routines<T> {                                             \
    static constexpr auto getrf = L##getrf_;                                   \
    static constexpr auto getrs = L##getrs_;                                   \
    static constexpr auto potrf = L##potrf_;                                   \
    static constexpr auto potrs = L##potrs_;                                   \
    static constexpr auto potri = L##potri_;                                   \
    static constexpr auto trtri = L##trtri_;                                   \
    static constexpr auto geqrf = L##geqrf_;                                   \
    static constexpr auto orgqr = L##O##gqr_;                                  \
    static constexpr auto ormqr = L##O##mqr_;                                  \
    static constexpr auto syevd = L##S##evd_;                                  \
    static constexpr auto gesvd = L##gesvd_;                                   \
    static constexpr auto gbsv = L##gbsv_;                                     \
    static constexpr auto pbsv = L##pbsv_;                                     \
  };
HEDDLE_ROUTINES(s, float, or, sy)
HEDDLE_ROUTINES(d, double, or, sy)
HEDDLE_ROUTINES(c, std::complex<float>, un, he)
HEDDLE_ROUTINES(z, std::complex<double>, un, he)
#undef HEDDLE_ROUTINES

} // namespace lapack
} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SOLVER_LAPACK_H
