//===- Vendor.h - NVIDIA's linker, for LTO-IR -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVJITLINK_VENDOR_H
#define HEDDLE_NVJITLINK_VENDOR_H

#include "Results.h"
#include <string>
#include <vector>

namespace heddle::jitlink {

struct Input {
  std::string Bytes, Name;
};

/// Has NVIDIA's library make \p Ptx of \p Inputs, which are LTO-IR, with the
/// options of the program. What it says goes to \p Log.
Result linkIntermediate(const std::vector<Input> &Inputs,
                        const std::vector<std::string> &Options,
                        std::string &Ptx, std::string &Log);

} // namespace heddle::jitlink

#endif // HEDDLE_NVJITLINK_VENDOR_H
