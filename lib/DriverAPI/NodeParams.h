//===- NodeParams.h - What nodes of graphs were made of ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs ask nodes for their parameters, also those that were captured. Work
/// that goes to no graph has none.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_NODEPARAMS_H
#define HEDDLE_DRIVERAPI_NODEPARAMS_H

#include "Copy.h"
#include "Launch.h"
#include <map>
#include <optional>
#include <vector>

namespace heddle::driver {

/// A kernel node: the parameters are copies.
struct KernelParams {
  CUfunction Function = nullptr;
  sm::Dim3 Grid, Block;
  unsigned SharedBytes = 0;
  std::vector<uint8_t> Bytes;
  /// Into Bytes; empty where the kernel's parameters are known as a block only.
  std::vector<void *> Pointers;
  std::map<int, CUlaunchAttributeValue> Attributes;
};

struct NodeParams {
  std::optional<KernelParams> Kernel;
  std::optional<CUDA_MEMCPY3D> Copy;
  std::optional<CUDA_MEMSET_NODE_PARAMS> Set;
  std::optional<CUDA_HOST_NODE_PARAMS> Host;
  CUevent Event = nullptr;
  std::vector<CUstreamBatchMemOpParams> Operations;
  CUcontext OperationsIn = nullptr;
};

/// Remembers in \p Of what it was made of, for a node.
void keepCopy(Work &Of, const CUDA_MEMCPY3D &Copy);
void keepCopy(Work &Of, const CUDA_MEMCPY2D &Copy);
void keepCopy(Work &Of, const CopyEnd &To, const CopyEnd &From, uint64_t Bytes);
void keepSet(Work &Of, const CUDA_MEMSET_NODE_PARAMS &Set);
void keepHost(Work &Of, const CUDA_HOST_NODE_PARAMS &Host);
void keepEvent(Work &Of, CUevent Event);
void keepOperations(Work &Of,
                    llvm::ArrayRef<CUstreamBatchMemOpParams> Operations,
                    CUcontext In);

/// Makes a launch, and remembers it.
CUresult
makeKernelNode(LaunchArguments L, Work &Result,
               const std::map<int, CUlaunchAttributeValue> &Attributes = {});

/// Reads a launch's attribute into \p L. Attributes that only change how fast
/// it is are passed over.
CUresult readAttribute(int Id, const CUlaunchAttributeValue &Value,
                       LaunchArguments &L);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_NODEPARAMS_H
