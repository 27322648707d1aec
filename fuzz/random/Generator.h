//===- Generator.h - Random programs ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_GENERATOR_H
#define HEDDLE_FUZZ_RANDOM_GENERATOR_H

#include "Program.h"

namespace heddle::ptxrandom {

struct GeneratorOptions {
  /// Empty: any of the four.
  std::string Chip;
  /// Most statements of the kernel and its functions together.
  unsigned MaxStatements = 40;
  /// Percent of programs with instructions after PTX 1.4.
  unsigned ModernPercent = 25;
  /// Percent of programs with f64 under map_f64_to_f32 or, where they are
  /// modern, with pointers in memory and arrays passed by value.
  unsigned ExtrasPercent = 0;
  /// Percent of programs with textures and, for tx1, surfaces.
  unsigned TexturesPercent = 0;
  /// --maxrregcount of each program is between these; both 0: a quarter of the
  /// programs have one from 10 to 20.
  unsigned LeastRegisters = 0, MostRegisters = 0;
  /// Most registers of each class, which the kernel then loads and stores as
  /// vectors; 0: there are as many as there are.
  unsigned MaxVariables = 0;
  /// CTAs of each launch.
  unsigned Blocks = 1;
  /// Kernels whose control flow is graphs, at random, of blocks.
  bool Graphs = false;
};

/// The program of \p Seed. It ends, races nowhere, and accesses only its own
/// memory; everything else is left to chance.
Program generateProgram(uint64_t Seed, const GeneratorOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_GENERATOR_H
