//===- EntryPoints.h - Entry points by name and version ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_ENTRYPOINTS_H
#define HEDDLE_DRIVERAPI_ENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"

namespace heddle::driver {

/// One version of a function.
struct EntryPoint {
  /// Without a suffix: "cuMemAlloc".
  const char *Base;
  /// The first version of CUDA that has the function: 3020.
  int Since;
  void *Address;
  /// The function whose stream 0 is the calling thread's own; null if there is
  /// none.
  void *PerThread;
};

/// Returns all entry points, also of functions that are not implemented.
llvm::ArrayRef<EntryPoint> entryPoints();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_ENTRYPOINTS_H
