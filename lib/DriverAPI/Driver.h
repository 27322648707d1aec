//===- Driver.h - All that the driver knows ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DRIVER_H
#define HEDDLE_DRIVERAPI_DRIVER_H

#include "Context.h"
#include "Device.h"
#include "Entry.h"
#include "Graph.h"
#include "HandleTable.h"
#include "Link.h"
#include "Memory.h"
#include "Module.h"
#include "heddle/Session/Session.h"
#include <atomic>
#include <mutex>

namespace heddle::driver {

/// The version of CUDA whose driver this one stands for.
inline constexpr int DriverVersion = 13000;

/// One in the process, behind one lock that every call holds: launches run in
/// the call that asks for them.
struct Driver {
  static Driver &get();

  std::mutex Lock;
  Reserve ForNotes;
  std::atomic<bool> IsInitialized = false;
  /// The process was forked off one that had initialized the driver or was in a
  /// call: what the driver has is the other's, and the lock may stay taken.
  std::atomic<bool> IsForked = false;
  /// Whether a kernel ran, or was to run.
  bool HasLaunched = false;
  /// Whether the user knows what is wrong with the environment.
  bool HasReportedEnvironment = false;
  /// What cuInit chose.
  Device TheDevice;
  /// How launches run. Made by cuInit.
  std::unique_ptr<session::Session> Session;
  uint64_t NextId = 0;

  HandleTable<Context, CUcontext, 1> Contexts;
  HandleTable<Module, CUmodule, 2> Modules;
  HandleTable<Function, CUfunction, 3> Functions;
  HandleTable<Library, CUlibrary, 4> Libraries;
  HandleTable<Kernel, CUkernel, 5> Kernels;
  HandleTable<Stream, CUstream, 6> Streams;
  HandleTable<Event, CUevent, 7> Events;
  HandleTable<Graph, CUgraph, 8> Graphs;
  HandleTable<GraphNode, CUgraphNode, 9> Nodes;
  HandleTable<GraphExec, CUgraphExec, 10> Execs;
  HandleTable<Link, CUlinkState, 11> Links;
  HandleTable<MemoryPool, CUmemoryPool, 12> Pools;

  /// Under way, in the order they began.
  std::vector<std::shared_ptr<Capture>> Captures;

  /// Made by cuInit.
  std::unique_ptr<DeviceMemory> Memory;
  /// The device's own pool, and the one that cuMemAllocAsync takes.
  std::shared_ptr<MemoryPool> DefaultPool, CurrentPool;

  /// Known from the start, in use since it was retained, until all retains are
  /// released or it is reset, or awake for a call that needed one.
  CUcontext Primary = nullptr;
  unsigned PrimaryRetains = 0;
  bool IsPrimaryActive = false;
  bool IsPrimaryAwake = false;
  unsigned PrimaryFlags = 0;

  /// The calling thread's current context; null: none, or a destroyed one.
  std::shared_ptr<Context> current() const;
  /// The same; one must be there.
  Context &context() const { return *current(); }

  /// Whether \p C may be made current: it lives, and is in use where it is the
  /// primary one.
  bool isUsable(const Context &C) const {
    return !C.IsPrimary || IsPrimaryActive || IsPrimaryAwake;
  }

  /// Frees all that belongs to \p C, which stays in the table.
  void emptyContext(Context &C);

  /// The stream that \p Handle names for the calling thread in the current
  /// context; null: none.
  std::shared_ptr<Stream> stream(CUstream Handle);
};

/// The calls under way take stream 0 for the thread's own.
bool &usesPerThreadStream();

/// Lets other threads in while a function of the program's runs.
class UnlockedScope {
public:
  UnlockedScope() { Driver::get().Lock.unlock(); }
  ~UnlockedScope() { Driver::get().Lock.lock(); }
};

/// The same for one that a stream calls: calls from inside are errors.
class HostFunctionScope {
public:
  HostFunctionScope();
  ~HostFunctionScope();
  static bool isInside();

private:
  UnlockedScope Unlocked;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DRIVER_H
