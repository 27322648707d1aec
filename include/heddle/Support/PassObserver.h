//===- PassObserver.h - Looks on while passes run ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_PASSOBSERVER_H
#define HEDDLE_SUPPORT_PASSOBSERVER_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class MachineFunction;
} // namespace llvm

namespace heddle {

/// Is shown each function behind each pass that ran on it, whether that changed
/// anything or not, in the order in which passes run.
class PassObserver {
public:
  virtual ~PassObserver();

  /// \p Pass is called as -passes= and --print-after call it; "lift" made the
  /// function of PTX. Names may be given to values that have none.
  virtual void afterPass(llvm::StringRef Pass, llvm::Function &F) = 0;
  virtual void afterPass(llvm::StringRef Pass,
                         const llvm::MachineFunction &F) = 0;
  /// \p Pass says that it left \p F as it was.
  virtual void afterIdlePass(llvm::StringRef Pass, llvm::Function &F) {
    afterPass(Pass, F);
  }
  /// Code is generated, perhaps once more, with other registers. Returns the
  /// number of this time.
  virtual unsigned startGeneration() = 0;
  /// Told that the code of this generation is the final one.
  virtual void keepGeneration(unsigned Number) = 0;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_PASSOBSERVER_H
