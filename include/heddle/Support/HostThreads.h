//===- HostThreads.h - Threads that may fail to start -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// std::thread ends the process when the system has no further thread to give.
/// Here the work is done by as many as there are.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_HOSTTHREADS_H
#define HEDDLE_SUPPORT_HOSTTHREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <mutex>
#include <vector>

#include <pthread.h>

namespace heddle {

/// Threads that wait for something to do. The caller's is one of them.
class HostThreads {
public:
  /// Starts what is needed for \p Wanted threads in all, or as many as the
  /// system gives.
  explicit HostThreads(unsigned Wanted);
  /// Ends those that were never given work.
  ~HostThreads();
  HostThreads(const HostThreads &) = delete;
  HostThreads &operator=(const HostThreads &) = delete;

  /// At least 1.
  unsigned count() const { return unsigned(Started.size()) + 1; }

  /// Calls \p Work(N) on each thread, N below count(), and returns when all
  /// have. 0 is the caller's. Once only.
  void run(llvm::function_ref<void(unsigned)> Work);

private:
  struct Member {
    HostThreads *Team = nullptr;
    unsigned Number = 0;
    pthread_t Handle = {};
  };
  static void *main(void *Argument);
  void release();

  std::mutex Lock;
  std::condition_variable Released;
  bool IsReleased = false;
  llvm::function_ref<void(unsigned)> Work;
  /// Never grows beyond what it reserved: the threads point to their members.
  std::vector<Member> Started;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_HOSTTHREADS_H
