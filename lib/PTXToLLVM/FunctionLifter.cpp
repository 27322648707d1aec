//===- FunctionLifter.cpp - Lift the body of a function -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/Intrinsics/DebugMarks.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle {

void FunctionLifter::lift() {
  createFrame();
  liftBody();
  C.startBlock(C.Frame.returnBlock());
  returnResults(C);
  if (C.Parent.Options.RegisterNames) {
    C.Frame.nameRegisters(*C.Target.getSubprogram());
    markComparisons(C.Target);
  }
  // Code behind a branch, which nothing jumps to.
  EliminateUnreachableBlocks(C.Target);
}

void FunctionLifter::createFrame() {
  C.Builder.SetInsertPoint(BasicBlock::Create(C.Context, "entry", &C.Target));
  C.setLocation(C.Source.Range.Start);
  C.Frame.create(C.Builder);
  bindParameters(C);
}

void FunctionLifter::liftBody() {
  ptx::forEachStmt(*C.Source.Body, [&](const ptx::Stmt &S) {
    switch (S.StmtKind) {
    case ptx::Stmt::InstructionStmt:
      liftInstruction(cast<ptx::Instruction>(S));
      break;
    case ptx::Stmt::LabelStmt:
      C.startBlock(C.Frame.blockOf(*cast<ptx::LabelStatement>(S).L));
      break;
    // Declarations are in the lists of the function; the rest says nothing
    // about what the code does.
    case ptx::Stmt::BlockStmt:
    case ptx::Stmt::RegistersStmt:
    case ptx::Stmt::VariableStmt:
    case ptx::Stmt::FunctionStmt:
    case ptx::Stmt::LocStmt:
    case ptx::Stmt::FileStmt:
    case ptx::Stmt::PragmaStmt:
    case ptx::Stmt::SectionStmt:
    case ptx::Stmt::TargetsStmt:
    case ptx::Stmt::PrototypeStmt:
    case ptx::Stmt::AliasStmt:
      break;
    }
  });
}

void FunctionLifter::liftInstruction(const ptx::Instruction &I) {
  if (!C.Parent.mapsDoubles())
    return liftPlain(I);
  withMappedDoubles(I, [this](const ptx::Instruction &M) { liftPlain(M); });
}

/// The end of the error on an instruction that no function lifts.
static std::string whyNoLifter(const ptx::Instruction &I,
                               const abi::Chip &Chip) {
  unsigned Target = I.Form->MinTarget % ptx::Arch90;
  bool RunsTarget = Chip.has(abi::Feature::WideAddresses);
  return Target < 20 || RunsTarget ? ""
                                   : (": it needs sm_" + Twine(Target)).str();
}

void FunctionLifter::liftPlain(const ptx::Instruction &I) {
  if (!checkChip(C, I))
    return;
  const Lifter *L = lifterOf(I.opcode());
  if (!L)
    return C.unsupported(I, whyNoLifter(I, C.Parent.Chip));
  C.start(I);
  if (!I.Guard || L->Guard == GuardStyle::Own)
    return L->Lift(C, I);
  liftGuarded(I, *L);
}

void FunctionLifter::liftGuarded(const ptx::Instruction &I, const Lifter &L) {
  Value *Condition = C.guardOf(I);
  if (L.Guard == GuardStyle::Select) {
    C.Guard = Condition;
    L.Lift(C, I);
    C.Guard = nullptr;
    return;
  }
  BasicBlock *Then = C.newBlock("guarded");
  BasicBlock *Next = BasicBlock::Create(C.Context, "unguarded");
  C.Builder.CreateCondBr(Condition, Then, Next);
  C.Builder.SetInsertPoint(Then);
  L.Lift(C, I);
  C.startBlock(Next);
}

} // namespace heddle
