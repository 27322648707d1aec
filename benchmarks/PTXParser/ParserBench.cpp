//===- ParserBench.cpp - Lines of PTX per second --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated modules of up to a million lines, lexed, parsed and checked: code
// as compilers write it, and nothing but registers, labels or nested scopes,
// for which the time a line must not grow with their number. The figures:
// items_per_second is lines, bytes_per_line what the tree takes besides the
// text.
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

std::string makeRegisters(unsigned Count) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << ".version 1.4\n.target sm_10\n.entry k {\n.reg .u32 %r<" << Count
     << ">;\n";
  for (unsigned I = 0; I != Count; ++I)
    OS << "mov.u32 %r" << I << ", " << I << ";\n";
  OS << "}\n";
  return Text;
}

std::string makeLabels(unsigned Count) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << ".version 1.4\n.target sm_10\n.entry k {\n";
  for (unsigned I = 0; I != Count; ++I)
    OS << "L" << I << ": bra L" << Count - 1 - I << ";\n";
  OS << "}\n";
  return Text;
}

std::string makeScopes(unsigned Count) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << ".version 1.4\n.target sm_10\n.entry k {\n";
  for (unsigned I = 0; I != Count; ++I)
    OS << "{ .reg .u32 r; mov.u32 r, 1;\n";
  OS << std::string(Count, '}') << "}\n";
  return Text;
}

void parse(benchmark::State &State, std::string (*Make)(unsigned)) {
  std::string Text = Make(State.range(0));
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

#define HEDDLE_PARSER_BENCHMARK(name, make)                                    \
  BENCHMARK_CAPTURE(parse, name, make)                                         \
      ->Arg(10000)                                                             \
      ->Arg(100000)                                                            \
      ->Arg(1000000)                                                           \
      ->Unit(benchmark::kMillisecond)
HEDDLE_PARSER_BENCHMARK(code, makeModule);
HEDDLE_PARSER_BENCHMARK(registers, makeRegisters);
HEDDLE_PARSER_BENCHMARK(labels, makeLabels);
HEDDLE_PARSER_BENCHMARK(scopes, makeScopes);

BENCHMARK_MAIN();
