//===- LaneMask.h - Lane masks in traces ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LANEMASK_H
#define HEDDLE_MACHINE_LANEMASK_H

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace heddle::sm {

/// The mask as text: with a number of lanes a digit for each, lane 0 first;
/// else all lanes, in hex.
inline std::string laneMask(uint32_t Mask, unsigned NumLanes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (!NumLanes)
    OS << llvm::format_hex_no_prefix(Mask, 8);
  for (unsigned Lane = 0; Lane != NumLanes; ++Lane)
    OS << (Mask >> Lane & 1 ? '1' : '0');
  return Text;
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LANEMASK_H
