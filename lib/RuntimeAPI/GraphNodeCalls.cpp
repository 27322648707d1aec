//===- GraphNodeCalls.cpp - Calls that add nodes of all kinds -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart {

static_assert(sizeof(cudaGraphNodeParams) == 256);
static_assert(sizeof(CUgraphNodeParams) == 256);

namespace calls {

cudaError_t GraphAddEventRecordNode(CUgraphNode *Node, CUgraph Graph,
                                    const CUgraphNode *After, size_t Count,
                                    CUevent Event) {
  return callDriver(cuGraphAddEventRecordNode, Node, Graph, After, Count,
                    Event);
}

cudaError_t GraphAddEventWaitNode(CUgraphNode *Node, CUgraph Graph,
                                  const CUgraphNode *After, size_t Count,
                                  CUevent Event) {
  return callDriver(cuGraphAddEventWaitNode, Node, Graph, After, Count, Event);
}

cudaError_t GraphAddMemAllocNode(CUgraphNode *Node, CUgraph Graph,
                                 const CUgraphNode *After, size_t Count,
                                 CUDA_MEM_ALLOC_NODE_PARAMS *Params) {
  return callDriver(cuGraphAddMemAllocNode, Node, Graph, After, Count, Params);
}

cudaError_t GraphMemAllocNodeGetParams(CUgraphNode Node,
                                       CUDA_MEM_ALLOC_NODE_PARAMS *Params) {
  return callDriver(cuGraphMemAllocNodeGetParams, Node, Params);
}

cudaError_t GraphAddMemFreeNode(CUgraphNode *Node, CUgraph Graph,
                                const CUgraphNode *After, size_t Count,
                                void *Pointer) {
  return callDriver(cuGraphAddMemFreeNode, Node, Graph, After, Count,
                    address(Pointer));
}

cudaError_t DeviceGetGraphMemAttribute(int Device,
                                       CUgraphMem_attribute Attribute,
                                       void *Value) {
  return callDriver(cuDeviceGetGraphMemAttribute, Device, Attribute, Value);
}

cudaError_t DeviceSetGraphMemAttribute(int Device,
                                       CUgraphMem_attribute Attribute,
                                       void *Value) {
  return callDriver(cuDeviceSetGraphMemAttribute, Device, Attribute, Value);
}

cudaError_t DeviceGraphMemTrim(int Device) {
  return callDriver(cuDeviceGraphMemTrim, Device);
}

cudaError_t GraphConditionalHandleCreate(CUgraphConditionalHandle *Handle,
                                         CUgraph Graph, unsigned Default,
                                         unsigned Flags) {
  return callDriver(cuGraphConditionalHandleCreate, Handle, Graph,
                    CUcontext(nullptr), Default, Flags);
}

cudaError_t GraphHostNodeSetParams(CUgraphNode Node,
                                   const CUDA_HOST_NODE_PARAMS *Params) {
  return callDriver(cuGraphHostNodeSetParams, Node, Params);
}

cudaError_t GraphDebugDotPrint(CUgraph Graph, const char *Path,
                               unsigned Flags) {
  return callDriver(cuGraphDebugDotPrint, Graph, Path, Flags);
}

cudaError_t GraphAddDependencies(CUgraph Graph, const CUgraphNode *From,
                                 const CUgraphNode *To,
                                 const CUgraphEdgeData *Edges, size_t Count) {
  return callDriver(cuGraphAddDependencies, Graph, From, To, Edges, Count);
}

cudaError_t GraphDestroyNode(CUgraphNode Node) {
  return callDriver(cuGraphDestroyNode, Node);
}

cudaError_t GraphNodeSetEnabled(CUgraphExec Exec, CUgraphNode Node,
                                unsigned IsEnabled) {
  return callDriver(cuGraphNodeSetEnabled, Exec, Node, IsEnabled);
}

cudaError_t GraphNodeGetEnabled(CUgraphExec Exec, CUgraphNode Node,
                                unsigned *IsEnabled) {
  return callDriver(cuGraphNodeGetEnabled, Exec, Node, IsEnabled);
}

cudaError_t GraphAddNode(CUgraphNode *Node, CUgraph Graph,
                         const CUgraphNode *After, const CUgraphEdgeData *Edges,
                         size_t Count, cudaGraphNodeParams *Params) {
  if (!Params)
    return cudaErrorInvalidValue;
  for (size_t I = 0; Edges && I != Count; ++I)
    if (Edges[I].from_port || Edges[I].to_port || Edges[I].type)
      return cudaErrorNotSupported;
  auto &Of = Params->Of;
  switch (int(Params->Type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return GraphAddKernelNode(Node, Graph, After, Count, &Of.Kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return GraphAddMemcpyNode(Node, Graph, After, Count, &Of.Memcpy.Copy);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return GraphAddMemsetNode(Node, Graph, After, Count, &Of.Set);
  default:
    break;
  }
  // The others look the same to the driver.
  return callDriver(cuGraphAddNode, Node, Graph, After, Edges, Count,
                    reinterpret_cast<CUgraphNodeParams *>(Params));
}

} // namespace calls
} // namespace heddle::cudart
