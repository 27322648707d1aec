//===- LiftCall.cpp - The caller's side -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftCall.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using ptx::Instruction;
using ptx::Operand;
using ptx::ScalarType;

/// The argument for the formal parameter \p Formal.
static Value *argumentFor(LiftContext &C, const ptx::Decl &Formal,
                          const Operand &Actual) {
  Value *Memory = C.Frame.paramMemory(Actual.baseVariable());
  if (std::optional<ScalarType> T = valueType(Formal))
    return Memory ? C.Builder.CreateLoad(C.typeOf(*T), Memory)
                  : C.readWhole(Actual, *T);
  const auto &Var = cast<ptx::Variable>(Formal);
  if (!Memory) {
    Memory = C.Frame.allocate(Var.byteSize(), Var.Align, Var.Name);
    C.Builder.CreateStore(C.read(Actual, Var.Type), Memory);
  }
  return Memory;
}

/// The memory for the result \p Formal, an array: that of the .param variable
/// \p Actual itself, unless it is among the \p Args, too. Arguments are values,
/// which the callee may still read when it has written the result.
static Value *resultMemory(LiftContext &C, const ptx::Variable &Formal,
                           const Operand &Actual, ArrayRef<Value *> Args) {
  Value *Memory = C.Frame.paramMemory(Actual.baseVariable());
  if (Memory && !is_contained(Args, Memory))
    return Memory;
  return C.Frame.allocate(Formal.byteSize(), Formal.Align, Formal.Name);
}

/// Copies an array that was put into \p Memory to where it belongs.
static void takeArray(LiftContext &C, const ptx::Variable &Formal,
                      const Operand &Actual, Value *Memory) {
  Value *Own = C.Frame.paramMemory(Actual.baseVariable());
  if (!Own || Own == Memory)
    return;
  unsigned Unit = std::min(Formal.Align, 4u);
  Type *T = C.Builder.getIntNTy(8 * Unit);
  Type *Byte = C.Builder.getInt8Ty();
  for (uint64_t At = 0; At + Unit <= Formal.byteSize(); At += Unit)
    C.Builder.CreateAlignedStore(
        C.Builder.CreateAlignedLoad(
            T, C.Builder.CreateConstGEP1_32(Byte, Memory, At), Align(Unit)),
        C.Builder.CreateConstGEP1_32(Byte, Own, At), Align(Unit));
}

bool CallSite::fits(LiftContext &C, const Instruction &I,
                    const CallFormals &Formals) {
  if (I.Operands[0].Elements.size() == Formals.Returns.size() &&
      I.Operands[2].Elements.size() == Formals.Params.size())
    return true;
  C.unsupported(I, ": arguments unlike the function's parameters");
  return false;
}

CallSite::CallSite(LiftContext &C, const Instruction &I,
                   const CallFormals &Formals)
    : C(C), Formals(Formals), Results(I.Operands[0].Elements),
      NumActuals(I.Operands[2].Elements.size()) {
  for (auto [Formal, Actual] :
       zip_equal(Formals.Params, I.Operands[2].Elements))
    Args.push_back(argumentFor(C, *Formal, Actual));
  for (auto [Formal, Actual] : zip_equal(Formals.Returns, Results))
    if (!valueType(*Formal))
      Args.push_back(
          resultMemory(C, *cast<ptx::Variable>(Formal), Actual, Args));
}

/// A prototype may write .b32 where the function says .f32.
CallInst *CallSite::call(llvm::Function &F) {
  SmallVector<Value *, 8> Fitting(Args);
  for (auto [Arg, T] : zip_equal(Fitting, F.getFunctionType()->params()))
    if (Arg->getType() != T)
      Arg = C.Builder.CreateBitCast(Arg, T);
  return C.Builder.CreateCall(&F, Fitting);
}

void CallSite::take(const ptx::Decl &Formal, const Operand &Actual, Value *V) {
  ScalarType T = *valueType(Formal);
  Type *Wanted = C.typeOf(T);
  if (!V->getType()->isVectorTy() && V->getType() != Wanted)
    V = C.fitBits(V, Wanted);
  if (Value *Memory = C.Frame.paramMemory(Actual.baseVariable()))
    C.Builder.CreateStore(V, Memory);
  else
    C.writeWhole(Actual, V, T);
}

void CallSite::takeResult(Value *V) {
  if (Formals.Returns.size() == 1 && valueType(*Formals.Returns.front()))
    take(*Formals.Returns.front(), Results.front(), V);
}

void CallSite::takeResults(CallInst &Call) {
  unsigned Next = 0, NextMemory = NumActuals;
  for (auto [Formal, Actual] : zip_equal(Formals.Returns, Results)) {
    if (!valueType(*Formal)) {
      takeArray(C, *cast<ptx::Variable>(Formal), Actual, Args[NextMemory++]);
      continue;
    }
    take(*Formal, Actual,
         Call.getType()->isStructTy()
             ? C.Builder.CreateExtractValue(&Call, Next++)
             : &Call);
  }
}

static void liftDirectCall(LiftContext &C, const Instruction &I) {
  auto *Callee = dyn_cast_or_null<ptx::Function>(I.Operands[1].Base);
  if (!Callee)
    return liftIndirectCall(C, I);
  if (liftHostFunction(C, I, *Callee))
    return;
  llvm::Function *F = C.Parent.calleeFor(*Callee, I.Operands[1].Range);
  if (!F)
    return;
  if (Callee->Definition)
    Callee = Callee->Definition;
  CallFormals Formals = {Callee->Returns, Callee->Params};
  if (!CallSite::fits(C, I, Formals))
    return;
  C.Parent.noteCall(C.Source, *Callee, I.NameRange);
  CallSite Site(C, I, Formals);
  Site.takeResults(*Site.call(*F));
}

void liftCall(LiftContext &C, const Instruction &I) {
  C.Frame.loseCarry(C.Builder, I.Operands[1].Range.Start);
  liftDirectCall(C, I);
}

} // namespace heddle
