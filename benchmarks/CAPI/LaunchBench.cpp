//===- LaunchBench.cpp - What a launch costs beside its instructions ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thousand launches of a module that is known, of one thread that stores a
/// word: what remains is the overhead of a launch. Another text is compiled
/// before, so that the module is found and not the only one.
///
//===----------------------------------------------------------------------===//
#include "benchmark/benchmark.h"
#include "heddle-c/ptx_run.h"
#include <cstdlib>
#include <string>

namespace {

constexpr int Launches = 1000;

constexpr char Store[] = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry store(.param .u64 to, .param .u32 value) {
  .reg .b64 %a; .reg .b32 %v;
  ld.param.u64 %a, [to];
  ld.param.u32 %v, [value];
  st.global.u32 [%a], %v;
  ret;
}
)";

void check(bool Holds) {
  if (!Holds)
    std::abort();
}

/// By ptx_run, with a text padded to the given size by a comment.
void ptxRun(benchmark::State &State) {
  std::string Other = std::string(Store) + "// another\n";
  std::string Text = Store;
  Text += "// " + std::string(size_t(State.range(0)), 'x') + "\n";
  uint32_t Word = 0;
  auto Launch = [&](const std::string &Source, uintptr_t Value) {
    void *Args[] = {&Word, reinterpret_cast<void *>(Value)};
    ptx_run(Source.c_str(), 2, Args, 1, 1, 1, 1, 1, 1, 0);
  };
  Launch(Other, 1);
  Launch(Text, 2);
  uintptr_t Value = 2;
  for (auto _ : State)
    for (int N = 0; N != Launches; ++N)
      Launch(Text, ++Value);
  check(Word == uint32_t(Value));
  State.SetItemsProcessed(State.iterations() * Launches);
}

/// By heddleLaunch, on a device of the given address model.
void launch(benchmark::State &State) {
  heddleDeviceOptions_t Options;
  HEDDLE_INIT(Options);
  Options.Addresses = heddleAddressModel_t(State.range(0));
  heddleDevice_t Device = nullptr;
  heddleCompilation_t Compilation = nullptr;
  heddleModule_t Module = nullptr;
  heddleKernel_t Kernel = nullptr;
  heddleAddress_t Address = 0;
  check(heddleDeviceCreate(&Options, &Device) == heddleSuccess &&
        heddleCompile(Store, sizeof(Store), nullptr, &Compilation) ==
            heddleSuccess &&
        heddleModuleLoadCompilation(Device, Compilation, &Module) ==
            heddleSuccess &&
        heddleModuleGetKernel(Module, "store", &Kernel) == heddleSuccess &&
        heddleMalloc(Device, 4, nullptr, &Address) == heddleSuccess);
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  Config.Grid[0] = Config.Block[0] = 1;
  uint32_t Value = 0, Word = 0;
  const void *Arguments[] = {&Address, &Value};
  for (auto _ : State)
    for (int N = 0; N != Launches; ++N) {
      ++Value;
      check(heddleLaunch(Kernel, &Config, Arguments, nullptr) == heddleSuccess);
    }
  check(heddleCopyFromDevice(Device, &Word, Address, 4) == heddleSuccess &&
        Word == Value);
  State.SetItemsProcessed(State.iterations() * Launches);
  heddleModuleDestroy(Module);
  heddleCompilationDestroy(Compilation);
  heddleDeviceDestroy(Device);
}

BENCHMARK(ptxRun)->ArgName("padding")->Arg(0)->Arg(10000)->Unit(
    benchmark::kMillisecond);
BENCHMARK(launch)
    ->ArgName("model")
    ->Arg(heddleAddressesHost)
    ->Arg(heddleAddressesRaw)
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
