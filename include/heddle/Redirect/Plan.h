//===- Plan.h - Which bytes of a program become jumps -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each function of a program's own CUDA runtime becomes a jump through a slot.
/// One that is too short for that jumps to a place in the body of another: as
/// all of them lead away, no body is executed.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_REDIRECT_PLAN_H
#define HEDDLE_REDIRECT_PLAN_H

#include "heddle/Redirect/ElfFile.h"
#include "heddle/Redirect/Jumps.h"
#include <string>
#include <vector>

namespace heddle::redirect {

/// The target of a redirected function's jump; until it is bound, the target is
/// the code that binds \p Name.
struct Slot {
  void *Target = nullptr;
  const char *Name = nullptr;
};

struct Patch {
  uint64_t Address = 0;
  std::string Code;
};

/// Addresses are those of the file.
struct Plan {
  std::vector<Patch> Patches;
  /// The reason why calls cannot be redirected; empty if they can.
  std::string Problem;
};

/// A function whose calls are to go elsewhere.
struct Redirected {
  ElfSymbol Function;
  uint64_t Slot = 0;
};

/// Lays the jumps of \p Functions into a program with the symbols \p All.
Plan planJumps(Machine M, const std::vector<Redirected> &Functions,
               const std::vector<ElfSymbol> &All);

} // namespace heddle::redirect

#endif // HEDDLE_REDIRECT_PLAN_H
