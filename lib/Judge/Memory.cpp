//===- Memory.cpp - Loads, stores, atomic operations ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cassert>
#include <cmath>
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

/// Numbers by element: a sum, or the lesser or greater one. A number is
/// preferred to a NaN, and -0 is below 0. Sums of f32 in global memory flush
/// denormals, those in shared memory keep them.
std::optional<uint64_t> updatedFloats(const Instruction &I, const Packing &P,
                                      uint64_t Old, uint64_t B, bool IsGlobal) {
  const Format F = P.format();
  const bool Flushes = IsGlobal && P.Element == ElementType::F32;
  const Modifier Op = I.modifier(GrpAtomOp);
  if (Op != ModAdd && (F.bits() != 16 || (Op != ModMin && Op != ModMax)))
    return std::nullopt;
  uint64_t All = 0;
  for (unsigned N = 0; N != P.Lanes; ++N) {
    const uint64_t X = Flushes ? F.flushed(P.lane(Old, N)) : P.lane(Old, N);
    const uint64_t Y = Flushes ? F.flushed(P.lane(B, N)) : P.lane(B, N);
    const double A = F.value(X), C = F.value(Y);
    uint64_t R = 0;
    if (Op == ModAdd) {
      const double Sum = oddSum(A, C);
      R = F.nan();
      if (!std::isnan(Sum)) {
        const Encoded E = encoded(F, Sum, model::Rounding::Nearest);
        R = Flushes && E.IsTiny ? E.Bits & F.sign() : E.Bits;
      }
    } else if (std::isnan(A) || std::isnan(C)) {
      R = !std::isnan(A) ? X : !std::isnan(C) ? Y : F.nan();
    } else {
      const bool IsLess = A < C || (A == C && (X & F.sign()) > (Y & F.sign()));
      R = IsLess == (Op == ModMin) ? X : Y;
    }
    All |= R << (N * P.Stride);
  }
  return All;
}

} // namespace

std::optional<uint64_t> updated(const Instruction &I, uint64_t Old, uint64_t B,
                                uint64_t C, bool HasIeee, bool IsGlobal) {
  const ScalarType Type = I.type();
  const unsigned Bits = bitWidth(Type);
  const Modifier Op = I.modifier(GrpAtomOp);
  if (Type == ScalarType::F64)
    return Op == ModAdd
               ? std::optional(std::bit_cast<uint64_t>(
                     std::bit_cast<double>(Old) + std::bit_cast<double>(B)))
               : std::nullopt;
  if (Type == ScalarType::F32 && !HasIeee)
    return Op == ModAdd
               ? std::optional<uint64_t>(model::addFloat(
                     uint32_t(Old), uint32_t(B), model::Rounding::Nearest))
               : std::nullopt;
  if (const std::optional<Packing> P = packingOf(Type))
    return updatedFloats(I, *P, Old, B, IsGlobal);
  if (isFloat(Type))
    return std::nullopt;
  const auto IsLess = [&](uint64_t X, uint64_t Y) {
    return isSigned(Type) ? extended(X, Bits) < extended(Y, Bits) : X < Y;
  };
  switch (Op) {
  case ModAdd:
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
    return IsLess(B, Old) ? B : Old;
  case ModMax:
    return IsLess(Old, B) ? B : Old;
  default: // Over PTX's modifiers.
    return std::nullopt;
  }
}

uint8_t *Machine::place(Thread &T, StateSpace Space, uint64_t Address,
                        unsigned Bytes, bool IsWrite, unsigned Align) {
  if (Space == StateSpace::Generic && Address >= ParamWindow &&
      Address - ParamWindow < 4 * WindowBytes) {
    constexpr StateSpace Windows[] = {StateSpace::Param, StateSpace::Const,
                                      StateSpace::Shared, StateSpace::Local};
    Space = Windows[(Address - ParamWindow) / WindowBytes];
    Address %= WindowBytes;
  }
  if (Address % (Align ? Align : Bytes)) {
    fault("misaligned");
    return nullptr;
  }
  if (HasDoubts)
    touch(T, Space, Address, Bytes, IsWrite);
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
  return placeIn(T, I.space(), O, Bytes, IsWrite);
}

uint64_t Machine::addressIn(Thread &T, StateSpace &Space, const Operand &O) {
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
  return Address;
}

uint8_t *Machine::placeIn(Thread &T, StateSpace Space, const Operand &O,
                          unsigned Bytes, bool IsWrite, unsigned Align) {
  const uint64_t Address = addressIn(T, Space, O);
  return isOver() ? nullptr : place(T, Space, Address, Bytes, IsWrite, Align);
}

void Machine::load(Thread &T, const Instruction &I) {
  const unsigned Each = storeSize(I.type()), Count = I.vectorWidth();
  const uint8_t *From =
      operandPlace(T, I, I.Operands[1], Each * Count, /*IsWrite=*/false);
  if (!From)
    return;
  const Operand &To = I.Operands[0];
  if (Each > 8) {
    assert(Each == 16 && Count == 1 && "no vector is that large");
    writeWide(T, To, {loadBytes(From, 8), loadBytes(From + 8, 8)});
    return;
  }
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
  uint8_t *To =
      operandPlace(T, I, I.Operands[0], Each * Count, /*IsWrite=*/true);
  if (!To)
    return;
  const Operand &From = I.Operands[1];
  if (Each > 8) {
    assert(Each == 16 && Count == 1 && "no vector is that large");
    const WideWord V = readWide(T, From);
    storeBytes(To, V[0], 8);
    storeBytes(To + 8, V[1], 8);
    return;
  }
  for (unsigned N = 0; N != Count; ++N) {
    uint64_t V = 0;
    if (From.OpKind == Operand::ListOp) {
      // An element that is not wanted stays as it is.
      if (From.Elements[N].OpKind == Operand::SinkOp)
        continue;
      V = read(T, From.Elements[N], I.type());
    } else if (Count == 1) {
      V = read(T, From, I.type());
    } else {
      V = slot(T, *From.reg(), int(N));
    }
    storeBytes(To + N * Each, V, Each);
  }
}

/// cas and exch of 128 bits.
void Machine::wideAtomic(Thread &T, const Instruction &I) {
  uint8_t *At = operandPlace(T, I, I.Operands[1], 16, /*IsWrite=*/true);
  if (!At)
    return;
  const WideWord Old = {loadBytes(At, 8), loadBytes(At + 8, 8)};
  const WideWord B = readWide(T, I.Operands[2]);
  const bool IsCas = I.modifier(GrpAtomOp) == ModCas;
  assert((IsCas || I.has(ModExch)) && "no other atomic is that wide");
  WideWord New = B;
  if (IsCas)
    New = Old == B ? readWide(T, I.Operands[3]) : Old;
  if (isOver())
    return;
  storeBytes(At, New[0], 8);
  storeBytes(At + 8, New[1], 8);
  if (I.Operands[0].OpKind != Operand::SinkOp)
    writeWide(T, I.Operands[0], Old);
  Result.DependsOnOrder = true;
}

/// A vector is atomic by element.
void Machine::atomic(Thread &T, const Instruction &I) {
  // red has no result.
  const bool HasResult = I.opcode() == OpAtom;
  const unsigned First = HasResult ? 1 : 0;
  const unsigned Bytes = storeSize(I.type()), Count = I.vectorWidth();
  if (I.has(ModSharedCluster) && !I.Operands[First].baseVariable()) {
    refuse("shared memory of a cluster");
    return;
  }
  if (Bytes > 8)
    return wideAtomic(T, I);
  const auto Element = [&](const Operand &O, unsigned N) {
    if (O.OpKind == Operand::ListOp)
      return read(T, O.Elements[N], I.type());
    return Count == 1 ? read(T, O, I.type()) : slot(T, *O.reg(), int(N));
  };
  const bool IsCas = I.modifier(GrpAtomOp) == ModCas;
  llvm::SmallVector<uint64_t, 8> Before;
  for (unsigned N = 0; N != Count; ++N) {
    Operand Address = I.Operands[First];
    Address.Offset += int64_t(N) * Bytes;
    uint8_t *At = operandPlace(T, I, Address, Bytes, /*IsWrite=*/true);
    if (!At)
      return;
    const uint64_t Old = loadBytes(At, Bytes);
    const uint64_t B = Element(I.Operands[First + 1], N);
    const uint64_t C = IsCas ? Element(I.Operands[First + 2], N) : 0;
    const auto IsOf = [At](const std::vector<uint8_t> &Memory) {
      return At >= Memory.data() && At < Memory.data() + Memory.size();
    };
    const std::optional<uint64_t> V =
        updated(I, Old, B, C, How.HasIeee,
                /*IsGlobal=*/!IsOf(Now->Shared) && !IsOf(T.Local));
    if (!V) {
      refuse("this atomic operation");
      return;
    }
    if (isOver())
      return;
    storeBytes(At, *V, Bytes);
    Before.push_back(Old);
  }
  const bool IsWanted = HasResult && I.Operands[0].OpKind != Operand::SinkOp;
  for (unsigned N = 0; IsWanted && N != Count; ++N) {
    const Operand &To = I.Operands[0];
    if (To.OpKind == Operand::ListOp)
      write(T, To.Elements[N], Before[N], I.type());
    else if (Count == 1)
      write(T, To, Before[N], I.type());
    else
      slot(T, *To.reg(), int(N)) = Before[N];
  }
  Result.DependsOnOrder |=
      IsWanted || isFloat(I.type()) || I.has(ModExch) || IsCas;
}

void Machine::move(Thread &T, const Instruction &I) {
  if (bitWidth(I.type()) > 64)
    return writeWide(T, I.Operands[0], readWide(T, I.Operands[1]));
  const Operand &From = I.Operands[1];
  const Operand &To = I.Operands[0];
  const unsigned Width = I.vectorWidth();
  assert(Width <= 4 && "no vector has more elements");
  if (Width > 1) {
    // All elements are read before one is written, so that they may be swapped.
    std::array<uint64_t, 4> V = {};
    for (unsigned N = 0; N != Width; ++N) {
      Operand Part = From.OpKind == Operand::ListOp ? From.Elements[N] : From;
      if (From.OpKind != Operand::ListOp)
        Part.Component = int8_t(N);
      V[N] = read(T, Part, I.type());
    }
    for (unsigned N = 0; N != Width; ++N)
      if (To.OpKind == Operand::ListOp)
        write(T, To.Elements[N], V[N], I.type());
      else
        slot(T, *To.reg(), int(N)) = V[N];
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
