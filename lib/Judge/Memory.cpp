//===- Memory.cpp - Loads, stores, atomic operations ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

namespace {

uint64_t loadBytes(const uint8_t *From, unsigned Bytes) {
  uint64_t V = 0;
  std::memcpy(&V, From, Bytes);
  return V;
}
void storeBytes(uint8_t *To, uint64_t V, unsigned Bytes) {
  std::memcpy(To, &V, Bytes);
}

/// The word that an atomic operation leaves; none: the judge does not know it.
std::optional<uint64_t> updated(const Instruction &I, uint64_t Old, uint64_t B,
                                uint64_t C, bool HasIeee) {
  const ScalarType Type = I.type();
  const unsigned Bits = bitWidth(Type);
  const auto IsLess = [&](uint64_t X, uint64_t Y) {
    return isSigned(Type) ? extended(X, Bits) < extended(Y, Bits) : X < Y;
  };
  switch (I.modifier(GrpAtomOp)) {
  case ModAdd:
    if (Type == ScalarType::F32)
      return HasIeee
                 ? std::bit_cast<uint32_t>(std::bit_cast<float>(uint32_t(Old)) +
                                           std::bit_cast<float>(uint32_t(B)))
                 : model::addFloat(uint32_t(Old), uint32_t(B),
                                   model::Rounding::Nearest);
    if (Type == ScalarType::F64)
      return std::bit_cast<uint64_t>(std::bit_cast<double>(Old) +
                                     std::bit_cast<double>(B));
    if (isFloat(Type))
      return std::nullopt;
    return low(Old + B, Bits);
  case ModAnd:
    return Old & B;
  case ModOr:
    return Old | B;
  case ModXor:
    return Old ^ B;
  case ModExch:
    return B;
  case ModCas:
    return Old == B ? C : Old;
  case ModInc:
    return Old >= B ? 0 : Old + 1;
  case ModDec:
    return Old == 0 || Old > B ? B : Old - 1;
  case ModMin:
    return isFloat(Type)    ? std::nullopt
           : IsLess(B, Old) ? std::optional(B)
                            : std::optional(Old);
  case ModMax:
    return isFloat(Type)    ? std::nullopt
           : IsLess(Old, B) ? std::optional(B)
                            : std::optional(Old);
  default:
    return std::nullopt;
  }
}

} // namespace

uint8_t *Machine::place(Thread &T, StateSpace Space, uint64_t Address,
                        unsigned Bytes, bool IsWrite) {
  if (Space == StateSpace::Generic && Address >= ParamWindow &&
      Address - ParamWindow < 4 * WindowBytes) {
    constexpr StateSpace Windows[] = {StateSpace::Param, StateSpace::Const,
                                      StateSpace::Shared, StateSpace::Local};
    Space = Windows[(Address - ParamWindow) / WindowBytes];
    Address %= WindowBytes;
  }
  if (Address % Bytes) {
    fault("misaligned");
    return nullptr;
  }
  const auto Within = [&](uint8_t *Begin, size_t Size) -> uint8_t * {
    if (Address <= Size && Bytes <= Size - Address)
      return Begin + Address;
    fault("out of bounds");
    return nullptr;
  };
  switch (Space) {
  case StateSpace::Global:
  case StateSpace::Generic: {
    uint8_t *At = How.Global(Address, Bytes, IsWrite);
    if (!At)
      fault("out of bounds");
    else if (IsWrite)
      for (uint64_t Word = Address / 4; Word * 4 < Address + Bytes; ++Word)
        Result.Writers[Word] = Current;
    return At;
  }
  case StateSpace::Shared:
    return Within(Now->Shared.data(), Now->Shared.size());
  case StateSpace::Local:
    return Within(T.Local.data(), T.Local.size());
  case StateSpace::Const:
  case StateSpace::Param: {
    const bool IsParam = Space == StateSpace::Param;
    const llvm::ArrayRef<uint8_t> Of = IsParam ? How.Params : How.Constants;
    if (IsWrite) {
      fault("a write to what is constant");
      return nullptr;
    }
    return Within(const_cast<uint8_t *>(Of.data()), Of.size());
  }
  case StateSpace::Reg:
  case StateSpace::Tex:
    break;
  }
  refuse("memory of this space");
  return nullptr;
}

uint8_t *Machine::operandPlace(Thread &T, const Instruction &I,
                               const Operand &O, unsigned Bytes, bool IsWrite) {
  StateSpace Space = I.space();
  uint64_t Address = uint64_t(O.Offset);
  if (const Register *R = O.baseRegister()) {
    const uint64_t V = slot(T, *R, O.Component);
    // An address of 32 bits is one without a sign.
    Address = bitWidth(R->Type) <= 32 ? low(V + Address, 32) : V + Address;
    // mov gives the place of a parameter of a function in the thread's memory.
    if (Space == StateSpace::Param && !T.frame().Of->Of->IsEntry)
      Space = StateSpace::Local;
  } else if (const Variable *V = O.baseVariable()) {
    if (V->Space == StateSpace::Param)
      Space = StateSpace::Generic;
    Address += addressOf(T, *V, Space == StateSpace::Generic);
  }
  return isOver() ? nullptr : place(T, Space, Address, Bytes, IsWrite);
}

void Machine::load(Thread &T, const Instruction &I) {
  const unsigned Each = storeSize(I.type()), Count = I.vectorWidth();
  if (Each > 8) {
    refuse("an access of 128 bits");
    return;
  }
  const uint8_t *From =
      operandPlace(T, I, I.Operands[1], Each * Count, /*IsWrite=*/false);
  if (!From)
    return;
  const Operand &To = I.Operands[0];
  for (unsigned N = 0; N != Count; ++N) {
    const uint64_t V = loadBytes(From + N * Each, Each);
    if (To.OpKind == Operand::ListOp) {
      write(T, To.Elements[N], V, I.type());
    } else if (Count == 1) {
      write(T, To, V, I.type());
    } else {
      slot(T, *To.reg(), int(N)) = V;
    }
  }
}

void Machine::store(Thread &T, const Instruction &I) {
  const unsigned Each = storeSize(I.type()), Count = I.vectorWidth();
  if (Each > 8) {
    refuse("an access of 128 bits");
    return;
  }
  uint8_t *To =
      operandPlace(T, I, I.Operands[0], Each * Count, /*IsWrite=*/true);
  if (!To)
    return;
  const Operand &From = I.Operands[1];
  for (unsigned N = 0; N != Count; ++N) {
    uint64_t V = 0;
    if (From.OpKind == Operand::ListOp)
      V = read(T, From.Elements[N], I.type());
    else if (Count == 1)
      V = read(T, From, I.type());
    else
      V = slot(T, *From.reg(), int(N));
    storeBytes(To + N * Each, V, Each);
  }
}

void Machine::atomic(Thread &T, const Instruction &I) {
  // red has no result.
  const bool HasResult = I.opcode() == OpAtom;
  const unsigned First = HasResult ? 1 : 0;
  const unsigned Bytes = storeSize(I.type());
  if (Bytes > 8 || I.vectorWidth() != 1) {
    refuse("an atomic operation on so many bits");
    return;
  }
  uint8_t *At = operandPlace(T, I, I.Operands[First], Bytes, true);
  if (!At)
    return;
  const uint64_t Old = loadBytes(At, Bytes);
  const uint64_t B = read(T, I.Operands[First + 1], I.type());
  const uint64_t C = I.Operands.size() > First + 2
                         ? read(T, I.Operands[First + 2], I.type())
                         : 0;
  std::optional<uint64_t> V = updated(I, Old, B, C, How.HasIeee);
  if (!V) {
    refuse("this atomic operation");
    return;
  }
  if (!isOver())
    storeBytes(At, *V, Bytes);
  if (HasResult)
    writeResult(T, I, Old, I.type());
  Result.DependsOnOrder |=
      (HasResult && I.Operands[0].OpKind != Operand::SinkOp) ||
      isFloat(I.type()) || I.has(ModExch) || I.has(ModCas);
}

void Machine::move(Thread &T, const Instruction &I) {
  if (bitWidth(I.type()) > 64) {
    refuse("numbers of 128 bits");
    return;
  }
  const Operand &From = I.Operands[1];
  const Operand &To = I.Operands[0];
  // A vector register, or elements of one, as a whole.
  if (To.isRegister() && To.reg()->VectorWidth > 1 && To.Component < 0) {
    for (int N = 0; N != int(To.reg()->VectorWidth); ++N) {
      if (From.OpKind == Operand::ListOp) {
        slot(T, *To.reg(), N) = read(T, From.Elements[size_t(N)], I.type());
      } else if (From.isRegister()) {
        slot(T, *To.reg(), N) = slot(T, *From.reg(), N);
      } else {
        Operand Part = From;
        Part.Component = int8_t(N);
        slot(T, *To.reg(), N) = read(T, Part, I.type());
      }
    }
    return;
  }
  writeResult(T, I, read(T, From, I.type()), I.type());
}

void Machine::convertAddress(Thread &T, const Instruction &I) {
  uint64_t Base = 0;
  switch (I.space()) {
  case StateSpace::Shared:
    Base = SharedWindow;
    break;
  case StateSpace::Local:
    Base = LocalWindow;
    break;
  case StateSpace::Const:
    Base = ConstWindow;
    break;
  case StateSpace::Param:
    Base = ParamWindow;
    break;
  case StateSpace::Global:
  case StateSpace::Generic:
  case StateSpace::Reg:
  case StateSpace::Tex:
    break;
  }
  const Operand &From = I.Operands[1];
  const unsigned Bits = bitWidth(I.type());
  if (I.opcode() == OpIsspacep) {
    const uint64_t V = slot(T, *From.reg(), From.Component);
    const bool IsElsewhere =
        V >= ParamWindow && V - ParamWindow < 4 * WindowBytes;
    writeResult(T, I, Base ? V >= Base && V - Base < WindowBytes : !IsElsewhere,
                ScalarType::Pred);
    return;
  }
  if (I.has(ModTo)) {
    writeResult(T, I, low(read(T, From, I.type()) - Base, Bits), I.type());
    return;
  }
  const uint64_t V =
      From.OpKind == Operand::SymbolOp
          ? addressOf(T, *From.Base, true) + uint64_t(From.Offset)
          : read(T, From, I.type()) + Base;
  writeResult(T, I, low(V, Bits), I.type());
}

} // namespace heddle::judge
