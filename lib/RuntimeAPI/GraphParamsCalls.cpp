//===- GraphParamsCalls.cpp - Calls about the parameters of nodes ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Calls.h"
#include "Registry.h"
#include "Runtime.h"

namespace heddle::cudart {
namespace {

/// One end of a copy as the driver has it.
struct DriverEnd {
  CUmemorytype Type;
  const void *Host;
  CUdeviceptr Device;
  CUarray Array;
  size_t X, Y, Z, Pitch, Height;
};

/// Writes \p From as the runtime has it; \p Width is that of the copy.
void readEnd(const DriverEnd &From, size_t Width, CUarray &Array, cudaPos &Pos,
             cudaPitchedPtr &Pointer) {
  Pos = {From.X, From.Y, From.Z};
  Pointer = {};
  if (From.Type == CU_MEMORYTYPE_ARRAY) {
    Array = From.Array;
    return;
  }
  Pointer.Pointer = From.Type == CU_MEMORYTYPE_HOST
                        ? const_cast<void *>(From.Host)
                        : pointer(From.Device);
  Pointer.Pitch = From.Pitch;
  Pointer.Width = Width;
  Pointer.Height = From.Height;
}

cudaMemcpyKind kindOf(CUmemorytype To, CUmemorytype From) {
  if (To == CU_MEMORYTYPE_UNIFIED || From == CU_MEMORYTYPE_UNIFIED)
    return cudaMemcpyDefault;
  if (To == CU_MEMORYTYPE_HOST)
    return From == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost
                                      : cudaMemcpyDeviceToHost;
  return From == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice
                                    : cudaMemcpyDeviceToDevice;
}

/// The copy \p C as the runtime has it: where there are arrays, positions in
/// them and the extent count elements.
cudaError_t readCopy(const CUDA_MEMCPY3D &C, cudaMemcpy3DParms &P) {
  P = {};
  readEnd({C.srcMemoryType, C.srcHost, C.srcDevice, C.srcArray, C.srcXInBytes,
           C.srcY, C.srcZ, C.srcPitch, C.srcHeight},
          C.WidthInBytes, P.SrcArray, P.SrcPos, P.Src);
  readEnd({C.dstMemoryType, C.dstHost, C.dstDevice, C.dstArray, C.dstXInBytes,
           C.dstY, C.dstZ, C.dstPitch, C.dstHeight},
          C.WidthInBytes, P.DstArray, P.DstPos, P.Dst);
  P.Extent = {C.WidthInBytes, C.Height, C.Depth};
  P.Kind = kindOf(C.dstMemoryType == CU_MEMORYTYPE_ARRAY ? CU_MEMORYTYPE_DEVICE
                                                         : C.dstMemoryType,
                  C.srcMemoryType == CU_MEMORYTYPE_ARRAY ? CU_MEMORYTYPE_DEVICE
                                                         : C.srcMemoryType);
  size_t Element = 1;
  CUDA_ARRAY3D_DESCRIPTOR D;
  for (CUarray Array : {P.SrcArray, P.DstArray})
    if (Array)
      if (cudaError_t R = describeArray(Array, D, Element); R != cudaSuccess)
        return R;
  P.Extent.Width /= Element;
  if (P.SrcArray)
    P.SrcPos.X /= Element;
  if (P.DstArray)
    P.DstPos.X /= Element;
  return cudaSuccess;
}

/// Passes to \p Call the parameters \p Params as the driver has them.
template <typename Fn>
cudaError_t withParams(cudaGraphNodeParams *Params, Fn Call) {
  if (!Params)
    return cudaErrorInvalidValue;
  auto &Of = Params->Of;
  switch (int(Params->Type)) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return Call.kernel(&Of.Kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return Call.copy(&Of.Memcpy.Copy);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return Call.set(&Of.Set);
  default:
    // The others look the same to the driver.
    return Call.other(reinterpret_cast<CUgraphNodeParams *>(Params));
  }
}

struct OfNode {
  CUgraphNode Node;
  cudaError_t kernel(const cudaKernelNodeParams *P) const {
    return calls::GraphKernelNodeSetParams(Node, P);
  }
  cudaError_t copy(const cudaMemcpy3DParms *P) const {
    return calls::GraphMemcpyNodeSetParams(Node, P);
  }
  cudaError_t set(const CUDA_MEMSET_NODE_PARAMS *P) const {
    return calls::GraphMemsetNodeSetParams(Node, P);
  }
  cudaError_t other(CUgraphNodeParams *P) const {
    return callDriver(cuGraphNodeSetParams, Node, P);
  }
};

struct OfExec {
  CUgraphExec Exec;
  CUgraphNode Node;
  cudaError_t kernel(const cudaKernelNodeParams *P) const {
    return calls::GraphExecKernelNodeSetParams(Exec, Node, P);
  }
  cudaError_t copy(const cudaMemcpy3DParms *P) const {
    return calls::GraphExecMemcpyNodeSetParams(Exec, Node, P);
  }
  cudaError_t set(const CUDA_MEMSET_NODE_PARAMS *P) const {
    return calls::GraphExecMemsetNodeSetParams(Exec, Node, P);
  }
  cudaError_t other(CUgraphNodeParams *P) const {
    return callDriver(cuGraphExecNodeSetParams, Exec, Node, P);
  }
};

} // namespace

namespace calls {

cudaError_t GraphKernelNodeGetParams(CUgraphNode Node,
                                     cudaKernelNodeParams *Params) {
  CUDA_KERNEL_NODE_PARAMS P;
  if (!Params)
    return cudaErrorInvalidValue;
  if (cudaError_t R = callDriver(cuGraphKernelNodeGetParams, Node, &P);
      R != cudaSuccess)
    return R;
  const void *Function = Registry::get().hostOf(P.kern);
  if (!Function)
    Function = P.kern ? static_cast<const void *>(P.kern) : P.func;
  *Params = {Function,
             {P.gridDimX, P.gridDimY, P.gridDimZ},
             {P.blockDimX, P.blockDimY, P.blockDimZ},
             P.sharedMemBytes,
             P.kernelParams,
             P.extra};
  return cudaSuccess;
}

cudaError_t GraphKernelNodeGetAttribute(CUgraphNode Node,
                                        CUlaunchAttributeID Attribute,
                                        CUlaunchAttributeValue *Value) {
  return callDriver(cuGraphKernelNodeGetAttribute, Node, Attribute, Value);
}

cudaError_t GraphKernelNodeSetAttribute(CUgraphNode Node,
                                        CUlaunchAttributeID Attribute,
                                        const CUlaunchAttributeValue *Value) {
  return callDriver(cuGraphKernelNodeSetAttribute, Node, Attribute, Value);
}

cudaError_t GraphKernelNodeCopyAttributes(CUgraphNode To, CUgraphNode From) {
  return callDriver(cuGraphKernelNodeCopyAttributes, To, From);
}

cudaError_t GraphMemcpyNodeGetParams(CUgraphNode Node,
                                     cudaMemcpy3DParms *Copy) {
  CUDA_MEMCPY3D C;
  if (!Copy)
    return cudaErrorInvalidValue;
  const cudaError_t R = callDriver(cuGraphMemcpyNodeGetParams, Node, &C);
  return R == cudaSuccess ? readCopy(C, *Copy) : R;
}

cudaError_t GraphMemcpyNodeSetParams1D(CUgraphNode Node, void *To,
                                       const void *From, size_t Bytes,
                                       cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = {};
  P.Src = {const_cast<void *>(From), Bytes, Bytes, 1};
  P.Dst = {To, Bytes, Bytes, 1};
  P.Extent = {Bytes, 1, 1};
  P.Kind = Kind;
  return GraphMemcpyNodeSetParams(Node, &P);
}

cudaError_t GraphMemsetNodeGetParams(CUgraphNode Node,
                                     CUDA_MEMSET_NODE_PARAMS *Set) {
  return callDriver(cuGraphMemsetNodeGetParams, Node, Set);
}

cudaError_t GraphMemsetNodeSetParams(CUgraphNode Node,
                                     const CUDA_MEMSET_NODE_PARAMS *Set) {
  return callDriver(cuGraphMemsetNodeSetParams, Node, Set);
}

cudaError_t GraphHostNodeGetParams(CUgraphNode Node,
                                   CUDA_HOST_NODE_PARAMS *Params) {
  return callDriver(cuGraphHostNodeGetParams, Node, Params);
}

cudaError_t GraphEventRecordNodeGetEvent(CUgraphNode Node, CUevent *Event) {
  return callDriver(cuGraphEventRecordNodeGetEvent, Node, Event);
}

cudaError_t GraphEventRecordNodeSetEvent(CUgraphNode Node, CUevent Event) {
  return callDriver(cuGraphEventRecordNodeSetEvent, Node, Event);
}

cudaError_t GraphEventWaitNodeGetEvent(CUgraphNode Node, CUevent *Event) {
  return callDriver(cuGraphEventWaitNodeGetEvent, Node, Event);
}

cudaError_t GraphEventWaitNodeSetEvent(CUgraphNode Node, CUevent Event) {
  return callDriver(cuGraphEventWaitNodeSetEvent, Node, Event);
}

cudaError_t GraphExecEventRecordNodeSetEvent(CUgraphExec Exec, CUgraphNode Node,
                                             CUevent Event) {
  return callDriver(cuGraphExecEventRecordNodeSetEvent, Exec, Node, Event);
}

cudaError_t GraphExecEventWaitNodeSetEvent(CUgraphExec Exec, CUgraphNode Node,
                                           CUevent Event) {
  return callDriver(cuGraphExecEventWaitNodeSetEvent, Exec, Node, Event);
}

cudaError_t GraphMemFreeNodeGetParams(CUgraphNode Node, void *Pointer) {
  return callDriver(cuGraphMemFreeNodeGetParams, Node,
                    static_cast<CUdeviceptr *>(Pointer));
}

cudaError_t GraphChildGraphNodeGetGraph(CUgraphNode Node, CUgraph *Graph) {
  return callDriver(cuGraphChildGraphNodeGetGraph, Node, Graph);
}

cudaError_t GraphExecChildGraphNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                             CUgraph Child) {
  return callDriver(cuGraphExecChildGraphNodeSetParams, Exec, Node, Child);
}

cudaError_t GraphExecGetFlags(CUgraphExec Exec, unsigned long long *Flags) {
  cuuint64_t Number = 0;
  if (!Flags)
    return cudaErrorInvalidValue;
  const cudaError_t R = callDriver(cuGraphExecGetFlags, Exec, &Number);
  if (R == cudaSuccess)
    *Flags = Number;
  return R;
}

cudaError_t GraphNodeSetParams(CUgraphNode Node, cudaGraphNodeParams *Params) {
  return withParams(Params, OfNode{Node});
}

cudaError_t GraphExecNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                   cudaGraphNodeParams *Params) {
  return withParams(Params, OfExec{Exec, Node});
}

cudaError_t GraphRemoveDependencies(CUgraph Graph, const CUgraphNode *From,
                                    const CUgraphNode *To,
                                    const CUgraphEdgeData *Edges,
                                    size_t Count) {
  return callDriver(cuGraphRemoveDependencies, Graph, From, To, Edges, Count);
}

} // namespace calls
} // namespace heddle::cudart
