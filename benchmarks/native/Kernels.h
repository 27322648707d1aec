//===- Kernels.h - The kernels' algorithms as loops of the host -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ../Kernels computes, written for the processor: a loop over the CTAs,
/// and the threads of a CTA as the innermost loop where the compiler can make
/// vectors of it. Repetitions that a kernel has for the sake of measuring are
/// repetitions here, too.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_NATIVE_KERNELS_H
#define HEDDLE_BENCHMARKS_NATIVE_KERNELS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace native {

/// An argument of a kernel, in the order of ../kernels.py: a number, or a
/// buffer of words.
struct Argument {
  double Number = 0;
  std::vector<uint32_t> Words;

  unsigned count() const { return unsigned(Number); }
  float real() const { return float(Number); }
  float *floats() { return reinterpret_cast<float *>(Words.data()); }
};

using Arguments = std::vector<Argument>;

void blocksort(Arguments &A);
void mandelbrot(Arguments &A);
void nbody(Arguments &A);
void reduction(Arguments &A);
void saxpy(Arguments &A);
void sgemm(Arguments &A);
void spmv(Arguments &A);

} // namespace native

#endif // HEDDLE_BENCHMARKS_NATIVE_KERNELS_H
