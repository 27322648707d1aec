//===- Meetings.h - Where lanes of a warp meet ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bar.warp.sync or an exchange of PTX becomes one or more instructions. At
/// one of them the lanes that execute it meet the members that they name.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_MEETINGS_H
#define HEDDLE_LIB_SANITIZE_MEETINGS_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Object/OperationMap.h"
#include <array>
#include <optional>

namespace heddle::sanitize {

/// By lane: the lanes that it names.
using MemberMasks = std::array<uint32_t, sm::Lanes>;

/// Whether lanes meet at \p I of \p P, one of the instructions that \p O
/// became, or exchange what they have met for.
bool isMeeting(const sm::Program &P, const sm::DecodedInst &I,
               const object::SyncOperation &O);

/// Who meets whom, in each warp of a CTA.
class Meetings {
public:
  explicit Meetings(unsigned NumWarps) : HaveMet(NumWarps, 0) {}

  /// What the lanes that execute \p E, a meeting of \p O, name as members.
  /// Nothing if they have met for it before, or if nobody can tell.
  std::optional<MemberMasks> membersAt(const sm::Issue &E,
                                       const object::SyncOperation &O);

private:
  /// By warp: lanes that have met for what they exchange next.
  std::vector<uint32_t> HaveMet;
};

/// Lanes of \p Among, which do not execute what \p W executes, that do nothing
/// more before they exit. The optimizer makes them exit at once, so whether
/// they have is no difference that the program can see.
uint32_t leavingLanes(const sm::Warp &W, const sm::Program &P, uint32_t Among);

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_MEETINGS_H
