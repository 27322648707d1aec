//===- GraphNodeCalls.cpp - Calls that add nodes of all kinds -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphMemory.h"
#include "GraphWork.h"
#include "Report.h"
#include "llvm/ADT/ArrayRef.h"
#include <chrono>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Finds the graph of a new node, whose predecessors must be its own.
CUresult findPlace(CUgraph Handle, const CUgraphNode *After, size_t Count,
                   std::shared_ptr<Graph> &Result) {
  if (Count && !After)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findGraph(Handle, Result); R != CUDA_SUCCESS)
    return R;
  for (CUgraphNode N : ArrayRef(After, Count)) {
    std::shared_ptr<GraphNode> Known = Driver::get().Nodes.find(N);
    if (!Known || Known->Owner != Result.get())
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult addWork(CUgraphNode *Result, CUgraph Handle, const CUgraphNode *After,
                 size_t Count, Work Does) {
  std::shared_ptr<Graph> G;
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findPlace(Handle, After, Count, G); R != CUDA_SUCCESS)
    return R;
  *Result = addNode(*G, std::move(Does),
                    std::vector<CUgraphNode>(After, After + Count));
  return CUDA_SUCCESS;
}

namespace {

CUresult addEvent(CUgraphNode *Result, CUgraph Handle, const CUgraphNode *After,
                  size_t Count, CUevent Which, CUgraphNodeType Type) {
  Work Does;
  if (CUresult R = makeEvent(Which, Type, Does); R != CUDA_SUCCESS)
    return R;
  return addWork(Result, Handle, After, Count, std::move(Does));
}

/// How many graphs a conditional node may have.
bool isBranchCount(CUgraphConditionalNodeType Type, unsigned Count) {
  switch (Type) {
  case CU_GRAPH_COND_TYPE_IF:
    return Count == 1 || Count == 2;
  case CU_GRAPH_COND_TYPE_WHILE:
    return Count == 1;
  case CU_GRAPH_COND_TYPE_SWITCH:
    return Count != 0;
  }
  return false;
}

CUresult addConditional(CUgraphNode *Result, CUgraph Handle,
                        const CUgraphNode *After, size_t Count,
                        CUDA_CONDITIONAL_NODE_PARAMS &Params) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findPlace(Handle, After, Count, G); R != CUDA_SUCCESS)
    return R;
  auto Branches = std::make_shared<GraphBranches>();
  for (const std::shared_ptr<GraphCondition> &C : G->Conditions)
    if (C->Address == Params.handle)
      Branches->On = C;
  // A program may ask for any number.
  constexpr unsigned MostBranches = 1 << 16;
  if (!Branches->On || !isBranchCount(Params.type, Params.size) ||
      Params.size > MostBranches)
    return CUDA_ERROR_INVALID_VALUE;
  Branches->Type = Params.type;
  for (unsigned I = 0; I != Params.size; ++I) {
    auto &Body = Branches->Bodies.emplace_back(std::make_shared<Graph>());
    Branches->Handles.push_back(Driver::get().Graphs.add(Body));
  }
  Params.phGraph_out = Branches->Handles.data();
  Work Does;
  Does.Type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  if (CUresult R = addWork(Result, Handle, After, Count, std::move(Does));
      R != CUDA_SUCCESS)
    return R;
  G->Nodes.back()->Branches = std::move(Branches);
  return CUDA_SUCCESS;
}

} // namespace

/// The kind of a node's work is the node's.
std::shared_ptr<GraphNode> findNode(CUgraphNode Handle, CUgraphNodeType Type) {
  std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
  return N && N->Does.Type == Type ? N : nullptr;
}

/// Most tasks are done when a graph waits for them.
static CUresult waitForTask(const std::shared_ptr<Task> &Before) {
  if (!Before || Before->State == Task::Done)
    return CUDA_SUCCESS;
  Suspension Made;
  Made.Name = "a graph";
  Made.After = {Before};
  Made.Resume = [Before](TaskWatch &Of) {
    // This thread changes nothing that the task may wait for. Threads that
    // waited for the graph before it came here do not know the task.
    Of.noteStalled();
    Driver::get().Behind.wait({Before}, Of.hasWaiters());
    return CUDA_SUCCESS;
  };
  return Driver::get().Behind.suspend(std::move(Made));
}

bool arePlain(const CUgraphEdgeData *Edges, size_t Count) {
  return !Edges || all_of(ArrayRef(Edges, Count), [](const auto &E) {
    return !E.from_port && !E.to_port && !E.type;
  });
}

CUresult makeEvent(CUevent Which, CUgraphNodeType Type, Work &Result) {
  std::shared_ptr<Event> E = Driver::get().Events.find(Which);
  if (!E)
    return CUDA_ERROR_INVALID_HANDLE;
  // Launches make their own work of it, but for bodies of conditions, whose
  // nodes they do not see.
  Result.Type = Type;
  if (Type == CU_GRAPH_NODE_TYPE_EVENT_RECORD)
    Result.Run = [E] {
      E->Time = std::chrono::steady_clock::now();
      return CUDA_SUCCESS;
    };
  else
    Result.Run = [E] { return waitForTask(E->Records); };
  Result.TheEvent = std::move(E);
  keepEvent(Result, Which);
  return CUDA_SUCCESS;
}

static bool hasEvents(const GraphExec &E) {
  return any_of(E.Steps, [](const GraphExec::Step &S) {
    return S.Does.TheEvent || (S.Does.Child && hasEvents(*S.Does.Child));
  });
}

/// A copy of \p E whose waits are for what the events stand for now, and not
/// for what comes after the launch. The events that it records go to
/// \p Recorded.
static std::shared_ptr<GraphExec>
bindEvents(const GraphExec &E, std::vector<std::shared_ptr<Event>> &Recorded) {
  auto Made = std::make_shared<GraphExec>(E);
  for (GraphExec::Step &S : Made->Steps) {
    if (!S.IsEnabled)
      continue;
    const std::shared_ptr<Event> Which = S.Does.TheEvent;
    if (S.Does.Child) {
      S.Does = makeGraphLaunch(bindEvents(*S.Does.Child, Recorded));
    } else if (S.Does.Type == CU_GRAPH_NODE_TYPE_WAIT_EVENT) {
      S.Does.Run = [Before = Which->Records] { return waitForTask(Before); };
    } else if (S.Does.Type == CU_GRAPH_NODE_TYPE_EVENT_RECORD) {
      Recorded.push_back(Which);
      S.Does.Run = [Which, Number = ++Which->Number] {
        if (Which->Number == Number)
          Which->Time = std::chrono::steady_clock::now();
        return CUDA_SUCCESS;
      };
    }
  }
  return Made;
}

CUresult launchGraph(std::shared_ptr<const GraphExec> E,
                     const std::shared_ptr<Stream> &S) {
  // A launch of the graph that captures this one makes what is needed.
  if (S->Captured)
    return submit(S, makeGraphLaunch(std::make_shared<GraphExec>(*E)));
  std::vector<std::shared_ptr<Event>> Recorded;
  if (hasEvents(*E))
    E = bindEvents(*E, Recorded);
  else if (Driver::get().Behind.any())
    // Changes made afterwards are for later launches.
    E = std::make_shared<GraphExec>(*E);
  const std::shared_ptr<Task> Last = S->LastTask;
  if (CUresult R = submit(S, makeGraphLaunch(std::move(E))); R != CUDA_SUCCESS)
    return R;
  const bool IsBehind = S->LastTask != Last && S->LastTask->State != Task::Done;
  for (const std::shared_ptr<Event> &Each : Recorded)
    Each->Records = IsBehind ? S->LastTask : nullptr;
  return CUDA_SUCCESS;
}

namespace calls {

CUresult GraphAddEventRecordNode(CUgraphNode *Result, CUgraph Handle,
                                 const CUgraphNode *After, size_t Count,
                                 CUevent Event) {
  return addEvent(Result, Handle, After, Count, Event,
                  CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult GraphAddEventWaitNode(CUgraphNode *Result, CUgraph Handle,
                               const CUgraphNode *After, size_t Count,
                               CUevent Event) {
  return addEvent(Result, Handle, After, Count, Event,
                  CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

CUresult GraphAddMemAllocNode(CUgraphNode *Result, CUgraph Handle,
                              const CUgraphNode *After, size_t Count,
                              CUDA_MEM_ALLOC_NODE_PARAMS *Params) {
  if (!Params || !Params->bytesize ||
      Params->poolProps.allocType != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  const CUmemLocation &Where = Params->poolProps.location;
  if (Where.type != CU_MEM_LOCATION_TYPE_DEVICE || Where.id != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  Work Does;
  if (CUresult R = makeGraphAlloc(Params->bytesize, Params->dptr, Does);
      R != CUDA_SUCCESS)
    return R;
  return addWork(Result, Handle, After, Count, std::move(Does));
}

CUresult GraphMemAllocNodeGetParams(CUgraphNode Node,
                                    CUDA_MEM_ALLOC_NODE_PARAMS *Params) {
  std::shared_ptr<GraphNode> N = findNode(Node, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
  if (!N || !Params)
    return CUDA_ERROR_INVALID_VALUE;
  *Params = {};
  Params->poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  Params->poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  Params->bytesize = N->Does.Memory->Bytes;
  Params->dptr = N->Does.Memory->Address;
  return CUDA_SUCCESS;
}

CUresult GraphAddMemFreeNode(CUgraphNode *Result, CUgraph Handle,
                             const CUgraphNode *After, size_t Count,
                             CUdeviceptr Pointer) {
  Work Does;
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = makeGraphFree(Pointer, *G, Does); R != CUDA_SUCCESS)
    return R;
  return addWork(Result, Handle, After, Count, std::move(Does));
}

CUresult DeviceGetGraphMemAttribute(CUdevice Device,
                                    CUgraphMem_attribute Attribute,
                                    void *Value) {
  if (!Value || Device != 0)
    return Value ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
  const GraphMemoryUse &Use = graphMemoryUse();
  const uint64_t Values[] = {Use.Used, Use.UsedHigh, Use.Reserved,
                             Use.ReservedHigh};
  if (Attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
    return CUDA_ERROR_INVALID_VALUE;
  *static_cast<uint64_t *>(Value) = Values[Attribute];
  return CUDA_SUCCESS;
}

CUresult DeviceSetGraphMemAttribute(CUdevice Device,
                                    CUgraphMem_attribute Attribute,
                                    void *Value) {
  if (Device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  // The marks can be reset, to what is there.
  if (!Value || *static_cast<const uint64_t *>(Value))
    return CUDA_ERROR_INVALID_VALUE;
  GraphMemoryUse &Use = graphMemoryUse();
  switch (int(Attribute)) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    Use.UsedHigh = Use.Used;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    Use.ReservedHigh = Use.Reserved;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult DeviceGraphMemTrim(CUdevice Device) {
  // There is nothing but what graphs may allocate.
  return Device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult GraphConditionalHandleCreate(CUgraphConditionalHandle *Result,
                                      CUgraph Handle, CUcontext Where,
                                      unsigned Default, unsigned Flags) {
  if (!Result || (Flags & ~unsigned(CU_GRAPH_COND_ASSIGN_DEFAULT)))
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  if (Where && !D.Contexts.find(Where))
    return CUDA_ERROR_INVALID_CONTEXT;
  std::optional<uint64_t> Address = D.Memory->allocate(
      sizeof(unsigned), Allocation::DeviceOnly, D.context().Self);
  if (!Address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  auto Made = std::make_shared<GraphCondition>(*Address);
  Made->Default = Default;
  Made->IsAssigned = Flags & CU_GRAPH_COND_ASSIGN_DEFAULT;
  *reinterpret_cast<unsigned *>(*Address) = 0;
  *Result = *Address;
  G->Conditions.push_back(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult GraphAddNode(CUgraphNode *Result, CUgraph Handle,
                      const CUgraphNode *After, size_t Count,
                      CUgraphNodeParams *Params) {
  if (!Params)
    return CUDA_ERROR_INVALID_VALUE;
  auto &Of = Params->of;
  switch (int(Params->type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return GraphAddKernelNode_v2(Result, Handle, After, Count, &Of.kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return GraphAddMemcpyNode(Result, Handle, After, Count,
                              &Of.memcpy.copyParams, Of.memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return GraphAddMemsetNode(Result, Handle, After, Count, &Of.memset.set,
                              Of.memset.ctx);
  case CU_GRAPH_NODE_TYPE_HOST:
    return GraphAddHostNode(Result, Handle, After, Count, &Of.host);
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return GraphAddChildGraphNode(Result, Handle, After, Count, Of.graph.graph);
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return GraphAddEmptyNode(Result, Handle, After, Count);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return GraphAddEventWaitNode(Result, Handle, After, Count,
                                 Of.eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return GraphAddEventRecordNode(Result, Handle, After, Count,
                                   Of.eventRecord.event);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return GraphAddMemAllocNode(Result, Handle, After, Count, &Of.alloc);
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return GraphAddMemFreeNode(Result, Handle, After, Count, Of.free.dptr);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
    const CUDA_BATCH_MEM_OP_NODE_PARAMS MemOp = memOpOf(*Params);
    return GraphAddBatchMemOpNode(Result, Handle, After, Count, &MemOp);
  }
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return Result ? addConditional(Result, Handle, After, Count, Of.conditional)
                  : CUDA_ERROR_INVALID_VALUE;
  default:
    explain("there are no nodes of this type");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult GraphAddNode_v2(CUgraphNode *Result, CUgraph Handle,
                         const CUgraphNode *After, const CUgraphEdgeData *Edges,
                         size_t Count, CUgraphNodeParams *Params) {
  if (!arePlain(Edges, Count)) {
    explain("edges have no ports and no types");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return GraphAddNode(Result, Handle, After, Count, Params);
}

} // namespace calls
} // namespace heddle::driver
