//===- Block.cpp - A CTA on the SM ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Block.h"
#include "SpinSearch.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

namespace heddle::sm {

static Window findWindow(const void *Memory, uint32_t Address) {
  const auto *Global = static_cast<const GlobalMemory *>(Memory);
  const Buffer *B = Global->find(abi::Address(Address));
  return B ? Window{B->Address.chipWord(), uint32_t(B->Size), B->Data}
           : Window{};
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

uint32_t Block::sharedBytes(const Program &P, const LaunchConfig &Config) {
  return sharedSize(P.Kernel.Info, Config);
}

uint64_t Block::bytes(const Program &P, const LaunchConfig &Config) {
  uint64_t Warps = llvm::divideCeil(Config.Block.count(), Lanes);
  uint64_t RowsOfWarp = P.registerRows() + ScratchRows +
                        (uint64_t(P.Kernel.Info.LocalBytes) + 3) / 4;
  return sharedBytes(P, Config) +
         Warps * (RowsOfWarp * sizeof(ConstantRow) + sizeof(Warp));
}

Block::Block(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC)
    : P(Prog), Memory(Mem), Config(LC), NumThreads(unsigned(LC.Block.count())),
      NumWarps(llvm::divideCeil(NumThreads, Lanes)),
      SharedSize(sharedSize(Prog.Kernel.Info, LC)),
      LocalWords((Prog.Kernel.Info.LocalBytes + 3) / 4),
      Warps(std::make_unique<Warp[]>(NumWarps)),
      RowsPerWarp(P.registerRows() + ScratchRows) {
  Shared.resize(SharedSize);
  Locks.resize(NumWarps);
  for (unsigned N = 0; N != std::min<size_t>(16, LC.ConstantBanks.size());
       ++N) {
    // Handlers only read constant banks; a window is simply the common type.
    llvm::ArrayRef<uint8_t> Bank = LC.ConstantBanks[N];
    Banks[N] = {0, uint32_t(Bank.size()), const_cast<uint8_t *>(Bank.data())};
  }
}

/// Null when there is no memory for them.
static RowArray allocate(size_t Count) {
  size_t Bytes = std::max<size_t>(Count, 1) * sizeof(ConstantRow);
  return RowArray(static_cast<ConstantRow *>(
      std::aligned_alloc(alignof(ConstantRow), Bytes)));
}

uint32_t Block::sharedLow() const {
  return Config.WrapAddresses
             ? 0
             : uint32_t(abi::SharedParams + Config.Params.size());
}

bool Block::allocateRows() {
  Rows = allocate(size_t(NumWarps) * RowsPerWarp);
  Local = allocate(size_t(NumWarps) * LocalWords);
  return Rows && Local;
}

std::unique_ptr<Block> Block::create(const Program &P, GlobalMemory &Memory,
                                     const LaunchConfig &Config) {
  std::unique_ptr<Block> B(new Block(P, Memory, Config));
  if (!B->allocateRows())
    return nullptr;
  for (unsigned N = 0; N != B->NumWarps; ++N)
    B->connectWarp(N);
  return B;
}

void Block::connectWarp(unsigned N) {
  const object::KernelInfo &Info = P.Kernel.Info;
  LaneContext &L = Warps[N].lanes();
  L.Base[WarpRows] = Rows[size_t(N) * RowsPerWarp].Words.data();
  // Handlers never write to constant rows.
  L.Base[ConstantRows] =
      const_cast<uint32_t *>(P.Constants.front().Words.data());
  L.Registers = Info.Registers;
  L.AddressCut = Config.WrapAddresses ? 0xffff0000 : 0;
  L.SharedLow = sharedLow();
  L.Shared = Shared.data();
  L.SharedBytes = SharedSize;
  L.Locks = Locks.data();
  L.NumWarps = NumWarps;
  L.WarpIndex = N;
  L.Local = LocalWords ? Local[size_t(N) * LocalWords].Words.data() : nullptr;
  L.LocalBytes = Info.LocalBytes;
  L.Banks = Banks.data();
  L.GlobalMemory = &Memory;
  L.IsConcurrent = Config.HostThreads > 1;
  L.FindGlobal = findWindow;
  L.PhysicalId = N << 8;
}

Block::~Block() = default;

std::array<uint32_t, 3> Block::thread(unsigned WarpNumber,
                                      unsigned Lane) const {
  uint32_t Linear = WarpNumber * Lanes + Lane;
  return {Linear % Config.Block.X, Linear / Config.Block.X % Config.Block.Y,
          Linear / (Config.Block.X * Config.Block.Y)};
}

void Block::writeHeader() {
  const abi::LaunchState &Launch = P.Module.Target->Launch;
  std::fill(Shared.begin(), Shared.end(), uint8_t(0));
  auto Put = [&](uint32_t Offset, uint32_t Value) {
    Shared[Offset] = uint8_t(Value);
    Shared[Offset + 1] = uint8_t(Value >> 8);
  };
  auto PutAll = [&](abi::Identifier First, std::array<uint32_t, 3> Values) {
    for (unsigned I = 0; I != Values.size(); ++I)
      if (const abi::IdentifierPlace &Place = Launch.Places[size_t(First) + I];
          Place.Kind == abi::IdentifierPlace::SharedHalf)
        Put(Place.Where, Values[I]);
  };
  const Dim3 &B = Config.Block, &G = Config.Grid;
  PutAll(abi::Identifier::NtidX, {B.X, B.Y, B.Z});
  PutAll(abi::Identifier::NctaidX, {G.X, G.Y, G.Z});
  PutAll(abi::Identifier::CtaidX, Index);
  if (!Config.Params.empty())
    std::memcpy(Shared.data() + abi::SharedParams, Config.Params.data(),
                Config.Params.size());
}

void Block::startWarp(unsigned N) {
  const abi::LaunchState &Launch = P.Module.Target->Launch;
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
    if (L.Registers)
      L.Base[WarpRows][Lane] = Launch.startRegister(thread(N, Lane));
  }
  Warps[N].start(Valid);
}

void Block::start(uint32_t X, uint32_t Y, uint32_t Z) {
  Index = {X, Y, Z};
  writeHeader();
  std::fill_n(Rows.get(), size_t(NumWarps) * RowsPerWarp, ConstantRow{});
  std::fill_n(Local.get(), size_t(NumWarps) * LocalWords, ConstantRow{});
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

/// A warp whose long turn ends while it has a word of s[] locked would keep all
/// others from it for their whole turns, and they each other: on the chip turns
/// are short. It goes on until it lets go, or for as long as an atomic
/// operation may take.
void Block::letUnlock(unsigned N, WarpCounters &Counters, Watcher *Look) {
  if (Locks[N] == NoLock)
    return;
  if (Look)
    Look->turn(*this, N);
  for (unsigned Step = 0; Step != 64 && Locks[N] != NoLock &&
                          Warps[N].state() == WarpState::Running;
       ++Step)
    Warps[N].run(P.Code, P.Table, 1, Counters, Look);
}

void Block::watchGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                       WarpCounters &Counters, Watcher &Look) {
  bool Together = true;
  for (; Together && Budget; --Budget) {
    for (Warp *W : Group) {
      Look.turn(*this, unsigned(W - Warps.get()));
      W->run(P.Code, P.Table, 1, Counters, &Look);
      // Who has not yet done this instruction does it in its own turn.
      if (W->state() == WarpState::Faulted)
        return;
    }
    for (const Warp *W : Group)
      Together &=
          W->state() == WarpState::Running && W->pc() == Group.front()->pc();
  }
}

bool Block::turn(unsigned N, uint64_t &Left, WarpCounters &Counters,
                 Watcher *Look) {
  FaultWarp = Last = N;
  uint64_t Before = Counters.WarpInstructions;
  uint64_t Length = turnLength();
  uint64_t Group = groupOf(N);
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
    Length = std::min(Length, Left / Size);
    if (Look)
      watchGroup({Members, Count}, Length, Counters, *Look);
    else
      Warp::runGroup({Members, Count}, P.Code, P.Table, Length, Counters);
  }
  if (P.UsesLocks && Config.Order != Schedule::Random)
    for (uint64_t Rest = Group; Rest; Rest &= Rest - 1)
      letUnlock(unsigned(llvm::countr_zero(Rest)), Counters, Look);
  uint64_t Issued = Counters.WarpInstructions - Before;
  Left -= std::min(Left, Issued);
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

bool Block::spins(uint64_t &Steps) const {
  // Words that nobody unlocks any more. Who holds one comes first, since that
  // decides what the others can lock.
  llvm::DenseSet<uint32_t> Taken;
  llvm::SmallVector<unsigned, MaxWarps> Others;
  SpinSearch Search(P, Memory, LocalWords, Taken);
  for (unsigned N = 0; N != NumWarps; ++N) {
    bool CanRun = Runnable >> N & 1;
    if (CanRun && Locks[N] == NoLock) {
      Others.push_back(N);
      continue;
    }
    if (CanRun && !Search.spins(Warps[N], Locks[N], Steps))
      return false;
    if (Locks[N] != NoLock && (!CanRun || Search.keepsLock()))
      Taken.insert(Locks[N]);
  }
  return llvm::all_of(Others, [&](unsigned N) {
    return Search.spins(Warps[N], Locks[N], Steps);
  });
}

} // namespace heddle::sm
