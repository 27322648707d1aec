//===- TeslaObservedPasses.h - Passes that somebody looks at ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TESLA_TESLAOBSERVEDPASSES_H
#define HEDDLE_LIB_TESLA_TESLAOBSERVEDPASSES_H

#include "llvm/IR/LegacyPassManager.h"

namespace heddle {
class PassObserver;
}

namespace heddle::tesla {

/// Has an observer look at each function behind each pass.
class ObservedPassManager final : public llvm::legacy::PassManager {
public:
  /// \p By: null where nobody looks on.
  explicit ObservedPassManager(PassObserver *By) : Observer(By) {}

  void add(llvm::Pass *P) override;
  /// Behind passes from here on nobody looks.
  void stopObserving() { Observer = nullptr; }

private:
  PassObserver *Observer;
  bool IsSelected = false;
};

} // namespace heddle::tesla

#endif // HEDDLE_LIB_TESLA_TESLAOBSERVEDPASSES_H
