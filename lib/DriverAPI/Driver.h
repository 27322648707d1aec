//===- Driver.h - All that the driver knows ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DRIVER_H
#define HEDDLE_DRIVERAPI_DRIVER_H

#include "Array.h"
#include "Context.h"
#include "Device.h"
#include "Entry.h"
#include "Graph.h"
#include "HandleTable.h"
#include "Link.h"
#include "Memory.h"
#include "Module.h"
#include "SharedPages.h"
#include "Task.h"
#include "TextureObjects.h"
#include "TextureReferences.h"
#include "VirtualMemory.h"
#include "heddle/Session/Session.h"
#include <atomic>
#include <mutex>

namespace heddle::driver {

/// The version of CUDA whose driver this one stands for.
inline constexpr int DriverVersion = 13000;

/// The driver of the process, behind one lock that every call holds: a launch
/// runs within the call that requests it, as long as it does not wait for
/// others.
struct Driver {
  static Driver &get();

  std::mutex Lock;
  Reserve ForNotes;
  std::atomic<bool> IsInitialized = false;
  /// Set in a process that was forked off one that had initialized the driver
  /// or was in a call. The state of the driver belongs to the other process,
  /// and the lock may stay locked.
  std::atomic<bool> IsForked = false;
  /// Whether a kernel ran, or was to run.
  bool HasLaunched = false;
  /// Whether the user was told about invalid variables of the environment.
  bool HasReportedEnvironment = false;
  /// The device that cuInit chose.
  Device TheDevice;
  /// The session of all launches, made by cuInit.
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
  HandleTable<Array, CUarray, 13> Arrays;
  HandleTable<MipmappedArray, CUmipmappedArray, 14> MipmappedArrays;
  HandleTable<TextureReference, CUtexref, 15> References;
  HandleTable<UserObjectHandle, CUuserObject, 16> UserObjects;
  EndedObjects Ended;
  TextureObjects Images;
  VirtualMemory Virtual;
  SharedPages Shared;

  /// Work that goes on behind the calls that began it.
  Tasks Behind;

  /// The captures under way, in the order in which they began.
  std::vector<std::shared_ptr<Capture>> Captures;

  /// Made by cuInit.
  std::unique_ptr<DeviceMemory> Memory;
  /// The device's default pool, and the pool that cuMemAllocAsync allocates
  /// from.
  std::shared_ptr<MemoryPool> DefaultPool, CurrentPool;

  /// The primary context exists from the start. It is in use from a retain to
  /// the last release or a reset, or after a call that needed a context.
  CUcontext Primary = nullptr;
  unsigned PrimaryRetains = 0;
  bool IsPrimaryActive = false;
  bool IsPrimaryAwake = false;
  unsigned PrimaryFlags = 0;

  /// Returns the calling thread's current context; null if there is none, or if
  /// it was destroyed.
  std::shared_ptr<Context> current() const;
  /// Returns the current context, which must exist.
  Context &context() const { return *current(); }

  /// Returns whether \p C may be made current: it exists and, if it is the
  /// primary context, is in use.
  bool isUsable(const Context &C) const {
    return !C.IsPrimary || IsPrimaryActive || IsPrimaryAwake;
  }

  /// The bytes that can still be allocated.
  uint64_t freeMemory() const;

  /// Frees all that belongs to \p C, which stays in the table.
  void emptyContext(Context &C);

  /// Returns the stream that \p Handle names for the calling thread in the
  /// current context; null if there is none.
  std::shared_ptr<Stream> stream(CUstream Handle);
};

/// Whether the calls under way on this thread take stream 0 for the thread's
/// own.
bool &usesPerThreadStream();

/// Unlocks the driver for other threads while a function of the program runs.
class UnlockedScope {
public:
  UnlockedScope() { Driver::get().Lock.unlock(); }
  ~UnlockedScope() { Driver::get().Lock.lock(); }
};

/// Makes calls of the driver by this thread fail.
class NoCallsScope {
public:
  NoCallsScope();
  ~NoCallsScope();
  NoCallsScope(const NoCallsScope &) = delete;
  NoCallsScope &operator=(const NoCallsScope &) = delete;
  static bool isInside();

private:
  const bool WasInside;
};

/// Unlocks the driver for a function that a stream calls; calls of the driver
/// from inside it fail.
class HostFunctionScope {
  NoCallsScope NoCalls;
  UnlockedScope Unlocked;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DRIVER_H
