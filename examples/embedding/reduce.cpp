// reduce.cpp - Compile, inspect, launch, count, fault: from C++.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <heddle-c/heddle.h>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// Sums of the blocks' elements, in shared memory of as many words as threads.
const std::string PTX = R"(.version 7.0
.target sm_75
.address_size 64
.extern .shared .align 4 .b8 words[];
.visible .entry reduce(.param .u64 in, .param .u64 out) {
  .reg .pred %p; .reg .b64 %in, %out;
  .reg .b32 %c, %b, %t, %i, %v, %w, %s, %other, %half;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  mov.u32 %c, %ctaid.x;
  mov.u32 %b, %ntid.x;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %i, %c, %b, %t;
  mad.wide.u32 %in, %i, 4, %in;
  ld.global.u32 %v, [%in];
  mov.u32 %s, words;
  mad.lo.u32 %s, %t, 4, %s;
  st.shared.u32 [%s], %v;
  shr.u32 %half, %b, 1;
again:
  bar.sync 0;
  setp.ge.u32 %p, %t, %half;
  @%p bra next;
  mad.lo.u32 %other, %half, 4, %s;
  ld.shared.u32 %w, [%other];
  ld.shared.u32 %v, [%s];
  add.u32 %v, %v, %w;
  st.shared.u32 [%s], %v;
next:
  shr.u32 %half, %half, 1;
  setp.ne.u32 %p, %half, 0;
  @%p bra again;
  setp.ne.u32 %p, %t, 0;
  @%p ret;
  mad.wide.u32 %out, %c, 4, %out;
  st.global.u32 [%out], %v;
  ret;
}
)";

void check(heddleError_t Error) {
  if (Error != heddleSuccess)
    throw std::runtime_error(heddleGetLastErrorMessage());
}

/// Destroys a handle at the end of its scope.
template <auto Destroy> struct Destroyer {
  template <class T> void operator()(T *Handle) const { Destroy(Handle); }
};
template <class T, auto Destroy>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Destroyer<Destroy>>;
using Compilation = Handle<heddleCompilation_t, heddleCompilationDestroy>;
using Device = Handle<heddleDevice_t, heddleDeviceDestroy>;
using Module = Handle<heddleModule_t, heddleModuleDestroy>;
using Result = Handle<heddleResult_t, heddleResultDestroy>;

Compilation compile(const std::string &Text) {
  heddleCompileOptions_t Options;
  HEDDLE_INIT(Options);
  Options.FileName = "reduce.ptx";
  heddleCompilation_t C = nullptr;
  heddleError_t Error = heddleCompile(Text.data(), Text.size(), &Options, &C);
  // With diagnostics there is a compilation, too.
  if (Error != heddleErrorCompile)
    check(Error);
  return Compilation(C);
}

void showDiagnostics() {
  std::string Wrong = PTX;
  Wrong.replace(Wrong.find("bar.sync 0"), 10, "bar.sink 0");
  Compilation C = compile(Wrong);
  heddleDiagnostic_t D;
  HEDDLE_INIT(D);
  for (size_t N = 0; N != heddleCompilationGetNumDiagnostics(C.get()); ++N) {
    check(heddleCompilationGetDiagnostic(C.get(), N, &D));
    std::printf("%s line %u column %u: %s\n", D.File, D.Line, D.Column,
                D.Message);
  }
}

void showResources(heddleKernel_t Kernel, uint32_t Threads) {
  heddleKernelInfo_t Info;
  HEDDLE_INIT(Info);
  check(heddleKernelGetInfo(Kernel, &Info));
  heddleOccupancy_t Occupancy;
  HEDDLE_INIT(Occupancy);
  check(heddleKernelGetOccupancy(Kernel, Threads, Threads * 4, &Occupancy));
  std::printf("%s: %u registers, %zu parameters, %u of %u warps an SM (%s)\n",
              Info.Name, Info.Registers, Info.NumParameters,
              Occupancy.ActiveWarps, Occupancy.MaxWarps, Occupancy.Limiters);
}

uint64_t counter(heddleResult_t R, const std::string &Name) {
  uint64_t Value = 0;
  for (size_t N = 0; N != heddleGetNumCounters(); ++N)
    if (Name == heddleGetCounterName(N))
      check(heddleResultGetCounter(R, N, &Value));
  return Value;
}

void run() {
  constexpr uint32_t Blocks = 8, Threads = 256;
  showDiagnostics();

  heddleDevice_t D = nullptr;
  check(heddleDeviceCreate(nullptr, &D));
  Device TheDevice(D);
  heddleModule_t M = nullptr;
  check(heddleModuleLoadCompilation(D, compile(PTX).get(), &M));
  Module TheModule(M);
  heddleKernel_t Kernel = nullptr;
  check(heddleModuleGetKernel(M, "reduce", &Kernel));
  showResources(Kernel, Threads);

  std::vector<uint32_t> In(Blocks * Threads), Out(Blocks);
  std::iota(In.begin(), In.end(), 0);
  heddleAddress_t Input = 0, Output = 0;
  check(heddleMalloc(D, In.size() * 4, "input", &Input));
  check(heddleMalloc(D, Out.size() * 4, "output", &Output));
  check(heddleCopyToDevice(D, Input, In.data(), In.size() * 4));

  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  Config.Grid[0] = Blocks;
  Config.Block[0] = Threads;
  Config.DynamicSharedBytes = Threads * 4;
  Config.Count = 1;
  const void *Arguments[] = {&Input, &Output};
  heddleResult_t R = nullptr;
  check(heddleLaunch(Kernel, &Config, Arguments, &R));
  Result Good(R);
  check(heddleCopyFromDevice(D, Out.data(), Output, Out.size() * 4));
  std::printf("sum %u, %llu barriers waited at\n",
              std::accumulate(Out.begin(), Out.end(), 0u),
              static_cast<unsigned long long>(counter(R, "issued_barrier")));

  // One block too many.
  Config.Grid[0] = Blocks + 1;
  if (heddleLaunch(Kernel, &Config, Arguments, &R) != heddleErrorFault)
    throw std::runtime_error("no fault");
  Result Bad(R);
  heddleFault_t Fault;
  HEDDLE_INIT(Fault);
  check(heddleResultGetFault(R, &Fault));
  std::printf("%s in line %u, block (%u,%u,%u): %zu bytes from the input\n",
              heddleGetFaultName(Fault.Kind), Fault.Line, Fault.Block[0],
              Fault.Block[1], Fault.Block[2], size_t(Fault.Address - Input));
}

} // namespace

int main() {
  try {
    run();
  } catch (const std::exception &E) {
    std::fprintf(stderr, "error: %s\n", E.what());
    return 1;
  }
  return 0;
}
