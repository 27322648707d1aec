//===- LaunchCalls.cpp - Calls about kernels ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Registry.h"
#include "Runtime.h"
#include <array>

namespace heddle::cudart {

static_assert(sizeof(cudaFuncAttributes) == 144);
static_assert(sizeof(cudaLaunchConfig) == 56);

namespace {
/// The largest shape of a launch.
struct ShapeLimits {
  std::array<unsigned, 3> Grid, Block;
  unsigned Threads;
};
} // namespace

static unsigned limitOf(CUdevice_attribute A) {
  int Value = 0;
  cuDeviceGetAttribute(&Value, A, 0);
  return unsigned(Value);
}

/// The limits of the device, which is there and stays as it is.
static const ShapeLimits &shapeLimits() {
  static const ShapeLimits Limits = {
      {limitOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
       limitOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
       limitOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)},
      {limitOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
       limitOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
       limitOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)},
      limitOf(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)};
  return Limits;
}

/// Whether the device has launches of that shape at all: the runtime has a code
/// of its own for those.
static bool isShape(const dim3 &Grid, const dim3 &Block) {
  const ShapeLimits &Most = shapeLimits();
  auto IsIn = [](const dim3 &D, const std::array<unsigned, 3> &Limit) {
    return D.x && D.y && D.z && D.x <= Limit[0] && D.y <= Limit[1] &&
           D.z <= Limit[2];
  };
  return IsIn(Grid, Most.Grid) && IsIn(Block, Most.Block) &&
         uint64_t(Block.x) * Block.y * Block.z <= Most.Threads;
}

static cudaError_t launch(const void *Function, const CUlaunchConfig &Config,
                          void **Params) {
  CUkernel Kernel = nullptr;
  if (cudaError_t R = findKernel(Function, Kernel); R != cudaSuccess)
    return R;
  if (!isShape({Config.gridDimX, Config.gridDimY, Config.gridDimZ},
               {Config.blockDimX, Config.blockDimY, Config.blockDimZ}))
    return cudaErrorInvalidConfiguration;
  return toRuntime(cuLaunchKernelEx(
      &Config, reinterpret_cast<CUfunction>(Kernel), Params, nullptr));
}

static CUlaunchConfig configure(dim3 Grid, dim3 Block, size_t Shared,
                                CUstream Stream) {
  CUlaunchConfig C = {};
  C.gridDimX = Grid.x;
  C.gridDimY = Grid.y;
  C.gridDimZ = Grid.z;
  C.blockDimX = Block.x;
  C.blockDimY = Block.y;
  C.blockDimZ = Block.z;
  // A size beyond 32 bits is too large for every device; so is the largest one
  // that fits.
  C.sharedMemBytes = Shared > UINT32_MAX ? UINT32_MAX : unsigned(Shared);
  C.hStream = streamOf(Stream);
  return C;
}

/// Runs \p Call on the function that \p Host stands for.
template <typename Fn>
static cudaError_t withFunction(const void *Host, Fn Call) {
  CUkernel Kernel = nullptr;
  cudaError_t R = findKernel(Host, Kernel);
  return R == cudaSuccess
             ? toRuntime(Call(reinterpret_cast<CUfunction>(Kernel)))
             : R;
}

namespace calls {

cudaError_t LaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                         void **Params, size_t Shared, CUstream Stream) {
  return launch(Function, configure(Grid, Block, Shared, Stream), Params);
}

cudaError_t LaunchCooperativeKernel(const void *Function, dim3 Grid, dim3 Block,
                                    void **Params, size_t Shared,
                                    CUstream Stream) {
  CUlaunchConfig C = configure(Grid, Block, Shared, Stream);
  CUlaunchAttribute Cooperative = {};
  Cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  Cooperative.value.cooperative = 1;
  C.attrs = &Cooperative;
  C.numAttrs = 1;
  return launch(Function, C, Params);
}

cudaError_t LaunchKernelExC(const cudaLaunchConfig *Config,
                            const void *Function, void **Params) {
  if (!Config)
    return cudaErrorInvalidValue;
  CUlaunchConfig C = configure(Config->Grid, Config->Block, Config->SharedBytes,
                               Config->Stream);
  C.attrs = Config->Attributes;
  C.numAttrs = Config->NumAttributes;
  return launch(Function, C, Params);
}

/// Asks the driver about \p Function launched as \p Config says.
template <typename Fn>
static cudaError_t askOfClusters(int *Result, const void *Function,
                                 const cudaLaunchConfig *Config, Fn Ask) {
  if (!Config)
    return cudaErrorInvalidValue;
  CUlaunchConfig C = configure(Config->Grid, Config->Block, Config->SharedBytes,
                               Config->Stream);
  C.attrs = Config->Attributes;
  C.numAttrs = Config->NumAttributes;
  return withFunction(Function,
                      [&](CUfunction F) { return Ask(Result, F, &C); });
}

cudaError_t OccupancyMaxPotentialClusterSize(int *Size, const void *Function,
                                             const cudaLaunchConfig *Config) {
  return askOfClusters(Size, Function, Config,
                       cuOccupancyMaxPotentialClusterSize);
}

cudaError_t OccupancyMaxActiveClusters(int *Count, const void *Function,
                                       const cudaLaunchConfig *Config) {
  return askOfClusters(Count, Function, Config, cuOccupancyMaxActiveClusters);
}

cudaError_t FuncGetAttributes(cudaFuncAttributes *Attributes,
                              const void *Function) {
  if (!Attributes)
    return cudaErrorInvalidValue;
  return withFunction(Function, [&](CUfunction F) {
    CUresult Result = CUDA_SUCCESS;
    auto Get = [&](CUfunction_attribute A) {
      int Value = 0;
      if (Result == CUDA_SUCCESS)
        Result = cuFuncGetAttribute(&Value, A, F);
      return Value;
    };
    cudaFuncAttributes Found = {};
    Found.SharedBytes = size_t(Get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    Found.ConstBytes = size_t(Get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
    Found.LocalBytes = size_t(Get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
    Found.MaxThreads = Get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    Found.Registers = Get(CU_FUNC_ATTRIBUTE_NUM_REGS);
    Found.PTXVersion = Get(CU_FUNC_ATTRIBUTE_PTX_VERSION);
    Found.BinaryVersion = Get(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    Found.CacheMode = Get(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
    Found.MaxDynamicShared =
        Get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    Found.Carveout = Get(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    Found.ClusterMustBeSet = Get(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET);
    Found.ClusterWidth = Get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
    Found.ClusterHeight = Get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT);
    Found.ClusterDepth = Get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH);
    Found.ClusterScheduling =
        Get(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
    Found.AllowsLargeClusters =
        Get(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
    if (Result == CUDA_SUCCESS)
      *Attributes = Found;
    return Result;
  });
}

cudaError_t FuncSetAttribute(const void *Function,
                             CUfunction_attribute Attribute, int Value) {
  return withFunction(Function, [&](CUfunction F) {
    return cuFuncSetAttribute(F, Attribute, Value);
  });
}

cudaError_t FuncSetCacheConfig(const void *Function, CUfunc_cache Config) {
  return withFunction(
      Function, [&](CUfunction F) { return cuFuncSetCacheConfig(F, Config); });
}

cudaError_t FuncSetSharedMemConfig(const void *Function,
                                   CUsharedconfig Config) {
  return withFunction(Function, [&](CUfunction F) {
    return cuFuncSetSharedMemConfig(F, Config);
  });
}

cudaError_t FuncGetParamInfo(const void *Function, size_t Index, size_t *Offset,
                             size_t *Bytes) {
  return withFunction(Function, [&](CUfunction F) {
    return cuFuncGetParamInfo(F, Index, Offset, Bytes);
  });
}

cudaError_t FuncGetName(const char **Name, const void *Function) {
  return withFunction(Function,
                      [&](CUfunction F) { return cuFuncGetName(Name, F); });
}

cudaError_t GetFuncBySymbol(CUfunction *Result, const void *Function) {
  return withFunction(Function, [&](CUfunction F) {
    return cuKernelGetFunction(Result, reinterpret_cast<CUkernel>(F));
  });
}

cudaError_t GetKernel(CUkernel *Result, const void *Function) {
  if (!Result)
    return cudaErrorInvalidValue;
  return findKernel(Function, *Result);
}

cudaError_t OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Function, int Threads, size_t Shared,
    unsigned Flags) {
  return withFunction(Function, [&](CUfunction F) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        Blocks, F, Threads, Shared, Flags);
  });
}

cudaError_t OccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                      const void *Function,
                                                      int Threads,
                                                      size_t Shared) {
  return OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Function,
                                                            Threads, Shared, 0);
}

cudaError_t OccupancyAvailableDynamicSMemPerBlock(size_t *Shared,
                                                  const void *Function,
                                                  int Blocks, int Threads) {
  return withFunction(Function, [&](CUfunction F) {
    return cuOccupancyAvailableDynamicSMemPerBlock(Shared, F, Blocks, Threads);
  });
}

} // namespace calls
} // namespace heddle::cudart
