//===- Writer.h - Programs as PTX -------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_WRITER_H
#define HEDDLE_FUZZ_RANDOM_WRITER_H

#include "Program.h"

namespace heddle::ptxrandom {

/// The module: functions and a kernel k(out, common, in, n), with a heading of
/// comments on how to run it.
std::string writePTX(const Program &P);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_WRITER_H
