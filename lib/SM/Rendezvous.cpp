//===- Rendezvous.cpp - Stop the host threads for a while -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rendezvous.h"

namespace heddle::sm {

void Rendezvous::ask() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (++Asked == Running)
    Called = true;
}

void Rendezvous::start(llvm::function_ref<void()> Look) {
  Look();
  Called = false;
  Asked = Arrived = 0;
  ++Meetings;
  Over.notify_all();
}

void Rendezvous::meet(llvm::function_ref<void()> Look) {
  std::unique_lock<std::mutex> Guard(Lock);
  if (++Arrived == Running) {
    start(Look);
    return;
  }
  uint64_t Mine = Meetings;
  Over.wait(Guard, [&] { return Meetings != Mine; });
}

void Rendezvous::leave(bool HasAsked, llvm::function_ref<void()> Look) {
  std::lock_guard<std::mutex> Guard(Lock);
  --Running;
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
