//===- Block.cpp - A CTA on the SM ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Block.h"
#include "heddle/ABI/LaunchState.h"
#include <algorithm>
#include <cstring>

namespace heddle::sm {

static Window findWindow(const void *Memory, uint32_t Address) {
  const auto *Global = static_cast<const GlobalMemory *>(Memory);
  const Buffer *B = Global->find(Address);
  return B ? Window{B->Address, B->Size, B->Data} : Window{};
}

static uint32_t sharedSize(const object::KernelInfo &Info,
                           const LaunchConfig &Config) {
  uint64_t Size = Info.SharedBytes;
  if (Config.DynamicSharedBytes)
    Size = uint64_t(Info.DynamicSharedOffset) + Config.DynamicSharedBytes;
  // Whatever the object says, the header and the parameters have room.
  return uint32_t(
      std::max<uint64_t>(Size, abi::SharedParams + Config.Params.size()));
}

Block::Block(const Program &Prog, GlobalMemory &Memory, const LaunchConfig &LC)
    : P(Prog), Config(LC), NumThreads(LC.Block.X * LC.Block.Y * LC.Block.Z),
      NumWarps((NumThreads + Lanes - 1) / Lanes),
      SharedSize(sharedSize(Prog.Kernel.Info, LC)),
      LocalWords((Prog.Kernel.Info.LocalBytes + 3) / 4),
      Warps(std::make_unique<Warp[]>(NumWarps)) {
  const object::KernelInfo &Info = P.Kernel.Info;
  unsigned RowsPerWarp = P.registerRows() + ScratchRows;
  Rows.resize(size_t(NumWarps) * RowsPerWarp);
  Local.resize(size_t(NumWarps) * LocalWords);
  Shared.resize(SharedSize);
  Locks.resize(NumWarps);
  for (unsigned N = 0; N != std::min<size_t>(16, LC.ConstantBanks.size());
       ++N) {
    // Handlers only read constant banks; a window is simply the common type.
    llvm::ArrayRef<uint8_t> Bank = LC.ConstantBanks[N];
    Banks[N] = {0, uint32_t(Bank.size()), const_cast<uint8_t *>(Bank.data())};
  }
  for (unsigned N = 0; N != NumWarps; ++N) {
    LaneContext &L = Warps[N].lanes();
    L.Base[WarpRows] = Rows[size_t(N) * RowsPerWarp].Words.data();
    // Handlers never write to constant rows.
    L.Base[ConstantRows] =
        const_cast<uint32_t *>(P.Constants.front().Words.data());
    L.Registers = Info.Registers;
    L.Shared = Shared.data();
    L.SharedBytes = SharedSize;
    L.Locks = Locks.data();
    L.NumWarps = NumWarps;
    L.WarpIndex = N;
    L.Local = LocalWords ? Local[size_t(N) * LocalWords].Words.data() : nullptr;
    L.LocalBytes = Info.LocalBytes;
    L.Banks = Banks.data();
    L.GlobalMemory = &Memory;
    L.FindGlobal = findWindow;
    L.PhysicalId = N << 8;
  }
}

Block::~Block() = default;

std::array<uint32_t, 3> Block::thread(unsigned WarpNumber,
                                      unsigned Lane) const {
  uint32_t Linear = WarpNumber * Lanes + Lane;
  return {Linear % Config.Block.X, Linear / Config.Block.X % Config.Block.Y,
          Linear / (Config.Block.X * Config.Block.Y)};
}

void Block::writeHeader() {
  std::fill(Shared.begin(), Shared.end(), uint8_t(0));
  auto Put = [&](uint32_t Offset, uint32_t Value) {
    Shared[Offset] = uint8_t(Value);
    Shared[Offset + 1] = uint8_t(Value >> 8);
  };
  Put(abi::SharedNtidX, Config.Block.X);
  Put(abi::SharedNtidY, Config.Block.Y);
  Put(abi::SharedNtidZ, Config.Block.Z);
  Put(abi::SharedNctaidX, Config.Grid.X);
  Put(abi::SharedNctaidY, Config.Grid.Y);
  Put(abi::SharedCtaidX, Index[0]);
  Put(abi::SharedCtaidY, Index[1]);
  if (!Config.Params.empty())
    std::memcpy(Shared.data() + abi::SharedParams, Config.Params.data(),
                Config.Params.size());
}

void Block::startWarp(unsigned N) {
  LaneContext &L = Warps[N].lanes();
  std::memset(L.AddressRegs, 0, sizeof(L.AddressRegs));
  std::memset(L.Condition, 0, sizeof(L.Condition));
  std::fill(std::begin(L.Global), std::end(L.Global), Window{});
  uint32_t Valid = 0;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (N * Lanes + Lane >= NumThreads)
      break;
    Valid |= uint32_t(1) << Lane;
    std::array<uint32_t, 3> Tid = thread(N, Lane);
    if (L.Registers)
      L.Base[WarpRows][Lane] = abi::packTid(Tid[0], Tid[1], Tid[2]);
  }
  Warps[N].start(Valid);
}

void Block::start(uint32_t X, uint32_t Y, uint32_t Z) {
  Index = {X, Y, Z};
  writeHeader();
  std::fill(Rows.begin(), Rows.end(), ConstantRow{});
  std::fill(Local.begin(), Local.end(), ConstantRow());
  Barriers = {};
  std::fill(Locks.begin(), Locks.end(), NoLock);
  for (unsigned N = 0; N != NumWarps; ++N)
    startWarp(N);
}

void Block::arrive(unsigned WarpNumber) {
  const Warp &W = Warps[WarpNumber];
  BarrierState &B = Barriers[W.barrier()];
  ++B.Arrived;
  B.Expected = W.barrierCount();
}

void Block::updateBarriers() {
  unsigned Living = 0;
  for (unsigned N = 0; N != NumWarps; ++N)
    Living += Warps[N].state() != WarpState::Done;
  for (unsigned Id = 0; Id != NumBarriers; ++Id) {
    BarrierState &B = Barriers[Id];
    if (!B.Arrived || B.Arrived < (B.Expected ? B.Expected : Living))
      continue;
    B.Arrived = 0;
    for (unsigned N = 0; N != NumWarps; ++N)
      if (Warps[N].state() == WarpState::AtBarrier && Warps[N].barrier() == Id)
        Warps[N].release();
  }
}

BlockEnd Block::run(uint64_t Limit, WarpCounters &Counters) {
  while (true) {
    bool AllDone = true, AnyRan = false;
    for (unsigned N = 0; N != NumWarps; ++N) {
      Warp &W = Warps[N];
      AllDone &= W.state() == WarpState::Done;
      if (W.state() != WarpState::Running)
        continue;
      FaultWarp = N;
      if (Counters.WarpInstructions >= Limit)
        return BlockEnd::Limit;
      AnyRan = true;
      W.run(P.Code, P.Table, std::min(Slice, Limit - Counters.WarpInstructions),
            Counters);
      switch (W.state()) {
      case WarpState::Running:
        break;
      case WarpState::AtBarrier:
        arrive(N);
        updateBarriers();
        break;
      case WarpState::Done:
        updateBarriers();
        break;
      case WarpState::Faulted:
        return BlockEnd::Fault;
      }
    }
    if (AllDone)
      return BlockEnd::Done;
    if (!AnyRan)
      return BlockEnd::Barrier;
  }
}

} // namespace heddle::sm
