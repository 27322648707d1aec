//===- Driver.cpp - All that the driver knows -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "ProgramSession.h"
#include "Report.h"
#include "Unseen.h"
#include "heddle/Support/PerThread.h"
#include <algorithm>
#include <cstdio>
#include <pthread.h>
#include <unistd.h>

namespace heddle::driver {

static std::atomic<Driver *> TheDriver = nullptr;

static void noteFork() {
  forgetUnseen();
  Driver &D = Driver::get();
  if (D.IsInitialized || !D.Lock.try_lock())
    D.IsForked = true;
  else
    D.Lock.unlock();
}

static Driver *make() {
  TheDriver = new Driver;
  pthread_atfork(nullptr, nullptr, noteFork);
  return TheDriver;
}

Driver &Driver::get() {
  // Never destroyed: programs call the driver from their own destructors.
  static Driver *Only = make();
  return *Only;
}

/// Says what the program has not noticed. The exit code for that; 0: its own.
static int reportUnseen(const Driver &D) {
  std::string Text = describeUnseen();
  bool IsForked = D.IsForked;
  if (!IsForked)
    for (const std::shared_ptr<Context> &C : D.Contexts.all())
      if (C->Failed != CUDA_SUCCESS && !C->WasTold)
        Text += "heddle: a kernel faulted, and the program ended without a "
                "call that says so\n";
  const int Exit = Text.empty() ? 0 : strictExitCode();
  if (!IsForked && D.IsInitialized && !D.HasLaunched)
    Text += "heddle: the program launched no kernel\n";
  if (!Text.empty())
    report(Text);
  return Exit;
}

/// The exit code of a program that ends while a kernel waits.
static constexpr int UnfinishedExit = 99;

/// Does not wait for a thread of the program that is in a launch. One of the
/// driver's releases the lock after the kernel that it runs, without which the
/// program's output is not complete.
static bool lockAtEnd(Driver &D) {
  constexpr unsigned Attempts = 10000;
  bool IsLocked = D.Lock.try_lock();
  for (unsigned N = 0; !IsLocked && N != Attempts && D.Behind.hasLiveThreads();
       ++N) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    IsLocked = D.Lock.try_lock();
  }
  return IsLocked;
}

/// Writes what kernels printed also for a program that has not waited for them.
__attribute__((destructor)) static void finishAtEnd() {
  Driver *D = TheDriver;
  if (!D)
    return;
  int Exit = 0;
  if (D->IsForked) {
    Exit = reportUnseen(*D);
  } else if (lockAtEnd(*D)) {
    const std::string Unfinished = D->Behind.finish();
    for (const std::shared_ptr<Context> &C : D->Contexts.all())
      C->flushPrinted();
    const int Unseen = reportUnseen(*D);
    if (D->Session)
      Exit = finishProgramSession(*D->Session);
    Exit = Exit ? Exit : Unseen;
    if (!Unfinished.empty()) {
      report(Unfinished);
      Exit = Exit ? Exit : UnfinishedExit;
    }
    D->Lock.unlock();
    D->Ended.finish();
  }
  if (!Exit)
    return;
  std::fflush(nullptr);
  _exit(Exit);
}

namespace {
struct ContextStack {
  std::vector<CUcontext> Contexts;
};
} // namespace

std::vector<CUcontext> &contextStack() {
  return PerThread<ContextStack>::get().Contexts;
}

bool &usesPerThreadStream() {
  static thread_local bool Uses = false;
  return Uses;
}

bool isInReach(const Context &Owner) {
  return contextStack().empty() || Driver::get().current().get() == &Owner;
}

std::shared_ptr<Context> Driver::current() const {
  if (contextStack().empty())
    return nullptr;
  std::shared_ptr<Context> C = Contexts.find(contextStack().back());
  return C && isUsable(*C) ? C : nullptr;
}

uint64_t Driver::freeMemory() const {
  return Memory->free() - std::min(Memory->free(), Virtual.created());
}

void Driver::emptyContext(Context &C) {
  if (C.Failed != CUDA_SUCCESS)
    Behind.interrupt(C.Self);
  while (Behind.any() && !Behind.allOf(C.Self).empty())
    Behind.wait(Behind.allOf(C.Self));
  C.flushPrinted();
  auto IsOfContext = [&](const auto &Object) { return Object.Owner == &C; };
  for (const std::shared_ptr<Stream> &S : Streams.all())
    if (IsOfContext(*S))
      abandonCapture(*S);
  for (const auto &Own : C.PerThread)
    abandonCapture(*Own.second);
  Events.removeIf(IsOfContext);
  Streams.removeIf(IsOfContext);
  Links.removeIf(IsOfContext);
  for (const std::shared_ptr<Module> &M : Modules.all())
    if (M->Owner == &C)
      unloadModule(*M);
  Images.removeAllOf(C);
  Arrays.removeIf(IsOfContext);
  MipmappedArrays.removeIf(IsOfContext);
  Memory->releaseAllOf(C.Self);
  C.Legacy = nullptr;
  C.PerThread.clear();
  C.Failed = CUDA_SUCCESS;
}

std::shared_ptr<Stream> Driver::stream(CUstream Handle) {
  Context &C = context();
  bool IsDefault = !Handle;
  auto Make = [&](std::shared_ptr<Stream> &Slot) {
    if (!Slot) {
      Slot = std::make_shared<Stream>();
      Slot->Owner = &C;
      Slot->Id = ++NextId;
    }
    return Slot;
  };
  if (Handle == CU_STREAM_PER_THREAD || (IsDefault && usesPerThreadStream()))
    return Make(C.PerThread[std::this_thread::get_id()]);
  if (Handle == CU_STREAM_LEGACY || IsDefault)
    return Make(C.Legacy);
  std::shared_ptr<Stream> Found = Streams.find(Handle);
  return Found && Found->Owner == &C ? Found : nullptr;
}

static thread_local bool IsInsideHostFunction = false;

NoCallsScope::NoCallsScope()
    : WasInside(std::exchange(IsInsideHostFunction, true)) {}
NoCallsScope::~NoCallsScope() { IsInsideHostFunction = WasInside; }

bool NoCallsScope::isInside() { return IsInsideHostFunction; }

} // namespace heddle::driver
