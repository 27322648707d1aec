//===- ObservePasses.h - Shows passes to an observer ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_OBSERVEPASSES_H
#define HEDDLE_LIB_OPTIMIZER_OBSERVEPASSES_H

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace heddle {

class PassObserver;

/// Both outlive the passes.
void observePasses(llvm::PassInstrumentationCallbacks &Callbacks,
                   PassObserver &By);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_OBSERVEPASSES_H
