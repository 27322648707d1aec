//===- Executable.cpp - A program bound to handlers -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/Executable.h"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/HostServices.h"
#include "heddle/SM/HostIsa.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <iterator>

namespace heddle::sm {

/// Returns the handlers of \p Op; none if it is an operation of control flow.
static HandlerPair handlersOf(const HandlerTable &T, Operation Op) {
  switch (unitOf(Op)) {
#define HEDDLE_UNIT(NAME)                                                      \
  case Unit::NAME:                                                             \
    return T.NAME(NAME##Op(numberOf(Op)));
#define HEDDLE_FLOW_UNIT(NAME)                                                 \
  case Unit::NAME:                                                             \
    return {};
#include "heddle/ABI/Units.inc"
  }
  llvm_unreachable("covered switch");
}

/// Returns the group handler of \p Op for a source \p Source that is a word in
/// memory; null if it has no such handler.
static GroupHandler groupOfWord(const HandlerTable &T, Operation Op,
                                unsigned Source) {
  return unitOf(Op) == Unit::Float ? T.FloatWord(FloatOp(numberOf(Op)), Source)
                                   : nullptr;
}

/// Whether \p I moves a word from memory to a register and does nothing else.
static bool isPlainMove(const DecodedInst &I) {
  return I.is(MoveOp::Mov32) && I.Mem[0].Space != MemoryOperand::None &&
         !I.isPredicated() && I.Src[0].Base == WarpRows &&
         I.Src[0].Row == I.Mem[0].Row;
}

/// The sources of \p I that \p M is.
static llvm::SmallVector<unsigned, 3> sourcesFrom(const DecodedInst &I,
                                                  const MemoryOperand &M) {
  llvm::SmallVector<unsigned, 3> Sources;
  for (unsigned N = 0; N != std::size(I.Src); ++N)
    if (I.Src[N].Base == WarpRows && I.Src[N].Row == M.Row)
      Sources.push_back(N);
  return Sources;
}

/// The handler for a group where \p I has one word in memory and a handler for
/// such; else null.
static GroupHandler wordHandlerOf(const HandlerTable &T, const BoundInst &I) {
  if (I.isPredicated() || (I.Mem[0].Space != MemoryOperand::None) ==
                              (I.Mem[1].Space != MemoryOperand::None))
    return nullptr;
  const MemoryOperand &M = I.Mem[I.Mem[0].Space == MemoryOperand::None ? 1 : 0];
  llvm::SmallVector<unsigned, 3> Sources = sourcesFrom(I, M);
  if (M.Type != MemType::B32 || Sources.size() != 1)
    return nullptr;
  return groupOfWord(T, I.Op, Sources.front());
}

static HandlerPair entryOf(const HandlerTable &T, const BoundInst &I) {
  if (!I.has(StepsAddress) && isPlainMove(I))
    return T.MoveFromMemory;
  // The address of the operation itself.
  if (I.has(StepsAddress) && !I.hasMemoryOperand())
    return T.WithStep;
  if (I.hasMemoryOperand()) {
    HandlerPair Entry = I.has(StepsAddress) ? T.WithStep : T.WithMemory;
    if (GroupHandler Group = wordHandlerOf(T, I))
      Entry.Group = Group;
    return Entry;
  }
  return I.isPredicated() ? T.Predicated : I.Body;
}

Executable::Executable(const Program &Prog, HostIsa Wanted)
    : P(Prog), Isa(resolveHostIsa(Wanted)), Table(handlersFor(Isa)),
      UsesHeap(usesHeap(Prog)) {
  assert(Isa != HostIsa::Best && "handlers belong to one instruction set");
  Code.reserve(P.Code.size());
  // An instruction that needs no mode keeps that of the one before it, and
  // those at the start take the first mode that any needs: loops then need not
  // switch.
  HostMode Mode = GuestMode;
  for (const DecodedInst &I : P.Code)
    if (std::optional<HostMode> First = hostModeOf(I, GuestMode)) {
      Mode = *First;
      break;
    }
  for (const DecodedInst &I : P.Code) {
    Mode = hostModeOf(I, Mode).value_or(Mode);
    BoundInst &To = Code.emplace_back(BoundInst{I, Mode, {}, {}});
    To.Body = handlersOf(Table, I.Op);
    To.Entry = entryOf(Table, To);
  }
}

void Executable::run(uint32_t Index, const DecodedInst &I, LaneContext &L,
                     uint32_t Mask) const {
  Code[Index].Body.Masked(I, L, Mask);
}

uint32_t Executable::predicate(const DecodedInst &I,
                               const LaneContext &L) const {
  return Table.Predicate(I, L);
}

ExecutablePtr makeExecutable(const Program &P, HostIsa Isa) {
  assert(isSupported(Isa) && "the caller checks what it asks for");
  return ExecutablePtr(new Executable(P, Isa));
}

bool isForHostCode(const DecodedInst &I) {
  if (I.Exit || I.readsClock() || I.access() == AccessKind::Lock ||
      I.access() == AccessKind::Unlock)
    return false;
  switch (I.Flow) {
  case FlowKind::Plain:
  case FlowKind::Branch:
  case FlowKind::Call:
  case FlowKind::Return:
  case FlowKind::ReturnAt:
  case FlowKind::BreakAt:
  case FlowKind::Break:
  case FlowKind::JoinAt:
    return true;
  case FlowKind::Barrier:
  case FlowKind::Trap:
  case FlowKind::HostCall:
  case FlowKind::Illegal:
    return false;
  }
  llvm_unreachable("covered switch");
}

TranslatedProgram::~TranslatedProgram() = default;

Translator::~Translator() = default;

bool Translator::startsAtOnce() const { return true; }

Coverage Translator::firstCoverage() const { return Coverage::Complete; }

Coverage Translator::lastCoverage() const { return Coverage::Complete; }

uint64_t Translator::nanosecondsFor(const Executable &, Coverage) const {
  return 0;
}

void Translator::note(const Executable &, const std::string &) const {}

void translate(Executable &E, const Translator &T) {
  if (!E.Engine.isOpen())
    E.Engine.open(E, T);
}

const Program &programOf(const Executable &E) { return E.P; }

void ExecutableDeleter::operator()(Executable *E) const { delete E; }

} // namespace heddle::sm
