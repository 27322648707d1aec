//===- HostLaunchTest.cpp - Kernels on memory of the host -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/LaunchMonitor.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstring>
#include <thread>

#include <sys/mman.h>
#include <utility>

using namespace llvm;
using namespace heddle;
using namespace heddle::runtime;
using sm::AddressModel;
using sm::FaultKind;

namespace {

constexpr StringLiteral Header = R"(
.version 7.0
.target sm_75
.address_size 64
)";

/// out[thread of the grid] = its number
constexpr StringLiteral StoreIds = R"(
.visible .entry k(.param .u64 out) {
  .reg .b64 %a; .reg .b32 %c, %n, %t, %i;
  ld.param.u64 %a, [out];
  mov.u32 %c, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %i, %c, %n, %t;
  mad.wide.u32 %a, %i, 4, %a;
  st.global.u32 [%a], %i;
  ret;
}
)";

/// Each thread adds 1 to a word and 2^32 + 1 to a double word.
constexpr StringLiteral Count = R"(
.visible .entry k(.param .u64 words) {
  .reg .b64 %a, %old; .reg .b32 %o;
  ld.param.u64 %a, [words];
  atom.global.add.u32 %o, [%a], 1;
  atom.add.u64 %old, [%a+8], 0x100000001;
  ret;
}
)";

/// Raises words[0] and waits for words[1].
constexpr StringLiteral Answer = R"(
.visible .entry k(.param .u64 words) {
  .reg .b64 %a; .reg .b32 %v; .reg .pred %p;
  ld.param.u64 %a, [words];
  st.volatile.global.u32 [%a], 1;
wait:
  ld.volatile.global.u32 %v, [%a+4];
  setp.eq.u32 %p, %v, 0;
  @%p bra wait;
  st.global.u32 [%a+8], %v;
  ret;
}
)";

std::unique_ptr<LoadedModule> compile(StringRef Body) {
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy((Header + Body).str(), "k.ptx"), SMLoc());
  std::string Text;
  raw_string_ostream OS(Text);
  Diagnostics Diags(Sources, OS, {});
  std::unique_ptr<CompileResult> Result =
      cantFail(compilePTX(CompileOptions(), Diags));
  Diags.finish();
  if (!Result) {
    ADD_FAILURE() << Text;
    return nullptr;
  }
  StringRef Bytes(Result->Output.data(), Result->Output.size());
  return std::make_unique<LoadedModule>(
      cantFail(object::readModule(MemoryBufferRef(Bytes, "k"))));
}

/// Launches the only kernel with one pointer.
sm::LaunchResult launch(LoadedModule &M, sm::GlobalMemory &Memory,
                        const void *Pointer, unsigned Grid, unsigned Block,
                        sm::ExecutionOptions Execution = {}) {
  uint64_t Address = reinterpret_cast<uint64_t>(Pointer);
  uint8_t Params[8];
  std::memcpy(Params, &Address, 8);
  LaunchRequest Request;
  Request.Grid = {Grid, 1, 1};
  Request.Block = {Block, 1, 1};
  Request.Execution = std::move(Execution);
  return cantFail(
      M.launchPacked(M.object().Kernels.front(), Params, Request, Memory));
}

std::string hex(const void *P) {
  return "0x" + utohexstr(reinterpret_cast<uint64_t>(P), /*LowerCase=*/true);
}

TEST(HostLaunch, RegisteredMemory) {
  std::unique_ptr<LoadedModule> M = compile(StoreIds);
  sm::GlobalMemory Memory(AddressModel::Host);
  std::vector<uint32_t> Out(1000, ~0u);
  cantFail(Memory.registerHost(Out.data(), 999 * 4, "out"));
  sm::LaunchResult R = launch(*M, Memory, Out.data(), 3, 333);
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  for (uint32_t N = 0; N != 999; ++N)
    ASSERT_EQ(Out[N], N);
  R = launch(*M, Memory, Out.data(), 4, 250);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
  EXPECT_EQ(R.TheFault->Address, reinterpret_cast<uint64_t>(&Out[999]));
  EXPECT_EQ(R.TheFault->Message,
            "invalid __global__ write of size 4 by thread (249,0,0) in block "
            "(3,0,0); address " +
                hex(&Out[999]) +
                " is 0 bytes after buffer 'out' (parameter 0, 3996 bytes)");
  EXPECT_EQ(Out[999], ~0u);
}

TEST(HostLaunch, RawMemoryAndPointersToNowhere) {
  std::unique_ptr<LoadedModule> M = compile(StoreIds);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::vector<uint32_t> Out(5000);
  sm::LaunchResult R = launch(*M, Memory, Out.data(), 5, 1000);
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  for (uint32_t N = 0; N != 5000; ++N)
    ASSERT_EQ(Out[N], N);

  auto *Nowhere = static_cast<uint8_t *>(
      mmap(nullptr, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Nowhere, MAP_FAILED);
  R = launch(*M, Memory, Nowhere, 1, 1);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
  EXPECT_EQ(R.TheFault->Message,
            "invalid __global__ write of size 4 by thread "
            "(0,0,0) in block (0,0,0); address " +
                hex(Nowhere) +
                " is not mapped by the host (bounds are unknown)");
  EXPECT_EQ(R.TheFault->Line, 14u);
  // Part of the way: what is mapped before is written.
  ASSERT_EQ(mprotect(Nowhere, 4096, PROT_READ | PROT_WRITE), 0);
  R = launch(*M, Memory, Nowhere + 4096 - 32 * 4, 1, 64);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Address, reinterpret_cast<uint64_t>(Nowhere) + 4096);
  EXPECT_EQ(Nowhere[4096 - 4], 31);
  ASSERT_EQ(mprotect(Nowhere, 4096, PROT_READ), 0);
  R = launch(*M, Memory, Nowhere, 1, 1);
  ASSERT_TRUE(R.TheFault);
  EXPECT_NE(R.TheFault->Message.find("that the host can only read"),
            std::string::npos)
      << R.TheFault->Message;
  munmap(Nowhere, 1 << 20);

  R = launch(*M, Memory, nullptr, 1, 1);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::NullPointer);
  // No address of a process; and one in the middle of nothing.
  for (uint64_t Far :
       {0xdead00000000ull, 0xffff800000000000ull, 0x8000000000ull})
    EXPECT_TRUE(
        launch(*M, Memory, reinterpret_cast<void *>(Far), 1, 1).TheFault);
}

TEST(HostLaunch, BoundsOfBuffersInRawMemory) {
  std::unique_ptr<LoadedModule> M = compile(StoreIds);
  sm::GlobalMemory Memory(AddressModel::Raw);
  heddle::abi::Address A = cantFail(Memory.allocate(64, "mine"));
  auto *P = reinterpret_cast<void *>(A.value());
  EXPECT_FALSE(launch(*M, Memory, P, 1, 16).TheFault);
  sm::LaunchResult R = launch(*M, Memory, P, 1, 17);
  ASSERT_TRUE(R.TheFault);
  EXPECT_NE(R.TheFault->Message.find(
                "is 0 bytes after buffer 'out' (parameter 0, 64 "),
            std::string::npos)
      << R.TheFault->Message;
}

/// CTAs on several host threads count while the host does.
TEST(HostLaunch, AtomicsAreTheHosts) {
  std::unique_ptr<LoadedModule> M = compile(Count);
  for (AddressModel Model : {AddressModel::Host, AddressModel::Raw}) {
    struct {
      alignas(16) std::atomic<uint32_t> Word = 0;
      alignas(8) std::atomic<uint64_t> Double = 0;
    } Counters;
    sm::GlobalMemory Memory(Model);
    if (Model == AddressModel::Host)
      cantFail(Memory.registerHost(&Counters, sizeof(Counters), "counters"));
    constexpr unsigned Grid = 400, Block = 128;
    std::atomic<bool> IsOver = false;
    uint32_t OfHost = 0;
    std::thread Host([&] {
      do {
        Counters.Word.fetch_add(1);
        Counters.Double.fetch_add(0x100000001);
        ++OfHost;
      } while (!IsOver);
    });
    for (unsigned Threads : {1u, 4u}) {
      sm::ExecutionOptions Execution;
      Execution.HostThreads = Threads;
      sm::LaunchResult R =
          launch(*M, Memory, &Counters, Grid, Block, Execution);
      EXPECT_FALSE(R.TheFault) << R.TheFault->toText();
    }
    IsOver = true;
    Host.join();
    uint64_t Total = uint64_t(2 * Grid * Block) + OfHost;
    EXPECT_EQ(Counters.Word, uint32_t(Total));
    EXPECT_EQ(Counters.Double, Total * 0x100000001);
  }
}

TEST(HostLaunch, WaitsForTheHost) {
  std::unique_ptr<LoadedModule> M = compile(Answer);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::atomic<uint32_t> Words[3] = {};
  std::thread Host([&] {
    while (Words[0] == 0)
      std::this_thread::yield();
    // Long enough for the launch to see that it cannot get further.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    Words[1] = 42;
  });
  sm::LaunchResult R = launch(*M, Memory, Words, 1, 1);
  Host.join();
  EXPECT_FALSE(R.TheFault) << R.TheFault->toText();
  EXPECT_EQ(Words[2], 42u);
}

TEST(HostLaunch, DoesNotWaitForEver) {
  std::unique_ptr<LoadedModule> M = compile(Answer);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::atomic<uint32_t> Words[3] = {};
  sm::ExecutionOptions Execution;
  Execution.StallSeconds = 0.05;
  sm::LaunchResult R = launch(*M, Memory, Words, 1, 1, Execution);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
}

/// Waits for a word of g[], and looks at the clock meanwhile.
constexpr StringLiteral AnswerInTime = R"(
.visible .entry k(.param .u64 words) {
  .reg .b64 %a, %c; .reg .b32 %v; .reg .pred %p, %q;
  ld.param.u64 %a, [words];
wait:
  mov.u64 %c, %globaltimer;
  setp.gt.u64 %q, %c, 0x1000000000000000;
  ld.volatile.global.u32 %v, [%a+4];
  setp.eq.and.u32 %p, %v, 0, !%q;
  @%p bra wait;
  st.global.u32 [%a+8], %v;
  ret;
}
)";

/// Waits for a word of s[], which nobody else reaches.
constexpr StringLiteral AskOneself = R"(
.visible .entry k(.param .u64 words) {
  .reg .b32 %v; .reg .pred %p;
  .shared .b32 word;
  st.volatile.shared.u32 [word], 0;
wait:
  ld.volatile.shared.u32 %v, [word];
  setp.eq.u32 %p, %v, 0;
  @%p bra wait;
  ret;
}
)";

/// Has a launch suspended as soon as it waits, and counts how often it was
/// asked.
class Suspending final : public sm::LaunchMonitor {
public:
  unsigned Asked = 0;

private:
  Wait onWait(double, double) override {
    ++Asked;
    return Wait::Suspend;
  }
};

void expectSuspended(StringRef Kernel, unsigned Blocks, unsigned HostThreads) {
  std::unique_ptr<LoadedModule> M = compile(Kernel);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::atomic<uint32_t> Words[3] = {};
  sm::ExecutionOptions Execution;
  Suspending First;
  Execution.Monitor = &First;
  Execution.HostThreads = HostThreads;
  Execution.Count = true;
  sm::LaunchResult R = launch(*M, Memory, Words, Blocks, 64, Execution);
  EXPECT_FALSE(R.TheFault);
  EXPECT_EQ(First.Asked, 1u);
  std::unique_ptr<sm::SuspendedLaunch> Rest = First.takeSuspended();
  ASSERT_TRUE(Rest);
  EXPECT_EQ(Words[2], 0u);
  Words[1] = 42;
  bool IsOver = false;
  Rest->AtEnd.push_back([&](sm::LaunchResult &) { IsOver = true; });
  std::thread Other([&] {
    sm::LaunchMonitor Second;
    R = cantFail(Rest->resume(Second));
    EXPECT_EQ(Second.done(), Blocks);
  });
  Other.join();
  EXPECT_FALSE(R.TheFault) << R.TheFault->toText();
  EXPECT_TRUE(IsOver && R.Stats.Counted);
  EXPECT_EQ(Words[2], 42u);
}

TEST(HostLaunch, GoesOnInAnotherThread) {
  expectSuspended(Answer, 1, 1);
  expectSuspended(Answer, 5, 3);
}

TEST(HostLaunch, WaitsAtTheClock) { expectSuspended(AnswerInTime, 3, 1); }

TEST(HostLaunch, WaitsForNobody) {
  std::unique_ptr<LoadedModule> M = compile(AskOneself);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::atomic<uint32_t> Words[3] = {};
  sm::ExecutionOptions Execution;
  Suspending Watch;
  Execution.Monitor = &Watch;
  sm::LaunchResult R = launch(*M, Memory, Words, 1, 32, Execution);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
  EXPECT_EQ(Watch.Asked, 0u);
}

TEST(HostLaunch, IsStoppedWhereItWaits) {
  std::unique_ptr<LoadedModule> M = compile(Answer);
  sm::GlobalMemory Memory(AddressModel::Raw);
  std::atomic<uint32_t> Words[3] = {};
  sm::ExecutionOptions Execution;
  Suspending First;
  Execution.Monitor = &First;
  launch(*M, Memory, Words, 1, 1, Execution);
  sm::LaunchMonitor Second;
  Second.interrupt();
  sm::LaunchResult R = cantFail(First.takeSuspended()->resume(Second));
  EXPECT_TRUE(R.Interrupted);
}

TEST(HostLaunch, NeedsWidePointers) {
  object::Module Small;
  Small.ComputeCapability = 10;
  LoadedModule G80(std::move(Small));
  sm::GlobalMemory Memory(AddressModel::Host);
  EXPECT_EQ(
      toString(G80.load(Memory)),
      "code for g80 has 32-bit pointers, which do not reach memory of the "
      "host");
}

} // namespace
