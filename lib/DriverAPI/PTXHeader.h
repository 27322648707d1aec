//===- PTXHeader.h - What a PTX module says it is for -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_PTXHEADER_H
#define HEDDLE_DRIVERAPI_PTXHEADER_H

#include "llvm/ADT/StringRef.h"

namespace heddle::driver {

/// The .version and .target that a driver must know before it compiles.
struct PTXHeader {
  /// 90 for .version 9.0; 0 if there is none.
  unsigned Version = 0;
  /// 75 for .target sm_75; 0 if there is none.
  unsigned Capability = 0;
  /// sm_90a runs on no other device.
  bool IsExact = false;
  /// sm_100f runs on the devices of its family.
  bool IsFamily = false;

  /// Returns whether code for the target runs on a device of capability
  /// \p Device.
  bool runsOn(unsigned Device) const;
};

/// Reads the first two directives of \p Text, with comments before and between
/// them.
PTXHeader readPTXHeader(llvm::StringRef Text);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_PTXHEADER_H
