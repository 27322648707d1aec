//===- FunctionLifter.cpp - Frame, statements and guards ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle {

using ptx::StateSpace;

FunctionLifter::FunctionLifter(ModuleLifter &Parent,
                               const ptx::Function &Source, Function &Target)
    : Parent(Parent), Source(Source), Target(Target), Context(Parent.Context),
      Builder(Context, InstSimplifyFolder(Parent.M.getDataLayout())),
      Subprogram(Parent.subprogramFor(Source)) {
  Target.setSubprogram(Subprogram);
}

void FunctionLifter::lift() {
  createFrame();
  liftBody(*Source.Body);
  Builder.CreateBr(ReturnBlock);
  ReturnBlock->insertInto(&Target);
  Builder.SetInsertPoint(ReturnBlock);
  returnResults();
  // Code behind a branch, which nothing jumps to.
  EliminateUnreachableBlocks(Target);
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

/// Kernels of old versions declare their parameters in the body.
bool FunctionLifter::isKernelParameter(const ptx::Variable &Var) const {
  return Source.IsEntry && is_contained(Source.Params, &Var);
}

void FunctionLifter::createFrame() {
  Builder.SetInsertPoint(BasicBlock::Create(Context, "entry", &Target));
  setLocation(Source.Range.Start);
  Registers.resize(Source.Registers.size());
  for (const ptx::Register *R : Source.Registers)
    createRegister(*R);
  Locals.resize(Source.Variables.size());
  for (const ptx::Variable *Var : Source.Variables)
    if (Var->Space == StateSpace::Local)
      createLocal(*Var);
    else if (Var->Space == StateSpace::Shared)
      Parent.globalFor(*Var);
    else if (Var->Space == StateSpace::Param && !isKernelParameter(*Var))
      ParamMemory[Var] = frameMemory(Var->byteSize(), Var->Align, Var->Name);
  if (!Source.IsEntry)
    bindParameters();
  else
    for (const ptx::Decl *Param : Source.Params)
      if (Argument *Arg = Target.getArg(cast<ptx::Variable>(Param)->Index);
          Arg->hasByValAttr())
        ParamMemory[cast<ptx::Variable>(Param)] = Arg;
  Labels.resize(Source.Labels.size());
  ReturnBlock = BasicBlock::Create(Context, "return");
}

/// A register that is read before it is written holds zero.
void FunctionLifter::createRegister(const ptx::Register &R) {
  Type *Type = Parent.typeOf(R.Type);
  StringRef Name = R.Name;
  Name.consume_front("%");
  for (unsigned I = 0; I != R.VectorWidth; ++I) {
    AllocaInst *Slot = Builder.CreateAlloca(Type, nullptr, Name);
    Builder.CreateStore(Constant::getNullValue(Type), Slot);
    Registers[R.Id].push_back(Slot);
  }
}

void FunctionLifter::createLocal(const ptx::Variable &Var) {
  auto *Bytes = ArrayType::get(Builder.getInt8Ty(), Var.byteSize());
  AllocaInst *Slot = Builder.CreateAlloca(Bytes, nullptr, Var.Name);
  Slot->setAlignment(Align(Var.Align));
  Locals[Var.Id] = Slot;
}

AllocaInst *FunctionLifter::carryFlag() {
  if (!Carry) {
    BasicBlock &First = Target.getEntryBlock();
    IRBuilder<> Entry(&First, First.begin());
    Carry = Entry.CreateAlloca(Entry.getInt1Ty(), nullptr, "carry");
    Entry.CreateStore(Entry.getFalse(), Carry);
  }
  return Carry;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionLifter::setLocation(SMLoc Loc) {
  auto [Line, Column] = Parent.position(Loc);
  Builder.SetCurrentDebugLocation(
      DILocation::get(Context, Line, Column, Subprogram));
}

BasicBlock *FunctionLifter::newBlock(const Twine &Name) {
  return BasicBlock::Create(Context, Name, &Target);
}

/// The block that starts at \p L.
BasicBlock *FunctionLifter::blockOf(const ptx::Label &L) {
  BasicBlock *&Block = Labels[L.Id];
  if (!Block)
    Block = BasicBlock::Create(Context, L.Name);
  return Block;
}

/// Goes on in \p Block, reached from here, too, if here can go on.
void FunctionLifter::startBlock(BasicBlock *Block) {
  if (!Builder.GetInsertBlock()->getTerminator())
    Builder.CreateBr(Block);
  if (!Block->getParent())
    Block->insertInto(&Target);
  Builder.SetInsertPoint(Block);
}

void FunctionLifter::liftBody(const ptx::Block &Body) {
  ptx::forEachStmt(Body, [&](const ptx::Stmt &S) {
    switch (S.StmtKind) {
    case ptx::Stmt::InstructionStmt:
      liftInstruction(cast<Instruction>(S));
      break;
    case ptx::Stmt::LabelStmt:
      startBlock(blockOf(*cast<ptx::LabelStatement>(S).L));
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

void FunctionLifter::unsupported(const Instruction &I, const Twine &Detail) {
  Parent.unsupported(I.NameRange, Detail);
}

void FunctionLifter::liftInstruction(const Instruction &I) {
  if (Parent.mapsDoubles())
    liftMapped(I);
  else
    liftPlain(I);
}

/// What the message on an instruction that no handler lifts adds.
static std::string whyNoHandler(const ptx::Instruction &I) {
  static constexpr ptx::Opcode OnImages[] = {
      ptx::OpTex,  ptx::OpTld4, ptx::OpTxq,  ptx::OpSuld,
      ptx::OpSust, ptx::OpSuq,  ptx::OpSured};
  if (is_contained(OnImages, I.opcode()))
    return ": no chip here has textures and surfaces";
  unsigned Target = I.Form->MinTarget % ptx::Arch90;
  return Target < 20 ? "" : (": it needs sm_" + Twine(Target)).str();
}

void FunctionLifter::liftPlain(const Instruction &I) {
  if (!checkChip(I))
    return;
  const Handler *H = handlerFor(I.opcode());
  if (!H)
    return unsupported(I, whyNoHandler(I));
  setLocation(I.NameRange.Start);
  Spelling = I.spelling();
  if (!I.Guard || H->Guard == GuardStyle::Own)
    return (this->*H->Lift)(I);
  liftGuarded(I, *H);
}

void FunctionLifter::liftGuarded(const Instruction &I, const Handler &H) {
  Value *Condition = guardOf(I);
  if (H.Guard == GuardStyle::Select) {
    Guard = Condition;
    (this->*H.Lift)(I);
    Guard = nullptr;
    return;
  }
  BasicBlock *Then = newBlock("guarded");
  BasicBlock *Next = BasicBlock::Create(Context, "unguarded");
  Builder.CreateCondBr(Condition, Then, Next);
  Builder.SetInsertPoint(Then);
  (this->*H.Lift)(I);
  startBlock(Next);
}

} // namespace heddle
