//===- Distributions.h - Distributions by their quantiles -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_DISTRIBUTIONS_H
#define HEDDLE_MATHAPI_RAND_DISTRIBUTIONS_H

#include <cstdint>
#include <vector>

namespace heddle::math {

/// The number that a normal one is below with probability \p P, from 0 to 1,
/// to about 16 digits: M. J. Wichura, algorithm AS 241 (1988).
double normalQuantile(double P);

/// Poisson's distribution of one mean.
class PoissonTable {
public:
  /// Larger means are no table's.
  static constexpr double LargestMean = 4e5;

  explicit PoissonTable(double Mean);
  /// The least number that others are not above with probability \p P.
  uint32_t quantile(double P) const;
  /// The least number of the table, and how probable it and those behind it
  /// are, which together have 1.
  uint32_t first() const { return First; }
  std::vector<double> probabilities() const;

private:
  uint32_t First;
  /// How probable numbers are up to First + n.
  std::vector<double> Below;
};

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_DISTRIBUTIONS_H
