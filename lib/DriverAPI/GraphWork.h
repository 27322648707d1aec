//===- GraphWork.h - The work of nodes of graphs ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_GRAPHWORK_H
#define HEDDLE_DRIVERAPI_GRAPHWORK_H

#include "Graph.h"
#include "NodeParams.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle::driver {

// Each makes the work of a node from the parameters that a program gives.
CUresult
makeKernel(const CUDA_KERNEL_NODE_PARAMS *Params, Work &Result,
           const std::map<int, CUlaunchAttributeValue> &Attributes = {});
CUresult makeMemcpy(const CUDA_MEMCPY3D *Copy, CUcontext Where, Work &Result);
CUresult makeMemset(const CUDA_MEMSET_NODE_PARAMS *Set, CUcontext Where,
                    Work &Result);
CUresult makeHost(const CUDA_HOST_NODE_PARAMS *Params, Work &Result);
CUresult makeEvent(CUevent Which, CUgraphNodeType Type, Work &Result);
CUresult makeWordAccesses(llvm::ArrayRef<CUstreamBatchMemOpParams> Operations,
                          Work &Result);

/// The parameters of a node that accesses words, which \p P has in the place of
/// those of other kinds.
CUDA_BATCH_MEM_OP_NODE_PARAMS memOpOf(const CUgraphNodeParams &P);

/// Adds a node to \p Handle that does \p Does behind \p Count nodes.
CUresult addWork(CUgraphNode *Result, CUgraph Handle, const CUgraphNode *After,
                 size_t Count, Work Does);

/// Makes node \p Node of \p Handle do what \p Make makes, which is of the same
/// kind.
CUresult changeStep(CUgraphExec Handle, CUgraphNode Node,
                    llvm::function_ref<CUresult(Work &)> Make);

/// The same for a node of a graph that is not executable yet.
CUresult changeNode(CUgraphNode Handle,
                    llvm::function_ref<CUresult(Work &)> Make);

/// Whether \p Edges, of which there are \p Count or none, say only what comes
/// first: no others are there.
bool arePlain(const CUgraphEdgeData *Edges, size_t Count);

/// Returns the node \p Handle if it is of that type; else null.
std::shared_ptr<GraphNode> findNode(CUgraphNode Handle, CUgraphNodeType Type);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_GRAPHWORK_H
