//===- HostThreads.cpp - Threads that may fail to start -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Support/HostThreads.h"

namespace heddle {

HostThreads::HostThreads(unsigned Wanted) {
  Started.reserve(Wanted);
  for (unsigned N = 1; N < Wanted; ++N) {
    Member &M = Started.emplace_back(Member{this, N});
    if (pthread_create(&M.Handle, nullptr, &HostThreads::main, &M) == 0)
      continue;
    Started.pop_back();
    return;
  }
}

void *HostThreads::main(void *Argument) {
  auto &M = *static_cast<Member *>(Argument);
  {
    std::unique_lock<std::mutex> Guard(M.Team->Lock);
    M.Team->Released.wait(Guard, [&] { return M.Team->IsReleased; });
  }
  if (M.Team->Work)
    M.Team->Work(M.Number);
  return nullptr;
}

void HostThreads::release() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    IsReleased = true;
  }
  Released.notify_all();
}

void HostThreads::run(llvm::function_ref<void(unsigned)> Fn) {
  Work = Fn;
  release();
  Fn(0);
  for (Member &M : Started)
    pthread_join(M.Handle, nullptr);
  Started.clear();
}

HostThreads::~HostThreads() {
  release();
  for (Member &M : Started)
    pthread_join(M.Handle, nullptr);
}

} // namespace heddle
