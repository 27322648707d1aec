//===- Rendezvous.h - Stop the host threads for a while ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some questions can only be answered while no thread changes anything. When
/// every host thread of a launch has asked for a meeting, they meet, one of
/// them looks, and all go on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_RENDEZVOUS_H
#define HEDDLE_LIB_ENGINE_SM_RENDEZVOUS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>

namespace heddle::sm {

class Rendezvous {
public:
  explicit Rendezvous(unsigned Threads) : Running(Threads) {}

  /// Asks for a meeting, at most once before each.
  void ask();
  /// Returns whether all threads are to call meet().
  bool isCalled() const { return Called.load(std::memory_order_relaxed); }
  /// Waits for the others. The last to come calls \p Look.
  void meet(llvm::function_ref<void()> Look);
  /// Called by a thread that will not come to any further meeting; \p HasAsked
  /// says whether it asked since the last one.
  void leave(bool HasAsked, llvm::function_ref<void()> Look);

private:
  void start(llvm::function_ref<void()> Look);

  std::mutex Lock;
  std::condition_variable Over;
  std::atomic<bool> Called = false;
  unsigned Running;
  unsigned Asked = 0, Arrived = 0;
  uint64_t Meetings = 0;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_RENDEZVOUS_H
