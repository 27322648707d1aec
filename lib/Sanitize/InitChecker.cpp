//===- InitChecker.cpp - Values that nobody wrote -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitChecker.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/HostServices.h"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Sanitize/Checkers.h"
#include "llvm/ADT/bit.h"

namespace heddle::sanitize {

using sm::AccessKind;
using sm::DecodedInst;
using sm::ExchangeOp;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::MemType;
using sm::MoveOp;
using sm::Space;

std::unique_ptr<sm::Observer> makeInitChecker(const CheckOptions & /*Options*/,
                                              Findings &To) {
  return std::make_unique<InitChecker>(To);
}

//===----------------------------------------------------------------------===//
// Launches and CTAs
//===----------------------------------------------------------------------===//

InitChecker::Note InitChecker::noteOf(const DecodedInst &I) const {
  Note N;
  object::LineEntry Place = Launch->P.Kernel.lineOf(I.Address);
  if (Launch->P.Module.Operations && I.is(MoveOp::Mov32) &&
      I.Src[0].Base == sm::ConstantRows)
    N.Undefined =
        Launch->P.Module.Operations->findUndefined(Place.Line, Place.Column);
  bool ReadsShared = false;
  for (const sm::MemoryOperand &M : I.Mem)
    ReadsShared |= M.Space == sm::MemoryOperand::Shared;
  bool IsGlobal =
      (I.access() != AccessKind::None && I.space() == Space::Global) ||
      I.imageAccess() != AccessKind::None;
  bool IsElsewhere =
      I.access() != AccessKind::None && !IsGlobal && I.space() != Space::Const;
  N.IsSource = N.Undefined || ReadsShared || IsElsewhere ||
               (IsGlobal && (HasHeap || !Global.empty())) || I.isHostCall();
  return N;
}

void InitChecker::startLaunch(const sm::LaunchView &L) {
  Launch.emplace(L);
  Spread.emplace(L.Runner);
  HasHeap = L.Memory.heap() != nullptr;
  meetBuffers();
  Notes.clear();
  for (const DecodedInst &I : L.P.Code)
    Notes.push_back(noteOf(I));
}

/// Bytes that earlier launches wrote stay written, as long as their buffer
/// exists.
void InitChecker::meetBuffers() {
  GlobalShadow Before = std::move(Global);
  Global.clear();
  for (const sm::Buffer &B : Launch->Memory.buffers()) {
    if (B.IsFreed)
      continue;
    if (B.IsUndefined && !Global.take(Before, B.Address.value(), B.Size))
      Global.add(B.Address.value(), B.Size);
    if (B.Kind == sm::Buffer::Heap)
      Global.takeAll(Before, B.Address.value(), B.Size);
  }
}

void InitChecker::endLaunch() {
  Ctas.clear();
  LoudWarps = 0;
  LastCta = nullptr;
  Spread.reset();
  Launch.reset();
}

void InitChecker::startCta(const sm::Cta &C) {
  std::unique_ptr<CtaState> &State = Ctas[C.number()];
  State = std::make_unique<CtaState>();
  State->Number = C.number();
  State->Warps.resize(C.numWarps());
  // Rows behind the registers are for memory operands.
  for (WarpShadow &W : State->Warps)
    W.start(C.program().scratchRow(sm::BucketRow));
  State->Local.resize(C.numWarps());
  // Stores of other CTAs of the cluster are not seen, so all there counts as
  // written.
  const bool IsAlone = C.clusterFacts().Size == 1;
  State->Shared.start(IsAlone ? object::ownSharedStart(C.program().Kernel.Info)
                              : C.sharedBytes(),
                      C.sharedBytes());
  State->Origins.resize(1);
  LastCta = nullptr;
}

void InitChecker::endCta(const sm::Cta &C) {
  auto It = Ctas.find(C.number());
  for (const WarpShadow &W : It->second->Warps)
    LoudWarps -= !W.isQuiet();
  Ctas.erase(It);
  LastCta = nullptr;
}

InitChecker::CtaState &InitChecker::stateOf(const sm::Warp &W) const {
  uint64_t Number = W.cta().number();
  if (!LastCta || LastCta->Number != Number)
    LastCta = Ctas.find(Number)->second.get();
  return *LastCta;
}

OriginRef InitChecker::originOf(const Issue &E, CtaState &C, Space Where,
                                const MemoryAccess *A, unsigned Lane) {
  uint64_t Key = uint64_t(E.Index) << 8 | E.W.number();
  uint32_t &Last = C.LastOrigins[Key];
  bool IsKnown = Last && C.Origins[Last].Where == Where &&
                 (!A || C.Origins[Last].Address == A->Address);
  if (!IsKnown) {
    // An origin that is made too often has the addresses of the last time.
    if (!Last || C.Origins.size() < MaxOrigins) {
      Last = uint32_t(C.Origins.size());
      C.Origins.emplace_back();
    }
    Origin &O = C.Origins[Last];
    O.Index = E.Index;
    O.Warp = uint8_t(E.W.number());
    O.Where = Where;
    if (A) {
      O.Address = A->Address;
      O.Bytes = A->Bytes;
    }
  }
  return Last << LaneBits | Lane;
}

OriginRef InitChecker::originOf(const Issue &E, CtaState &C,
                                const MemoryAccess &A, unsigned Lane,
                                const OpenBytes &Open) {
  OriginRef Ref = originOf(E, C, A.Where, &A, Lane);
  uint16_t &Bytes = C.Origins[Ref >> LaneBits].Open[Lane];
  Bytes = 0;
  for (unsigned Byte = 0; Byte != A.Bytes; ++Byte)
    if (Open.Bits[Byte / 4] >> Byte % 4 * 8 & 0xff)
      Bytes |= uint16_t(1u << Byte);
  return Ref;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void InitChecker::issue(const Issue &E) {
  CtaState &C = stateOf(E.W);
  WarpShadow &W = C.Warps[E.W.number()];
  const bool WasQuiet = W.isQuiet();
  if (WasQuiet && !Notes[E.Index].IsSource)
    return;
  look(E, C, W);
  LoudWarps += WasQuiet;
  LoudWarps -= W.isQuiet();
}

void InitChecker::look(const Issue &E, CtaState &C, WarpShadow &W) {
  if (Notes[E.Index].Undefined)
    return begin(E, C);
  if (E.I.hasMemoryOperand())
    operands(E, C);
  if (!E.I.isPlain())
    flow(E, C);
  else if (E.I.access() != AccessKind::None)
    memory(E, C);
  else if (E.I.unit() == sm::Unit::Texture)
    image(E, C);
  else if (E.I.is(ExchangeOp::Sync))
    checkSource(E, C, 0, 1, Use::Members, 0);
  else
    Spread->run(E, W);
  for (const sm::MemoryOperand &M : E.I.Mem)
    if (M.Space != sm::MemoryOperand::None)
      W.clear(M.Row, sm::AllLanes);
}

/// A register of the PTX comes into being.
void InitChecker::begin(const Issue &E, CtaState &C) {
  Row Bits, Origins;
  Bits.Words.fill(~uint32_t(0));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Origins[Lane] = originOf(E, C, Space::None, nullptr, Lane);
  C.Warps[E.W.number()].set(E.I.DstRow, E.Executing, ~uint32_t(0), Bits,
                            Origins);
}

/// Puts the values that memory operands read into their rows.
void InitChecker::operands(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  unsigned N = 0;
  for (const sm::MemoryOperand &M : E.I.Mem) {
    if (M.Space == sm::MemoryOperand::None)
      continue;
    const MemoryAccess &A = E.Accesses[N++];
    checkAddress(E, C, M.AddressReg);
    if (M.Space != sm::MemoryOperand::Shared ||
        readsDefined(C, A, E.Executing & A.Mask))
      continue;
    Row Bits, Origins;
    uint32_t Any = 0;
    eachLane(E.Executing, [&](unsigned Lane) {
      OpenBytes Open = readMemory(E, C, A, Lane);
      if (!Open.any())
        return;
      Any = 1;
      Bits[Lane] = M.Type == MemType::S16
                       ? uint32_t(int32_t(int16_t(Open.Bits[0])))
                       : Open.Bits[0];
      Origins[Lane] = Open.Origin;
    });
    if (Any)
      W.set(M.Row, E.Executing, ~uint32_t(0), Bits, Origins);
  }
}

/// Whether something that cannot be undone is done is up to it.
void InitChecker::checkPredicate(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  if (!E.I.isPredicated() || W.isQuiet())
    return;
  LaneFlags Open = Spread->openCondition(E, W, E.I.Cond, E.I.CondReg);
  Use How = E.I.isPlain() ? Use::Predicate : Use::Branch;
  eachLane(Open.Lanes, [&](unsigned Lane) {
    report(E, C, Lane, How, Open.Origins[Lane], 0);
  });
  for (unsigned Bit = 0; Open.Lanes && Bit != 4; ++Bit)
    W.setCondition(E.I.CondReg, Bit, Open.Lanes, LaneFlags());
}

void InitChecker::checkAddress(const Issue &E, CtaState &C, unsigned Register) {
  WarpShadow &W = C.Warps[E.W.number()];
  uint32_t Open = W.address(Register).Lanes & E.Executing;
  if (!Open)
    return;
  eachLane(Open, [&](unsigned Lane) {
    report(E, C, Lane, Use::Address, W.address(Register).Origins[Lane],
           E.Accesses.back().Bytes);
  });
  W.setAddress(Register, Open, LaneFlags());
}

void InitChecker::checkSource(const Issue &E, CtaState &C, unsigned N,
                              unsigned Rows, Use How, unsigned Bytes) {
  if (E.I.Src[N].Base == sm::WarpRows)
    checkRows(E, C, E.I.Src[N].Row, Rows, How, Bytes);
}

void InitChecker::checkRows(const Issue &E, CtaState &C, unsigned First,
                            unsigned Rows, Use How, unsigned Bytes) {
  WarpShadow &W = C.Warps[E.W.number()];
  uint32_t Reported = 0;
  for (unsigned Word = 0; Word != Rows; ++Word) {
    unsigned R = First + Word;
    if (!W.isDirty(R))
      continue;
    uint32_t Open = W.bits(R).lanes() & E.Executing;
    eachLane(Open & ~Reported, [&](unsigned Lane) {
      report(E, C, Lane, How, W.origins(R)[Lane], Bytes);
    });
    Reported |= Open;
    // Each undefined value is reported once.
    W.clear(R, Open);
  }
}

void InitChecker::flow(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  if (!W.isQuiet()) {
    checkPredicate(E, C);
    Use How = E.I.isBarrier() ? Use::Barrier : Use::Host;
    for (unsigned N = 0; N != 3; ++N)
      if (Extent Has = sourceExtent(E.I, N); Has.Rows)
        checkSource(E, C, N, Has.Rows, How, 0);
    if (E.I.isBarrier() || E.I.isHostCall())
      for (unsigned Word = 0; Word != 2; ++Word)
        W.clear(E.I.DstRow + Word, E.I.isBarrier() && Word ? 0 : E.Executing);
  }
  if (E.I.isHostCall())
    hostCall(E, C);
}

/// The host frees blocks, and writes what atomics of 128 bits found behind
/// their operands.
void InitChecker::hostCall(const Issue &E, CtaState &C) {
  auto Service = abi::HostService(E.I.Sub[0]);
  const sm::LaneContext &L = E.W.lanes();
  auto Operand = [&](unsigned N, unsigned Lane) {
    const uint32_t *At =
        L.Base[E.I.Src[N].Base] + size_t(E.I.Src[N].Row) * Lanes + Lane;
    return uint64_t(At[Lanes]) << 32 | At[0];
  };
  eachLane(E.Executing, [&](unsigned Lane) {
    if (Service == abi::HostService::Free)
      return Global.remove(Operand(0, Lane));
    bool Compares = Service == abi::HostService::CompareAndSwap128;
    if (!Compares && Service != abi::HostService::Exchange128)
      return;
    constexpr unsigned Bytes = 16;
    sm::GenericPlace Record =
        sm::placeOf(Operand(1, Lane) + (Compares ? 2 : 1) * Bytes);
    if (Record.Where == Space::Local)
      C.Local[E.W.number()].write(Lane, Record.Address, Bytes, OpenBytes());
    sm::GenericPlace Target = sm::placeOf(Operand(0, Lane));
    if (Target.Where == Space::Global)
      Global.define(Target.Address, Bytes);
    else if (Target.Where == Space::Shared &&
             C.Shared.has(Target.Address, Bytes))
      C.Shared.define(Target.Address, Bytes);
  });
}

} // namespace heddle::sanitize
