//===- CheckCall.cpp - What calls pass and take back ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionChecker.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool InstructionChecker::checkCall(const Instruction &I, Operands Ops) {
  assert(Ops.size() >= 3 && "a call has results, a function and arguments");
  const Operand &Target = Ops[1].Op;
  const auto *Callee = llvm::dyn_cast<Function>(Target.Base);
  if (!Callee)
    return checkIndirectCall(I, Ops);
  if (Callee->IsEntry)
    return error(Target.Range,
                 "kernel '" + Callee->Name + "' cannot be called");
  FirstCall.try_emplace(Callee, Target.Range);
  const auto *Self = Names.function();
  bool IsSelf = Callee == Self || Callee->Definition == Self;
  if (IsSelf && ReportedRecursions.insert(Self).second)
    Diags.warning("recursion", Target.Range.Start,
                  "'" + Callee->Name + "' calls itself", Target.Range);
  return checkCallList(I, Ops[0], Callee->Returns, "result", *Callee) ||
         checkCallList(I, Ops[2], Callee->Params, "argument", *Callee);
}

/// A prototype or a list of functions says what is passed.
bool InstructionChecker::checkIndirectCall(const Instruction &I,
                                           Operands Ops) const {
  if (Ops.size() < 4)
    return error(Ops[1].Op.Range, "an indirect call needs the name of a "
                                  ".callprototype or .calltargets");
  const Operand &Type = Ops[3].Op;
  // A variable is a table of functions, known at run time only.
  if (Type.baseVariable())
    return false;
  const Stmt *Table = Names.tableOf(Type.Base);
  if (!Table)
    return error(Type.Range, "'" + textOf(Type.Range) +
                                 "' is no .callprototype and no .calltargets");
  if (const auto *Proto = llvm::dyn_cast<PrototypeDirective>(Table))
    return checkCallList(I, Ops[0], Proto->Returns, "result", *Proto->Name) ||
           checkCallList(I, Ops[2], Proto->Params, "argument", *Proto->Name);
  const auto *Targets = llvm::cast<TargetsDirective>(Table);
  if (Targets->Targets.empty())
    return false;
  const auto *F = llvm::cast<Function>(Targets->Targets.front());
  return checkCallList(I, Ops[0], F->Returns, "result", *F) ||
         checkCallList(I, Ops[2], F->Params, "argument", *F);
}

bool InstructionChecker::checkCallList(const Instruction &I,
                                       const ParsedOperand &List,
                                       llvm::ArrayRef<Decl *> Formals,
                                       StringRef What,
                                       const Decl &Callee) const {
  if (List.Elements.size() != Formals.size()) {
    SMRange Range = List.Op.Range;
    error(Range.Start == Range.End ? I.NameRange : Range,
          "'" + Callee.Name + "' has " + Twine(Formals.size()) + " " + What +
              (Formals.size() == 1 ? "" : "s") + ", found " +
              Twine(List.Elements.size()));
    Diags.note(Callee.Range.Start, "declared here", Callee.Range);
    return true;
  }
  for (auto [Actual, Formal] : llvm::zip_equal(List.Elements, Formals)) {
    if (What == "result" && Actual.OpKind == Operand::SinkOp)
      continue;
    if (checkArgument(I, Actual, *Formal))
      return true;
  }
  return false;
}

/// "v2." before the type of a vector; empty for a scalar.
static std::string vectorPrefix(unsigned Width) {
  return Width == 1 ? "" : ("v" + Twine(Width) + ".").str();
}

/// A .param variable that stands for the parameter \p Formal, null if that is a
/// register.
bool InstructionChecker::checkParamArgument(
    const Operand &Actual, const Variable *Formal,
    llvm::function_ref<bool(const Twine &)> Mismatch) const {
  const auto *Var = Actual.baseVariable();
  if (!Var || Var->Space != StateSpace::Param || !Formal)
    return Mismatch("no value");
  if (Var->byteSize() != Formal->byteSize() && !Formal->IsUnsized)
    return Mismatch(Twine(Var->byteSize()) + " bytes large");
  if (Var->Dims.empty() != Formal->Dims.empty())
    return Mismatch(Formal->Dims.empty() ? "an array" : "no array");
  if (Var->Align != Formal->Align)
    return Mismatch("aligned to " + Twine(Var->Align) + " bytes, not " +
                    Twine(Formal->Align));
  if (Var->IsParameter)
    return error(Actual.Range,
                 "'" + Var->Name +
                     "' is a parameter of this function and cannot be "
                     "passed on; load it and store it to a .param variable");
  return false;
}

bool InstructionChecker::checkArgument(const Instruction &I, Operand &Actual,
                                       const Decl &Formal) const {
  const auto *V = llvm::dyn_cast<Variable>(&Formal);
  const auto *R = llvm::dyn_cast<Register>(&Formal);
  assert((R || V) && "a parameter is a register or a variable");
  ScalarType Type = R ? R->Type : V->Type;
  Actual.Type = Type;
  std::string Wanted = vectorPrefix(R ? R->VectorWidth : V->VectorWidth);
  auto Mismatch = [&](const Twine &Found) {
    error(Actual.Range, "parameter '" + Formal.Name + "' is '." + Wanted +
                            typeName(Type) + "', but '" + textOf(Actual.Range) +
                            "' is " + Found);
    Diags.note(Formal.Range.Start, "the parameter is declared here",
               Formal.Range);
    return true;
  };
  OperandDesc Desc{KReg | KImm, TypeRule::Fixed, Type, 0};
  switch (Actual.OpKind) {
  case Operand::RegisterOp: {
    const Register &Reg = *Actual.reg();
    if (Reg.Type == ScalarType::None)
      return true;
    if (V && !V->Dims.empty())
      return Mismatch("a register, and the parameter an array");
    unsigned Width = Actual.Component < 0 ? Reg.VectorWidth : 1;
    if (Width != (R ? R->VectorWidth : V->VectorWidth))
      return Mismatch(Twine("'.") + vectorPrefix(Width) + typeName(Reg.Type) +
                      "'");
    bool Fits = bitWidth(Reg.Type) == bitWidth(Type) &&
                (isBits(Reg.Type) || isBits(Type) ||
                 isFloat(Reg.Type) == isFloat(Type)) &&
                (Reg.Type == ScalarType::Pred) == (Type == ScalarType::Pred);
    return !Fits && Mismatch("'." + typeName(Reg.Type) + "'");
  }
  case Operand::ImmediateOp:
    return checkImmediate(I, Desc, Actual, Type);
  case Operand::SymbolOp:
    return checkParamArgument(Actual, V, Mismatch);
  case Operand::SpecialRegisterOp:
  case Operand::AddressOp:
  case Operand::ListOp:
  case Operand::LabelOp:
  case Operand::SinkOp:
    return Mismatch("no value");
  }
  llvm_unreachable("unknown operand");
}
