//===- Calls.cpp - Calls and returns --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

/// Whether the results and the arguments of a call are as many as those of
/// \p F, and variables among them of the same sizes.
static bool takesOperands(const Function &F, const Instruction &Call) {
  const auto Fits = [](llvm::ArrayRef<Decl *> Of,
                       llvm::ArrayRef<Operand> Given) {
    if (Of.size() != Given.size())
      return false;
    for (auto [D, O] : llvm::zip(Of, Given)) {
      const auto *V = llvm::dyn_cast<Variable>(D);
      const Variable *From =
          O.OpKind == Operand::AddressOp || O.OpKind == Operand::SymbolOp
              ? O.baseVariable()
              : nullptr;
      if (V && From && From->Space == StateSpace::Param &&
          V->byteSize() != From->byteSize())
        return false;
    }
    return true;
  };
  return Fits(F.Returns, Call.Operands[0].Elements) &&
         Fits(F.Params, Call.Operands[2].Elements);
}

void Machine::call(Thread &T, const Instruction &I) {
  const Operand &Callee = I.Operands[1];
  const auto *F = llvm::dyn_cast_or_null<Function>(Callee.Base);
  if (Callee.isRegister()) {
    F = functionAt(slot(T, *Callee.reg(), Callee.Component));
    if (!F) {
      fault("a call of no function");
      return;
    }
  }
  // A function of the device's own, which does not come back.
  if (F && F->Name == "__assertfail") {
    fault("an assertion that does not hold");
    return;
  }
  const Code *To = F ? codeOf(F) : nullptr;
  if (!To) {
    refuse("a call of " + (F ? F->Name : llvm::StringRef("no function")));
    return;
  }
  if (llvm::any_of(To->Of->Params, [](const Decl *D) {
        const auto *V = llvm::dyn_cast<Variable>(D);
        return V && V->IsUnsized;
      })) {
    refuse("a call with a parameter of open length");
    return;
  }
  if (!takesOperands(*To->Of, I)) {
    fault("a call of a function with other parameters");
    return;
  }
  if (T.Frames.size() > 1000) {
    refuse("calls that nest so deep");
    return;
  }
  // A call reads its arguments before anything of the callee's is made.
  llvm::SmallVector<std::vector<uint8_t>, 4> Blocks;
  llvm::SmallVector<uint64_t, 4> Values;
  for (auto [P, A] : llvm::zip(To->Of->Params, I.Operands[2].Elements)) {
    Blocks.emplace_back();
    const auto *V = llvm::dyn_cast<Variable>(P);
    const Variable *From = A.isRegister() ? nullptr : A.baseVariable();
    if (V && From && T.frame().Places.contains(From)) {
      const uint8_t *At = T.Local.data() + T.frame().Places.lookup(From);
      Blocks.back().assign(At, At + std::min(V->byteSize(), From->byteSize()));
      Values.push_back(0);
      continue;
    }
    const ScalarType Type = V ? V->Type : llvm::cast<Register>(P)->Type;
    Values.push_back(read(T, A, Type));
    if (V) {
      Blocks.back().resize(storeSize(Type));
      std::memcpy(Blocks.back().data(), &Values.back(), Blocks.back().size());
    }
  }
  T.OfLocal = std::max(T.OfLocal, T.OfSources);
  enter(T, *To);
  for (auto [P, Block, Value] : llvm::zip(To->Of->Params, Blocks, Values)) {
    if (const auto *V = llvm::dyn_cast<Variable>(P))
      llvm::copy(Block,
                 T.Local.begin() + ptrdiff_t(T.frame().Places.lookup(V)));
    else
      slot(T, *llvm::cast<Register>(P), -1) = Value;
  }
}

void Machine::leave(Thread &T) {
  if (T.Frames.size() == 1) {
    T.State = ThreadState::Exited;
    return;
  }
  const Function &F = *T.frame().Of->Of;
  llvm::SmallVector<std::vector<uint8_t>, 2> Blocks;
  llvm::SmallVector<uint64_t, 2> Values;
  for (const Decl *D : F.Returns) {
    Blocks.emplace_back();
    if (const auto *V = llvm::dyn_cast<Variable>(D)) {
      const uint8_t *At = T.Local.data() + T.frame().Places.lookup(V);
      Blocks.back().assign(At, At + V->byteSize());
      uint64_t Word = 0;
      std::memcpy(&Word, At, std::min<uint64_t>(V->byteSize(), 8));
      Values.push_back(Word);
    } else {
      Values.push_back(slot(T, *llvm::cast<Register>(D), -1));
    }
  }
  if (HasDoubts)
    for (const Decl *D : F.Returns)
      if (const auto *R = llvm::dyn_cast<Register>(D);
          R && !T.frame().Doubts.empty())
        T.OfLocal = std::max(T.OfLocal, T.frame().Doubts[R->Id * 4]);
  T.Local.resize(T.frame().Mark);
  T.Frames.pop_back();
  const Instruction &Call = T.next();
  for (auto [D, To, Block, Value] :
       llvm::zip(F.Returns, Call.Operands[0].Elements, Blocks, Values)) {
    if (To.OpKind == Operand::SinkOp)
      continue;
    if (HasDoubts && To.isRegister())
      setDoubts(T, To, T.OfLocal);
    if (const Variable *V = To.isRegister() ? nullptr : To.baseVariable())
      llvm::copy(Block,
                 T.Local.begin() + ptrdiff_t(T.frame().Places.lookup(V)));
    else
      write(T, To, Value,
            llvm::isa<Variable>(D) ? llvm::cast<Variable>(D)->Type
                                   : llvm::cast<Register>(D)->Type);
  }
  ++T.frame().PC;
}

} // namespace heddle::judge
