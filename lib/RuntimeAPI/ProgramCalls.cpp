//===- ProgramCalls.cpp - What code made by nvcc calls --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, and launches by <<<...>>>: the configuration is pushed, and the
// kernel's stub on the host pops it and launches.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Registry.h"
#include "Runtime.h"
#include "heddle/Support/PerThread.h"
#include <vector>

using namespace heddle::cudart;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {
struct Configuration {
  dim3 Grid, Block;
  size_t Shared;
  CUstream Stream;
};

struct ConfigurationStack {
  std::vector<Configuration> Configurations;
};
} // namespace

static std::vector<Configuration> &configurations() {
  return heddle::PerThread<ConfigurationStack>::get().Configurations;
}

HEDDLE_EXPORT void **__cudaRegisterFatBinary(void *Wrapper) {
  return Registry::get().addFatBinary(Wrapper);
}

HEDDLE_EXPORT void __cudaRegisterFatBinaryEnd(void **) {}

HEDDLE_EXPORT void __cudaUnregisterFatBinary(void **Handle) {
  Registry::get().removeFatBinary(Handle);
}

HEDDLE_EXPORT void __cudaRegisterFunction(void **Handle, const char *Host,
                                          char *, const char *Name, int, void *,
                                          void *, void *, void *, int *) {
  Registry::get().addFunction(Handle, Host, Name);
}

HEDDLE_EXPORT void __cudaRegisterVar(void **Handle, char *Host, char *,
                                     const char *Name, int, size_t, int, int) {
  Registry::get().addVariable(Handle, Host, Name, nullptr);
}

HEDDLE_EXPORT void __cudaRegisterManagedVar(void **Handle, void **Cell, char *,
                                            const char *Name, int, size_t, int,
                                            int) {
  // Host code names it by the cell, or by what is in it.
  Registry::get().addVariable(Handle, Cell, Name, Cell);
}

HEDDLE_EXPORT void __cudaRegisterHostVar(void **, const char *, char *,
                                         size_t) {}

HEDDLE_EXPORT char __cudaInitModule(void **Handle) {
  if (initialize() == cudaSuccess)
    Registry::get().initialize(Handle);
  return 1;
}

HEDDLE_EXPORT unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                                   size_t Shared,
                                                   CUstream Stream) {
  configurations().push_back({Grid, Block, Shared, Stream});
  return 0;
}

HEDDLE_EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block,
                                                     size_t *Shared,
                                                     void *Stream) {
  if (configurations().empty())
    return fail("__cudaPopCallConfiguration", cudaErrorMissingConfiguration);
  Configuration C = configurations().back();
  configurations().pop_back();
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.Shared;
  *static_cast<CUstream *>(Stream) = C.Stream;
  return cudaSuccess;
}

HEDDLE_EXPORT cudaError_t __cudaGetKernel(CUkernel *Result, const void *Host) {
  cudaError_t R = findKernel(Host, *Result);
  if (R != cudaSuccess) {
    // Its stub goes on with this, and the launch says what is wrong.
    *Result = static_cast<CUkernel>(const_cast<void *>(Host));
    lastError() = R;
  }
  return R;
}

/// Stubs do not look at the result.
static cudaError_t launch(const void *Kernel, dim3 Grid, dim3 Block,
                          void **Params, size_t Shared, CUstream Stream,
                          bool PerThreadStream) {
  usesPerThreadStream() = PerThreadStream;
  cudaError_t R =
      calls::LaunchKernel(Kernel, Grid, Block, Params, Shared, Stream);
  return R == cudaSuccess ? R : fail("a launch by <<<...>>>", R);
}

HEDDLE_EXPORT cudaError_t __cudaLaunchKernel(const void *Kernel, dim3 Grid,
                                             dim3 Block, void **Params,
                                             size_t Shared, CUstream Stream) {
  return launch(Kernel, Grid, Block, Params, Shared, Stream, false);
}

HEDDLE_EXPORT cudaError_t __cudaLaunchKernel_ptsz(const void *Kernel, dim3 Grid,
                                                  dim3 Block, void **Params,
                                                  size_t Shared,
                                                  CUstream Stream) {
  return launch(Kernel, Grid, Block, Params, Shared, Stream, true);
}

/// Bits of the members x, y, z and w of a texture's elements, and their kind.
struct ChannelFormat {
  int X, Y, Z, W, Kind;
};

HEDDLE_EXPORT ChannelFormat cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                                  int Kind) {
  return {X, Y, Z, W, Kind};
}
