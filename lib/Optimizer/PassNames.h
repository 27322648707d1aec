//===- PassNames.h - Names of the passes in our pipelines -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's instrumentation knows passes by their classes; the options
/// -print-after=NAME and its like, by the names of -passes=.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_PASSNAMES_H
#define HEDDLE_LIB_OPTIMIZER_PASSNAMES_H

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace heddle {

/// Tells \p Callbacks the names of our own passes.
void nameOwnPasses(llvm::PassInstrumentationCallbacks &Callbacks);

/// Tells \p Callbacks the names of LLVM's passes in buildPipeline().
void nameLLVMPasses(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_PASSNAMES_H
