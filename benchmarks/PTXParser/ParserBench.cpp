//===- ParserBench.cpp - Lines of PTX per second --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generated module of a million lines, lexed, parsed and checked. The
// figures: items_per_second is lines, bytes_per_line what the tree takes
// besides the text.
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace heddle;

namespace {

/// A kernel of loads, arithmetic, comparisons and branches as compilers write
/// them, about \p Lines long.
void appendKernel(llvm::raw_ostream &OS, unsigned Number, unsigned Lines,
                  std::mt19937 &Random) {
  auto Pick = [&] { return Random() % 4096; };
  OS << ".visible .entry k" << Number << "(.param .u64 p" << Number
     << ")\n{\n.reg .pred %p<64>;\n.reg .b32 %r<4096>;\n"
     << ".reg .f32 %f<4096>;\n.reg .b64 %rd<4096>;\n"
     << "ld.param.u64 %rd0, [p" << Number << "];\n";
  unsigned Blocks = Lines / 9;
  for (unsigned Block = 0; Block != Blocks; ++Block) {
    unsigned A = Pick(), B = Pick(), C = Pick(), P = Block % 64;
    OS << "$L" << Number << '_' << Block << ":\n"
       << "\tld.global.f32 %f" << A << ", [%rd" << B << "+16];\n"
       << "\tadd.s32 %r" << A << ", %r" << B << ", " << C << ";\n"
       << "\tfma.rn.f32 %f" << C << ", %f" << A << ", %f" << B << ", %f" << A
       << ";\n"
       << "\tmul.wide.s32 %rd" << A << ", %r" << C << ", 4;\n"
       << "\tadd.s64 %rd" << B << ", %rd" << A << ", %rd" << C << ";\n"
       << "\tst.global.f32 [%rd" << C << "], %f" << B << ";\n"
       << "\tsetp.lt.s32 %p" << P << ", %r" << A << ", %r" << C << ";\n"
       << "\t@%p" << P << " bra $L" << Number << '_' << Pick() % Blocks
       << ";\n";
  }
  OS << "\tret;\n}\n";
}

std::string makeModule(unsigned Lines) {
  constexpr unsigned KernelLines = 10000;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::mt19937 Random(1);
  OS << ".version 7.8\n.target sm_90\n.address_size 64\n";
  for (unsigned I = 0; I * KernelLines < Lines; ++I)
    appendKernel(OS, I, KernelLines, Random);
  return Text;
}

void parse(benchmark::State &State) {
  std::string Text = makeModule(State.range(0));
  double Lines = llvm::StringRef(Text).count('\n');
  size_t Bytes = 0;
  for (auto _ : State) {
    llvm::SourceMgr Sources;
    Sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(Text, "bench.ptx"), {});
    Diagnostics Diags(Sources, llvm::errs());
    auto M = ptx::parseModule(Diags);
    if (!M) {
      State.SkipWithError("the generated module was refused");
      return;
    }
    Bytes = M->Allocator.getTotalMemory();
  }
  State.SetItemsProcessed(State.iterations() * int64_t(Lines));
  State.SetBytesProcessed(State.iterations() * int64_t(Text.size()));
  State.counters["bytes_per_line"] = Bytes / Lines;
}

} // namespace

BENCHMARK(parse)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(
    benchmark::kMillisecond);

BENCHMARK_MAIN();
