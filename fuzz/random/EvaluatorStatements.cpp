//===- EvaluatorStatements.cpp - What a statement computes ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorImpl.h"
#include <algorithm>
#include <cstring>

namespace heddle::ptxrandom {

void Evaluator::instruction(const Stmt &S, Frame &F) {
  uint64_t Sources[8] = {};
  for (size_t I = 0; I != S.Sources.size(); ++I)
    Sources[I] = read(S.Sources[I], F);
  if (S.Op->ReadsCarry)
    Sources[S.Sources.size()] = F.Carry;
  uint64_t V = S.Op->Evaluate(*S.Op, Sources);
  if (!Plant.empty() && S.Op->Name == Plant)
    V ^= 1;
  if (S.Op->WritesCarry)
    F.Carry = V >> 32 & 1;
  unsigned Shift = 0;
  for (Reg R : S.Results) {
    write(R, V >> Shift, F);
    Shift += bitsOf(R.Class);
  }
}

/// Byte \p Offset of what \p T sees of a space.
uint8_t *Evaluator::place(Space Where, unsigned Offset, const Thread &T,
                          Frame &F) {
  switch (Where) {
  case Space::Global:
    return &Result.Output[T.GlobalIndex * ThreadBytes + OwnOffset + Offset];
  case Space::Input:
    return &Input[Offset];
  case Space::Shared:
    return &Shared[T.Index * SharedBytes + Offset];
  case Space::Local:
    return &F.Local[Offset];
  case Space::Const:
    return &Constants[Offset];
  case Space::ConstNumbers:
    return &ConstNumbers[Offset];
  case Space::GlobalNumbers:
    return &GlobalNumbers[Offset];
  }
  return nullptr;
}

void Evaluator::memory(const Stmt &S, Thread &T, Frame &F) {
  move(S, place(S.Mem.Where, offsetOf(S.Mem, F), T, F), F);
}

void Evaluator::pointerStore(const Stmt &S, Frame &F) {
  PlaceInSpace New[2];
  for (size_t I = 0; I != S.Pointers.size(); ++I) {
    const PointerSource &From = S.Pointers[I];
    New[I] = From.From >= 0
                 ? F.Pointers[From.From]
                 : PlaceInSpace{From.Element.Where, offsetOf(From.Element, F)};
  }
  std::copy_n(New, S.Pointers.size(), &F.Pointers[S.Number]);
}

void Evaluator::pointerAccess(const Stmt &S, Thread &T, Frame &F) {
  PlaceInSpace To = F.Pointers[S.Number];
  move(S, place(To.Where, To.Offset + S.Mem.Offset, T, F), F);
}

/// Between registers and \p Bytes. Of a mapped f64 only the low word moves.
void Evaluator::move(const Stmt &S, uint8_t *Bytes, Frame &F) {
  const Access &A = S.Mem;
  for (unsigned Lane = 0; Lane != A.Lanes; ++Lane) {
    if (A.IsStore) {
      uint64_t V = read(S.Sources[Lane], F);
      unsigned Size = A.Type == "f64" ? 4 : A.Bytes;
      std::memcpy(Bytes + Lane * A.Bytes, &V, Size);
      continue;
    }
    uint64_t V = 0;
    std::memcpy(&V, Bytes + Lane * A.Bytes, A.Bytes);
    unsigned Bits = 8 * A.Bytes;
    if (A.IsSigned && V >> (Bits - 1) & 1)
      V |= ~(~uint64_t(0) >> (64 - Bits));
    write(S.Results[Lane], V, F);
  }
}

/// What \p Form leaves of \p Old.
static uint64_t applied(const AtomicForm &Form, bool IsShared, uint64_t Old,
                        const uint64_t *Sources) {
  if (Form.Apply)
    return Form.Apply(Old, Sources);
  const Operation &Row = *operationOf(Form, IsShared);
  const uint64_t Both[] = {Old, Sources[0]};
  return Row.Evaluate(Row, Both);
}

void Evaluator::atomic(const Stmt &S, Thread &T, Frame &F) {
  const AtomicForm &Form = AtomicForms[S.Number];
  uint8_t *Word = &Result.Common[8 * S.Number];
  if (S.IsVariant)
    Word = place(
        S.Mem.Where,
        S.Mem.Where == Space::Shared ? SharedAtomicOffset : AtomicOffset, T, F);
  unsigned Bytes = bitsOf(Form.Class) / 8;
  uint64_t Old = 0, Sources[2] = {};
  std::memcpy(&Old, Word, Bytes);
  for (size_t I = 0; I != S.Sources.size(); ++I)
    Sources[I] = read(S.Sources[I], F);
  uint64_t New = applied(Form, S.Mem.Where == Space::Shared, Old, Sources);
  std::memcpy(Word, &New, Bytes);
  if (S.IsVariant)
    write(S.Results[0], Old, F);
}

void Evaluator::call(const Stmt &S, Thread &T, Frame &F) {
  const Function &Callee = P.Functions[S.Number];
  Frame Inner;
  Inner.Fuel = FunctionFuel;
  // The first registers of each class, in the order of the list.
  uint8_t Next[NumClasses] = {};
  for (size_t I = 0; I != S.Sources.size(); ++I) {
    RegClass Class = Callee.Parameters[I];
    write({Class, Next[unsigned(Class)]++}, read(S.Sources[I], F), Inner);
  }
  run(Callee.Body, 0, T, Inner);
  std::fill(std::begin(Next), std::end(Next), 0);
  for (Reg R : S.Results)
    write(R, Inner.at({R.Class, Next[unsigned(R.Class)]++}), F);
}

void Evaluator::arrayCall(const Stmt &S, Frame &F) {
  const ArrayFunction &Callee = P.ArrayFunctions[S.Number];
  std::vector<std::vector<uint8_t>> Arguments;
  auto Next = S.Sources.begin();
  for (unsigned Bytes : Callee.Arguments) {
    std::vector<uint8_t> &Array = Arguments.emplace_back(Bytes);
    for (unsigned I = 0; I != Bytes; I += 4) {
      uint64_t V = read(*Next++, F);
      std::memcpy(&Array[I], &V, 4);
    }
  }
  std::vector<uint8_t> Value;
  for (unsigned I = 0; I != S.Trips; ++I) {
    Value = Callee.evaluate(Arguments);
    if (S.IsVariant)
      Arguments[0] = Value;
  }
  for (size_t I = 0; I != S.Results.size(); ++I) {
    uint32_t V;
    std::memcpy(&V, &Value[4 * I], 4);
    write(S.Results[I], V, F);
  }
}

} // namespace heddle::ptxrandom
