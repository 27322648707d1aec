//===- Sobol.cpp - Quasirandom sequences ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sobol.h"
#include "Distributions.h"
#include "WordTransforms.h"
#include <cassert>
#include <vector>
#if HEDDLE_HAS_SOBOL
#include <boost/random/detail/sobol_table.hpp>
#endif

namespace heddle::math {
namespace {

#if HEDDLE_HAS_SOBOL
using Table = boost::random::detail::qrng_tables::sobol;
constexpr unsigned NumDimensions = Table::max_dimension;

/// Fills the \p Bits vectors \p V of dimension \p D, which is not the first, by
/// the recurrence of its polynomial (Bratley and Fox, 1988, equation 3).
template <typename T> void fillDimension(T *V, unsigned D) {
  constexpr unsigned Bits = sizeof(T) * 8;
  const unsigned Polynomial = Table::polynomial(D - 1);
  const unsigned Degree = 31 - unsigned(__builtin_clz(Polynomial));
  assert(D != 0 && Degree < Bits && "the first dimension has no polynomial");
  for (unsigned I = 0; I != Bits; ++I) {
    if (I < Degree) {
      V[I] = T(Table::minit(D - 1, I)) << (Bits - 1 - I);
      continue;
    }
    V[I] = V[I - Degree] ^ (V[I - Degree] >> Degree);
    for (unsigned K = 1; K != Degree; ++K)
      if (Polynomial >> (Degree - K) & 1)
        V[I] ^= V[I - K];
  }
}

template <typename T> std::vector<T> makeVectors() {
  constexpr unsigned Bits = sizeof(T) * 8;
  std::vector<T> V(size_t(SobolTableSize) * Bits);
  for (unsigned I = 0; I != Bits; ++I)
    V[I] = T(1) << (Bits - 1 - I);
  for (unsigned D = 1; D != NumDimensions; ++D)
    fillDimension(&V[size_t(D) * Bits], D);
  return V;
}
#else
constexpr unsigned NumDimensions = 0;

template <typename T> std::vector<T> makeVectors() { return {}; }
#endif

/// A call makes the next points, and writes first what all have in the first
/// dimension, then in the second, and so on.
template <typename T> class Sobol final : public Sequences {
  static constexpr unsigned Bits = sizeof(T) * 8;

public:
  explicit Sobol(unsigned Count) : Dimensions(Count) {
    assert(Count && Count <= NumDimensions && "there are no such vectors");
  }

  void skip(uint64_t Count) override { Next += Count; }
  uint64_t position() const override { return Next; }
  unsigned multiple() const override { return Dimensions; }
  bool makesPairs() const override { return false; }
  bool hasWords() const override { return Bits == 32; }
  bool hasLongs() const override { return Bits == 64; }

  void bits(uint32_t *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return uint32_t(X); });
  }
  void longs(uint64_t *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return uint64_t(X); });
  }
  void uniform(float *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return floatOf(X); });
  }
  void uniform(double *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return doubleOf(X); });
  }
  void normal(float *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return float(normalQuantile(placeOf(X))); });
  }
  void normal(double *To, uint64_t Count) override {
    fill(To, Count, [](T X) { return normalQuantile(placeOf(X)); });
  }
  void poisson(uint32_t *To, uint64_t Count, double Mean) override {
    const PoissonTable Table(Mean);
    fill(To, Count, [&](T X) { return Table.quantile(placeOf(X)); });
  }

private:
  /// Point n has the vectors of the bits that n's Gray code has. The next one
  /// differs in one of them, that of n's lowest bit which is not set.
  template <typename R, typename Fn> void fill(R *To, uint64_t Count, Fn Of) {
    const uint64_t Points = Count / Dimensions;
    const T *V = sobolVectors<T>();
    for (unsigned D = 0; D != Dimensions; ++D, V += Bits) {
      T X = 0;
      for (uint64_t Gray = Next ^ (Next >> 1); Gray; Gray &= Gray - 1)
        X ^= V[size_t(__builtin_ctzll(Gray)) % Bits];
      for (uint64_t I = Next; I != Next + Points; ++I) {
        *To++ = Of(X);
        X ^= V[size_t(__builtin_ctzll(~I)) % Bits];
      }
    }
    Next += Points;
  }

  const unsigned Dimensions;
  /// The number of the next point.
  uint64_t Next = 0;
};

} // namespace

unsigned numSobolDimensions() { return NumDimensions; }

template <typename T> const T *sobolVectors() {
  static const std::vector<T> All = makeVectors<T>();
  return All.data();
}
template const uint32_t *sobolVectors<uint32_t>();
template const uint64_t *sobolVectors<uint64_t>();

std::unique_ptr<Sequences> createSobol(curandRngType_t Type,
                                       unsigned Dimensions) {
  if (Dimensions == 0 || Dimensions > NumDimensions)
    return nullptr;
  if (int(Type) == CURAND_RNG_QUASI_DEFAULT ||
      int(Type) == CURAND_RNG_QUASI_SOBOL32)
    return std::make_unique<Sobol<uint32_t>>(Dimensions);
  if (int(Type) == CURAND_RNG_QUASI_SOBOL64)
    return std::make_unique<Sobol<uint64_t>>(Dimensions);
  return nullptr;
}

} // namespace heddle::math
