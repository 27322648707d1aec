//===- Operands.cpp - What a handler that is called reads and writes ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/HostCode/OperandRows.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace heddle::sm;

namespace heddle::hosttranslate {

namespace {

/// Rows of the address of \p I, a far access.
unsigned addressWidth(const DecodedInst &I) {
  const bool IsPair = I.space() == Space::Global || I.space() == Space::Generic;
  return IsPair ? 2 : 1;
}

/// Whether \p I writes whole registers, as many as operandRows says.
bool writesAll(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Float:
  case Unit::Sfu:
  case Unit::Ieee:
  case Unit::Function:
    return true;
  case Unit::Memory:
    return I.isLoad();
  case Unit::Move:
  case Unit::Integer:
  case Unit::Wide:
  case Unit::Bits:
  case Unit::Exchange:
  case Unit::Half:
  case Unit::Format:
  case Unit::Double:
  case Unit::Convert:
  case Unit::Texture:
  case Unit::Matrix:
  case Unit::Flow:
    return false;
  }
  llvm_unreachable("covered switch");
}

/// Whether \p I may use $c[CondReg] otherwise than for a predicate.
bool readsCondition(const DecodedInst &I) {
  return I.unit() == Unit::Integer || I.unit() == Unit::Exchange ||
         I.unit() == Unit::Move;
}

/// Whether \p I may write $c[CCDst].
bool writesCondition(const DecodedInst &I) {
  return I.has(WritesCondition) || I.unit() == Unit::Exchange ||
         I.unit() == Unit::Move;
}

class Collector {
public:
  Collector(const StateVariables &Vars) : State(Vars) {}

  void rows(llvm::SmallVectorImpl<Variable> &List, unsigned Row,
            unsigned Width) const {
    for (unsigned N = 0; N != Width && State.hasRow(Row + N); ++N)
      for (unsigned C = 0; C != State.chunks(); ++C)
        List.push_back(State.rowChunk(Row + N, C));
  }
  void address(llvm::SmallVectorImpl<Variable> &List, unsigned Register) const {
    for (unsigned C = 0; C != State.chunks(); ++C)
      List.push_back(State.address(Register, C));
    List.push_back(State.shape(Register));
  }
  void condition(llvm::SmallVectorImpl<Variable> &List,
                 unsigned Register) const {
    for (unsigned Bit = 0; Bit != 4; ++Bit)
      List.push_back(State.condition(Register, Bit));
  }

private:
  const StateVariables &State;
};

} // namespace

CalledOperands operandsOf(const DecodedInst &I, const StateVariables &State,
                          bool Full, bool WithEntry) {
  CalledOperands Result;
  const Collector All(State);
  const unsigned Width = hostcode::operandRows(I);
  for (const Source &S : I.Src) {
    const bool IsAddress = I.isFar() && &S == I.Src;
    if (S.Base == WarpRows)
      All.rows(Result.Reads, S.Row, IsAddress ? addressWidth(I) : Width);
  }
  const bool IsMemory = I.unit() == Unit::Memory;
  if (!IsMemory || !I.isStore()) {
    All.rows(Result.Writes, I.DstRow, Width);
    if (!Full || (WithEntry && I.isPredicated()) || I.has(HalfDst) ||
        !writesAll(I))
      All.rows(Result.Reads, I.DstRow, Width);
  }
  // Besides these moves, only accesses to memory use $a.
  const bool Adds = I.is(MoveOp::AddAddress);
  const bool Sets = Adds || I.is(MoveOp::ShlAddress);
  if (Adds)
    All.address(Result.Reads, I.Sub[1]);
  if (Sets)
    All.address(Result.Writes, I.Sub[0]);
  if (Sets || I.is(MoveOp::FromAddress))
    All.address(Result.Reads, I.Sub[0]);
  if (IsMemory && !I.isFar() && I.space() != Space::Global)
    All.address(Result.Reads, I.Sub[0]);
  if ((WithEntry && I.isPredicated()) || readsCondition(I))
    All.condition(Result.Reads, I.CondReg);
  if (!IsMemory && writesCondition(I)) {
    All.condition(Result.Reads, I.CCDst);
    All.condition(Result.Writes, I.CCDst);
  }
  if (WithEntry)
    for (const MemoryOperand &M : I.Mem)
      if (M.Space != MemoryOperand::None)
        All.address(Result.Reads, M.AddressReg);
  if (WithEntry && I.has(sm::StepsAddress))
    All.address(Result.Writes, I.Mem[0].AddressReg);
  return Result;
}

uint64_t handlerOffset(const BoundInst &I, const HandlerPair &Pair, bool Full) {
  const void *At = Full ? &Pair.Full : &Pair.Masked;
  return uint64_t(static_cast<const char *>(At) -
                  reinterpret_cast<const char *>(&I));
}

} // namespace heddle::hosttranslate
