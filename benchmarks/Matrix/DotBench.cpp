//===- DotBench.cpp - How fast sums of matrix products are ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProducts.h"
#include "heddle/Support/SplitMix64.h"
#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <vector>

using namespace heddle;
using namespace heddle::matrix;

namespace {

struct Sum {
  const char *Name;
  unsigned Chip;
  MatrixUnit Unit;
  ElementType A, C;
  /// Elements; of B1, words of 32.
  unsigned K;
};

constexpr Sum Sums[] = {
    {"sm_80_f16_f32", 80, Mma, ElementType::F16, ElementType::F32, 16},
    {"sm_90_f16_f32", 90, Mma, ElementType::F16, ElementType::F32, 16},
    {"sm_90_f16_f16", 90, Mma, ElementType::F16, ElementType::F16, 16},
    {"sm_90_bf16_f32", 90, Mma, ElementType::BF16, ElementType::F32, 16},
    {"sm_90_tf32_f32", 90, Mma, ElementType::TF32, ElementType::F32, 8},
    {"sm_90_e4m3_f32", 90, Mma, ElementType::E4M3, ElementType::F32, 32},
    {"sm_90_wgmma_e4m3", 90, Wgmma, ElementType::E4M3, ElementType::F32, 32},
    {"sm_90_s8_s32", 90, Mma, ElementType::S8, ElementType::S32, 32},
    {"sm_90_b1_s32", 90, Mma, ElementType::B1, ElementType::S32, 8},
};

/// Finite elements near 1, or any of integers.
std::vector<uint32_t> elements(ElementType T, size_t Count) {
  SplitMix64 Random(1);
  std::vector<uint32_t> E(Count);
  for (uint32_t &V : E)
    do
      V = uint32_t(Random.next());
    while (isFloat(T) &&
           (!decode(T, V).isFinite() || std::abs(decode(T, V).Exponent) > 4));
  return E;
}

/// Two operations for each product; flops is them a second.
void count(benchmark::State &State, const Sum &S) {
  const unsigned Each = S.A == ElementType::B1 ? 32 * S.K : S.K;
  State.counters["flops"] = benchmark::Counter(
      2.0 * Each * DotLanes, benchmark::Counter::kIsIterationInvariantRate);
}

void vectorSum(benchmark::State &State, const Sum &S, const DotKernel &K) {
  const DotForm F = *dotForm(S.Chip, S.Unit, S.A, S.A, S.C);
  const std::vector<uint32_t> A = elements(S.A, S.K * DotLanes),
                              B = elements(S.A, S.K * DotLanes),
                              C = elements(S.C, DotLanes);
  std::array<uint32_t, DotLanes> D;
  for (auto _ : State) {
    K.Run(F, {A.data(), B.data(), S.K}, C.data(), D.data());
    benchmark::DoNotOptimize(D);
  }
  count(State, S);
}

void doubleSum(benchmark::State &State, const DotKernel &K) {
  constexpr unsigned Count = 8;
  const DotForm F =
      *dotForm(90, Mma, ElementType::F64, ElementType::F64, ElementType::F64);
  // From 1 to 2.
  SplitMix64 Random(1);
  std::vector<uint64_t> A(Count * DotLanes);
  for (uint64_t &V : A)
    V = uint64_t(1023) << 52 | Random.next() >> 12;
  std::array<uint64_t, DotLanes> C = {}, D;
  for (auto _ : State) {
    K.RunDouble(F, {A.data(), A.data(), Count}, C.data(), D.data());
    benchmark::DoNotOptimize(D);
  }
  State.counters["flops"] = benchmark::Counter(
      2.0 * Count * DotLanes, benchmark::Counter::kIsIterationInvariantRate);
}

void scalarSum(benchmark::State &State, const Sum &S) {
  const DotForm F = *dotForm(S.Chip, S.Unit, S.A, S.A, S.C);
  const std::vector<uint32_t> Words = elements(S.A, S.K), C = elements(S.C, 1);
  const std::vector<uint64_t> A(Words.begin(), Words.end());
  for (auto _ : State)
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
      benchmark::DoNotOptimize(dotProduct(F, A, A, C[0]));
  count(State, S);
}

void registerAll() {
  for (const Sum &S : Sums) {
    const std::string Name = std::string("dot/") + S.Name + '/';
    if (S.A != ElementType::B1)
      benchmark::RegisterBenchmark((Name + "scalar").c_str(), scalarSum, S);
    for (const DotKernel &K : dotKernels())
      benchmark::RegisterBenchmark((Name + K.Name).c_str(), vectorSum, S, K);
  }
  for (const DotKernel &K : dotKernels())
    benchmark::RegisterBenchmark(
        (std::string("dot/sm_90_f64/") + K.Name).c_str(), doubleSum, K);
}

} // namespace

int main(int Argc, char **Argv) {
  registerAll();
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
