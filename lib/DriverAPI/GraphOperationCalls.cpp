//===- GraphOperationCalls.cpp - Nodes that write words and wait ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes that write words of memory and wait for their values, as streams do by
// cuStreamBatchMemOp.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphWork.h"
#include "NodeParams.h"
#include <cstring>

using namespace llvm;

namespace heddle::driver {
namespace {

CUresult makeNode(const CUDA_BATCH_MEM_OP_NODE_PARAMS *Params, Work &Result) {
  if (!Params || !Params->paramArray || Params->flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!Driver::get().Contexts.find(Params->ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  const ArrayRef Operations(Params->paramArray, Params->count);
  CUresult R = makeWordAccesses(Operations, Result);
  if (R == CUDA_SUCCESS)
    keepOperations(Result, Operations, Params->ctx);
  return R;
}

} // namespace

CUDA_BATCH_MEM_OP_NODE_PARAMS memOpOf(const CUgraphNodeParams &P) {
  CUDA_BATCH_MEM_OP_NODE_PARAMS Params;
  static_assert(sizeof Params <= sizeof P.of);
  std::memcpy(&Params, &P.of, sizeof Params);
  return Params;
}

namespace calls {

CUresult GraphAddBatchMemOpNode(CUgraphNode *Result, CUgraph Handle,
                                const CUgraphNode *After, size_t Count,
                                const CUDA_BATCH_MEM_OP_NODE_PARAMS *Params) {
  Work Does;
  CUresult R = makeNode(Params, Does);
  return R == CUDA_SUCCESS
             ? addWork(Result, Handle, After, Count, std::move(Does))
             : R;
}

CUresult GraphBatchMemOpNodeGetParams(CUgraphNode Node,
                                      CUDA_BATCH_MEM_OP_NODE_PARAMS *Params) {
  std::shared_ptr<GraphNode> N =
      findNode(Node, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  if (!N || !Params)
    return CUDA_ERROR_INVALID_VALUE;
  const std::vector<CUstreamBatchMemOpParams> &All = N->Does.Params->Operations;
  // The list is the node's, as long as it is not changed.
  *Params = {N->Does.Params->OperationsIn, unsigned(All.size()),
             const_cast<CUstreamBatchMemOpParams *>(All.data()), 0};
  return CUDA_SUCCESS;
}

CUresult
GraphBatchMemOpNodeSetParams(CUgraphNode Node,
                             const CUDA_BATCH_MEM_OP_NODE_PARAMS *Params) {
  return changeNode(Node, [&](Work &W) { return makeNode(Params, W); });
}

CUresult
GraphExecBatchMemOpNodeSetParams(CUgraphExec Exec, CUgraphNode Node,
                                 const CUDA_BATCH_MEM_OP_NODE_PARAMS *Params) {
  return changeStep(Exec, Node, [&](Work &W) { return makeNode(Params, W); });
}

} // namespace calls
} // namespace heddle::driver
