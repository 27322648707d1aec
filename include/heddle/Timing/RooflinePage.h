//===- RooflinePage.h - Launches under the roofs of boards ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_ROOFLINEPAGE_H
#define HEDDLE_TIMING_ROOFLINEPAGE_H

#include "heddle/Timing/LaunchTime.h"

namespace heddle::timing {

struct NamedTime {
  std::string Name;
  LaunchTime Time;
};

/// A page of HTML that needs nothing else: for each board a picture with what
/// its SMs can compute and its memory can move, and where launches are below
/// that; and a table.
std::string rooflinePage(llvm::ArrayRef<NamedTime> Launches);

} // namespace heddle::timing

#endif // HEDDLE_TIMING_ROOFLINEPAGE_H
