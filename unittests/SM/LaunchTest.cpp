//===- LaunchTest.cpp - Blocks, barriers, faults, limits ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HandProgram.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cstring>

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

/// A kernel whose $r1 is the address of word tid of a buffer.
struct WithBuffer : HandProgram {
  explicit WithBuffer(uint32_t Bytes) {
    Address = llvm::cantFail(Memory.allocate(Bytes, "b"));
    Kernel.Info.Params = {{"out", "u64", 0, 8, 8}};
    Kernel.Info.SharedBytes = Kernel.Info.DynamicSharedOffset = 0x18;
    Params.resize(8);
    uint32_t Word = Address.chipWord();
    std::memcpy(Params.data(), &Word, 4);
    DecodedInst &Shift = add(IntegerOp::Shl32);
    Shift.Src[1] = constant(2);
    Shift.DstRow = 1;
    // Shared memory as an operand: the parameter.
    DecodedInst &Add = add(IntegerOp::Add32);
    Add.Src[0].Row = P.scratchRow(0);
    Add.Src[1].Row = 1;
    Add.DstRow = 1;
    Add.Mem[0].Space = MemoryOperand::Shared;
    Add.Mem[0].Offset = 0x10;
    Add.Mem[0].Row = P.scratchRow(0);
  }
  uint32_t word(unsigned N) {
    uint32_t V;
    std::memcpy(&V, Memory.bytes(Address).data() + N * 4, 4);
    return V;
  }
  heddle::abi::Address Address;
};

TEST(Launch, EveryThreadStoresItsId) {
  WithBuffer H(70 * 4);
  H.storeGlobal(1, 0);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {70, 1, 1});
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  for (unsigned N = 0; N != 70; ++N)
    EXPECT_EQ(H.word(N), N);
  // Four instructions in three warps; the last warp has six threads.
  EXPECT_EQ(R.Stats.WarpInstructions, 12u);
  EXPECT_EQ(R.Stats.ThreadInstructions, 4u * 70);
}

TEST(Launch, StoreBehindABufferNamesTheParameter) {
  WithBuffer H(63 * 4);
  H.storeGlobal(1, 0);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
  EXPECT_EQ(R.TheFault->Message,
            "invalid __global__ write of size 4 by thread (63,0,0) in block "
            "(0,0,0); address 0x100fc is 0 bytes after buffer 'out' "
            "(parameter 0, 252 bytes)");
  EXPECT_EQ(R.TheFault->Warp, 1u);
  EXPECT_EQ(R.TheFault->PC, 16u);
  // What was done before stays readable: warp 0's stores.
  EXPECT_EQ(H.word(31), 31u);
}

TEST(Launch, NullAndMisalignedAccesses) {
  for (uint32_t Value : {0u, 4u, 4095u}) {
    HandProgram H;
    H.mov(1, Value);
    H.storeGlobal(1, 0);
    H.exit();
    LaunchResult R = H.run({1, 1, 1}, {1, 1, 1});
    ASSERT_TRUE(R.TheFault);
    EXPECT_EQ(R.TheFault->Kind, FaultKind::NullPointer);
  }
  HandProgram H;
  H.mov(1, llvm::cantFail(H.Memory.allocate(64, "b")).chipWord() + 4);
  H.storeGlobal(1, 0, MemType::B64);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {1, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Misaligned);
}

TEST(Launch, UseOfAFreedBuffer) {
  HandProgram H;
  heddle::abi::Address Address = llvm::cantFail(H.Memory.allocate(64, "old"));
  llvm::cantFail(H.Memory.allocate(64, "other"));
  H.mov(1, Address.chipWord() + 8);
  H.storeGlobal(1, 0);
  H.exit();
  EXPECT_FALSE(H.run({1, 1, 1}, {1, 1, 1}).TheFault);
  EXPECT_FALSE(H.Memory.release(Address + 8));
  EXPECT_TRUE(H.Memory.release(Address));
  EXPECT_FALSE(H.Memory.release(Address));
  EXPECT_TRUE(H.Memory.bytes(Address).empty());
  LaunchResult R = H.run({1, 1, 1}, {1, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobGlobal);
  EXPECT_NE(R.TheFault->Message.find(
                "is 8 bytes inside freed buffer 'old' (64 bytes)"),
            std::string::npos)
      << R.TheFault->Message;
}

TEST(Launch, SharedAndLocalBounds) {
  HandProgram H;
  DecodedInst &Store = H.add(MemoryOp::StoreShared);
  Store.Imm = 0x20;
  Store.Sub[1] = uint8_t(MemType::B32);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {1, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobShared);
  EXPECT_EQ(R.TheFault->Message,
            "invalid __shared__ write of size 4 by thread (0,0,0) in block "
            "(0,0,0); address 0x20 is 0 bytes after the shared memory of the "
            "block (32 bytes)");
  H.DynamicShared = 4;
  EXPECT_FALSE(H.run({1, 1, 1}, {1, 1, 1}).TheFault);

  HandProgram L;
  L.Kernel.Info.LocalBytes = 8;
  DecodedInst &Spill = L.add(MemoryOp::StoreLocal);
  Spill.Imm = 8;
  Spill.Sub[1] = uint8_t(MemType::B32);
  L.exit();
  R = L.run({1, 1, 1}, {1, 1, 1});
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::OobLocal);
}

TEST(Launch, BarrierOrdersWarps) {
  // Warp 1 stores to shared memory before the barrier, warp 0 reads after it.
  WithBuffer H(64 * 4);
  DecodedInst &Address = H.add(MoveOp::ShlAddress);
  Address.Sub[0] = 1;
  Address.Imm = 2;
  DecodedInst &Store = H.add(MemoryOp::StoreShared);
  Store.Sub[0] = 1;
  Store.Sub[1] = uint8_t(MemType::B32);
  Store.Imm = 0x20;
  H.flow(FlowKind::Barrier);
  DecodedInst &Load = H.add(MemoryOp::LoadShared);
  Load.Sub[0] = 1;
  Load.Sub[1] = uint8_t(MemType::B32);
  Load.Imm = 0x20 + 32 * 4;
  Load.DstRow = 2;
  H.compare(CmpLess, 0, 32);
  H.storeGlobal(1, 2).Cond = 0x05;
  H.exit();
  // The upper warp reads beyond its data, too: room for all.
  H.Kernel.Info.DynamicSharedOffset = 0x20;
  H.DynamicShared = 96 * 4;
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1});
  ASSERT_FALSE(R.TheFault) << R.TheFault->toText();
  for (unsigned N = 0; N != 32; ++N)
    EXPECT_EQ(H.word(N), 32 + N);
}

TEST(Launch, WarpsThatExitedAreNotWaitedFor) {
  HandProgram H;
  H.compare(CmpLess, 0, 32);
  H.flow(FlowKind::Return).Cond = 0x05;
  H.flow(FlowKind::Barrier);
  H.exit();
  EXPECT_FALSE(H.run({1, 1, 1}, {96, 1, 1}).TheFault);
}

TEST(Launch, BarriersThatCannotCompleteAreFoundAtOnce) {
  // Half of the warps wait at barrier 0, half at 1.
  HandProgram H;
  H.compare(CmpLess, 0, 32);
  H.branchIf(4);
  H.flow(FlowKind::Barrier).Sub[0] = 1;
  H.exit();
  H.flow(FlowKind::Barrier);
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1}, uint64_t(1) << 40);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Barrier);
  EXPECT_EQ(R.TheFault->Details,
            "warp 0 waits at barrier 0, lane mask 0xffffffff\n"
            "warp 1 waits at barrier 1, lane mask 0xffffffff\n");
}

TEST(Launch, LimitWithAWaitingWarpIsABarrierFault) {
  HandProgram H;
  H.compare(CmpLess, 0, 32);
  H.branchIf(4);
  H.flow(FlowKind::Barrier);
  H.exit();
  H.flow(FlowKind::Branch, 4);
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1}, 10000);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Barrier);
  EXPECT_EQ(R.Stats.WarpInstructions, 10000u);
}

TEST(Launch, LimitWithLanesHeldBackIsADeadlock) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 3);
  H.compare(CmpLess, 0, 2);
  H.branchIf(2); // lanes 0 and 1 for ever
  H.join();
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {32, 1, 1}, 1000);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Deadlock);
}

TEST(Launch, LimitWithoutEitherIsTheLimit) {
  HandProgram H;
  H.flow(FlowKind::Branch, 0);
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1}, 1000);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
}

/// Limits so high that only certainty ends these launches.
constexpr uint64_t NoLimit = uint64_t(1) << 60;

TEST(Launch, SpinningForEverIsFound) {
  HandProgram H;
  H.flow(FlowKind::Branch, 0);
  LaunchResult R = H.run({3, 1, 1}, {64, 1, 1}, NoLimit);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
  EXPECT_EQ(R.TheFault->Message,
            "block (0,0,0) can never end: its warps spin, and nothing that "
            "they read changes any more");
}

TEST(Launch, LanesHeldBackForEverAreFound) {
  HandProgram H;
  H.flow(FlowKind::JoinAt, 3);
  H.compare(CmpLess, 0, 2);
  H.branchIf(2);
  H.join();
  H.exit();
  LaunchResult R = H.run({1, 1, 1}, {32, 1, 1}, NoLimit);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Deadlock);
  EXPECT_NE(
      R.TheFault->Details.find("lanes 0x3 run, lanes 0xfffffffc are held"),
      std::string::npos)
      << R.TheFault->Details;
}

TEST(Launch, ABarrierThatSpinningWarpsMissIsFound) {
  HandProgram H;
  H.compare(CmpLess, 0, 32);
  H.branchIf(4);
  H.flow(FlowKind::Barrier);
  H.exit();
  H.flow(FlowKind::Branch, 4);
  LaunchResult R = H.run({1, 1, 1}, {64, 1, 1}, NoLimit);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::Barrier);
  EXPECT_NE(R.TheFault->Details.find("warp 1 waits at barrier 0"),
            std::string::npos)
      << R.TheFault->Details;
}

/// CTA 0 waits for a word that CTA 1 would store, and fills the one SM.
TEST(Launch, WaitingForACtaThatCannotStartIsFound) {
  HandProgram H;
  H.Kernel.Info.SharedBytes = H.Kernel.Info.DynamicSharedOffset = 16384;
  H.mov(1, llvm::cantFail(H.Memory.allocate(256, "flag")).chipWord());
  uint32_t Wait = H.here();
  DecodedInst &Load = H.add(MemoryOp::LoadGlobal);
  Load.Src[0].Row = 1;
  Load.Sub[1] = uint8_t(MemType::B32);
  Load.DstRow = 3;
  H.compare(CmpEqual, 3, 0);
  H.branchIf(Wait);
  H.exit();
  LaunchConfig C;
  C.NumSMs = 1;
  LaunchResult R = H.run({2, 1, 1}, {32, 1, 1}, C, NoLimit);
  ASSERT_TRUE(R.TheFault);
  EXPECT_EQ(R.TheFault->Kind, FaultKind::InstructionLimit);
  EXPECT_NE(R.TheFault->Details.find("1 of 2 blocks have not started"),
            std::string::npos)
      << R.TheFault->Details;
}

/// A loop that changes a register, and one that changes memory, get somewhere.
TEST(Launch, LoopsThatCountAreNotStuck) {
  for (bool InMemory : {false, true}) {
    HandProgram H;
    heddle::abi::Address Address =
        llvm::cantFail(H.Memory.allocate(256, "count"));
    H.mov(1, Address.chipWord());
    H.mov(2, 0);
    uint32_t Loop = H.here();
    if (InMemory) {
      DecodedInst &Inc = H.add(MemoryOp::Atomic);
      Inc.Class = InstClass::Atomic;
      Inc.Src[0].Row = 1;
      Inc.Src[1] = H.constant(1);
      Inc.Sub[0] = uint8_t(AtomicKind::Add);
      Inc.Sub[1] = uint8_t(MemType::B32);
      Inc.DstRow = 2;
    } else {
      H.add32(2, 2, 1);
    }
    H.compare(CmpLess, 2, 2000000);
    H.branchIf(Loop);
    H.exit();
    LaunchResult R = H.run({1, 1, 1}, {1, 1, 1}, NoLimit);
    EXPECT_FALSE(R.TheFault) << R.TheFault->toText();
  }
}

TEST(Launch, TrapAndTheEndOfTheCode) {
  HandProgram H;
  H.flow(FlowKind::Trap);
  EXPECT_EQ(H.run({1, 1, 1}, {1, 1, 1}).TheFault->Kind, FaultKind::Trap);
  HandProgram E;
  E.nop();
  LaunchResult R = E.run({1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(R.TheFault->Kind, FaultKind::IllegalInstruction);
}

TEST(Launch, LimitsOfTheGeometry) {
  auto KindOf = [](Dim3 Grid, Dim3 Block, unsigned Registers, uint32_t Shared) {
    HandProgram H(Registers);
    H.exit();
    H.DynamicShared = Shared;
    LaunchResult R = H.run(Grid, Block);
    return R.TheFault ? R.TheFault->Kind : FaultKind::Trap;
  };
  EXPECT_EQ(KindOf({1, 1, 1}, {10, 10, 10}, 4, 0), FaultKind::LaunchBlockSize);
  EXPECT_EQ(KindOf({1, 1, 1}, {0, 1, 1}, 4, 0), FaultKind::LaunchBlockSize);
  EXPECT_EQ(KindOf({1, 1, 1}, {1, 1, 65}, 4, 0), FaultKind::LaunchBlockSize);
  EXPECT_EQ(KindOf({0, 1, 1}, {1, 1, 1}, 4, 0), FaultKind::LaunchGridSize);
  EXPECT_EQ(KindOf({1, 1, 2}, {1, 1, 1}, 4, 0), FaultKind::LaunchGridSize);
  EXPECT_EQ(KindOf({65536, 1, 1}, {1, 1, 1}, 4, 0), FaultKind::LaunchGridSize);
  EXPECT_EQ(KindOf({1, 1, 1}, {1, 1, 1}, 4, 16384),
            FaultKind::LaunchSharedSize);
  EXPECT_EQ(KindOf({1, 1, 1}, {512, 1, 1}, 17, 0), FaultKind::LaunchRegisters);
  EXPECT_EQ(KindOf({1, 1, 1}, {32, 1, 1}, 125, 0), FaultKind::LaunchRegisters);
  // Nothing wrong: no fault.
  EXPECT_EQ(KindOf({2, 2, 1}, {512, 1, 1}, 16, 0), FaultKind::Trap);
}

TEST(Launch, TheCallersRoundingModeDoesNotMatter) {
  HandProgram H;
  H.mov(1, 0x3f800001);
  DecodedInst &Mul = H.add(FloatOp::MulRN);
  Mul.Src[0].Row = Mul.Src[1].Row = 1;
  Mul.DstRow = 2;
  H.mov(3, llvm::cantFail(H.Memory.allocate(4, "b")).chipWord());
  H.storeGlobal(3, 2);
  H.exit();
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  LaunchResult R = H.run({1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  ASSERT_FALSE(R.TheFault);
  uint32_t Bits;
  std::memcpy(&Bits, (*H.Memory.buffers().begin()).Data, 4);
  EXPECT_EQ(Bits, 0x3f800002u);
}

TEST(GlobalMemory, BuffersAreApartAndNeverAtZero) {
  GlobalMemory M;
  heddle::abi::Address A = llvm::cantFail(M.allocate(1, "a"));
  heddle::abi::Address B = llvm::cantFail(M.allocate(300, "b"));
  EXPECT_GE(A.value(), 4096u);
  EXPECT_EQ(A.value() % 256, 0u);
  EXPECT_EQ(B.value() % 256, 0u);
  EXPECT_GE(B, A + 1 + 256);
  EXPECT_EQ(M.find(A)->Name, "a");
  EXPECT_EQ(M.find(A + 1), nullptr);
  EXPECT_EQ(M.find(B + 299)->Name, "b");
  EXPECT_EQ(M.nearest(A + 100)->Name, "a");
  EXPECT_EQ(M.nearest(heddle::abi::Address(B.value() - 1))->Name, "b");
  EXPECT_FALSE(llvm::errorToBool(M.allocate(0, "empty").takeError()));
  EXPECT_TRUE(
      llvm::errorToBool(M.allocate(uint64_t(1) << 32, "huge").takeError()));
}

TEST(GlobalMemory, FreedAddressesAreTheLastResort) {
  constexpr uint64_t Large = uint64_t(3) << 29;
  GlobalMemory M;
  heddle::abi::Address A = llvm::cantFail(M.allocate(Large, "a"));
  heddle::abi::Address B = llvm::cantFail(M.allocate(Large, "b"));
  EXPECT_TRUE(M.release(A));
  heddle::abi::Address C = llvm::cantFail(M.allocate(1000, "c"));
  EXPECT_GT(C, B);
  EXPECT_EQ(M.find(A), nullptr);
  EXPECT_TRUE(M.nearest(A)->IsFreed);
  heddle::abi::Address D = llvm::cantFail(M.allocate(Large, "d"));
  EXPECT_EQ(D, A);
  EXPECT_EQ(M.find(A + (Large - 1))->Name, "d");
  EXPECT_EQ(M.find(B)->Name, "b");
  EXPECT_EQ(M.find(C + 999)->Name, "c");
  EXPECT_EQ(M.bytes(D).size(), Large);
  EXPECT_TRUE(llvm::errorToBool(M.allocate(Large, "e").takeError()));
  EXPECT_TRUE(M.release(B));
  EXPECT_TRUE(M.release(C));
  EXPECT_FALSE(llvm::errorToBool(M.allocate(Large, "e").takeError()));
}

} // namespace
