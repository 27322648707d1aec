//===- UnrollOption.h - -unroll-loop ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OPTIMIZER_UNROLLOPTION_H
#define HEDDLE_OPTIMIZER_UNROLLOPTION_H

namespace heddle {

/// Adds -unroll-loop to LLVM's options, unless it is there. A library of ours
/// in somebody's process does not: another one beside it may have the same
/// LLVM, where each name is there once.
void addUnrollOption();

} // namespace heddle

#endif // HEDDLE_OPTIMIZER_UNROLLOPTION_H
