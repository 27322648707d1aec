//===- Cta.cpp - A CTA on the SM ------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Cta.h"
#include "../Tensor/TensorMemory.h"
#include "MatrixUnit.h"
#include "Verifier.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Machine/ImageTable.h"
#include "heddle/Machine/Observer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle::sm {

static Window findWindow(const void *Memory, uint32_t Address) {
  const auto *Reached = static_cast<const ReachedMemory *>(Memory);
  FarWindow W = Reached->Buffers->window(Address, false).value_or(FarWindow{});
  return Window{uint32_t(W.Base), uint32_t(W.Size), W.Data};
}

/// Windows have no constant memory; what may only be read is not found for a
/// write.
static FarWindow findInCluster(const ReachedMemory &Reached, uint64_t Address,
                               bool IsWrite) {
  if (Address < abi::ClusterSelf)
    return Reached.Group->find(Address);
  const auto *Facts = reinterpret_cast<const uint8_t *>(&Reached.Facts);
  if (IsWrite)
    return FarWindow{};
  return {abi::ClusterSelf, sizeof(Reached.Facts),
          const_cast<uint8_t *>(Facts)};
}

static FarWindow findFarWindow(const void *Memory, uint64_t Address,
                               bool IsWrite) {
  const auto *Reached = static_cast<const ReachedMemory *>(Memory);
  if (abi::isInClusterWindow(Address))
    return findInCluster(*Reached, Address, IsWrite);
  // No buffer is where the windows of the other spaces are.
  if (Address >= abi::windowBase(abi::SharedWindowWord))
    return FarWindow{};
  if (std::optional<FarWindow> W =
          Reached->Buffers->window(Address, IsWrite, Reached->Pages))
    return *W;
  return Reached->Pages ? Reached->Pages->find(Address, IsWrite) : FarWindow{};
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

/// Static frames, and the stack of functions that call themselves.
static uint32_t localSize(const object::KernelInfo &Info,
                          const LaunchConfig &Config) {
  if (!Info.HasStack)
    return Info.LocalBytes;
  return uint32_t(llvm::alignTo(Info.LocalBytes, 16)) + Config.StackBytes;
}

uint32_t Cta::sharedBytes(const Program &P, const LaunchConfig &Config) {
  return sharedSize(P.Kernel.Info, Config);
}

uint64_t Cta::bytes(const Program &P, const LaunchConfig &Config) {
  uint64_t Warps = llvm::divideCeil(Config.Block.count(), Lanes);
  uint64_t RowsOfWarp = P.registerRows() + ScratchRows +
                        (uint64_t(localSize(P.Kernel.Info, Config)) + 3) / 4;
  return sharedBytes(P, Config) +
         Warps * (RowsOfWarp * sizeof(ConstantRow) + sizeof(Warp));
}

Cta::Cta(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC)
    : P(Prog), Memory(Mem), Reached{&Mem, LC.Pages, nullptr, {}}, Config(LC),
      NumThreads(unsigned(LC.Block.count())),
      NumWarps(llvm::divideCeil(NumThreads, Lanes)),
      SharedSize(sharedSize(Prog.Kernel.Info, LC)),
      LocalSize(localSize(Prog.Kernel.Info, LC)),
      LocalWords((LocalSize + 3) / 4),
      Warps(std::make_unique<Warp[]>(NumWarps)),
      RowsPerWarp(P.registerRows() + ScratchRows), Alone(0, 1, NumThreads) {
  Shared.resize(SharedSize);
  Locks.resize(NumWarps);
  ClusterPhases.resize(NumThreads);
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

/// The launch state and the parameters.
uint32_t Cta::sharedSystem() const {
  return uint32_t(abi::SharedParams + Config.Params.size());
}

TensorMemory &Cta::tensorMemory() {
  if (!Tensors)
    Tensors = std::make_unique<TensorMemory>();
  return *Tensors;
}

uint32_t Cta::sharedLow() const {
  return Config.WrapAddresses ? 0 : sharedSystem();
}

bool Cta::allocateRows() {
  Rows = allocate(size_t(NumWarps) * RowsPerWarp);
  Local = allocate(size_t(NumWarps) * LocalWords);
  return Rows && Local;
}

std::unique_ptr<Cta> Cta::create(const Program &P, GlobalMemory &Memory,
                                 const LaunchConfig &Config) {
  std::unique_ptr<Cta> C(new Cta(P, Memory, Config));
  if (!C->allocateRows())
    return nullptr;
  for (unsigned N = 0; N != C->NumWarps; ++N)
    C->connectWarp(N);
  return C;
}

void Cta::connectWarp(unsigned N) {
  const object::KernelInfo &Info = P.Kernel.Info;
  assert(N < NumWarps && NumWarps <= MaxWarps && "limits are looked at first");
  Warps[N].place(*this, N);
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
  L.LocalBytes = LocalSize;
  L.Banks = Banks.data();
  L.GlobalMemory = &Reached;
  L.IsConcurrent = Config.HostThreads > 1 || Memory.isShared();
  L.FindGlobal = findWindow;
  L.FindFarGlobal = findFarWindow;
  L.Images = Config.Images;
  L.AccessImage = accessImage;
  if (Config.Images) {
    L.Bilinear = Config.Images->Bilinear.data();
    L.NumBilinear = uint32_t(Config.Images->Bilinear.size());
  }
  L.UseMatrix = useMatrix;
  L.TensorChip = Config.TensorChip ? Config.TensorChip : tensorChipOf(P.Module);
  // Buffers stay where they are for a launch.
  std::fill(std::begin(L.Global), std::end(L.Global), Window{});
  L.forgetFarWindows();
  L.PhysicalId = N << 8;
  L.Nctaid[0] = Config.Grid.X;
  L.Nctaid[1] = Config.Grid.Y;
  L.Nctaid[2] = Config.Grid.Z;
  L.NumSMs = std::max(Config.NumSMs, 1u);
  L.MaxWarps = Config.Geometry ? Config.Geometry->MaxWarps : MaxWarps;
  L.DynamicShared = Config.DynamicSharedBytes;
  L.TotalShared = SharedSize - sharedSystem();
}

Cta::~Cta() = default;

std::array<uint32_t, 3> Cta::thread(unsigned WarpNumber, unsigned Lane) const {
  uint32_t Linear = WarpNumber * Lanes + Lane;
  return {Linear % Config.Block.X, Linear / Config.Block.X % Config.Block.Y,
          Linear / (Config.Block.X * Config.Block.Y)};
}

void Cta::writeHeader() {
  const abi::LaunchState &Launch = P.Module.Target->Launch;
  std::fill(Shared.begin(), Shared.end(), uint8_t(0));
  assert(Shared.size() >= sharedSystem() && "the launch state has no room");
  auto Put = [&](uint32_t Offset, uint32_t Value) {
    Shared[Offset] = uint8_t(Value);
    Shared[Offset + 1] = uint8_t(Value >> 8);
  };
  auto PutAll = [&](abi::Identifier First, std::array<uint32_t, 3> Values) {
    for (unsigned I = 0; I != Values.size(); ++I)
      switch (const abi::IdentifierPlace &Place =
                  Launch.Places[size_t(First) + I];
              Place.Kind) {
      case abi::IdentifierPlace::SharedWord:
        Put(Place.Where + 2, Values[I] >> 16);
        [[fallthrough]];
      case abi::IdentifierPlace::SharedHalf:
        Put(Place.Where, Values[I]);
        break;
      case abi::IdentifierPlace::SpecialRegister:
      case abi::IdentifierPlace::StartRegister:
      case abi::IdentifierPlace::Fixed:
        break;
      }
  };
  const Dim3 &B = Config.Block, &G = Config.Grid;
  PutAll(abi::Identifier::NtidX, {B.X, B.Y, B.Z});
  PutAll(abi::Identifier::NctaidX, {G.X, G.Y, G.Z});
  PutAll(abi::Identifier::CtaidX, Index);
  if (!Config.Params.empty())
    std::memcpy(Shared.data() + abi::SharedParams, Config.Params.data(),
                Config.Params.size());
}

void Cta::startWarp(unsigned N) {
  const abi::LaunchState &Launch = P.Module.Target->Launch;
  LaneContext &L = Warps[N].lanes();
  std::memset(L.AddressRegs, 0, sizeof(L.AddressRegs));
  std::fill(std::begin(L.Shapes), std::end(L.Shapes), AddressShape::Uniform);
  std::memset(L.Condition, 0, sizeof(L.Condition));
  assert(N * Lanes < NumThreads && "a warp without threads");
  const unsigned Threads = std::min(NumThreads - N * Lanes, Lanes);
  if (L.Registers) {
    // Divisions of each lane would take most of the time that a CTA needs to
    // start; what Y and Z are in the register changes once in a row of threads.
    auto [X, Y, Z] = thread(N, 0);
    uint32_t Others = Launch.startRegister({0, Y, Z});
    for (unsigned Lane = 0; Lane != Threads; ++Lane) {
      L.Base[WarpRows][Lane] = Others | Launch.startRegister({X, 0, 0});
      if (++X != Config.Block.X)
        continue;
      X = 0;
      if (++Y == Config.Block.Y) {
        Y = 0;
        ++Z;
      }
      Others = Launch.startRegister({0, Y, Z});
    }
  }
  const uint32_t Valid = ~uint32_t(0) >> (Lanes - Threads);
  L.SmId = uint32_t(Number % L.NumSMs);
  Warps[N].start(Valid);
}

/// The quotient of extents, which a launch with clusters has checked.
static std::array<uint32_t, 3> divide(const std::array<uint32_t, 3> &A,
                                      const Dim3 &B) {
  return {A[0] / B.X, A[1] / B.Y, A[2] / B.Z};
}

void Cta::setFacts(unsigned Rank) {
  const Dim3 Extents = clusterExtents(P.Kernel.Info, Config);
  const Dim3 &Grid = Config.Grid;
  abi::ClusterFacts &F = Reached.Facts;
  F.Base = Reached.Group->base();
  F.Size = uint32_t(Extents.count());
  F.Rank = Rank;
  F.IsExplicit = Config.Cluster || P.Kernel.Info.hasCluster();
  const std::array<uint32_t, 3> Each = {Extents.X, Extents.Y, Extents.Z},
                                Clusters =
                                    divide({Grid.X, Grid.Y, Grid.Z}, Extents),
                                Of = divide(Index, Extents);
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    F.Extents[Axis] = Each[Axis];
    F.Index[Axis] = Index[Axis] % Each[Axis];
    F.Clusters[Axis] = Clusters[Axis];
    F.Cluster[Axis] = Of[Axis];
  }
}

void Cta::leaveCluster() {
  if (!Group)
    return;
  noteExits();
  Group->leave(*this);
}

void Cta::noteExits() {
  unsigned Exited = 0;
  for (unsigned N = 0; N != NumWarps; ++N) {
    const uint32_t Left =
        Warps[N].state() == WarpState::Done ? 0 : Warps[N].live();
    Exited += unsigned(llvm::popcount(Warps[N].valid() & ~Left));
  }
  if (unsigned More = Exited - std::exchange(ExitsTold, Exited))
    Reached.Group->exit(More);
}

/// As one block: std::fill would copy row by row.
static void clearRows(ConstantRow *First, size_t Count) {
  static_assert(std::is_trivially_copyable_v<ConstantRow>);
  if (Count)
    std::memset(static_cast<void *>(First), 0, Count * sizeof(ConstantRow));
}

void Cta::start(uint64_t N, std::shared_ptr<Cluster> In, unsigned Rank) {
  Number = N;
  Group = std::move(In);
  if (!Group)
    Alone.restart(N);
  Reached.Group = Group ? Group.get() : &Alone;
  Reached.Group->join(Rank, *this);
  std::fill(ClusterPhases.begin(), ClusterPhases.end(), uint8_t(0));
  ExitsTold = 0;
  uint64_t Row = N / Config.Grid.X;
  Index = {uint32_t(N % Config.Grid.X), uint32_t(Row % Config.Grid.Y),
           uint32_t(Row / Config.Grid.Y)};
  setFacts(Rank);
  writeHeader();
  clearRows(Rows.get(), size_t(NumWarps) * RowsPerWarp);
  clearRows(Local.get(), size_t(NumWarps) * LocalWords);
  Barriers = {};
  std::fill(Locks.begin(), Locks.end(), NoLock);
  if (Tensors)
    Tensors->restart();
  for (unsigned W = 0; W != NumWarps; ++W)
    startWarp(W);
  Living = NumWarps;
  Runnable = ~uint64_t(0) >> (MaxWarps - NumWarps);
  LastTurn = 0;
  assert(problemOf(*this).empty() && "problemOf says what does not hold");
}

void Cta::noteFrees() {
  uint64_t Frees = Memory.heap()->numFrees();
  if (std::exchange(FreesSeen, Frees) != Frees)
    forgetWindows();
}

void Cta::forgetWindows() {
  for (unsigned N = 0; N != NumWarps; ++N)
    Warps[N].lanes().forgetFarWindows();
}

void Cta::arrive(unsigned WarpNumber, Observer *Look) {
  Warp &W = Warps[WarpNumber];
  const BarrierCall &Call = W.barrierCall();
  assert(Call.Id < NumBarriers && "the warp looks at the barrier's number");
  BarrierState &B = Barriers[Call.Id];
  ++B.Arrived;
  B.Expected = Call.Count;
  // Most do not reduce.
  if (Call.Kind != BarrierKind::Wait) {
    B.Zeros += Call.Zeros;
    B.Others += Call.Others;
  }
  // A warp that only arrives does not wait.
  if (Call.Kind == BarrierKind::Arrive) {
    W.release(0, 0);
    Runnable |= uint64_t(1) << WarpNumber;
  }
  update(Call.Id, Look);
}

void Cta::update(unsigned Id, Observer *Look) {
  BarrierState &B = Barriers[Id];
  if (!B.Arrived || B.Arrived < (B.Expected ? B.Expected : Living))
    return;
  BarrierState Complete = std::exchange(B, {});
  for (unsigned N = 0; N != NumWarps; ++N)
    // A warp that can run by the books has arrived, but was not counted yet.
    if (!(Runnable >> N & 1) && Warps[N].state() == WarpState::AtBarrier &&
        Warps[N].barrier() == Id) {
      Warps[N].release(Complete.Zeros, Complete.Others);
      Runnable |= uint64_t(1) << N;
    }
  if (Look)
    Look->barrierReleased(*this, Id);
}

bool Cta::waitsForNext(unsigned N, unsigned Id) const {
  const Warp &W = Warps[N];
  if (W.state() == WarpState::AtBarrier && W.barrier() == Id)
    return true;
  return llvm::any_of(W.apart(), [&](const Strand &S) {
    return S.IsAtBarrier && S.Barrier.Id == Id;
  });
}

bool Cta::noteStop(unsigned N, Observer *Look) {
  switch (Warps[N].state()) {
  case WarpState::Running:
    return true;
  case WarpState::AtBarrier:
    Runnable &= ~(uint64_t(1) << N);
    arrive(N, Look);
    return true;
  case WarpState::Done:
    Runnable &= ~(uint64_t(1) << N);
    assert(Living != 0 && "more warps exit than there are");
    --Living;
    if (!Living && Tensors && Tensors->allocated()) {
      Warps[N].failHost(0, FaultKind::IllegalInstruction,
                        llvm::utostr(Tensors->allocated()) +
                            " columns of tensor memory are still allocated "
                            "where the block ends");
      LastTurn = N;
      return false;
    }
    for (unsigned Id = 0; Id != NumBarriers; ++Id)
      update(Id, Look);
    if (Reached.Group->isBarrierUsed())
      noteExits();
    assert(problemOf(*this).empty() && "problemOf says what does not hold");
    return true;
  case WarpState::Faulted:
    LastTurn = N;
    return false;
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::sm
