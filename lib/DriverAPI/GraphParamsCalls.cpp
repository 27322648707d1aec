//===- GraphParamsCalls.cpp - Calls about the parameters of nodes ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphWork.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// The parameters that \p Node was made of, if it is of that type; else null.
const NodeParams *paramsOf(CUgraphNode Node, CUgraphNodeType Type) {
  std::shared_ptr<GraphNode> N = findNode(Node, Type);
  if (N && !N->Does.Params)
    explain("the node is a library's and has no parameters");
  return N ? N->Does.Params.get() : nullptr;
}

const KernelParams *kernelOf(CUgraphNode Node) {
  const NodeParams *P = paramsOf(Node, CU_GRAPH_NODE_TYPE_KERNEL);
  return P && P->Kernel ? &*P->Kernel : nullptr;
}

/// An attribute of the launches of nodes.
bool isAttribute(CUlaunchAttributeID Id) {
  LaunchArguments Ignored;
  return Id != CU_LAUNCH_ATTRIBUTE_IGNORE &&
         readAttribute(Id, {}, Ignored) == CUDA_SUCCESS;
}

/// Makes the kernel of \p Node again, with other attributes.
CUresult setAttributes(CUgraphNode Node,
                       const std::map<int, CUlaunchAttributeValue> &All) {
  const KernelParams *Known = kernelOf(Node);
  if (!Known)
    return CUDA_ERROR_INVALID_VALUE;
  KernelParams P = *Known;
  size_t Bytes = P.Bytes.size();
  void *Block[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, P.Bytes.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &Bytes, CU_LAUNCH_PARAM_END};
  LaunchArguments L{P.Function, P.Grid, P.Block, P.SharedBytes};
  L.Extra = Bytes ? Block : nullptr;
  return changeNode(Node, [&](Work &W) { return makeKernelNode(L, W, All); });
}

CUresult getEvent(CUgraphNode Node, CUgraphNodeType Type, CUevent *Event) {
  const NodeParams *P = paramsOf(Node, Type);
  if (!P || !Event)
    return CUDA_ERROR_INVALID_VALUE;
  *Event = P->Event;
  return CUDA_SUCCESS;
}

CUresult setEvent(CUgraphNode Node, CUgraphNodeType Type, CUevent Event) {
  if (!findNode(Node, Type))
    return CUDA_ERROR_INVALID_VALUE;
  return changeNode(Node, [&](Work &W) { return makeEvent(Event, Type, W); });
}

CUresult setEvent(CUgraphExec Exec, CUgraphNode Node, CUgraphNodeType Type,
                  CUevent Event) {
  return changeStep(Exec, Node,
                    [&](Work &W) { return makeEvent(Event, Type, W); });
}

/// Removes the edges from \p From to \p To, all or none.
CUresult removeEdges(Graph &G, ArrayRef<CUgraphNode> From,
                     ArrayRef<CUgraphNode> To) {
  std::vector<std::vector<CUgraphNode>> Before;
  Before.reserve(G.Nodes.size());
  for (const std::shared_ptr<GraphNode> &N : G.Nodes)
    Before.push_back(N->After);
  for (auto [Earlier, Later] : zip(From, To)) {
    std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Later);
    if (N && N->Owner == &G && is_contained(N->After, Earlier)) {
      erase(N->After, Earlier);
      continue;
    }
    for (auto [Each, After] : zip(G.Nodes, Before))
      Each->After = After;
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult GraphKernelNodeGetParams_v2(CUgraphNode Node,
                                     CUDA_KERNEL_NODE_PARAMS *Params) {
  const KernelParams *P = kernelOf(Node);
  std::shared_ptr<Function> F;
  if (!P || !Params)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = resolveFunction(P->Function, F); R != CUDA_SUCCESS)
    return R;
  *Params = {F->Self,
             P->Grid.X,
             P->Grid.Y,
             P->Grid.Z,
             P->Block.X,
             P->Block.Y,
             P->Block.Z,
             P->SharedBytes,
             const_cast<void **>(P->Pointers.data()),
             /*extra=*/nullptr,
             F->From,
             Driver::get().context().Self};
  return CUDA_SUCCESS;
}

CUresult GraphKernelNodeGetAttribute(CUgraphNode Node,
                                     CUlaunchAttributeID Attribute,
                                     CUlaunchAttributeValue *Value) {
  const KernelParams *P = kernelOf(Node);
  if (!P || !Value || !isAttribute(Attribute))
    return CUDA_ERROR_INVALID_VALUE;
  auto Found = P->Attributes.find(Attribute);
  *Value =
      Found == P->Attributes.end() ? CUlaunchAttributeValue{} : Found->second;
  return CUDA_SUCCESS;
}

CUresult GraphKernelNodeSetAttribute(CUgraphNode Node,
                                     CUlaunchAttributeID Attribute,
                                     const CUlaunchAttributeValue *Value) {
  const KernelParams *P = kernelOf(Node);
  if (!P || !Value || !isAttribute(Attribute))
    return CUDA_ERROR_INVALID_VALUE;
  std::map<int, CUlaunchAttributeValue> All = P->Attributes;
  All[Attribute] = *Value;
  return setAttributes(Node, All);
}

CUresult GraphKernelNodeCopyAttributes(CUgraphNode To, CUgraphNode From) {
  const KernelParams *P = kernelOf(From);
  return P ? setAttributes(To, P->Attributes) : CUDA_ERROR_INVALID_VALUE;
}

CUresult GraphKernelNodeSetParams_v2(CUgraphNode Node,
                                     const CUDA_KERNEL_NODE_PARAMS *Params) {
  const KernelParams *P = kernelOf(Node);
  if (!P)
    return CUDA_ERROR_INVALID_VALUE;
  return changeNode(
      Node, [&](Work &W) { return makeKernel(Params, W, P->Attributes); });
}

CUresult GraphMemcpyNodeGetParams(CUgraphNode Node, CUDA_MEMCPY3D *Copy) {
  const NodeParams *P = paramsOf(Node, CU_GRAPH_NODE_TYPE_MEMCPY);
  if (!P || !Copy)
    return CUDA_ERROR_INVALID_VALUE;
  *Copy = *P->Copy;
  return CUDA_SUCCESS;
}

CUresult GraphMemsetNodeGetParams(CUgraphNode Node,
                                  CUDA_MEMSET_NODE_PARAMS *Set) {
  const NodeParams *P = paramsOf(Node, CU_GRAPH_NODE_TYPE_MEMSET);
  if (!P || !Set)
    return CUDA_ERROR_INVALID_VALUE;
  *Set = *P->Set;
  return CUDA_SUCCESS;
}

CUresult GraphMemsetNodeSetParams(CUgraphNode Node,
                                  const CUDA_MEMSET_NODE_PARAMS *Set) {
  return changeNode(Node, [&](Work &W) {
    return makeMemset(Set, Driver::get().context().Self, W);
  });
}

CUresult GraphHostNodeGetParams(CUgraphNode Node,
                                CUDA_HOST_NODE_PARAMS *Params) {
  const NodeParams *P = paramsOf(Node, CU_GRAPH_NODE_TYPE_HOST);
  if (!P || !Params)
    return CUDA_ERROR_INVALID_VALUE;
  *Params = *P->Host;
  return CUDA_SUCCESS;
}

CUresult GraphEventRecordNodeGetEvent(CUgraphNode Node, CUevent *Event) {
  return getEvent(Node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, Event);
}

CUresult GraphEventRecordNodeSetEvent(CUgraphNode Node, CUevent Event) {
  return setEvent(Node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, Event);
}

CUresult GraphEventWaitNodeGetEvent(CUgraphNode Node, CUevent *Event) {
  return getEvent(Node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, Event);
}

CUresult GraphEventWaitNodeSetEvent(CUgraphNode Node, CUevent Event) {
  return setEvent(Node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, Event);
}

CUresult GraphExecEventRecordNodeSetEvent(CUgraphExec Exec, CUgraphNode Node,
                                          CUevent Event) {
  return setEvent(Exec, Node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, Event);
}

CUresult GraphExecEventWaitNodeSetEvent(CUgraphExec Exec, CUgraphNode Node,
                                        CUevent Event) {
  return setEvent(Exec, Node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, Event);
}

CUresult GraphMemFreeNodeGetParams(CUgraphNode Node, CUdeviceptr *Pointer) {
  std::shared_ptr<GraphNode> N = findNode(Node, CU_GRAPH_NODE_TYPE_MEM_FREE);
  if (!N || !Pointer)
    return CUDA_ERROR_INVALID_VALUE;
  *Pointer = N->Does.Frees;
  return CUDA_SUCCESS;
}

CUresult GraphChildGraphNodeGetGraph(CUgraphNode Node, CUgraph *Result) {
  std::shared_ptr<GraphNode> N = findNode(Node, CU_GRAPH_NODE_TYPE_GRAPH);
  if (!N || !N->Child || !Result)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = N->Child->Self;
  return CUDA_SUCCESS;
}

CUresult GraphExecChildGraphNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                          CUgraph Child) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Child, G); R != CUDA_SUCCESS)
    return R;
  return changeStep(Exec, Node, [&](Work &W) {
    W = makeGraphLaunch(instantiate(*G));
    return CUDA_SUCCESS;
  });
}

CUresult GraphExecGetFlags(CUgraphExec Handle, cuuint64_t *Flags) {
  std::shared_ptr<GraphExec> E;
  if (!Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  *Flags = E->Flags;
  return CUDA_SUCCESS;
}

CUresult GraphNodeSetParams(CUgraphNode Node, CUgraphNodeParams *Params) {
  if (!Params || !findNode(Node, Params->type))
    return CUDA_ERROR_INVALID_VALUE;
  auto &Of = Params->of;
  switch (int(Params->type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return GraphKernelNodeSetParams_v2(Node, &Of.kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return GraphMemcpyNodeSetParams(Node, &Of.memcpy.copyParams);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return GraphMemsetNodeSetParams(Node, &Of.memset.set);
  case CU_GRAPH_NODE_TYPE_HOST:
    return GraphHostNodeSetParams(Node, &Of.host);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return GraphEventWaitNodeSetEvent(Node, Of.eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return GraphEventRecordNodeSetEvent(Node, Of.eventRecord.event);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
    const CUDA_BATCH_MEM_OP_NODE_PARAMS MemOp = memOpOf(*Params);
    return GraphBatchMemOpNodeSetParams(Node, &MemOp);
  }
  default:
    explain("the parameters of such nodes cannot be changed");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult GraphExecNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                CUgraphNodeParams *Params) {
  if (!Params)
    return CUDA_ERROR_INVALID_VALUE;
  auto &Of = Params->of;
  switch (int(Params->type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return GraphExecKernelNodeSetParams_v2(Exec, Node, &Of.kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return GraphExecMemcpyNodeSetParams(Exec, Node, &Of.memcpy.copyParams,
                                        Of.memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return GraphExecMemsetNodeSetParams(Exec, Node, &Of.memset.set,
                                        Of.memset.ctx);
  case CU_GRAPH_NODE_TYPE_HOST:
    return GraphExecHostNodeSetParams(Exec, Node, &Of.host);
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return GraphExecChildGraphNodeSetParams(Exec, Node, Of.graph.graph);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return GraphExecEventWaitNodeSetEvent(Exec, Node, Of.eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return GraphExecEventRecordNodeSetEvent(Exec, Node, Of.eventRecord.event);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
    const CUDA_BATCH_MEM_OP_NODE_PARAMS MemOp = memOpOf(*Params);
    return GraphExecBatchMemOpNodeSetParams(Exec, Node, &MemOp);
  }
  default:
    explain("the parameters of such nodes cannot be changed");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult GraphRemoveDependencies_v2(CUgraph Handle, const CUgraphNode *From,
                                    const CUgraphNode *To,
                                    const CUgraphEdgeData *Edges,
                                    size_t Count) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  if (Count && (!From || !To))
    return CUDA_ERROR_INVALID_VALUE;
  // There are no edges with ports and types that could be meant.
  if (!arePlain(Edges, Count))
    return CUDA_ERROR_INVALID_VALUE;
  return removeEdges(*G, ArrayRef(From, Count), ArrayRef(To, Count));
}

CUresult GraphRemoveDependencies(CUgraph Handle, const CUgraphNode *From,
                                 const CUgraphNode *To, size_t Count) {
  return GraphRemoveDependencies_v2(Handle, From, To, nullptr, Count);
}

} // namespace calls
} // namespace heddle::driver
