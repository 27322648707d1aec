//===- LibraryWork.h - Work of our libraries in a stream --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_LIBRARYWORK_H
#define HEDDLE_DRIVERAPI_LIBRARYWORK_H

#include "heddle-cuda/library_table.h"

namespace heddle::driver {

/// Returns the functions by which our libraries give work to streams.
const HeddleLibraryTable &libraryTable();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_LIBRARYWORK_H
