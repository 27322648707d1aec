//===- TeslaAssignments.cpp - Which value a PTX register has --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaAssignments.h"
#include "Tesla.h"
#include "heddle/Intrinsics/DebugMarks.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

#define DEBUG_TYPE "tesla-number-values"

/// Registers times blocks: 256 MB.
static constexpr uint64_t MostStates = uint64_t(1) << 25;

//===----------------------------------------------------------------------===//
// TeslaAssignments
//===----------------------------------------------------------------------===//

/// The record that only ends an assignment has no line.
static bool isAssignment(const DbgVariableRecord &Record) {
  return Record.getDebugLoc().getLine() != 0;
}

unsigned TeslaAssignments::indexOf(Variable V) {
  auto [It, IsNew] = Indexes.try_emplace(V, Variables.size());
  if (IsNew)
    Variables.push_back(V);
  return It->second;
}

/// Notes the assignments of \p BB, and where its instructions are among them.
void TeslaAssignments::collect(const BasicBlock &BB) {
  Block &B = Of[&BB];
  const DILocation *Last = nullptr;
  for (const Instruction &I : BB) {
    for (const DbgVariableRecord &Record :
         filterDbgVars(I.getDbgRecordRange())) {
      if (!isAssignment(Record))
        continue;
      const DILocalVariable *Var = Record.getVariable();
      assert(Var->getLine() == All.size() && "not numbered in this order");
      auto *Register = cast<DILocalVariable>(*Var->getAnnotations().begin());
      All.push_back({Var->getLine(),
                     indexOf({Register, Record.getDebugLoc().getInlinedAt()}),
                     0});
      B.Numbers.push_back(Var->getLine());
    }
    const DILocation *At = I.getDebugLoc().get();
    if (At && At != Last) {
      unsigned Place = B.Numbers.size();
      Spans.try_emplace({&BB, At}, Span{Place, Place}).first->second.Last =
          Place;
    }
    Last = At;
  }
}

/// Computes the assignments in force where all predecessors that were looked at
/// agree. Returns whether that changed anything at the end of \p BB.
bool TeslaAssignments::propagate(const BasicBlock &BB) {
  Block &B = Of.find(&BB)->second;
  std::vector<unsigned> State;
  for (const BasicBlock *Pred : predecessors(&BB)) {
    const auto *It = Of.find(Pred);
    if (It == Of.end() || It->second.AtEnd.empty())
      continue;
    const std::vector<unsigned> &From = It->second.AtEnd;
    if (State.empty())
      State = From;
    else
      for (auto [Own, Other] : zip_equal(State, From))
        Own = Own == Other ? Own : 0;
  }
  if (State.empty())
    State.assign(Variables.size(), 0);
  B.AtStart = State;
  for (unsigned Number : B.Numbers) {
    All[Number].Before = State[All[Number].Variable];
    State[All[Number].Variable] = Number;
  }
  if (State == B.AtEnd)
    return false;
  B.AtEnd = std::move(State);
  return true;
}

TeslaAssignments::TeslaAssignments(const Function &F) : All(1) {
  const DISubprogram *SP = F.getSubprogram();
  if (!SP || SP->getUnit()->getEmissionKind() == DICompileUnit::NoDebug)
    return;
  for (const BasicBlock &BB : F)
    collect(BB);
  if (Variables.empty() || uint64_t(Variables.size()) * F.size() > MostStates) {
    Of.clear();
    return;
  }
  // States only ever lose what is in force, so this ends.
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const BasicBlock *BB : Order)
      Changed |= propagate(*BB);
}

ArrayRef<unsigned> TeslaAssignments::in(const BasicBlock &BB) const {
  const auto *It = Of.find(&BB);
  return It == Of.end() ? ArrayRef<unsigned>() : ArrayRef(It->second.Numbers);
}

ArrayRef<unsigned> TeslaAssignments::atStart(const BasicBlock &BB) const {
  const auto *It = Of.find(&BB);
  return It == Of.end() ? ArrayRef<unsigned>() : ArrayRef(It->second.AtStart);
}

std::optional<TeslaAssignments::Span>
TeslaAssignments::find(const BasicBlock &BB, const DILocation &At) const {
  auto It = Spans.find({&BB, &At});
  if (It == Spans.end())
    return std::nullopt;
  return It->second;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class TeslaNumberValues : public FunctionPass {
public:
  static char ID;
  TeslaNumberValues() : FunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Tesla debug value numbering";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
  }
  bool runOnFunction(Function &F) override;
};
} // namespace

char TeslaNumberValues::ID = 0;

INITIALIZE_PASS(TeslaNumberValues, DEBUG_TYPE, "Tesla debug value numbering",
                false, false)

FunctionPass *llvm::createTeslaNumberValuesPass() {
  return new TeslaNumberValues();
}

/// Gives \p Record a variable of its own.
static void number(DbgVariableRecord &Record, unsigned Number) {
  const Value *V =
      Record.hasArgList() ? nullptr : Record.getVariableLocationOp(0);
  if (V && heddle::mayBeInverted(*V))
    Record.setKillLocation();
  LLVMContext &Context = Record.getContext();
  DILocalVariable *Var = Record.getVariable();
  const DebugLoc &DL = Record.getDebugLoc();
  Record.setVariable(DILocalVariable::get(
      Context, Var->getScope(), Var->getName(), Var->getFile(), Number,
      Var->getType(), /*Arg=*/0, Var->getFlags(), Var->getAlignInBits(),
      MDTuple::get(Context, {Var})));
  Record.setDebugLoc(DILocation::get(Context, Number, /*Column=*/0,
                                     DL.getScope(), DL.getInlinedAt()));
}

/// Says at the end of \p BB that nothing is to be known of \p Of any more.
static void end(const DbgVariableRecord &Of, BasicBlock &BB) {
  LLVMContext &Context = BB.getContext();
  const DebugLoc &DL = Of.getDebugLoc();
  auto *Nothing =
      ValueAsMetadata::get(PoisonValue::get(Type::getInt1Ty(Context)));
  auto *Record = new DbgVariableRecord(
      Nothing, Of.getVariable(), DIExpression::get(Context, {}),
      DILocation::get(Context, 0, 0, DL.getScope(), DL.getInlinedAt()));
  BB.insertDbgRecordBefore(Record, BB.getTerminator()->getIterator());
}

/// Numbers the values, and ends them, as constants would be followed through
/// all of the function otherwise.
bool TeslaNumberValues::runOnFunction(Function &F) {
  std::vector<DbgVariableRecord *> Records(1);
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
      number(Record, Records.size());
      Records.push_back(&Record);
    }
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": numbers " << Records.size() - 1
                    << " values of " << F.getName() << '\n');
  if (Records.size() == 1)
    return false;
  TeslaAssignments Assignments(F);
  for (BasicBlock &BB : F)
    for (unsigned Number : Assignments.in(BB))
      if (unsigned Before = Assignments.all()[Number].Before)
        end(*Records[Before], BB);
  return true;
}
