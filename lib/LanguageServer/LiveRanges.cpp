//===- LiveRanges.cpp - Where the value of a register is needed -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::dyn_cast;

namespace {

/// A statement that reads or writes the register.
struct Step {
  const ptx::Stmt *S = nullptr;
  bool Reads = false;
  /// Writes it in all lanes, so that the old value is not needed.
  bool Kills = false, Writes = false;
  /// Goes on behind it, too.
  bool FallsThrough = true;
  llvm::SmallVector<size_t, 2> Targets;
};

class Liveness {
public:
  Liveness(const ptx::Function &F, const ptx::Register &R) : R(R) {
    collect(F);
    solve();
  }
  std::vector<bool> Live;
  std::vector<Step> Steps;

private:
  void collect(const ptx::Function &F);
  void solve();
  void look(const ptx::Operand &Op, bool IsWritten, Step &To) const;
  void addTargets(const ptx::Instruction &I, Step &To,
                  llvm::SmallVectorImpl<const ptx::Decl *> &Labels) const;

  const ptx::Register &R;
};

} // namespace

void Liveness::look(const ptx::Operand &Op, bool IsWritten, Step &To) const {
  if (Op.Base == &R) {
    // An address and a part of a vector need the register as it is.
    bool IsWhole = Op.OpKind == ptx::Operand::RegisterOp && Op.Component < 0;
    To.Reads |= !IsWritten || !IsWhole;
    To.Writes |= IsWritten && Op.OpKind == ptx::Operand::RegisterOp;
  }
  for (const ptx::Operand &Element : Op.Elements)
    look(Element, IsWritten && Op.OpKind == ptx::Operand::ListOp, To);
  if (Op.Second)
    look(*Op.Second, IsWritten, To);
}

void Liveness::addTargets(
    const ptx::Instruction &I, Step &To,
    llvm::SmallVectorImpl<const ptx::Decl *> &Labels) const {
  for (const ptx::Operand &Op : I.Operands)
    if (Op.OpKind == ptx::Operand::LabelOp && Op.Base)
      Labels.push_back(Op.Base);
  bool Leaves = I.opcode() == ptx::OpBra || I.opcode() == ptx::OpExit ||
                I.opcode() == ptx::OpRet || I.opcode() == ptx::OpTrap;
  To.FallsThrough = !Leaves || I.Guard != nullptr;
}

void Liveness::collect(const ptx::Function &F) {
  llvm::DenseMap<const ptx::Decl *, size_t> Places;
  llvm::DenseMap<const ptx::Decl *, const ptx::TargetsDirective *> Tables;
  std::vector<llvm::SmallVector<const ptx::Decl *, 2>> Labels;
  forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    if (const auto *L = dyn_cast<ptx::LabelStatement>(&S))
      Places[L->L] = Steps.size();
    if (const auto *T = dyn_cast<ptx::TargetsDirective>(&S))
      Tables[T->Name] = T;
    const auto *I = dyn_cast<ptx::Instruction>(&S);
    if (!I)
      return;
    Step To;
    To.S = I;
    To.Reads = I->Guard == &R;
    for (const ptx::Operand &Op : I->Operands) {
      size_t N = size_t(&Op - I->Operands.begin());
      // A call's first list is its results.
      bool IsWritten =
          N == 0 && (I->opcode() == ptx::OpCall ||
                     (I->Form->Operands.size() != 0 &&
                      I->Form->Operands.begin()->Flags & ptx::OFDest));
      look(Op, IsWritten, To);
    }
    To.Kills = To.Writes && !I->Guard;
    addTargets(*I, To, Labels.emplace_back());
    Steps.push_back(std::move(To));
  });
  for (auto [To, Named] : llvm::zip_equal(Steps, Labels))
    for (const ptx::Decl *L : Named) {
      if (const ptx::TargetsDirective *T = Tables.lookup(L))
        for (const ptx::Decl *Target : T->Targets)
          if (auto At = Places.find(Target); At != Places.end())
            To.Targets.push_back(At->second);
      if (auto At = Places.find(L); At != Places.end())
        To.Targets.push_back(At->second);
    }
}

/// Live[N]: the value is needed in front of step N.
void Liveness::solve() {
  Live.assign(Steps.size() + 1, false);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t N = Steps.size(); N-- != 0;) {
      const Step &S = Steps[N];
      bool Behind = S.FallsThrough && Live[N + 1];
      for (size_t Target : S.Targets)
        Behind |= Live[Target];
      bool Now = S.Reads || (Behind && !S.Kills);
      Changed |= Now != Live[N];
      Live[N] = Now;
    }
  }
}

std::vector<Span> heddle::lsp::liveRanges(const ptx::Function &F,
                                          const ptx::Register &R,
                                          llvm::StringRef Text) {
  std::vector<Span> Result;
  if (!F.Body)
    return Result;
  Liveness L(F, R);
  auto At = [&](size_t N) {
    return size_t(L.Steps[N].S->Range.Start.getPointer() - Text.data());
  };
  // From the step that writes it to the last that reads it.
  for (size_t N = 0; N != L.Steps.size(); ++N) {
    bool IsNeeded = L.Live[N] || L.Steps[N].Writes;
    if (!IsNeeded)
      continue;
    bool GoesOn = N != 0 && L.Live[N] && !Result.empty() &&
                  Result.back().End == At(N - 1);
    if (GoesOn)
      Result.back().End = At(N);
    else
      Result.push_back({At(N), At(N)});
  }
  return Result;
}
