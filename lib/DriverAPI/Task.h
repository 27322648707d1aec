//===- Task.h - Work that goes on behind its call ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Work runs in the call that gives it to a stream. Where it waits for others
/// than that stream, such as the host, it becomes a task: it goes on in a
/// thread of its own, and what comes after it, in its stream or by events,
/// becomes tasks, too, which run as soon as those are done that they come
/// after.
///
/// docs/rationale/CudaLibraries.md says why.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_TASK_H
#define HEDDLE_DRIVERAPI_TASK_H

#include "Work.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <list>

namespace heddle::driver {

struct Stream;
struct Task;
class Tasks;

/// Follows what a task waits for, and ends the wait where nobody is left who
/// could end it: threads of the program, which may, wait for the task.
class TaskWatch final : public sm::LaunchMonitor {
public:
  explicit TaskWatch(Tasks &In) : In(In) {}
  ~TaskWatch() override { onWork(); }

  Wait onWait(double Seconds, double Limit) override;
  void onWork() override;
  void noteStalled();
  bool isStalled() const { return IsStalled; }

  /// Threads that wait for the task begin and cease to do so.
  void addWaiter();
  void removeWaiter();
  bool hasWaiters() const { return Waiters != 0; }

private:
  Tasks &In;
  std::atomic<bool> IsStalled = false;
  std::atomic<unsigned> Waiters = 0;
  /// Nanoseconds of the clock.
  std::atomic<int64_t> WaitedSince = 0;
};

/// Work that cannot end in its call, which then returns
/// NotEnded.
struct Suspension {
  /// The thing that it waits for, to name in messages.
  std::string Name;
  /// Whether it waits has not been seen.
  bool IsDoubtful = false;
  /// The tasks that it waits for, so that who waits for it waits for them.
  std::vector<std::shared_ptr<Task>> After;
  /// Goes on with it. The driver's lock is held, and is to be released while it
  /// waits.
  std::function<CUresult(TaskWatch &)> Resume;
  /// The work that comes then, in this order.
  std::vector<std::function<CUresult()>> Then;
};
inline constexpr CUresult NotEnded = CUDA_ERROR_NOT_READY;

struct Task {
  enum StateType : uint8_t { Waits, Runs, Done };

  explicit Task(Tasks &In) : Watch(In) {}

  StateType State = Waits;
  CUcontext Where = nullptr;
  /// Null when it is done.
  std::shared_ptr<Stream> On;
  Work Does;
  /// Tasks that come before, until it runs; then those that it waits for.
  std::vector<std::shared_ptr<Task>> After;
  std::string Name;
  TaskWatch Watch;
};

/// Runs \p Fn in a thread that takes no signals of the program. False: there is
/// none.
bool startThread(std::function<void()> Fn);

/// All tasks of the process. Access requires the driver's lock, which is
/// released where a call waits.
class Tasks {
public:
  using List = std::vector<std::shared_ptr<Task>>;

  bool any() const { return !All.empty(); }

  /// Runs \p W, or lets it follow what \p S waits for and the tasks \p Also.
  CUresult submit(const std::shared_ptr<Stream> &S, Work W,
                  const List &Also = {});
  /// Has the work that runs become a task, or a part of one. Returns NotEnded.
  CUresult suspend(Suspension Made);
  /// Lets \p Then follow what has just returned NotEnded, which it returns.
  CUresult then(std::function<CUresult()> Then);

  /// The tasks that work given to \p S would follow.
  List before(const Stream &S) const;
  /// The tasks that a wait for \p S waits for. Stream 0 keeps other streams
  /// from running new work, and is none of what they have been given.
  List given(const Stream &S) const;
  List allOf(CUcontext Where) const;
  List all() const { return {All.begin(), All.end()}; }
  /// Waits until all \p Of are done. A thread of the program could do other
  /// things meanwhile, so that what waits for it may have to be ended; threads
  /// of the driver could not.
  void wait(List Of, bool IsOfProgram = true);

  /// Ends what the tasks of \p Where wait for.
  void interrupt(CUcontext Where);
  /// Waits at the end of the program for what still makes progress, and ends
  /// the rest, which it names; empty where there is none.
  std::string finish();

  /// Work of which nobody knows whether it makes progress begins and ends: a
  /// function of the host, or work in a call.
  void begin() { ++Working; }
  void end() { --Working; }
  /// Runs \p Fn as such work. False: it ran out of memory.
  bool count(llvm::function_ref<void()> Fn);
  /// Whether some work may change what others wait for.
  bool isWorking() const { return Working != 0 || Running != Stalled; }
  /// Whether tasks run, which may use memory.
  bool hasThreads() const { return Running != 0; }
  /// Whether threads of the driver are about, which may hold its lock: one that
  /// is through with its task runs those that follow.
  bool hasLiveThreads() const { return Live != 0; }

private:
  friend class TaskWatch;

  std::shared_ptr<Task> add(const std::shared_ptr<Stream> &S, Work W);
  /// Does \p W, which may run out of memory: the counts stay right.
  CUresult perform(const Work &W);
  void run(const std::shared_ptr<Task> &T);
  void start(const std::shared_ptr<Task> &T);
  void carryOn(const std::shared_ptr<Task> &T, std::unique_ptr<Suspension> B);
  CUresult resume(Task &T, std::unique_ptr<Suspension> B);
  void finish(const std::shared_ptr<Task> &T, CUresult R);
  void runReady();

  /// In the order of the calls.
  std::list<std::shared_ptr<Task>> All;
  std::condition_variable Changed;
  /// The task that the work becomes which has just returned NotEnded.
  std::unique_ptr<Suspension> Begun;
  std::atomic<int> Working = 0, Running = 0, Stalled = 0, Live = 0;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_TASK_H
