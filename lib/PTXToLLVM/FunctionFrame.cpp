//===- FunctionFrame.cpp - Where a function keeps its values --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFrame.h"
#include "heddle/Intrinsics/DebugMarks.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using ptx::StateSpace;

FunctionFrame::FunctionFrame(ModuleLifter &Parent, const ptx::Function &Source,
                             llvm::Function &Target)
    : Parent(Parent), Source(Source), Target(Target),
      Registers(Source.Registers.size()), Locals(Source.Variables.size()),
      Labels(Source.Labels.size()) {}

/// Kernels of old versions declare their parameters in the body.
bool FunctionFrame::isKernelParameter(const ptx::Variable &Var) const {
  return Source.IsEntry && is_contained(Source.Params, &Var);
}

void FunctionFrame::create(IRBuilderBase &Builder) {
  for (const ptx::Register *R : Source.Registers)
    createRegister(Builder, *R);
  for (const ptx::Variable *Var : Source.Variables)
    if (Var->Space == StateSpace::Local)
      createLocal(Builder, *Var);
    else if (Var->Space == StateSpace::Shared)
      Parent.globalFor(*Var);
    else if (Var->Space == StateSpace::Param && !isKernelParameter(*Var))
      ownMemory(*Var);
  ReturnBlock = BasicBlock::Create(Parent.Context, "return");
  if (Parent.Options.Undefined)
    ptx::forEachStmt(*Source.Body, [this](const ptx::Stmt &S) {
      const auto *I = dyn_cast<ptx::Instruction>(&S);
      TakesCarry |= I && ptx::takesCarry(*I);
    });
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// A register that is read before it is written holds zero.
AllocaInst *FunctionFrame::createSlot(IRBuilderBase &Builder,
                                      const ptx::Register &R) {
  Type *Type = Parent.typeOf(R.Type);
  AllocaInst *Slot = Builder.CreateAlloca(Type, nullptr, R.Name.ltrim('%'));
  StoreInst *First = Builder.CreateStore(Constant::getNullValue(Type), Slot);
  if (Parent.Options.RegisterNames)
    markUnassigned(*First);
  if (Parent.Options.Undefined)
    Unread[Slot] = First;
  return Slot;
}

/// A word that checkers take for undefined.
Value *FunctionFrame::undefined(IRBuilderBase &Builder, StringRef Name,
                                bool IsVariable, SMLoc Where) {
  assert(Parent.Options.Undefined && "nobody asks for undefined values");
  auto [Line, Column] = Parent.position(Where);
  Parent.Options.Undefined->push_back({Name.str(), Line, Column, IsVariable});
  return Builder.CreateCall(declareHeddleOp(Parent.M, HeddleOp::Undefined),
                            {Builder.getInt32(Line), Builder.getInt32(Column)});
}

void FunctionFrame::noteRead(const ptx::Register &R, AllocaInst *Slot,
                             SMLoc Where) {
  markUnwritten(R.Name, Slot, Where);
}

void FunctionFrame::markUnwritten(StringRef Name, AllocaInst *Slot,
                                  SMLoc Where) {
  auto It = Unread.find(Slot);
  if (It == Unread.end())
    return;
  StoreInst *First = It->second;
  Unread.erase(It);
  IRBuilder<> Builder(First);
  Value *Word = undefined(Builder, Name, /*IsVariable=*/false, Where);
  Type *T = Slot->getAllocatedType();
  unsigned Bits = T->getPrimitiveSizeInBits();
  if (Bits > 32)
    Word = Builder.CreateVectorSplat(Bits / 32, Word);
  else
    Word = Builder.CreateTrunc(Word, Builder.getIntNTy(Bits));
  First->setOperand(0, Builder.CreateBitCast(Word, T));
}

void FunctionFrame::createRegister(IRBuilderBase &Builder,
                                   const ptx::Register &R) {
  assert(R.Id < Registers.size() && Registers[R.Id].empty() &&
         "registers are numbered by their places");
  for (unsigned I = 0; I != R.VectorWidth; ++I)
    Registers[R.Id].push_back(createSlot(Builder, R));
}

/// A register at module scope is one of the kernel that uses it; functions
/// would have to share it with their callers.
ArrayRef<AllocaInst *> FunctionFrame::slotsOf(const ptx::Register &R) {
  assert((R.IsModuleScope || R.Id < Registers.size()) &&
         "a register of another function");
  if (!R.IsModuleScope)
    return Registers[R.Id];
  auto [Entry, IsNew] = ModuleRegisters.try_emplace(&R);
  if (!IsNew)
    return Entry->second;
  if (!Source.IsEntry)
    Parent.Diags.error(R.Range.Start,
                       "register '" + R.Name +
                           "' at module scope is used in '" + Source.Name +
                           "'; only kernels can use it",
                       R.Range);
  BasicBlock &First = Target.getEntryBlock();
  IRBuilder<> AtStart(&First, First.begin());
  for (unsigned I = 0; I != R.VectorWidth; ++I)
    Entry->second.push_back(createSlot(AtStart, R));
  return Entry->second;
}

AllocaInst *FunctionFrame::slot(const ptx::Operand &Op) {
  assert(Op.OpKind == ptx::Operand::RegisterOp && "no register");
  return slotsOf(*Op.reg())[Op.Component < 0 ? 0 : Op.Component];
}

/// A register that the body never names has only the store of its zero.
void FunctionFrame::nameRegisters(DISubprogram &Subprogram) {
  auto Name = [&](const ptx::Register &R, ArrayRef<AllocaInst *> Slots) {
    for (auto [Component, Slot] : enumerate(Slots))
      if (!Slot->hasOneUse())
        Parent.nameRegister(R, Component, *Slot, Subprogram);
  };
  for (const ptx::Register *R : Source.Registers)
    Name(*R, Registers[R->Id]);
  for (const auto &[R, Slots] : ModuleRegisters)
    Name(*R, Slots);
}

AllocaInst *FunctionFrame::carryFlag() {
  if (!Carry) {
    BasicBlock &First = Target.getEntryBlock();
    IRBuilder<> Entry(&First, First.begin());
    Carry = Entry.CreateAlloca(Entry.getInt1Ty(), nullptr, "carry");
    StoreInst *None = Entry.CreateStore(Entry.getFalse(), Carry);
    if (Parent.Options.Undefined)
      Unread[Carry] = None;
  }
  return Carry;
}

/// The flag's name in the PTX ISA.
static constexpr StringLiteral CarryName = "CC.CF";

AllocaInst *FunctionFrame::carryFlagRead(SMLoc Where) {
  AllocaInst *Flag = carryFlag();
  // The instruction itself stands where its name begins: that of addc, subc and
  // madc says "c" three letters on.
  markUnwritten(CarryName, Flag, SMLoc::getFromPointer(Where.getPointer() + 3));
  return Flag;
}

void FunctionFrame::loseCarry(IRBuilderBase &Builder, SMLoc Where) {
  if (!TakesCarry)
    return;
  Value *Word = undefined(Builder, CarryName, /*IsVariable=*/false, Where);
  Builder.CreateStore(Builder.CreateTrunc(Word, Builder.getInt1Ty()),
                      carryFlag());
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void FunctionFrame::createLocal(IRBuilderBase &Builder,
                                const ptx::Variable &Var) {
  auto *Bytes = ArrayType::get(Builder.getInt8Ty(), Var.byteSize());
  AllocaInst *Slot = Builder.CreateAlloca(Bytes, nullptr, Var.Name);
  Slot->setAlignment(Parent.alignmentOf(Var));
  assert(Var.Id < Locals.size() && !Locals[Var.Id] &&
         "variables are numbered by their places");
  Locals[Var.Id] = Slot;
  nameVariable(*Slot, Var);
  fillUndefined(Builder, Slot, Var);
}

/// Checkers are told which variable lies there.
void FunctionFrame::nameVariable(AllocaInst &Slot,
                                 const ptx::Variable &Var) const {
  if (!Parent.Options.Checks)
    return;
  LLVMContext &Context = Parent.Context;
  bool IsParam = Var.Space == StateSpace::Param;
  Slot.setMetadata(
      LocalVariable,
      MDNode::get(Context, {MDString::get(Context, pathOf(Var)),
                            ConstantAsMetadata::get(
                                ConstantInt::getBool(Context, IsParam))}));
}

std::string FunctionFrame::pathOf(const ptx::Variable &Var) const {
  auto [Line, Column] = Parent.position(Var.Range.Start);
  return (Source.Name + "/" + Twine(Line) + ":" + Twine(Column) + "/" +
          Var.Name)
      .str();
}

/// Fills a variable with undefined values, which are those of its registers
/// where it ends up in registers. In memory checkers know themselves which
/// bytes were written, and a pass drops the stores.
void FunctionFrame::fillUndefined(IRBuilderBase &Builder, AllocaInst *Slot,
                                  const ptx::Variable &Var) {
  if (!Parent.Options.Undefined || !Var.byteSize())
    return;
  Value *Word =
      undefined(Builder, Var.Name, /*IsVariable=*/true, Var.Range.Start);
  Builder.CreateMemSet(Slot, Builder.CreateTrunc(Word, Builder.getInt8Ty()),
                       Var.byteSize(), Slot->getAlign());
}

AllocaInst *FunctionFrame::local(const ptx::Variable &Var) {
  assert(Var.Space == StateSpace::Local && "no local variable");
  if (Var.Parent)
    return Locals[Var.Id];
  return moduleLocal(Var.Definition ? *Var.Definition : Var);
}

/// A .local variable at module scope, as PTX up to 2.3 has it, is one of each
/// thread: part of the frame of the kernel.
AllocaInst *FunctionFrame::moduleLocal(const ptx::Variable &Var) {
  AllocaInst *&Slot = ModuleLocals[&Var];
  if (Slot)
    return Slot;
  if (!Source.IsEntry || Var.Link == ptx::Linkage::Extern)
    Parent.Diags.error(
        Var.Range.Start,
        "variable '" + Var.Name + "' in .local at module scope " +
            (Source.IsEntry
                 ? "is .extern, and such variables are of one module"
                 : "is used in '" + Source.Name + "'; only kernels can use it"),
        Var.Range);
  Slot = allocate(Var.byteSize(), Parent.alignmentOf(Var).value(), Var.Name);
  nameVariable(*Slot, Var);
  IRBuilder<> Behind(Slot->getParent(), std::next(Slot->getIterator()));
  fillUndefined(Behind, Slot, Var);
  return Slot;
}

Value *FunctionFrame::paramMemory(const ptx::Variable *Var) const {
  return ParamMemory.lookup(Var);
}

void FunctionFrame::setParamMemory(const ptx::Variable &Var, Value *Memory) {
  assert(Memory && "a parameter without memory");
  ParamMemory[&Var] = Memory;
  auto *Arg = dyn_cast<Argument>(Memory);
  if (Parent.Options.Checks && Arg && !Source.IsEntry)
    Arg->addAttr(Attribute::get(Parent.Context, LocalVariable, pathOf(Var)));
}

Value *FunctionFrame::ownMemory(const ptx::Variable &Var) {
  Value *&Memory = ParamMemory[&Var];
  if (!Memory) {
    AllocaInst *Slot = allocate(Var.byteSize(), Var.Align, Var.Name);
    IRBuilder<> Behind(Slot->getParent(), std::next(Slot->getIterator()));
    nameVariable(*Slot, Var);
    fillUndefined(Behind, Slot, Var);
    Memory = Slot;
  }
  return Memory;
}

AllocaInst *FunctionFrame::allocate(uint64_t Bytes, unsigned Alignment,
                                    const Twine &Name) {
  BasicBlock &First = Target.getEntryBlock();
  IRBuilder<> Entry(&First, First.begin());
  AllocaInst *Slot = Entry.CreateAlloca(
      ArrayType::get(Entry.getInt8Ty(), Bytes), nullptr, Name);
  assert(isPowerOf2_32(Alignment) && "Sema checks alignments");
  Slot->setAlignment(Align(Alignment));
  return Slot;
}

FunctionFrame::DynamicArea FunctionFrame::dynamicArea() {
  if (Dynamic.Bytes)
    return Dynamic;
  Dynamic.Bytes = allocate(DynamicBytes, 16, "dynamic");
  BasicBlock &First = Target.getEntryBlock();
  IRBuilder<> Entry(&First, First.begin());
  Dynamic.Taken = Entry.CreateAlloca(Entry.getInt32Ty(), nullptr, "taken");
  Entry.CreateStore(Entry.getInt32(0), Dynamic.Taken);
  return Dynamic;
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

BasicBlock *FunctionFrame::blockOf(const ptx::Label &L) {
  assert(L.Id < Labels.size() && "a label of another function");
  BasicBlock *&Block = Labels[L.Id];
  if (!Block)
    Block = BasicBlock::Create(Parent.Context, L.Name);
  return Block;
}

} // namespace heddle
