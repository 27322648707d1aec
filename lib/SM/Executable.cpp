//===- Executable.cpp - A program bound to handlers -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Executable.h"
#include "HostIsa.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

/// What executes \p Op; nothing for what steers lanes.
static HandlerPair handlersOf(const HandlerTable &T, Operation Op) {
  switch (Op) {
#define HEDDLE_OPERATION(UNIT, NAME, SPACE, ACCESS)                            \
  case Operation::UNIT##NAME:                                                  \
    return T.UNIT(UNIT##Op::NAME);
#define HEDDLE_FLOW(NAME) case Operation::Flow##NAME:
#include "heddle/Machine/Operations.def"
    return {};
  }
  llvm_unreachable("covered switch");
}

/// Whether \p I moves a word from memory to a register and does nothing else.
static bool isPlainMove(const DecodedInst &I) {
  return I.Op == Operation::MoveMov32 &&
         I.Mem[0].Space != MemoryOperand::None && !I.isPredicated() &&
         I.Src[0].Base == WarpRows && I.Src[0].Row == I.Mem[0].Row;
}

static HandlerPair entryOf(const HandlerTable &T, const BoundInst &I) {
  if (isPlainMove(I))
    return T.MoveFromMemory;
  if (I.hasMemoryOperand())
    return T.WithMemory;
  return I.isPredicated() ? T.Predicated : I.Body;
}

Executable::Executable(const Program &Prog, HostIsa Isa)
    : P(Prog), Table(handlersFor(Isa)) {
  Code.reserve(P.Code.size());
  // What needs no mode stays in the one before it, or starts in the first that
  // any needs, so that loops need not change it.
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

const Program &programOf(const Executable &E) { return E.P; }

void ExecutableDeleter::operator()(Executable *E) const { delete E; }

} // namespace heddle::sm
