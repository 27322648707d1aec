//===- Identifiers.h - Intrinsics that read identifiers ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of LLVM's intrinsics read what a launch gives a thread.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_IDENTIFIERS_H
#define HEDDLE_INTRINSICS_IDENTIFIERS_H

#include "heddle/ABI/LaunchState.h"
#include <optional>

namespace heddle {

/// The identifier that intrinsic \p IID, an llvm::Intrinsic::ID, reads; nothing
/// for one that reads none.
std::optional<abi::Identifier> identifierOf(unsigned IID);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_IDENTIFIERS_H
