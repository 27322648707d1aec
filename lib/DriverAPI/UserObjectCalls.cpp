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
#include <cassert>
#include <climits>

using namespace llvm;

namespace heddle::driver {

UserObject::~UserObject() { Driver::get().Ended.add(Destroy, Pointer); }

void EndedObjects::callAll() {
  // A function may take long; meanwhile other threads add more.
  while (!List.empty()) {
    const std::vector<Ended> Now = std::exchange(List, {});
    HostFunctionScope Scope;
    for (const Ended &E : Now)
      if (auto Thrown = callGuarded([&] { E.Destroy(E.Pointer); }))
        report("heddle: the function that ends a user object has thrown: " +
               *Thrown + "\n");
  }
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

/// Forgets names of objects that have ended.
void removeEnded() {
  Driver::get().UserObjects.removeIf(
      [](const UserObjectHandle &H) { return H.Object.expired(); });
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
  removeEnded();
  auto Made = std::make_shared<UserObjectHandle>();
  Made->Held = std::make_shared<UserObject>(Pointer, Destroy);
  Made->Object = Made->Held;
  Made->Count = Count;
  *Result = Driver::get().UserObjects.add(std::move(Made));
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
  if (Flags & CU_GRAPH_USER_OBJECT_MOVE)
    if (CUresult R = release(*H, Count); R != CUDA_SUCCESS)
      return R;
  for (KeptObject &Kept : G->Kept)
    if (Kept.Object == Object) {
      Kept.Count += Count;
      return CUDA_SUCCESS;
    }
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
