//===- Rendezvous.h - Stop the host threads for a while ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some questions can only be answered while nothing moves. When every host
/// thread of a launch has asked for it, they come together, one of them looks,
/// and all go on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_RENDEZVOUS_H
#define HEDDLE_LIB_SM_RENDEZVOUS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>

namespace heddle::sm {

class Rendezvous {
public:
  explicit Rendezvous(unsigned Threads) : Running(Threads) {}

  /// Asks for it, once until it has taken place.
  void ask();
  /// Whether all threads are to come to meet().
  bool isCalled() const { return Called.load(std::memory_order_relaxed); }
  /// Waits for the others. The last to come calls \p Look.
  void meet(llvm::function_ref<void()> Look);
  /// For a thread that will not come any more; \p HasAsked since they last met.
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

#endif // HEDDLE_LIB_SM_RENDEZVOUS_H
