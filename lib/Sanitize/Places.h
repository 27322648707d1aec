//===- Places.h - Say where things are --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_PLACES_H
#define HEDDLE_LIB_SANITIZE_PLACES_H

#include "heddle/Machine/Observer.h"
#include "heddle/Sanitize/Findings.h"

namespace heddle::sanitize {

/// The instruction at \p Index of the program, executed by thread \p Thread
/// of CTA \p Cta, both counted x first.
FindingSide sideAt(const sm::LaunchView &Launch, uint32_t Index, uint64_t Cta,
                   unsigned Thread);

/// The line of the instruction at \p Index in its own PTX file; 0 without.
uint32_t lineAt(const sm::LaunchView &Launch, uint32_t Index);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_PLACES_H
