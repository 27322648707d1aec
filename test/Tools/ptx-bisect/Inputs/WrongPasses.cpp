//===- WrongPasses.cpp - Passes that are wrong on purpose -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin for tests of who looks for wrong passes. -wrong=NAME runs the pass
/// of that name behind the scalar passes of -O1 to -O3; it makes one mistake
/// where it can.
///
//===----------------------------------------------------------------------===//

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<std::string> Wrong("wrong", cl::desc("The mistake to make"));

namespace {

using Mistake = bool (*)(Instruction &);

template <unsigned From, unsigned To> bool exchange(Instruction &I) {
  if (I.getOpcode() != From)
    return false;
  Value *Other =
      BinaryOperator::Create(Instruction::BinaryOps(To), I.getOperand(0),
                             I.getOperand(1), "", I.getIterator());
  I.replaceAllUsesWith(Other);
  return true;
}

bool swapOperands(Instruction &I) {
  if (I.getOpcode() != Instruction::Sub)
    return false;
  Value *First = I.getOperand(0);
  I.setOperand(0, I.getOperand(1));
  I.setOperand(1, First);
  return true;
}

bool addOne(Instruction &I) {
  auto *C = I.getOpcode() == Instruction::Mul
                ? dyn_cast<ConstantInt>(I.getOperand(1))
                : nullptr;
  if (!C)
    return false;
  I.setOperand(1, ConstantInt::get(C->getType(), C->getValue() + 1));
  return true;
}

bool extendSigned(Instruction &I) {
  auto *Z = dyn_cast<ZExtInst>(&I);
  if (!Z || Z->getSrcTy()->isIntegerTy(1))
    return false;
  I.replaceAllUsesWith(
      new SExtInst(I.getOperand(0), I.getType(), "", I.getIterator()));
  return true;
}

bool includeEqual(Instruction &I) {
  auto *C = dyn_cast<ICmpInst>(&I);
  if (!C || !C->isRelational())
    return false;
  C->setPredicate(ICmpInst::isStrictPredicate(C->getPredicate())
                      ? ICmpInst::getNonStrictPredicate(C->getPredicate())
                      : ICmpInst::getStrictPredicate(C->getPredicate()));
  return true;
}

bool swapChoice(Instruction &I) {
  auto *S = dyn_cast<SelectInst>(&I);
  if (S)
    S->swapValues();
  return S;
}

bool dropStore(Instruction &I) {
  if (!isa<StoreInst>(I))
    return false;
  I.eraseFromParent();
  return true;
}

bool storeZero(Instruction &I) {
  auto *S = dyn_cast<StoreInst>(&I);
  if (S)
    S->setOperand(0, Constant::getNullValue(S->getValueOperand()->getType()));
  return S;
}

bool forgetPhi(Instruction &I) {
  auto *P = dyn_cast<PHINode>(&I);
  if (!P || P->getNumIncomingValues() != 2 || !P->getType()->isIntegerTy(32))
    return false;
  P->setIncomingValue(1, Constant::getNullValue(P->getType()));
  return true;
}

bool takeOtherWay(Instruction &I) {
  auto *B = dyn_cast<BranchInst>(&I);
  if (!B || !B->isConditional())
    return false;
  B->swapSuccessors();
  return true;
}

bool forgetConstant(Instruction &I) {
  for (Use &U : I.operands())
    if (isa<ConstantFP>(U)) {
      U.set(Constant::getNullValue(U->getType()));
      return true;
    }
  return false;
}

const struct {
  const char *Name;
  Mistake Make;
} Mistakes[] = {
    {"swap-operands", swapOperands},
    {"add-one", addOne},
    {"extend-signed", extendSigned},
    {"include-equal", includeEqual},
    {"swap-choice", swapChoice},
    {"drop-store", dropStore},
    {"store-zero", storeZero},
    {"forget-phi", forgetPhi},
    {"take-other-way", takeOtherWay},
    {"xor-as-or", exchange<Instruction::Xor, Instruction::Or>},
    {"and-as-or", exchange<Instruction::And, Instruction::Or>},
    {"shift-signed", exchange<Instruction::LShr, Instruction::AShr>},
    {"forget-constant", forgetConstant},
};

class WrongPass : public PassInfoMixin<WrongPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    for (const auto &M : Mistakes)
      if (Wrong == M.Name)
        for (Instruction &I : instructions(F))
          if (M.Make(I))
            return PreservedAnalyses::none();
    return PreservedAnalyses::all();
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "WrongPasses", "1",
          [](PassBuilder &Builder) {
            Builder.registerScalarOptimizerLateEPCallback(
                [](FunctionPassManager &Manager, OptimizationLevel Level) {
                  if (Level != OptimizationLevel::O0 && !Wrong.empty())
                    Manager.addPass(WrongPass());
                });
          }};
}
