//===- TriadBench.cpp - What the host's memory gives ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y += a * x over arrays of the size of the saxpy kernel's, compiled by the
// host's compiler: the bound for that kernel. `benchmarks/run` asks for it.
//
//===----------------------------------------------------------------------===//

#include <benchmark/benchmark.h>
#include <vector>

namespace {

#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
void addScaled(float *Y, const float *X, float A, size_t Size) {
  for (size_t N = 0; N != Size; ++N)
    Y[N] += A * X[N];
}

void triad(benchmark::State &State) {
  const size_t Size = size_t(State.range(0));
  std::vector<float> X(Size, 1), Y(Size, 0);
  for (auto _ : State) {
    addScaled(Y.data(), X.data(), 0.5f, Size);
    benchmark::ClobberMemory();
  }
  State.SetBytesProcessed(State.iterations() * int64_t(Size) * 3 *
                          int64_t(sizeof(float)));
}
BENCHMARK(triad)->Arg(1 << 18);

} // namespace
