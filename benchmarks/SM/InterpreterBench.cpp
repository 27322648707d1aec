//===- InterpreterBench.cpp - Thread-instructions per second --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops with all lanes active, for each host ISA. items_per_second is the
// figure: thread-instructions executed, as the launch itself counts them, or
// fetches from textures.
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Machine/ImageTable.h"
#include "heddle/Machine/Program.h"
#include "heddle/SM/Launch.h"
#include <benchmark/benchmark.h>
#include <cstring>

using namespace heddle;
using namespace heddle::bench;

namespace {

constexpr unsigned Iterations = 2000;
constexpr unsigned Threads = 256;

/// $r7 counts down, $r8 is -1. \p Body is repeated \p Times in the loop.
template <class BodyT> Words loop(unsigned Times, BodyT Body) {
  Words W;
  W.movImm(1, 0x3f800001);
  W.movImm(2, 0x3f7fffff);
  W.movImm(3, 0x3e800000);
  W.movImm(4, 0x3f000000);
  W.movImm(7, Iterations);
  W.movImm(8, 0xffffffff);
  uint32_t Start = W.here();
  for (unsigned N = 0; N != Times; ++N)
    Body(W);
  W.addB32SetC0(7, 7, 8);
  W.branchIfNotZero(Start);
  W.exit();
  return W;
}

/// The inner loop of a float program: 4 mad, 3 add, 3 mul.
Words floatLoop() {
  return loop(3, [](Words &W) {
    W.madF32(5, 1, 2, 3);
    W.mulF32(6, 5, 2);
    W.addF32(1, 6, 4);
    W.madF32(9, 1, 3, 4);
    W.addF32(10, 9, 5);
    W.mulF32(1, 10, 3);
    W.madF32(1, 1, 2, 2);
    W.addF32(11, 1, 3);
    W.mulF32(12, 11, 3);
    W.madF32(1, 12, 3, 2);
  });
}

/// All-pairs N-body: distances to a body in shared memory, rsqrt, three mad.
Words bodyLoop() {
  return loop(2, [](Words &W) {
    W.mulShared(5, 0x10, 2);
    W.addF32(5, 5, 1);
    W.mulShared(6, 0x14, 2);
    W.addF32(6, 6, 1);
    W.mulShared(9, 0x18, 2);
    W.addF32(9, 9, 1);
    W.madF32(10, 5, 5, 3);
    W.madF32(10, 6, 6, 10);
    W.madF32(10, 9, 9, 10);
    W.rsqrt(11, 10);
    W.mulF32(12, 11, 11);
    W.mulF32(12, 12, 11);
    W.mulShared(12, 0x1c, 12);
    W.madF32(13, 5, 12, 4);
    W.madF32(14, 6, 12, 4);
    W.madF32(15, 9, 12, 4);
  });
}

Words integerLoop() {
  return loop(20, [](Words &W) { W.addB32(1, 1, 2); });
}

/// y[i] = a * x[i] + y[i] over and over; $r0 is the thread.
Words saxpyLoop(uint32_t X, uint32_t Y) {
  Words W;
  W.movImm(1, X);
  W.movImm(2, Y);
  W.shl(3, 0, 2);
  W.addB32(1, 1, 3);
  W.addB32(2, 2, 3);
  W.movImm(4, 0x3f000000);
  W.movImm(7, Iterations);
  W.movImm(8, 0xffffffff);
  uint32_t Start = W.here();
  W.loadGlobal(5, 1);
  W.loadGlobal(6, 2);
  W.madF32(6, 5, 4, 6);
  W.storeGlobal(2, 6);
  W.addB32SetC0(7, 7, 8);
  W.branchIfNotZero(Start);
  W.exit();
  return W;
}

constexpr unsigned Fetches = 16;

/// A column of threads goes through an image in steps of a row.
Words textureLoop() {
  Words W;
  W.movImm(6, 0x3f000000);
  W.toFloat(2, 0);
  W.addF32(2, 2, 6);
  W.movImm(1, 0x3f400000);
  W.movImm(4, 0x3f800000);
  W.movImm(7, Iterations);
  W.movImm(8, 0xffffffff);
  uint32_t Start = W.here();
  for (unsigned N = 0; N != Fetches; ++N) {
    W.mov(0, 2);
    W.texture2D();
  }
  W.addF32(1, 1, 4);
  W.addB32SetC0(7, 7, 8);
  W.branchIfNotZero(Start);
  W.exit();
  return W;
}

void run(benchmark::State &State, const Words &W, sm::GlobalMemory &Memory,
         const sm::ImageTable *Images = nullptr) {
  sm::HostIsa Isa = sm::HostIsa(State.range(0));
  if (!sm::isSupported(Isa)) {
    State.SkipWithError("not supported by this machine");
    return;
  }
  object::Module M;
  M.ComputeCapability = 10;
  object::Kernel K;
  K.Info.Name = "bench";
  K.Info.Registers = 16;
  K.Info.SharedBytes = 0x40;
  K.Code = W.bytes();
  sm::ProgramPtr P = llvm::cantFail(sm::decodeKernel(M, K));
  sm::ExecutablePtr E = sm::makeExecutable(*P, Isa);
  std::vector<uint8_t> Params(0x30);
  for (unsigned N = 0; N != 4; ++N) {
    float V = 0.25f * float(N + 1);
    std::memcpy(&Params[4 * N], &V, 4);
  }
  sm::LaunchConfig C;
  C.Block = {Threads, 1, 1};
  C.Params = Params;
  C.Geometry = abi::findGeometry("g80");
  C.Images = Images;
  uint64_t Count = 0;
  for (auto _ : State) {
    sm::LaunchResult R = llvm::cantFail(sm::launch(*E, Memory, C));
    if (R.TheFault) {
      State.SkipWithError(R.TheFault->toText().c_str());
      return;
    }
    Count += Images ? uint64_t(Iterations) * Fetches * Threads
                    : R.Stats.ThreadInstructions;
  }
  State.SetItemsProcessed(int64_t(Count));
}

void floatLoopBench(benchmark::State &State) {
  sm::GlobalMemory Memory;
  run(State, floatLoop(), Memory);
}
void bodyLoopBench(benchmark::State &State) {
  sm::GlobalMemory Memory;
  run(State, bodyLoop(), Memory);
}
void integerLoopBench(benchmark::State &State) {
  sm::GlobalMemory Memory;
  run(State, integerLoop(), Memory);
}
void saxpyLoopBench(benchmark::State &State) {
  sm::GlobalMemory Memory;
  heddle::abi::Address X = llvm::cantFail(Memory.allocate(Threads * 4, "x"));
  heddle::abi::Address Y = llvm::cantFail(Memory.allocate(Threads * 4, "y"));
  run(State, saxpyLoop(X.chipWord(), Y.chipWord()), Memory);
}

/// Bilinear fetches a second, with a move for each, of f32 texels beside each
/// other.
void textureLoopBench(benchmark::State &State) {
  texture::TextureLayout Layout;
  Layout.Width = Layout.Height = 512;
  std::vector<uint8_t> Bytes(Layout.bytes());
  texture::Texture Image(Layout, Bytes);
  texture::Sampler How;
  How.Texels = texture::Filter::Linear;
  sm::ImageTable Images;
  Images.Textures.emplace_back().Image = &Image;
  Images.Textures.back().How = How;
  Images.Bilinear.push_back(texture::bilinearImage(Image, How));
  sm::GlobalMemory Memory;
  run(State, textureLoop(), Memory, &Images);
}

void isas(benchmark::internal::Benchmark *B) {
  B->ArgName("isa");
  for (sm::HostIsa Isa : {
#define HEDDLE_HOST_ISA(NAME, TEXT) sm::HostIsa::NAME,
#include "heddle/SM/HostIsas.def"
       })
    B->Arg(int64_t(Isa));
  B->Unit(benchmark::kMillisecond);
}

BENCHMARK(floatLoopBench)->Apply(isas)->Name("interpreter/f32_loop");
BENCHMARK(bodyLoopBench)->Apply(isas)->Name("interpreter/nbody_loop");
BENCHMARK(integerLoopBench)->Apply(isas)->Name("interpreter/integer_loop");
BENCHMARK(saxpyLoopBench)->Apply(isas)->Name("interpreter/saxpy_loop");
BENCHMARK(textureLoopBench)->Apply(isas)->Name("interpreter/texture_loop");

} // namespace

BENCHMARK_MAIN();
