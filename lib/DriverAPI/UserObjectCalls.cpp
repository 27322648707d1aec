//===- UserObjectCalls.cpp - Calls about objects of programs --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuUserObject... and what graphs retain of them.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Support/GuardedCall.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <climits>

using namespace llvm;

namespace heddle::driver {

UserObject::~UserObject() {
  if (!Name)
    return;
  Driver &D = Driver::get();
  D.UserObjects.remove(Name);
  D.Ended.add(End);
}

bool EndedObjects::start() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsStarted)
    IsStarted = startThread([this] { run(); });
  return IsStarted;
}

void EndedObjects::add(std::list<ObjectEnd> &End) {
  std::lock_guard<std::mutex> Guard(Lock);
  List.splice(List.end(), End);
  Changed.notify_all();
}

void EndedObjects::run() {
  const NoCallsScope Scope;
  std::unique_lock<std::mutex> Guard(Lock);
  while (true) {
    Changed.wait(Guard, [&] { return !List.empty(); });
    std::list<ObjectEnd> Now;
    Now.splice(Now.end(), List, List.begin());
    IsInFunction = true;
    Guard.unlock();
    const ObjectEnd &E = Now.front();
    if (auto Thrown = callGuarded([&] { E.Destroy(E.Pointer); }))
      report("heddle: the function that ends a user object has thrown: " +
             *Thrown + "\n");
    Guard.lock();
    IsInFunction = false;
    Changed.notify_all();
  }
}

void EndedObjects::finish() {
  // One of the functions may be what ends the program.
  if (NoCallsScope::isInside())
    return;
  constexpr std::chrono::seconds Longest(2);
  std::unique_lock<std::mutex> Guard(Lock);
  Changed.wait_for(Guard, Longest,
                   [&] { return List.empty() && !IsInFunction; });
  // The rest is left alone.
  List.clear();
}

namespace {

/// The object that \p Handle names, with a pointer that keeps it for now.
CUresult findObject(CUuserObject Handle, unsigned Count,
                    std::shared_ptr<UserObjectHandle> &Result,
                    std::shared_ptr<UserObject> &Object) {
  if (!Count || Count > INT_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  Result = Driver::get().UserObjects.find(Handle);
  if (Result)
    Object = Result->Object.lock();
  return Object ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Takes \p Count of the program's references away.
CUresult release(UserObjectHandle &H, unsigned Count) {
  if (H.Count < Count)
    return CUDA_ERROR_INVALID_VALUE;
  H.Count -= Count;
  if (!H.Count)
    H.Held.reset();
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult UserObjectCreate(CUuserObject *Result, void *Pointer, CUhostFn Destroy,
                          unsigned Count, unsigned Flags) {
  // The one flag says that nobody can wait for the function, and is required.
  if (!Result || !Destroy || !Count || Count > INT_MAX ||
      Flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  if (!D.Ended.start())
    return CUDA_ERROR_OUT_OF_MEMORY;
  auto Made = std::make_shared<UserObjectHandle>();
  Made->Held = std::make_shared<UserObject>(Pointer, Destroy);
  Made->Object = Made->Held;
  Made->Count = Count;
  const std::shared_ptr<UserObject> Object = Made->Held;
  *Result = Object->Name = D.UserObjects.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult UserObjectRetain(CUuserObject Handle, unsigned Count) {
  std::shared_ptr<UserObjectHandle> H;
  std::shared_ptr<UserObject> Object;
  if (CUresult R = findObject(Handle, Count, H, Object); R != CUDA_SUCCESS)
    return R;
  if (Count > INT_MAX - H->Count)
    return CUDA_ERROR_INVALID_VALUE;
  H->Count += Count;
  H->Held = std::move(Object);
  return CUDA_SUCCESS;
}

CUresult UserObjectRelease(CUuserObject Handle, unsigned Count) {
  std::shared_ptr<UserObjectHandle> H;
  std::shared_ptr<UserObject> Object;
  if (CUresult R = findObject(Handle, Count, H, Object); R != CUDA_SUCCESS)
    return R;
  return release(*H, Count);
}

CUresult GraphRetainUserObject(CUgraph Graph, CUuserObject Handle,
                               unsigned Count, unsigned Flags) {
  std::shared_ptr<driver::Graph> G;
  std::shared_ptr<UserObjectHandle> H;
  std::shared_ptr<UserObject> Object;
  if (CUresult R = findGraph(Graph, G); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = findObject(Handle, Count, H, Object); R != CUDA_SUCCESS)
    return R;
  if (Flags & ~unsigned(CU_GRAPH_USER_OBJECT_MOVE))
    return CUDA_ERROR_INVALID_VALUE;
  auto Known = find_if(
      G->Kept, [&](const KeptObject &Kept) { return Kept.Object == Object; });
  if (Known != G->Kept.end() && Count > INT_MAX - Known->Count)
    return CUDA_ERROR_INVALID_VALUE;
  if (Flags & CU_GRAPH_USER_OBJECT_MOVE)
    if (CUresult R = release(*H, Count); R != CUDA_SUCCESS)
      return R;
  if (Known != G->Kept.end())
    Known->Count += Count;
  else
    G->Kept.push_back({std::move(Object), Handle, Count});
  return CUDA_SUCCESS;
}

CUresult GraphReleaseUserObject(CUgraph Graph, CUuserObject Handle,
                                unsigned Count) {
  std::shared_ptr<driver::Graph> G;
  if (CUresult R = findGraph(Graph, G); R != CUDA_SUCCESS)
    return R;
  for (auto Kept = G->Kept.begin(); Kept != G->Kept.end(); ++Kept) {
    if (Kept->Name != Handle)
      continue;
    if (!Count || Kept->Count < Count)
      return CUDA_ERROR_INVALID_VALUE;
    Kept->Count -= Count;
    if (!Kept->Count)
      G->Kept.erase(Kept);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

} // namespace calls
} // namespace heddle::driver
