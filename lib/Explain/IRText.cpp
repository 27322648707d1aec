//===- IRText.cpp - A function of IR, line by line ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeHash.h"
#include "Liveness.h"
#include "heddle/Explain/PassRecorder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::explain {
namespace {

unsigned halvesOf(const Value &V, const DataLayout &Layout) {
  Type *T = V.getType();
  // Truth values are flags.
  if (!T->isSized() || T->isIntegerTy(1))
    return 0;
  return unsigned((Layout.getTypeSizeInBits(T).getKnownMinValue() + 15) / 16);
}

class FlowOfIR {
public:
  explicit FlowOfIR(const Function &F) : Layout(F.getDataLayout()) {
    for (const BasicBlock &BB : F)
      BlockNumbers[&BB] = unsigned(BlockNumbers.size());
    Of.Blocks.resize(BlockNumbers.size());
    for (const BasicBlock &BB : F)
      add(BB);
  }
  std::optional<unsigned> most() const { return Of.most(); }

private:
  bool isValue(const Value *V) const {
    return isa<llvm::Instruction>(V) || isa<Argument>(V);
  }
  unsigned number(const Value *V) {
    auto [It, IsNew] = Numbers.try_emplace(V, unsigned(Numbers.size()));
    // Parameters are in memory until they are read.
    if (IsNew)
      Of.Halves.push_back(isa<Argument>(V) ? 0 : halvesOf(*V, Layout));
    return It->second;
  }
  void add(const BasicBlock &BB) {
    Liveness::Block &B = Of.Blocks[BlockNumbers[&BB]];
    for (const llvm::Instruction &I : BB) {
      Liveness::Instruction Is;
      if (!I.getType()->isVoidTy())
        Is.Written.push_back(number(&I));
      if (!isa<PHINode>(I))
        for (const Use &U : I.operands())
          if (isValue(U))
            Is.Read.push_back(number(U));
      B.Code.push_back(std::move(Is));
    }
    for (const BasicBlock *Next : successors(&BB)) {
      B.Next.push_back(BlockNumbers[Next]);
      for (const PHINode &P : Next->phis())
        if (const Value *V = P.getIncomingValueForBlock(&BB); isValue(V))
          B.ReadAtEnd.push_back(number(V));
    }
  }

  const DataLayout &Layout;
  Liveness Of;
  DenseMap<const BasicBlock *, unsigned> BlockNumbers;
  DenseMap<const Value *, unsigned> Numbers;
};

Counts countIR(const Function &F) {
  Counts C;
  for (const llvm::Instruction &I : instructions(F)) {
    ++C.Instructions;
    C.Loads += isa<LoadInst>(I);
    C.Stores += isa<StoreInst>(I);
  }
  if (Liveness::isCountable(F.size(), C.Instructions))
    C.Registers = FlowOfIR(F).most();
  return C;
}

std::string headOf(const Function &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "define ";
  F.getReturnType()->print(OS);
  OS << " @" << F.getName() << '(';
  for (const Argument &A : F.args()) {
    OS << (A.getArgNo() ? ", " : "");
    A.getType()->print(OS);
    OS << " %" << A.getName();
  }
  OS << ") {";
  return Text;
}

} // namespace

/// Values without a name have numbers that change with each instruction in
/// front of them, which would make every line differ.
static void nameAll(Function &F, unsigned &Count) {
  for (Argument &A : F.args())
    if (!A.hasName())
      A.setName("v" + Twine(++Count));
  for (BasicBlock &BB : F) {
    if (!BB.hasName())
      BB.setName("b" + Twine(++Count));
    for (llvm::Instruction &I : BB)
      if (!I.hasName() && !I.getType()->isVoidTy())
        I.setName("v" + Twine(++Count));
  }
}

Step PassRecorder::stepOfIR(StringRef Pass) const {
  Step S;
  S.Pass = Pass.str();
  S.Stage = Generation ? Step::CodeGenIR : Step::Optimizer;
  S.Generation = Generation;
  return S;
}

void PassRecorder::afterIdlePass(StringRef Pass, Function &F) {
  const History &H = historyOf(F.getName());
  // The first of its stage is shown whatever it does.
  if (H.Steps.empty() ||
      !addUnchanged(F.getName(), stepOfIR(Pass), H.LastHash[false]))
    afterPass(Pass, F);
}

void PassRecorder::afterPass(StringRef Pass, Function &F) {
  nameAll(F, NumNamed);
  Step S = stepOfIR(Pass);
  std::vector<uint64_t> Hashes;
  if (addUnchanged(F.getName(), S, hashOf(F, Hashes)))
    return;
  size_t Number = 0;
  std::optional<ModuleSlotTracker> Slots;
  std::vector<TextLine> Lines = {{number(headOf(F)), 0}};
  for (const BasicBlock &BB : F) {
    Lines.push_back({number((BB.getName() + ":").str()), 0});
    for (const llvm::Instruction &I : BB) {
      const DebugLoc &At = I.getDebugLoc();
      for (uint32_t Line :
           linesOf(Hashes[Number++], /*IsIR=*/true, [&](raw_ostream &OS) {
             if (!Slots) {
               Slots.emplace(F.getParent(),
                             /*ShouldInitializeAllMetadata=*/false);
               Slots->incorporateFunction(F);
             }
             I.print(OS, *Slots);
           }))
        Lines.push_back({Line, At ? At.getLine() : 0});
    }
  }
  Lines.push_back({number("}"), 0});
  add(F.getName(), std::move(S), std::move(Lines), [&F] { return countIR(F); });
}

} // namespace heddle::explain
