//===- TargetArch.h - The architectures that there are ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The architectures that PTX and -arch may name, generated from Targets.td.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_TARGETARCH_H
#define HEDDLE_ABI_TARGETARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace heddle::abi {

/// sm_Number and compute_Number, with or without one of the letters of Suffixes
/// behind it.
struct TargetArch {
  uint32_t Number;
  const char *Suffixes;
};

/// All architectures, in ascending order.
llvm::ArrayRef<TargetArch> targetArchs();

/// The architecture that \p Name names: "sm_75", "compute_90a". Null when there
/// is none, or none with that letter.
const TargetArch *findTargetArch(llvm::StringRef Name);

/// The part of an error message that lists the architectures whose names are
/// near \p Name: "near it: sm_72, sm_75; " for "sm_74"; empty when there are
/// none.
std::string nearestArchs(llvm::StringRef Name);

} // namespace heddle::abi

#endif // HEDDLE_ABI_TARGETARCH_H
