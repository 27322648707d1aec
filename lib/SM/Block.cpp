//===- Block.cpp - A CTA on the SM ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Block.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
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

Block::Block(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC)
    : P(Prog), Memory(Mem), Config(LC),
      NumThreads(LC.Block.X * LC.Block.Y * LC.Block.Z),
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
    L.IsConcurrent = LC.HostThreads > 1;
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
  std::fill(std::begin(L.Shapes), std::end(L.Shapes), AddressShape::Uniform);
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
  Living = NumWarps;
  Runnable = ~uint64_t(0) >> (MaxWarps - NumWarps);
  Last = NumWarps - 1;
  HadTurn = 0;
  // A CTA's own sequence, so that host threads do not matter.
  uint64_t Number = (uint64_t(Z) * Config.Grid.Y + Y) * Config.Grid.X + X;
  RandomState = Config.Seed + Number * 0xd1342543de82ef95;
}

void Block::arrive(unsigned WarpNumber, Watcher *Look) {
  const Warp &W = Warps[WarpNumber];
  BarrierState &B = Barriers[W.barrier()];
  ++B.Arrived;
  B.Expected = W.barrierCount();
  update(W.barrier(), Look);
}

void Block::update(unsigned Id, Watcher *Look) {
  BarrierState &B = Barriers[Id];
  if (!B.Arrived || B.Arrived < (B.Expected ? B.Expected : Living))
    return;
  B.Arrived = 0;
  for (unsigned N = 0; N != NumWarps; ++N)
    // A warp that can run by the books has arrived, but was not counted yet.
    if (!(Runnable >> N & 1) && Warps[N].state() == WarpState::AtBarrier &&
        Warps[N].barrier() == Id) {
      Warps[N].release();
      Runnable |= uint64_t(1) << N;
    }
  if (Look)
    Look->barrierReleased(*this, Id);
}

/// SplitMix64: the same sequence for a CTA whatever ran before it.
static uint64_t nextRandom(uint64_t &State) {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
  return Z ^ Z >> 31;
}

unsigned Block::choose() {
  switch (Config.Order) {
  case Schedule::RoundRobin: {
    uint64_t Later = Last + 1 < MaxWarps ? Runnable >> (Last + 1) : 0;
    return Later ? Last + 1 + unsigned(llvm::countr_zero(Later))
                 : unsigned(llvm::countr_zero(Runnable));
  }
  case Schedule::Oldest:
    // One that only spins must not keep the others from running for ever.
    if (!(Runnable & ~HadTurn))
      HadTurn = 0;
    return unsigned(llvm::countr_zero(Runnable & ~HadTurn));
  case Schedule::Random: {
    uint64_t Rest = Runnable;
    for (uint64_t Skip =
             nextRandom(RandomState) % unsigned(llvm::popcount(Runnable));
         Skip; --Skip)
      Rest &= Rest - 1;
    return unsigned(llvm::countr_zero(Rest));
  }
  }
  llvm_unreachable("covered switch");
}

uint64_t Block::turnLength() {
  constexpr unsigned MostRandom = 64;
  return Config.Order == Schedule::Random
             ? 1 + nextRandom(RandomState) % MostRandom
             : Slice;
}

/// Only where turns are as long as they can be: that is the schedule that asks
/// for speed alone.
uint64_t Block::groupOf(unsigned N) const {
  uint64_t Group = uint64_t(1) << N;
  if (Config.Order != Schedule::RoundRobin)
    return Group;
  unsigned Size = 1;
  uint64_t Later = N + 1 < MaxWarps ? Runnable >> (N + 1) << (N + 1) : 0;
  for (; Later && Size != Warp::MaxGroup; Later &= Later - 1) {
    unsigned Other = unsigned(llvm::countr_zero(Later));
    if (Warps[Other].pc() != Warps[N].pc())
      continue;
    Group |= uint64_t(1) << Other;
    ++Size;
  }
  return Group;
}

bool Block::account(unsigned N, Watcher *Look) {
  switch (Warps[N].state()) {
  case WarpState::Running:
    HadTurn |= uint64_t(1) << N;
    return true;
  case WarpState::AtBarrier:
    Runnable &= ~(uint64_t(1) << N);
    arrive(N, Look);
    return true;
  case WarpState::Done:
    Runnable &= ~(uint64_t(1) << N);
    --Living;
    for (unsigned Id = 0; Id != NumBarriers; ++Id)
      update(Id, Look);
    return true;
  case WarpState::Faulted:
    FaultWarp = N;
    return false;
  }
  llvm_unreachable("covered switch");
}

bool Block::turn(unsigned N, uint64_t &Left, WarpCounters &Counters,
                 Watcher *Look) {
  FaultWarp = Last = N;
  uint64_t Before = Counters.WarpInstructions;
  uint64_t Length = turnLength();
  uint64_t Group = Look ? uint64_t(1) << N : groupOf(N);
  unsigned Size = unsigned(llvm::popcount(Group));
  if (Size == 1 || Left < Size) {
    Group = uint64_t(1) << N;
    if (Look)
      Look->turn(*this, N);
    Warps[N].run(P.Code, P.Table, std::min(Length, Left), Counters, Look);
  } else {
    Warp *Members[Warp::MaxGroup];
    unsigned Count = 0;
    for (uint64_t Rest = Group; Rest; Rest &= Rest - 1)
      Members[Count++] = &Warps[unsigned(llvm::countr_zero(Rest))];
    Last = 63 - unsigned(llvm::countl_zero(Group));
    Warp::runGroup({Members, Count}, P.Code, P.Table,
                   std::min(Length, Left / Size), Counters);
  }
  Left -= Counters.WarpInstructions - Before;
  for (uint64_t Rest = Group; Rest; Rest &= Rest - 1)
    if (!account(unsigned(llvm::countr_zero(Rest)), Look))
      return false;
  return true;
}

BlockEnd Block::run(uint64_t &Left, WarpCounters &Counters, Watcher *Look) {
  while (Runnable) {
    if (!Left)
      return BlockEnd::Paused;
    if (!turn(choose(), Left, Counters, Look))
      return BlockEnd::Fault;
  }
  return Living ? BlockEnd::Barrier : BlockEnd::Done;
}

} // namespace heddle::sm
