//===- Doubts.cpp - Values that other code may have otherwise -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An approximation may differ in its last bits from that of other code, and
/// the payload of a NaN is open. Most arithmetic keeps such a value close; the
/// difference of two that are nearly the same, or an integer that is made of
/// its bits, may be anything. Registers and words of memory are followed from
/// the first doubt on, so that only these words are not compared.
///
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace heddle::judge {

using namespace ptx;

namespace {

bool hasResult(const Instruction &I) {
  return I.Form->Operands.size() != 0 &&
         (I.Form->Operands.begin()->Flags & OFDest);
}

bool isSum(Opcode Op) {
  return Op == OpAdd || Op == OpSub || Op == OpFma || Op == OpMad;
}

/// Numbers of integers below this change by a good part of themselves when the
/// real number that they are made of does by its last bits.
constexpr double LeastCloseInteger = 1024;

/// The doubts of \p V, of type \p Type, by element.
std::array<double, 2> numbersOf(uint64_t V, ScalarType Type) {
  const std::optional<Packing> P = packingOf(Type);
  if (!P)
    return {double(valueOf(V, Type)), double(valueOf(V, Type))};
  const Format F = P->format();
  return {F.value(P->lane(V, 0)), F.value(P->lane(V, P->Lanes - 1))};
}

/// Operations that move a value, or keep what is close so.
bool keepsClose(const Instruction &I) {
  switch (I.opcode()) {
  case OpLd:
  case OpLdu:
  case OpSt:
  case OpMov:
  case OpSelp:
  case OpSlct:
  case OpShfl:
  case OpAtom:
  case OpRed:
  case OpCpAsync:
  case OpCpAsyncBulk:
  case OpCpAsyncBulkTensor:
  case OpMma:
  case OpMmaSp:
  case OpMmaSpOrderedMetadata:
  case OpWmmaMma:
  case OpWmmaLoad:
  case OpWmmaStore:
  case OpLdmatrix:
  case OpStmatrix:
  case OpMovmatrix:
  case OpWgmmaMmaAsync:
  case OpWgmmaMmaAsyncSp:
    return true;
  default: // Over PTX's mnemonics.
    return isFloat(I.type());
  }
}

} // namespace

void Machine::approximate() {
  Result.IsApproximate = true;
  raise(Doubt::Close);
}

void Machine::raise(Doubt Of) {
  HasDoubts = true;
  Raised = std::max(Raised, Of);
}

Doubt Machine::doubtOf(Thread &T, const Operand &O) {
  Frame &F = T.frame();
  if (F.Doubts.empty())
    return Doubt::None;
  Doubt Of = Doubt::None;
  if (const Register *R = O.isRegister() ? O.reg() : O.baseRegister())
    for (unsigned N = 0; N != 4; ++N)
      if (O.Component < 0 || unsigned(O.Component) == N)
        Of = std::max(Of, F.Doubts[R->Id * 4 + N]);
  for (const Operand &E : O.Elements)
    Of = std::max(Of, doubtOf(T, E));
  return Of;
}

void Machine::setDoubts(Thread &T, const Operand &O, Doubt Of) {
  Frame &F = T.frame();
  if (F.Doubts.empty()) {
    if (Of == Doubt::None)
      return;
    F.Doubts.assign(F.Registers.size(), Doubt::None);
  }
  if (O.isRegister())
    for (unsigned N = 0; N != 4; ++N)
      if (O.Component < 0 || unsigned(O.Component) == N)
        F.Doubts[O.reg()->Id * 4 + N] = Of;
  for (const Operand &E : O.Elements)
    setDoubts(T, E, Of);
  if (O.Second)
    setDoubts(T, *O.Second, Of);
}

void Machine::startDoubts(Thread &T, const Instruction &I) {
  Raised = Doubt::None;
  Written.clear();
  T.OfSources = Doubt::None;
  if (T.frame().Doubts.empty())
    return;
  if (I.Guard && T.frame().Doubts[I.Guard->Id * 4] != Doubt::None)
    Result.DependsOnApproximation = true;
  for (size_t N = hasResult(I) && I.opcode() != OpCall; N < I.Operands.size();
       ++N) {
    const Operand &O = I.Operands[N];
    const Doubt Of = doubtOf(T, O);
    T.OfSources = std::max(T.OfSources, Of);
    // The place of an access, or a target.
    if (Of != Doubt::None &&
        (O.OpKind == Operand::AddressOp || I.opcode() == OpBrxIdx))
      Result.DependsOnApproximation = true;
  }
  if (T.OfSources != Doubt::None && isSum(I.opcode()) && isFloat(I.type()))
    weighAddends(T, I);
}

void Machine::weighAddends(Thread &T, const Instruction &I) {
  const auto Source = [&](size_t N) {
    return numbersOf(read(T, I.Operands[N], I.type()), I.type());
  };
  const auto A = Source(1), B = Source(2);
  const bool IsFused = I.Operands.size() > 3;
  for (size_t N = 0; N != 2; ++N)
    T.Addend[N] =
        IsFused ? std::max(std::fabs(A[N] * B[N]), std::fabs(Source(3)[N]))
                : std::max(std::fabs(A[N]), std::fabs(B[N]));
}

/// Whether two that are compared are as good as the same.
bool Machine::isNear(Thread &T, const Instruction &I) {
  const auto A = numbersOf(read(T, I.Operands[1], I.type()), I.type()),
             B = numbersOf(read(T, I.Operands[2], I.type()), I.type());
  for (size_t N = 0; N != 2; ++N)
    if (!(std::fabs(A[N] - B[N]) >
          0x1p-6 * std::max(std::fabs(A[N]), std::fabs(B[N]))))
      return true;
  return false;
}

/// The doubt of a result whose sources have the doubt \p Of.
Doubt Machine::resultDoubt(Thread &T, const Instruction &I, Doubt Of) {
  if (Of != Doubt::Close)
    return Of;
  const Operand &To = I.Operands[0];
  switch (I.opcode()) {
  case OpSet:
  case OpSetp:
    return isNear(T, I) ? Doubt::Open : Doubt::None;
  case OpSlct:
    return doubtOf(T, I.Operands[3]) == Doubt::None ? Doubt::Close
                                                    : Doubt::Open;
  case OpCvt: {
    const ScalarType Type = I.firstType();
    const bool IsIntegral = I.modifier(GrpIntRounding) != ModNone;
    if (isFloat(Type) && !IsIntegral)
      return Doubt::Close;
    if (!isFloat(I.type()) && !isFloat(Type))
      return Doubt::Open;
    const auto Is = numbersOf(read(T, To, Type), Type);
    return std::fabs(Is[0]) < LeastCloseInteger ? Doubt::Open : Doubt::Close;
  }
  default: // Over PTX's mnemonics.
    break;
  }
  if (!keepsClose(I))
    return Doubt::Open;
  if (!isSum(I.opcode()) || T.OfSources == Doubt::None)
    return Doubt::Close;
  // A sum that is small beside what was added has lost its upper bits.
  constexpr double LeastKept = 0x1p-3;
  const auto Is = numbersOf(read(T, To, I.firstType()), I.firstType());
  for (size_t N = 0; N != 2; ++N)
    if (!std::isnan(Is[N]) && !(std::fabs(Is[N]) >= LeastKept * T.Addend[N]))
      return Doubt::Open;
  return Doubt::Close;
}

void Machine::endDoubts(Thread &T, const Instruction &I) {
  if (isOver())
    return;
  Doubt Of = std::max(T.OfSources, Raised);
  if (Of == Doubt::Close)
    Of = resultDoubt(T, I, Of);
  if (hasResult(I))
    setDoubts(T, I.Operands[0], Of);
  for (const WrittenWords &W : Written) {
    if (!W.Of) {
      T.OfLocal = std::max(T.OfLocal, Of);
      continue;
    }
    for (uint64_t Word = W.First; Word <= W.Last; ++Word)
      if (Of != Doubt::None)
        (*W.Of)[Word] = W.IsAll ? Of : std::max(Of, W.Of->lookup(Word));
      else if (W.IsAll)
        W.Of->erase(Word);
  }
  T.OfSources = Doubt::None;
}

void Machine::touch(Thread &T, StateSpace Space, uint64_t Address,
                    unsigned Bytes, bool IsWrite) {
  if (Space == StateSpace::Const || Space == StateSpace::Param)
    return;
  llvm::DenseMap<uint64_t, Doubt> *Of =
      Space == StateSpace::Shared  ? &Now->Doubts
      : Space == StateSpace::Local ? nullptr
                                   : &Result.Doubts;
  const uint64_t First = Address / 4, Last = (Address + Bytes - 1) / 4;
  const bool IsStore =
      IsWrite && Current->opcode() != OpAtom && Current->opcode() != OpRed;
  if (!IsStore) {
    if (!Of)
      Raised = std::max(Raised, T.OfLocal);
    else if (!Of->empty())
      for (uint64_t Word = First; Word <= Last; ++Word)
        Raised = std::max(Raised, Of->lookup(Word));
  }
  if (IsWrite)
    Written.push_back({Of, First, Last, IsStore && Bytes >= 4});
}

} // namespace heddle::judge
