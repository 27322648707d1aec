//===- DivergenceRules.h - What steering does to lanes ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of the divergence stack (tesla-isa.md, section 5.6), once for all
/// who follow them: a warp, whose sets of lanes are words of 32 bits; host
/// code, where they are values of LLVM IR; the flow graph, which knows the
/// entries but not their lanes; and the verifier of generated code.
///
///   joinat T     pushes {Join, T, active}; the join at T pops it: all go on
///   breakaddr T  pushes {Break, T, active}
///   call T       pushes {Call, behind it, active}
///   preret T     pushes {Call, T, active}
///   bra T        if lanes disagree, pushes {Branch, place, lanes} of one side
///   break, ret   the lanes leave; when none is active, entries are popped
///                until one has lanes that go on
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_DIVERGENCERULES_H
#define HEDDLE_ABI_DIVERGENCERULES_H

#include <cstdint>

namespace heddle::abi {

/// The kinds of entries of the divergence stack.
enum class EntryKind : uint8_t { Branch, Call, Break, Join };

/// Which lanes of a warp that parts at a branch go on at once. The chips'
/// choice is not documented; NVIDIA's code for locks ends only if those that
/// branch do.
enum class FirstSide : uint8_t { FallThrough, Taken };

/// A set of lanes has &, | and ~.
template <class LanesT> struct Parting {
  /// These go on, from \p OnAt.
  LanesT On;
  /// These wait in a Branch entry, for \p WaitsAt.
  LanesT Wait;
  uint32_t OnAt, WaitAt;
};

/// Splits the lanes \p Active at a branch: the lanes \p Taken, some of them,
/// branch to \p Target; the others fall through to \p Next.
template <class LanesT>
[[gnu::always_inline]] constexpr Parting<LanesT>
partingOf(FirstSide First, LanesT Active, LanesT Taken, uint32_t Target,
          uint32_t Next) {
  if (First == FirstSide::FallThrough)
    return {Active & ~Taken, Taken, Next, Target};
  return {Taken, Active & ~Taken, Target, Next};
}

/// Lanes that are on the stack and do not wait for where they are: they have
/// exited, returned from a function, or left a loop.
template <class LanesT> struct GoneLanes {
  LanesT Exited, Returned, Broke;

  [[gnu::always_inline]] constexpr LanesT all() const {
    return Exited | Returned | Broke;
  }
};

/// Returns the lanes that go on when an entry of \p Kind with the lanes \p Mask
/// is popped, and removes from \p Gone the lanes that left for this entry.
template <class LanesT>
[[gnu::always_inline]] constexpr LanesT popLanes(EntryKind Kind, LanesT Mask,
                                                 GoneLanes<LanesT> &Gone) {
  switch (Kind) {
  case EntryKind::Branch:
  case EntryKind::Join:
    break;
  case EntryKind::Break: {
    LanesT Left = Mask & Gone.Broke & ~(Gone.Exited | Gone.Returned);
    Gone.Broke = Gone.Broke & ~Mask;
    return Left;
  }
  case EntryKind::Call: {
    LanesT Left = Mask & Gone.Returned & ~Gone.Exited;
    Gone.Returned = Gone.Returned & ~Mask;
    return Left;
  }
  }
  return Mask & ~Gone.all();
}

/// When no lane is active, entries are popped until one has lanes that go on. A
/// join entry with such lanes stays on the stack for the join at its target.
constexpr bool staysForItsJoin(EntryKind Kind) {
  return Kind == EntryKind::Join;
}

/// The relation of lanes that reach a join to the top entry of the stack.
enum class AtJoin : uint8_t {
  /// The entry holds lanes that will reach the join, too; they run first.
  Others,
  /// The entry is that of the join: all its lanes go on.
  Own,
  Mismatch
};
constexpr AtJoin atJoin(EntryKind Top) {
  switch (Top) {
  case EntryKind::Branch:
    return AtJoin::Others;
  case EntryKind::Join:
    return AtJoin::Own;
  case EntryKind::Call:
  case EntryKind::Break:
    return AtJoin::Mismatch;
  }
  return AtJoin::Mismatch;
}

/// How lanes leave.
enum class Leaving : uint8_t { Break, Return };

/// The relation of an entry to lanes that leave a loop or function; they search
/// the stack from its top.
enum class Scope : uint8_t {
  /// The entry holds lanes that wait; the search goes on below it.
  Passed,
  /// The entry is the one that the lanes leave for.
  Found,
  /// The lanes may not leave past this entry: the search fails.
  Outside
};
constexpr Scope scopeOf(Leaving How, EntryKind Entry) {
  switch (How) {
  case Leaving::Break:
    // Loops of a caller are not the function's.
    return Entry == EntryKind::Break  ? Scope::Found
           : Entry == EntryKind::Call ? Scope::Outside
                                      : Scope::Passed;
  case Leaving::Return:
    return Entry == EntryKind::Call ? Scope::Found : Scope::Passed;
  }
  return Scope::Outside;
}

/// How many of the entries \p FromTop lie above the scope that lanes leave for,
/// which \p KindOf tells of each; negative: there is none, so that a break is a
/// mistake, and a return ends the lanes.
template <class RangeT, class FnT>
constexpr int findScope(Leaving How, RangeT &&FromTop, FnT KindOf) {
  int Above = 0;
  for (const auto &Entry : FromTop) {
    switch (scopeOf(How, KindOf(Entry))) {
    case Scope::Passed:
      ++Above;
      continue;
    case Scope::Found:
      return Above;
    case Scope::Outside:
      return -1;
    }
  }
  return -1;
}

/// Notes that the lanes \p Who leave. \p InCall: a return finds a scope.
template <class LanesT>
[[gnu::always_inline]] constexpr void
leave(Leaving How, bool InCall, LanesT Who, GoneLanes<LanesT> &Gone) {
  if (How == Leaving::Break)
    Gone.Broke = Gone.Broke | Who;
  else if (InCall)
    Gone.Returned = Gone.Returned | Who;
  else
    Gone.Exited = Gone.Exited | Who;
}

} // namespace heddle::abi

#endif // HEDDLE_ABI_DIVERGENCERULES_H
