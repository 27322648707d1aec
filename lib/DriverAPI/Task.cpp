//===- Task.cpp - Work that goes on behind its call -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Task.h"
#include "Driver.h"
#include "GraphMemory.h"
#include "Report.h"
#include "heddle/Support/GuardedCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <thread>
#include <utility>

using namespace llvm;

namespace heddle::driver {
namespace {

using std::chrono::steady_clock;

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             steady_clock::now().time_since_epoch())
      .count();
}

/// Makes \p Where the thread's current context.
class ContextScope {
public:
  explicit ContextScope(CUcontext Where)
      : Kept(std::exchange(contextStack(), {Where})) {}
  ~ContextScope() { contextStack() = std::move(Kept); }

private:
  std::vector<CUcontext> Kept;
};

void addUndone(Tasks::List &To, const std::shared_ptr<Task> &T) {
  if (T && T->State != Task::Done && !is_contained(To, T))
    To.push_back(T);
}

/// Whether launches have to come one after another, as somebody looks on.
bool areSeen() {
  return !Driver::get().Session->request().Execution.Observers.empty();
}

} // namespace

void TaskWatch::noteStalled() {
  if (!IsStalled.exchange(true))
    ++In.Stalled;
}

sm::LaunchMonitor::Wait TaskWatch::onWait(double Seconds, double Limit) {
  noteStalled();
  const int64_t Since = WaitedSince;
  const double Waited = Since ? double(now() - Since) * 1e-9 : 0;
  if (std::min(Seconds, Waited) >= Limit && !In.isWorking())
    return Wait::End;
  // Others need the processors, and one that waits for long waits on.
  const auto Nap = std::chrono::microseconds(
      std::clamp<int64_t>(int64_t(Seconds * 1e5), 20, 1000));
  std::this_thread::sleep_for(Nap);
  return Wait::GoOn;
}

void TaskWatch::onWork() {
  if (IsStalled.exchange(false))
    --In.Stalled;
}

void TaskWatch::addWaiter() {
  if (Waiters++ == 0)
    WaitedSince = now();
}

void TaskWatch::removeWaiter() {
  if (--Waiters == 0)
    WaitedSince = 0;
}

CUresult Tasks::suspend(Suspension Made) {
  assert(!Begun && "two that have not ended at once");
  Begun = std::make_unique<Suspension>(std::move(Made));
  return NotEnded;
}

CUresult Tasks::then(std::function<CUresult()> Then) {
  assert(Begun && "nothing that it could follow");
  Begun->Then.push_back(std::move(Then));
  return NotEnded;
}

Tasks::List Tasks::before(const Stream &S) const {
  List Found;
  addUndone(Found, S.LastTask);
  const Stream *const Legacy = S.Owner->Legacy.get();
  for (const std::shared_ptr<Task> &T : All) {
    if (T->Where != S.Owner->Self)
      continue;
    const bool IsOrdered = &S == Legacy
                               ? T->On->isBlocking()
                               : T->On.get() == Legacy && S.isBlocking();
    if (IsOrdered)
      addUndone(Found, T);
  }
  return Found;
}

Tasks::List Tasks::given(const Stream &S) const {
  if (&S == S.Owner->Legacy.get())
    return before(S);
  List Found;
  addUndone(Found, S.LastTask);
  return Found;
}

Tasks::List Tasks::allOf(CUcontext Where) const {
  List Found;
  for (const std::shared_ptr<Task> &T : All)
    if (T->Where == Where)
      Found.push_back(T);
  return Found;
}

std::shared_ptr<Task> Tasks::add(const std::shared_ptr<Stream> &S, Work W) {
  auto T = std::make_shared<Task>(*this);
  T->Where = S->Owner->Self;
  T->On = S;
  T->Does = std::move(W);
  T->Name = "work of a stream";
  S->LastTask = T;
  All.push_back(T);
  return T;
}

bool Tasks::count(function_ref<void()> Fn) {
  begin();
  const bool HasEnded = !callGuarded(Fn);
  end();
  return HasEnded;
}

CUresult Tasks::perform(const Work &W) {
  CUresult R = CUDA_ERROR_OUT_OF_MEMORY;
  count([&] { R = W(); });
  if (R != NotEnded)
    Begun = nullptr;
  return R;
}

CUresult Tasks::submit(const std::shared_ptr<Stream> &S, Work W,
                       const List &Also) {
  if (any()) {
    List After = before(*S);
    for (const std::shared_ptr<Task> &T : Also)
      addUndone(After, T);
    if (W.IsSeen && areSeen())
      for (const std::shared_ptr<Task> &T : All)
        addUndone(After, T);
    if (!After.empty()) {
      add(S, std::move(W))->After = std::move(After);
      return CUDA_SUCCESS;
    }
  }
  if (const CUresult R = perform(W); R != NotEnded)
    return R;
  start(add(S, Work()));
  return CUDA_SUCCESS;
}

using Carried = std::function<void()>;

static void *threadMain(void *Argument) {
  std::unique_ptr<Carried> C(static_cast<Carried *>(Argument));
  (*C)();
  return nullptr;
}

bool startThread(std::function<void()> Fn) {
  auto C = std::make_unique<Carried>(std::move(Fn));
  sigset_t All, Before;
  sigfillset(&All);
  pthread_t Handle;
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  const bool IsStarted =
      pthread_create(&Handle, nullptr, threadMain, C.get()) == 0;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (!IsStarted)
    return false;
  pthread_detach(Handle);
  (void)C.release();
  return true;
}

/// The work of \p T has begun, and did not end.
void Tasks::start(const std::shared_ptr<Task> &T) {
  assert(Begun && "what goes on is not known");
  T->State = Task::Runs;
  T->Name = Begun->Name;
  T->After = Begun->After;
  ++Running;
  if (!Begun->IsDoubtful)
    T->Watch.noteStalled();
  auto B = std::make_shared<std::unique_ptr<Suspension>>(std::move(Begun));
  ++Live;
  if (startThread([this, T, B] {
        {
          std::lock_guard<std::mutex> Guard(Driver::get().Lock);
          carryOn(T, std::move(*B));
        }
        --Live;
      }))
    return;
  --Live;
  // The call goes on with it, as if there were no others.
  carryOn(T, std::move(*B));
}

void Tasks::carryOn(const std::shared_ptr<Task> &T,
                    std::unique_ptr<Suspension> B) {
  const ContextScope Scope(T->Where);
  CUresult R = CUDA_ERROR_OUT_OF_MEMORY;
  callGuarded([&] { R = resume(*T, std::move(B)); });
  // An allocation that failed may have left it.
  Begun = nullptr;
  T->Watch.onWork();
  --Running;
  finish(T, R);
  runReady();
}

CUresult Tasks::resume(Task &T, std::unique_ptr<Suspension> B) {
  // The work to be done, the next one last.
  std::vector<std::function<CUresult()>> Steps;
  auto Push = [&](std::unique_ptr<Suspension> Of) {
    T.Name = Of->Name;
    T.After = std::move(Of->After);
    append_range(Steps, reverse(Of->Then));
    Steps.push_back([&T, Resume = std::move(Of->Resume)] {
      const CUresult R = Resume(T.Watch);
      T.After.clear();
      T.Watch.onWork();
      return R;
    });
  };
  Push(std::move(B));
  while (!Steps.empty()) {
    const std::function<CUresult()> Next = std::move(Steps.back());
    Steps.pop_back();
    const CUresult R = Next();
    // The process ends, or the context has failed.
    if (T.Watch.isInterrupted()) {
      Begun = nullptr;
      return CUDA_SUCCESS;
    }
    if (R == NotEnded)
      Push(std::move(Begun));
    else if (R != CUDA_SUCCESS)
      return R;
  }
  return CUDA_SUCCESS;
}

void Tasks::run(const std::shared_ptr<Task> &T) {
  const ContextScope Scope(T->Where);
  T->State = Task::Runs;
  T->After.clear();
  const std::shared_ptr<Context> C = Driver::get().current();
  // Nothing follows a fault but those who are to be told of it.
  if (!C || C->Failed != CUDA_SUCCESS) {
    if (C && T->Does.OnFailure) {
      const CUresult Why = C->Failed;
      const HostFunctionScope Unlocked;
      begin();
      callGuarded([&] { T->Does.OnFailure(Why); });
      end();
    }
    return finish(T, CUDA_SUCCESS);
  }
  const CUresult R = perform(T->Does);
  if (R == NotEnded)
    start(T);
  else
    finish(T, R);
}

void Tasks::finish(const std::shared_ptr<Task> &T, CUresult R) {
  const std::shared_ptr<Context> C = Driver::get().Contexts.find(T->Where);
  if (C && R != CUDA_SUCCESS && C->Failed == CUDA_SUCCESS) {
    logFailure("work behind its call", R);
    C->Failed = R;
    C->WasTold = false;
  }
  T->State = Task::Done;
  T->Does = {};
  T->After.clear();
  T->On = nullptr;
  All.remove(T);
  if (!hasThreads())
    freeUnused();
  if (C && C->Failed != CUDA_SUCCESS)
    interrupt(T->Where);
  Changed.notify_all();
}

void Tasks::runReady() {
  auto IsReady = [](const std::shared_ptr<Task> &T) {
    return T->State == Task::Waits &&
           all_of(T->After, [](const std::shared_ptr<Task> &Before) {
             return Before->State == Task::Done;
           });
  };
  for (auto Next = find_if(All, IsReady); Next != All.end();
       Next = find_if(All, IsReady))
    run(std::shared_ptr<Task>(*Next));
}

void Tasks::wait(List Of, bool IsOfProgram) {
  SmallPtrSet<const Task *, 8> Known;
  erase_if(Of, [&](const std::shared_ptr<Task> &T) {
    return T->State == Task::Done || !Known.insert(T.get()).second;
  });
  // Waiting for a task means waiting for those before it.
  for (size_t N = 0; N != Of.size(); ++N)
    for (const std::shared_ptr<Task> &T : List(Of[N]->After))
      if (T->State != Task::Done && Known.insert(T.get()).second)
        Of.push_back(T);
  if (Of.empty())
    return;
  if (IsOfProgram)
    for (const std::shared_ptr<Task> &T : Of)
      T->Watch.addWaiter();
  std::unique_lock<std::mutex> Guard(Driver::get().Lock, std::adopt_lock);
  Changed.wait(Guard, [&] {
    return all_of(Of, [](const std::shared_ptr<Task> &T) {
      return T->State == Task::Done;
    });
  });
  Guard.release();
  if (IsOfProgram)
    for (const std::shared_ptr<Task> &T : Of)
      T->Watch.removeWaiter();
}

void Tasks::interrupt(CUcontext Where) {
  for (const std::shared_ptr<Task> &T : All)
    if (T->Where == Where)
      T->Watch.interrupt();
}

std::string Tasks::finish() {
  // The work that has to follow may have begun just now.
  constexpr std::chrono::milliseconds Look(5);
  constexpr unsigned Patience = 100;
  constexpr std::chrono::seconds Longest(10);
  const auto Latest = steady_clock::now() + Longest;
  std::unique_lock<std::mutex> Guard(Driver::get().Lock, std::adopt_lock);
  auto IsOver = [&] { return All.empty(); };
  for (unsigned Still = 0;
       !IsOver() && Still != Patience && steady_clock::now() < Latest;
       Still = isWorking() ? 0 : Still + 1)
    Changed.wait_for(Guard, Look, IsOver);
  std::string Text;
  size_t NotBegun = 0;
  for (const std::shared_ptr<Task> &T : All) {
    T->Watch.interrupt();
    if (T->State == Task::Waits)
      ++NotBegun;
    else
      Text += "heddle: the program ended while " + T->Name +
              (T->Watch.isStalled() ? " waited for memory that nobody changed\n"
                                    : " was under way\n");
  }
  if (NotBegun)
    Text += "heddle: " + std::to_string(NotBegun) +
            " pieces of work that had to follow did not run\n";
  erase_if(All, [](const std::shared_ptr<Task> &T) {
    return T->State == Task::Waits;
  });
  // They come to a halt soon, or the process ends without them.
  Changed.wait_for(Guard, std::chrono::seconds(2), IsOver);
  Guard.release();
  return Text;
}

} // namespace heddle::driver
