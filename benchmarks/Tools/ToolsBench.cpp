//===- ToolsBench.cpp - Whole processes -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a user waits for: the tools from start to exit, on the saxpy example.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <benchmark/benchmark.h>

using namespace llvm;

namespace {

constexpr char Saxpy[] = HEDDLE_EXAMPLES "/saxpy.ptx";

/// Runs \p Tool once an iteration, its output thrown away.
void runTool(benchmark::State &State, StringRef Tool,
             ArrayRef<StringRef> Options) {
  std::string Path = (HEDDLE_TOOLS "/" + Tool).str();
  SmallVector<StringRef, 16> Args = {Path};
  Args.append(Options.begin(), Options.end());
  std::optional<StringRef> Redirects[] = {"", "", ""};
  for (auto _ : State) {
    if (sys::ExecuteAndWait(Path, Args, std::nullopt, Redirects) == 0)
      continue;
    State.SkipWithError("the tool failed");
    return;
  }
}

void assembleSaxpy(benchmark::State &State) {
  SmallString<128> Object;
  if (sys::fs::createTemporaryFile("saxpy", "cubin", Object)) {
    State.SkipWithError("no temporary file");
    return;
  }
  runTool(State, "ptxas-lite", {"-arch=g80", "-o", Object, Saxpy});
  if (std::error_code Failed = sys::fs::remove(Object))
    State.SkipWithError(Failed.message().c_str());
}

void runSaxpy(benchmark::State &State) {
  runTool(State, "ptx-run",
          {"-arch=g80", Saxpy, "--grid=4", "--block=256", "--arg=u32=1000",
           "--arg=f32=2", "--arg=buf=f32:iota:1000",
           "--arg=buf=f32:fill:1000:1"});
}

} // namespace

BENCHMARK(assembleSaxpy)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(runSaxpy)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_MAIN();
