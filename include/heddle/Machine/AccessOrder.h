//===- AccessOrder.h - The order of accesses to g[] -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chips order all accesses of a thread, so their code has no fences: a
/// flag that another CTA waits for is a store behind other stores. x86-64 keeps
/// loads in order, and stores, and takes an atomic for a fence. AArch64 keeps
/// nothing in order, so where other host threads access g[] each access there
/// is fenced (Arm ARM, B2.3).
///
/// Everything is inlined always: the handlers are compiled for several
/// instruction sets, and a linker must not merge functions of them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_ACCESSORDER_H
#define HEDDLE_MACHINE_ACCESSORDER_H

#if defined(__aarch64__)
#define HEDDLE_HOST_REORDERS
#endif

namespace heddle::sm {

/// The kind of an instruction's access to g[].
enum class OrderedAccess : unsigned char { Load, Store, Atomic };

/// Performs \p Access, which an instruction of a warp makes, in order; if
/// \p IsConcurrent, other threads of the host access g[], too.
template <OrderedAccess Kind, class FnT>
[[gnu::always_inline]] inline auto inOrder([[maybe_unused]] bool IsConcurrent,
                                           FnT Access) {
#if defined(HEDDLE_HOST_REORDERS)
  if (Kind != OrderedAccess::Load && IsConcurrent) [[unlikely]]
    __atomic_thread_fence(Kind == OrderedAccess::Store ? __ATOMIC_RELEASE
                                                       : __ATOMIC_SEQ_CST);
#endif
  const auto Result = Access();
#if defined(HEDDLE_HOST_REORDERS)
  if (Kind != OrderedAccess::Store && IsConcurrent) [[unlikely]]
    __atomic_thread_fence(Kind == OrderedAccess::Load ? __ATOMIC_ACQUIRE
                                                      : __ATOMIC_SEQ_CST);
#endif
  return Result;
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_ACCESSORDER_H
