//===- OperationKernel.h - Kernels that try one instruction -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPERATIONKERNEL_H
#define HEDDLE_FUZZ_RANDOM_OPERATIONKERNEL_H

#include "Operations.h"
#include <string>

namespace heddle::ptxrandom {

/// Bytes of a tuple of operands, and of the results: every operand and result
/// has 8 bytes, and one more is the carry.
unsigned slots(const Operation &Op);

/// A kernel k(out, in) whose threads load a tuple each.
std::string writeKernel(const Operation &Op, bool IsSilicon);

/// The same for one thread, with \p Tuples as constants in the text. Not of
/// Family::Mapped.
std::string writeKernel(const Operation &Op, bool IsSilicon,
                        llvm::ArrayRef<uint64_t> Tuples);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPERATIONKERNEL_H
