//===- GraphCalls.cpp - Calls about graphs --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Copy.h"
#include "Driver.h"
#include "GraphWork.h"
#include "HostCall.h"
#include "Launch.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// Adds a node that does what \p Make makes.
CUresult add(CUgraphNode *Result, CUgraph Handle, const CUgraphNode *After,
             size_t Count, function_ref<CUresult(Work &)> Make) {
  std::shared_ptr<Graph> G;
  if (!Result || (Count && !After))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  for (CUgraphNode N : ArrayRef(After, Count)) {
    std::shared_ptr<GraphNode> Known = Driver::get().Nodes.find(N);
    if (!Known || Known->Owner != G.get())
      return CUDA_ERROR_INVALID_VALUE;
  }
  Work Does;
  if (CUresult R = Make(Does); R != CUDA_SUCCESS)
    return R;
  *Result = addNode(*G, std::move(Does),
                    std::vector<CUgraphNode>(After, After + Count));
  return CUDA_SUCCESS;
}

/// Gives \p Found as programs ask for lists: the length alone, or as many as
/// there is room for, with nulls behind.
CUresult giveNodes(ArrayRef<CUgraphNode> Found, CUgraphNode *Results,
                   size_t *Count) {
  if (!Count)
    return CUDA_ERROR_INVALID_VALUE;
  if (Results)
    for (size_t I = 0; I != *Count; ++I)
      Results[I] = I < Found.size() ? Found[I] : nullptr;
  if (!Results || *Count > Found.size())
    *Count = Found.size();
  return CUDA_SUCCESS;
}

} // namespace

CUresult makeKernel(const CUDA_KERNEL_NODE_PARAMS *Params, Work &Result,
                    const std::map<int, CUlaunchAttributeValue> &Attributes) {
  if (!Params)
    return CUDA_ERROR_INVALID_VALUE;
  CUfunction Function =
      Params->func ? Params->func : reinterpret_cast<CUfunction>(Params->kern);
  return makeKernelNode(
      {Function,
       {Params->gridDimX, Params->gridDimY, Params->gridDimZ},
       {Params->blockDimX, Params->blockDimY, Params->blockDimZ},
       Params->sharedMemBytes,
       Params->kernelParams,
       Params->extra},
      Result, Attributes);
}

CUresult makeMemcpy(const CUDA_MEMCPY3D *Copy, CUcontext Where, Work &Result) {
  if (!Copy)
    return CUDA_ERROR_INVALID_VALUE;
  if (!Driver::get().Contexts.find(Where))
    return CUDA_ERROR_INVALID_CONTEXT;
  const CUresult R = makeCopy(*Copy, Result);
  keepCopy(Result, *Copy);
  return R;
}

CUresult makeMemset(const CUDA_MEMSET_NODE_PARAMS *Set, CUcontext Where,
                    Work &Result) {
  if (!Set ||
      (Set->elementSize != 1 && Set->elementSize != 2 && Set->elementSize != 4))
    return CUDA_ERROR_INVALID_VALUE;
  if (!Driver::get().Contexts.find(Where))
    return CUDA_ERROR_INVALID_CONTEXT;
  const CUresult R = makeSet(Set->dst, Set->pitch, Set->value, Set->elementSize,
                             Set->width, Set->height, Result);
  keepSet(Result, *Set);
  return R;
}

CUresult makeHost(const CUDA_HOST_NODE_PARAMS *Params, Work &Result) {
  if (!Params || !Params->fn)
    return CUDA_ERROR_INVALID_VALUE;
  Result = makeHostCall([P = *Params] { P.fn(P.userData); });
  keepHost(Result, *Params);
  return CUDA_SUCCESS;
}

CUresult changeStep(CUgraphExec Handle, CUgraphNode Node,
                    function_ref<CUresult(Work &)> Make) {
  std::shared_ptr<GraphExec> E;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  auto Found = find_if(E->Steps, [&](const auto &S) { return S.Node == Node; });
  if (Found == E->Steps.end())
    return CUDA_ERROR_INVALID_VALUE;
  Work Does;
  Does.Params = Found->Does.Params;
  if (CUresult R = Make(Does); R != CUDA_SUCCESS)
    return R;
  if (Does.Type != Found->Does.Type)
    return CUDA_ERROR_INVALID_VALUE;
  Found->Does = std::move(Does);
  return CUDA_SUCCESS;
}

CUresult changeNode(CUgraphNode Handle, function_ref<CUresult(Work &)> Make) {
  std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
  Work Does;
  if (!N)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = Make(Does); R != CUDA_SUCCESS)
    return R;
  if (Does.Type != N->Does.Type)
    return CUDA_ERROR_INVALID_VALUE;
  N->Does = std::move(Does);
  return CUDA_SUCCESS;
}

Work makeGraphLaunch(std::shared_ptr<const GraphExec> E) {
  Work All;
  All.Type = CU_GRAPH_NODE_TYPE_GRAPH;
  All.IsSeen = true;
  All.Child = E;
  All.Run = [E = std::move(E)] { return runGraph(E); };
  return All;
}

namespace calls {

CUresult GraphCreate(CUgraph *Result, unsigned Flags) {
  if (!Result || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = Driver::get().Graphs.add(std::make_shared<Graph>());
  return CUDA_SUCCESS;
}

CUresult GraphDestroy(CUgraph Handle) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  if (isCapturedInto(*G)) {
    explain("a stream is captured into the graph");
    return CUDA_ERROR_INVALID_VALUE;
  }
  removeNodes(*G);
  Driver::get().Graphs.remove(Handle);
  return CUDA_SUCCESS;
}

CUresult GraphAddKernelNode_v2(CUgraphNode *Result, CUgraph Handle,
                               const CUgraphNode *After, size_t Count,
                               const CUDA_KERNEL_NODE_PARAMS *Params) {
  return add(Result, Handle, After, Count,
             [&](Work &W) { return makeKernel(Params, W); });
}

CUresult GraphAddMemcpyNode(CUgraphNode *Result, CUgraph Handle,
                            const CUgraphNode *After, size_t Count,
                            const CUDA_MEMCPY3D *Copy, CUcontext Where) {
  return add(Result, Handle, After, Count,
             [&](Work &W) { return makeMemcpy(Copy, Where, W); });
}

CUresult GraphAddMemsetNode(CUgraphNode *Result, CUgraph Handle,
                            const CUgraphNode *After, size_t Count,
                            const CUDA_MEMSET_NODE_PARAMS *Set,
                            CUcontext Where) {
  return add(Result, Handle, After, Count,
             [&](Work &W) { return makeMemset(Set, Where, W); });
}

CUresult GraphAddHostNode(CUgraphNode *Result, CUgraph Handle,
                          const CUgraphNode *After, size_t Count,
                          const CUDA_HOST_NODE_PARAMS *Params) {
  return add(Result, Handle, After, Count,
             [&](Work &W) { return makeHost(Params, W); });
}

CUresult GraphAddChildGraphNode(CUgraphNode *Result, CUgraph Handle,
                                const CUgraphNode *After, size_t Count,
                                CUgraph Child) {
  std::shared_ptr<Graph> Inner;
  if (CUresult R = findGraph(Child, Inner); R != CUDA_SUCCESS)
    return R;
  if (Child == Handle)
    return CUDA_ERROR_INVALID_VALUE;
  const CUresult R = add(Result, Handle, After, Count, [&](Work &W) {
    W.Type = CU_GRAPH_NODE_TYPE_GRAPH;
    return CUDA_SUCCESS;
  });
  if (R == CUDA_SUCCESS)
    Driver::get().Nodes.find(*Result)->Child = cloneGraph(*Inner);
  return R;
}

CUresult GraphAddEmptyNode(CUgraphNode *Result, CUgraph Handle,
                           const CUgraphNode *After, size_t Count) {
  return add(Result, Handle, After, Count, [](Work &) { return CUDA_SUCCESS; });
}

CUresult GraphGetNodes(CUgraph Handle, CUgraphNode *Results, size_t *Count) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  std::vector<CUgraphNode> Found;
  for (const std::shared_ptr<GraphNode> &N : G->Nodes)
    Found.push_back(N->Self);
  return giveNodes(Found, Results, Count);
}

CUresult GraphGetRootNodes(CUgraph Handle, CUgraphNode *Results,
                           size_t *Count) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  std::vector<CUgraphNode> Found;
  for (const std::shared_ptr<GraphNode> &N : G->Nodes)
    if (N->After.empty())
      Found.push_back(N->Self);
  return giveNodes(Found, Results, Count);
}

CUresult GraphNodeGetType(CUgraphNode Handle, CUgraphNodeType *Type) {
  std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
  if (!Type || !N)
    return CUDA_ERROR_INVALID_VALUE;
  *Type = N->Does.Type;
  return CUDA_SUCCESS;
}

CUresult GraphInstantiateWithFlags(CUgraphExec *Result, CUgraph Handle,
                                   unsigned long long Flags) {
  // Freeing, uploading, launching from kernels, priorities.
  constexpr unsigned long long KnownFlags = 15, AutoFree = 1, DeviceLaunch = 4;
  if (!Result || (Flags & ~KnownFlags))
    return CUDA_ERROR_INVALID_VALUE;
  if (Flags & DeviceLaunch)
    return CUDA_ERROR_NOT_SUPPORTED;
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Handle, G); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<GraphExec> Made = instantiate(*G);
  Made->FreesAtLaunch = Flags & AutoFree;
  Made->Flags = Flags;
  *Result = Driver::get().Execs.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult GraphInstantiate_v2(CUgraphExec *Result, CUgraph Handle,
                             CUgraphNode *ErrorNode, char *Log,
                             size_t LogBytes) {
  if (ErrorNode)
    *ErrorNode = nullptr;
  if (Log && LogBytes)
    *Log = 0;
  return GraphInstantiateWithFlags(Result, Handle, 0);
}

CUresult
GraphExecKernelNodeSetParams_v2(CUgraphExec Handle, CUgraphNode Node,
                                const CUDA_KERNEL_NODE_PARAMS *Params) {
  return changeStep(Handle, Node, [&](Work &W) {
    // The attributes are the node's, and not among what is set.
    const std::shared_ptr<const NodeParams> Known = W.Params;
    return Known && Known->Kernel
               ? makeKernel(Params, W, Known->Kernel->Attributes)
               : makeKernel(Params, W);
  });
}

CUresult GraphMemcpyNodeSetParams(CUgraphNode Node, const CUDA_MEMCPY3D *Copy) {
  return changeNode(Node, [&](Work &W) {
    return makeMemcpy(Copy, Driver::get().context().Self, W);
  });
}

CUresult GraphHostNodeSetParams(CUgraphNode Node,
                                const CUDA_HOST_NODE_PARAMS *Params) {
  return changeNode(Node, [&](Work &W) { return makeHost(Params, W); });
}

CUresult GraphExecMemcpyNodeSetParams(CUgraphExec Handle, CUgraphNode Node,
                                      const CUDA_MEMCPY3D *Copy,
                                      CUcontext Where) {
  return changeStep(Handle, Node,
                    [&](Work &W) { return makeMemcpy(Copy, Where, W); });
}

CUresult GraphExecMemsetNodeSetParams(CUgraphExec Handle, CUgraphNode Node,
                                      const CUDA_MEMSET_NODE_PARAMS *Set,
                                      CUcontext Where) {
  return changeStep(Handle, Node,
                    [&](Work &W) { return makeMemset(Set, Where, W); });
}

CUresult GraphExecHostNodeSetParams(CUgraphExec Handle, CUgraphNode Node,
                                    const CUDA_HOST_NODE_PARAMS *Params) {
  return changeStep(Handle, Node, [&](Work &W) { return makeHost(Params, W); });
}

CUresult GraphUpload(CUgraphExec Handle, CUstream Where) {
  std::shared_ptr<GraphExec> E;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  return Driver::get().stream(Where) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult GraphLaunch(CUgraphExec Handle, CUstream Where) {
  std::shared_ptr<GraphExec> E;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Stream> S = Driver::get().stream(Where);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  return launchGraph(std::move(E), S);
}

CUresult GraphExecDestroy(CUgraphExec Handle) {
  std::shared_ptr<GraphExec> E;
  if (CUresult R = findExec(Handle, E); R != CUDA_SUCCESS)
    return R;
  Driver::get().Execs.remove(Handle);
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
