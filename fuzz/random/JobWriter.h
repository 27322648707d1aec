//===- JobWriter.h - Programs as job files ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs with their inputs and what the evaluator says they leave, for
/// whoever runs job files: another build, or a chip.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_JOBWRITER_H
#define HEDDLE_FUZZ_RANDOM_JOBWRITER_H

#include "Supervisor.h"
#include "llvm/Support/Error.h"

namespace heddle::ptxrandom {

/// Writes random-SEED.ptx, its job and its buffers into the folder of
/// \p Options for each of its programs.
llvm::Error writeJobs(const SupervisorOptions &Options);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_JOBWRITER_H
