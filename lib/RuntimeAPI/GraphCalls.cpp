//===- GraphCalls.cpp - Calls about graphs --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Copy.h"
#include "Registry.h"
#include "Runtime.h"

namespace heddle::cudart {

static_assert(sizeof(cudaKernelNodeParams) == 56);

static CUcontext currentContext() {
  CUcontext Context = nullptr;
  cuCtxGetCurrent(&Context);
  return Context;
}

/// \p Params as the driver is to see them.
static cudaError_t describeKernel(const cudaKernelNodeParams *Params,
                                  CUDA_KERNEL_NODE_PARAMS &P) {
  if (!Params)
    return cudaErrorInvalidValue;
  CUkernel Kernel = nullptr;
  if (cudaError_t R = findKernel(Params->Function, Kernel); R != cudaSuccess)
    return R;
  P = {};
  P.kern = Kernel;
  P.gridDimX = Params->Grid.x;
  P.gridDimY = Params->Grid.y;
  P.gridDimZ = Params->Grid.z;
  P.blockDimX = Params->Block.x;
  P.blockDimY = Params->Block.y;
  P.blockDimZ = Params->Block.z;
  P.sharedMemBytes = Params->SharedBytes;
  P.kernelParams = Params->Params;
  P.extra = Params->Extra;
  return cudaSuccess;
}

/// A copy of \p Bytes in a row.
static cudaMemcpy3DParms rowOf(void *To, const void *From, size_t Bytes,
                               cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = {};
  P.Src = {const_cast<void *>(From), Bytes, Bytes, 1};
  P.Dst = {To, Bytes, Bytes, 1};
  P.Extent = {Bytes, 1, 1};
  P.Kind = Kind;
  return P;
}

/// Passes to \p Call the copy of \p Bytes between the variable \p Symbol, at
/// \p Offset, and \p Other.
template <typename Fn>
static cudaError_t
withSymbolRow(const void *Symbol, size_t Offset, const void *Other,
              size_t Bytes, cudaMemcpyKind Kind, bool IsToSymbol, Fn Call) {
  const cudaMemcpyKind Wrong =
      IsToSymbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  if (Kind == Wrong || Kind == cudaMemcpyHostToHost)
    return cudaErrorInvalidMemcpyDirection;
  void *Place = nullptr;
  if (cudaError_t R = symbolPart(Symbol, Bytes, Offset, Place);
      R != cudaSuccess)
    return R;
  const cudaMemcpy3DParms P =
      IsToSymbol ? rowOf(Place, Other, Bytes, Kind)
                 : rowOf(const_cast<void *>(Other), Place, Bytes, Kind);
  return Call(&P);
}

/// Passes to \p Call the copy \p Copy as the driver describes it.
template <typename Fn>
static cudaError_t withCopy(const cudaMemcpy3DParms *Copy, Fn Call) {
  if (!Copy)
    return cudaErrorInvalidValue;
  CUDA_MEMCPY3D C;
  if (cudaError_t R = describeCopy(*Copy, C); R != cudaSuccess)
    return R;
  return withContext([&] { return Call(&C); });
}

namespace calls {

cudaError_t GraphAddKernelNode(CUgraphNode *Node, CUgraph Graph,
                               const CUgraphNode *After, size_t Count,
                               const cudaKernelNodeParams *Params) {
  CUDA_KERNEL_NODE_PARAMS P;
  if (cudaError_t R = describeKernel(Params, P); R != cudaSuccess)
    return R;
  return toRuntime(cuGraphAddKernelNode(Node, Graph, After, Count, &P));
}

cudaError_t GraphAddMemcpyNode(CUgraphNode *Node, CUgraph Graph,
                               const CUgraphNode *After, size_t Count,
                               const cudaMemcpy3DParms *Copy) {
  return withCopy(Copy, [&](const CUDA_MEMCPY3D *C) {
    return cuGraphAddMemcpyNode(Node, Graph, After, Count, C, currentContext());
  });
}

cudaError_t GraphAddMemcpyNode1D(CUgraphNode *Node, CUgraph Graph,
                                 const CUgraphNode *After, size_t Count,
                                 void *To, const void *From, size_t Bytes,
                                 cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = rowOf(To, From, Bytes, Kind);
  return GraphAddMemcpyNode(Node, Graph, After, Count, &P);
}

cudaError_t GraphAddMemcpyNodeToSymbol(CUgraphNode *Node, CUgraph Graph,
                                       const CUgraphNode *After, size_t Count,
                                       const void *Symbol, const void *From,
                                       size_t Bytes, size_t Offset,
                                       cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, From, Bytes, Kind, /*IsToSymbol=*/true,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphAddMemcpyNode(Node, Graph, After, Count,
                                                   P);
                       });
}

cudaError_t GraphAddMemcpyNodeFromSymbol(CUgraphNode *Node, CUgraph Graph,
                                         const CUgraphNode *After, size_t Count,
                                         void *To, const void *Symbol,
                                         size_t Bytes, size_t Offset,
                                         cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, To, Bytes, Kind, /*IsToSymbol=*/false,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphAddMemcpyNode(Node, Graph, After, Count,
                                                   P);
                       });
}

cudaError_t GraphAddMemsetNode(CUgraphNode *Node, CUgraph Graph,
                               const CUgraphNode *After, size_t Count,
                               const CUDA_MEMSET_NODE_PARAMS *Set) {
  return withContext([&] {
    return cuGraphAddMemsetNode(Node, Graph, After, Count, Set,
                                currentContext());
  });
}

cudaError_t GraphCreate(CUgraph *Graph, unsigned Flags) {
  return callDriver(cuGraphCreate, Graph, Flags);
}

cudaError_t GraphDestroy(CUgraph Graph) {
  return callDriver(cuGraphDestroy, Graph);
}

cudaError_t GraphAddHostNode(CUgraphNode *Node, CUgraph Graph,
                             const CUgraphNode *After, size_t Count,
                             const CUDA_HOST_NODE_PARAMS *Params) {
  return callDriver(cuGraphAddHostNode, Node, Graph, After, Count, Params);
}

cudaError_t GraphAddEmptyNode(CUgraphNode *Node, CUgraph Graph,
                              const CUgraphNode *After, size_t Count) {
  return callDriver(cuGraphAddEmptyNode, Node, Graph, After, Count);
}

cudaError_t GraphAddChildGraphNode(CUgraphNode *Node, CUgraph Graph,
                                   const CUgraphNode *After, size_t Count,
                                   CUgraph Child) {
  return callDriver(cuGraphAddChildGraphNode, Node, Graph, After, Count, Child);
}

cudaError_t GraphClone(CUgraph *Clone, CUgraph Graph) {
  return callDriver(cuGraphClone, Clone, Graph);
}

cudaError_t UserObjectCreate(CUuserObject *Object, void *Pointer,
                             CUhostFn Destroy, unsigned Count, unsigned Flags) {
  return callDriver(cuUserObjectCreate, Object, Pointer, Destroy, Count, Flags);
}

cudaError_t UserObjectRetain(CUuserObject Object, unsigned Count) {
  return callDriver(cuUserObjectRetain, Object, Count);
}

cudaError_t UserObjectRelease(CUuserObject Object, unsigned Count) {
  return callDriver(cuUserObjectRelease, Object, Count);
}

cudaError_t GraphRetainUserObject(CUgraph Graph, CUuserObject Object,
                                  unsigned Count, unsigned Flags) {
  return callDriver(cuGraphRetainUserObject, Graph, Object, Count, Flags);
}

cudaError_t GraphReleaseUserObject(CUgraph Graph, CUuserObject Object,
                                   unsigned Count) {
  return callDriver(cuGraphReleaseUserObject, Graph, Object, Count);
}

cudaError_t GraphNodeFindInClone(CUgraphNode *Node, CUgraphNode Original,
                                 CUgraph Clone) {
  return callDriver(cuGraphNodeFindInClone, Node, Original, Clone);
}

cudaError_t GraphExecKernelNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                         const cudaKernelNodeParams *Params) {
  CUDA_KERNEL_NODE_PARAMS P;
  if (cudaError_t R = describeKernel(Params, P); R != cudaSuccess)
    return R;
  return toRuntime(cuGraphExecKernelNodeSetParams(Exec, Node, &P));
}

cudaError_t GraphKernelNodeSetParams(CUgraphNode Node,
                                     const cudaKernelNodeParams *Params) {
  CUDA_KERNEL_NODE_PARAMS P;
  if (cudaError_t R = describeKernel(Params, P); R != cudaSuccess)
    return R;
  return toRuntime(cuGraphKernelNodeSetParams(Node, &P));
}

cudaError_t GraphMemcpyNodeSetParams(CUgraphNode Node,
                                     const cudaMemcpy3DParms *Copy) {
  return withCopy(Copy, [&](const CUDA_MEMCPY3D *C) {
    return cuGraphMemcpyNodeSetParams(Node, C);
  });
}

cudaError_t GraphExecMemcpyNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                         const cudaMemcpy3DParms *Copy) {
  return withCopy(Copy, [&](const CUDA_MEMCPY3D *C) {
    return cuGraphExecMemcpyNodeSetParams(Exec, Node, C, currentContext());
  });
}

cudaError_t GraphExecMemcpyNodeSetParams1D(CUgraphExec Exec, CUgraphNode Node,
                                           void *To, const void *From,
                                           size_t Bytes, cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = rowOf(To, From, Bytes, Kind);
  return GraphExecMemcpyNodeSetParams(Exec, Node, &P);
}

cudaError_t GraphExecMemcpyNodeSetParamsToSymbol(
    CUgraphExec Exec, CUgraphNode Node, const void *Symbol, const void *From,
    size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, From, Bytes, Kind, /*IsToSymbol=*/true,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphExecMemcpyNodeSetParams(Exec, Node, P);
                       });
}

cudaError_t GraphExecMemcpyNodeSetParamsFromSymbol(CUgraphExec Exec,
                                                   CUgraphNode Node, void *To,
                                                   const void *Symbol,
                                                   size_t Bytes, size_t Offset,
                                                   cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, To, Bytes, Kind, /*IsToSymbol=*/false,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphExecMemcpyNodeSetParams(Exec, Node, P);
                       });
}

cudaError_t GraphMemcpyNodeSetParamsToSymbol(CUgraphNode Node,
                                             const void *Symbol,
                                             const void *From, size_t Bytes,
                                             size_t Offset,
                                             cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, From, Bytes, Kind, /*IsToSymbol=*/true,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphMemcpyNodeSetParams(Node, P);
                       });
}

cudaError_t GraphMemcpyNodeSetParamsFromSymbol(CUgraphNode Node, void *To,
                                               const void *Symbol, size_t Bytes,
                                               size_t Offset,
                                               cudaMemcpyKind Kind) {
  return withSymbolRow(Symbol, Offset, To, Bytes, Kind, /*IsToSymbol=*/false,
                       [&](const cudaMemcpy3DParms *P) {
                         return GraphMemcpyNodeSetParams(Node, P);
                       });
}

cudaError_t GraphExecMemsetNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                         const CUDA_MEMSET_NODE_PARAMS *Set) {
  return withContext([&] {
    return cuGraphExecMemsetNodeSetParams(Exec, Node, Set, currentContext());
  });
}

cudaError_t GraphExecHostNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                       const CUDA_HOST_NODE_PARAMS *Params) {
  return callDriver(cuGraphExecHostNodeSetParams, Exec, Node, Params);
}

cudaError_t GraphExecUpdate(CUgraphExec Exec, CUgraph Graph,
                            CUgraphExecUpdateResultInfo *Info) {
  return callDriver(cuGraphExecUpdate, Exec, Graph, Info);
}

cudaError_t GraphGetNodes(CUgraph Graph, CUgraphNode *Nodes, size_t *Count) {
  return callDriver(cuGraphGetNodes, Graph, Nodes, Count);
}

cudaError_t GraphGetRootNodes(CUgraph Graph, CUgraphNode *Nodes,
                              size_t *Count) {
  return callDriver(cuGraphGetRootNodes, Graph, Nodes, Count);
}

cudaError_t GraphGetEdges(CUgraph Graph, CUgraphNode *From, CUgraphNode *To,
                          CUgraphEdgeData *Edges, size_t *Count) {
  return callDriver(cuGraphGetEdges, Graph, From, To, Edges, Count);
}

cudaError_t GraphNodeGetDependencies(CUgraphNode Node, CUgraphNode *Nodes,
                                     CUgraphEdgeData *Edges, size_t *Count) {
  return callDriver(cuGraphNodeGetDependencies, Node, Nodes, Edges, Count);
}

cudaError_t GraphNodeGetDependentNodes(CUgraphNode Node, CUgraphNode *Nodes,
                                       CUgraphEdgeData *Edges, size_t *Count) {
  return callDriver(cuGraphNodeGetDependentNodes, Node, Nodes, Edges, Count);
}

cudaError_t GraphNodeGetType(CUgraphNode Node, CUgraphNodeType *Type) {
  return callDriver(cuGraphNodeGetType, Node, Type);
}

cudaError_t GraphInstantiateWithFlags(CUgraphExec *Exec, CUgraph Graph,
                                      unsigned long long Flags) {
  return callDriver(cuGraphInstantiateWithFlags, Exec, Graph, Flags);
}

cudaError_t GraphInstantiate(CUgraphExec *Exec, CUgraph Graph,
                             unsigned long long Flags) {
  return callDriver(cuGraphInstantiateWithFlags, Exec, Graph, Flags);
}

cudaError_t GraphInstantiateWithParams(CUgraphExec *Exec, CUgraph Graph,
                                       cudaGraphInstantiateParams *Params) {
  if (!Params)
    return cudaErrorInvalidValue;
  enum { Instantiated, Failed };
  Params->ErrorNode = nullptr;
  cudaError_t R = GraphInstantiateWithFlags(Exec, Graph, Params->Flags);
  Params->Result = R == cudaSuccess ? Instantiated : Failed;
  // The flag that uploads the graph to UploadStream at once.
  constexpr unsigned long long Upload = 2;
  return R == cudaSuccess && (Params->Flags & Upload)
             ? GraphUpload(*Exec, Params->UploadStream)
             : R;
}

cudaError_t GraphUpload(CUgraphExec Exec, CUstream Stream) {
  return withContext([&] { return cuGraphUpload(Exec, streamOf(Stream)); });
}

cudaError_t GraphLaunch(CUgraphExec Exec, CUstream Stream) {
  return withContext([&] { return cuGraphLaunch(Exec, streamOf(Stream)); });
}

cudaError_t GraphExecDestroy(CUgraphExec Exec) {
  return callDriver(cuGraphExecDestroy, Exec);
}

} // namespace calls
} // namespace heddle::cudart
