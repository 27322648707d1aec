//===- DiscreteCalls.cpp - Distributions for the device's side ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// curand_discrete() in kernels takes a number from a table that the host makes:
// G. Marsaglia, W. W. Tsang, J. Wang, "Fast Generation of Discrete Random
// Variables", Journal of Statistical Software 11, 2004: the square histogram. A
// column belongs to one number up to its mark, and to another one above.
//
//===----------------------------------------------------------------------===//

#include "../Common/DeviceWork.h"
#include "Distributions.h"
#include "heddle-cuda/cuda.h"
#include "heddle-cuda/rand_types.h"
#include <cmath>
#include <vector>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// The structures of curand_discrete.h, whose code in kernels reads them. The
/// host has the same addresses as the device.
struct Histogram {
  double *Marks, *HostMarks;
  uint32_t *Others, *HostOthers;
  uint32_t IsOfHost;
};
struct Shifted {
  Histogram *TheHistogram, *HostHistogram;
  uint32_t Shift, Length, IsOfHost;
};
struct Discrete {
  Discrete *OnHost;
  Shifted *Table, *HostTable;
  double Deviation, Mean;
  int Method;
  uint32_t IsOfHost;
};
constexpr int SquareHistogram = 5;

/// All of a distribution: one allocation of the device.
struct Block {
  Discrete TheDiscrete;
  Shifted TheTable;
  Histogram TheHistogram;
};

/// Marks and other numbers of \p N columns, of which each is 1 / N wide and
/// has that part of the probability.
void makeHistogram(std::vector<double> P, double *Marks, uint32_t *Others) {
  const auto N = uint32_t(P.size());
  std::vector<uint32_t> Small, Large;
  for (uint32_t I = 0; I != N; ++I) {
    P[I] *= N;
    Marks[I] = (I + 1.0) / N;
    Others[I] = I;
    (P[I] < 1 ? Small : Large).push_back(I);
  }
  while (!Small.empty() && !Large.empty()) {
    const uint32_t Poor = Small.back(), Rich = Large.back();
    Small.pop_back();
    Marks[Poor] = (Poor + P[Poor]) / N;
    Others[Poor] = Rich;
    P[Rich] -= 1 - P[Poor];
    if (P[Rich] < 1) {
      Large.pop_back();
      Small.push_back(Rich);
    }
  }
}

} // namespace

HEDDLE_EXPORT curandStatus_t curandCreatePoissonDistribution(double Mean,
                                                             Discrete **To) {
  if (!To || !(Mean > 0 && Mean <= PoissonTable::LargestMean))
    return CURAND_STATUS_OUT_OF_RANGE;
  if (initialize() != CUDA_SUCCESS)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  const PoissonTable Table(Mean);
  const std::vector<double> P = Table.probabilities();
  // Kernels that draw 1 itself read the column behind the last one.
  const size_t Columns = P.size() + 1;
  CUdeviceptr Address = 0;
  const size_t Bytes =
      sizeof(Block) + Columns * (sizeof(double) + sizeof(uint32_t));
  if (cuMemAlloc(&Address, Bytes) != CUDA_SUCCESS)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto *Made = reinterpret_cast<Block *>(Address);
  auto *Marks = reinterpret_cast<double *>(Made + 1);
  auto *Others = reinterpret_cast<uint32_t *>(Marks + Columns);
  makeHistogram(P, Marks, Others);
  // Nothing is below its mark: its own number is none of the table's.
  Marks[P.size()] = 0;
  Others[P.size()] = uint32_t(P.size() - 1);
  Made->TheHistogram = {Marks, Marks, Others, Others, 0};
  Made->TheTable = {&Made->TheHistogram, &Made->TheHistogram, Table.first(),
                    uint32_t(P.size()), 0};
  Made->TheDiscrete = {&Made->TheDiscrete,
                       &Made->TheTable,
                       &Made->TheTable,
                       std::sqrt(Mean),
                       Mean,
                       SquareHistogram,
                       0};
  *To = &Made->TheDiscrete;
  return CURAND_STATUS_SUCCESS;
}

HEDDLE_EXPORT curandStatus_t curandDestroyDistribution(Discrete *Which) {
  return cuMemFree(reinterpret_cast<CUdeviceptr>(Which)) == CUDA_SUCCESS
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_NOT_INITIALIZED;
}
