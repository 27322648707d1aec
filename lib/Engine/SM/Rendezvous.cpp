//===- Rendezvous.cpp - Stop the host threads for a while -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rendezvous.h"
#include <cassert>

namespace heddle::sm {

void Rendezvous::ask() {
  std::lock_guard<std::mutex> Guard(Lock);
  assert(Asked < Running && "more ask than there are");
  if (++Asked == Running)
    Called = true;
}

void Rendezvous::start(llvm::function_ref<void()> Look) {
  assert(Called && Arrived == Running &&
         "a meeting that some have not come to");
  Look();
  Called = false;
  Asked = Arrived = 0;
  ++Meetings;
  Over.notify_all();
}

void Rendezvous::meet(llvm::function_ref<void()> Look) {
  std::unique_lock<std::mutex> Guard(Lock);
  assert(Called && Arrived < Running && "a meeting that nobody called");
  if (++Arrived == Running) {
    start(Look);
    return;
  }
  uint64_t Mine = Meetings;
  Over.wait(Guard, [&] { return Meetings != Mine; });
}

void Rendezvous::leave(bool HasAsked, llvm::function_ref<void()> Look) {
  std::lock_guard<std::mutex> Guard(Lock);
  assert(Running && "more leave than there are");
  --Running;
  assert(Asked >= unsigned(HasAsked) && "who leaves had not asked");
  Asked -= HasAsked;
  if (!Running)
    return;
  if (Called) {
    if (Arrived == Running)
      start(Look);
  } else if (Asked == Running) {
    Called = true;
  }
}

} // namespace heddle::sm
