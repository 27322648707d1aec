//===- Distributions.cpp - Distributions by their quantiles ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributions.h"
#include <algorithm>
#include <cassert>
#include <cmath>

namespace heddle::math {
namespace {

/// A quotient of two polynomials of degree 7, from the lowest coefficients on.
struct Quotient {
  double Over[8], Under[8];

  double at(double X) const {
    double N = 0, D = 0;
    for (unsigned I = 8; I-- != 0;) {
      N = N * X + Over[I];
      D = D * X + Under[I];
    }
    return N / D;
  }
};

constexpr Quotient Middle = {
    {3.3871328727963666080e0, 1.3314166789178437745e+2,
     1.9715909503065514427e+3, 1.3731693765509461125e+4,
     4.5921953931549871457e+4, 6.7265770927008700853e+4,
     3.3430575583588128105e+4, 2.5090809287301226727e+3},
    {1.0, 4.2313330701600911252e+1, 6.8718700749205790830e+2,
     5.3941960214247511077e+3, 2.1213794301586595867e+4,
     3.9307895800092710610e+4, 2.8729085735721942674e+4,
     5.2264952788528545610e+3}};
constexpr Quotient Tail = {
    {1.42343711074968357734e0, 4.63033784615654529590e0,
     5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1,
     2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0,
     6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};
constexpr Quotient FarTail = {
    {6.65790464350110377720e0, 5.46378491116411436990e0,
     1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3,
     2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
     1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

} // namespace

double normalQuantile(double P) {
  assert(P > 0 && P <= 1 && "no probability of a word");
  const double Q = P - 0.5;
  if (std::fabs(Q) <= 0.425)
    return Q * Middle.at(0.180625 - Q * Q);
  const double R = std::sqrt(-std::log(Q < 0 ? P : 1 - P));
  const double X = R <= 5 ? Tail.at(R - 1.6) : FarTail.at(R - 5);
  return Q < 0 ? -X : X;
}

PoissonTable::PoissonTable(double Mean) {
  assert(Mean > 0 && Mean <= LargestMean && "no distribution of a table");
  // Twelve deviations hold all that has a probability of 2^-64 and more.
  const double Far = 12 * std::sqrt(Mean) + 40;
  First = uint32_t(std::max(0.0, std::floor(Mean - Far)));
  const auto Last = uint32_t(Mean + Far);
  double Sum = 0;
  for (uint32_t K = First; K <= Last; ++K) {
    Sum += std::exp(K * std::log(Mean) - Mean - std::lgamma(K + 1.0));
    Below.push_back(Sum);
  }
  assert(Last >= First && "a table of no numbers");
}

uint32_t PoissonTable::quantile(double P) const {
  assert(P >= 0 && P <= 1 && "no probability");
  const auto At = std::lower_bound(Below.begin(), Below.end() - 1, P);
  return First + uint32_t(At - Below.begin());
}

std::vector<double> PoissonTable::probabilities() const {
  std::vector<double> Each;
  double Before = 0;
  for (double Now : Below) {
    Each.push_back((Now - Before) / Below.back());
    Before = Now;
  }
  return Each;
}

} // namespace heddle::math
