//===- InstructionChecker.cpp - An instruction against its forms ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionChecker.h"
#include "OperandShape.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;

const DecodedName *InstructionChecker::decode(StringRef Spelling,
                                              SMRange Range) {
  const DecodedName *Name = Matcher.decode(Spelling, Range);
  // Once is enough: what libraries write so, they write in every kernel.
  if (Name && !Name->InOrder.empty() && ReportedOrders.insert(Spelling).second)
    Diags.warning("modifier-order", Range.Start,
                  "modifiers of '" + Spelling + "' are in an unusual order",
                  Range, llvm::SMFixIt(Range, Name->InOrder));
  return Name;
}

/// An argument or a result of a call must be stored or loaded whether or not a
/// guard holds.
bool InstructionChecker::checkGuardedArgument(const Instruction &I) const {
  if (!I.Guard || (I.opcode() != OpSt && I.opcode() != OpLd))
    return false;
  for (const Operand &Op : I.Operands) {
    const Variable *V =
        Op.OpKind == Operand::AddressOp ? Op.baseVariable() : nullptr;
    if (V && V->Space == StateSpace::Param && !V->IsParameter)
      return error(I.guardRange(),
                   "'" + I.spelling() + "' of '" + V->Name +
                       "', which passes values of a call, cannot be guarded");
  }
  return false;
}

/// The machine negates the product of a vmad or its addend, not both.
bool InstructionChecker::checkNegations(const Instruction &I) const {
  if (I.opcode() != OpVmad || I.Operands.size() != 4 ||
      !I.Operands[3].Negated || I.Operands[1].Negated == I.Operands[2].Negated)
    return false;
  return error(I.Operands[3].Range,
               "'" + I.spelling() +
                   "' negates the product or what is added to it, not both");
}

/// A generic address of 32 bits is none where addresses have 64.
bool InstructionChecker::checkAddressSize(const Instruction &I) const {
  if (I.opcode() != OpCvta || M.AddressSize != 64 || bitWidth(I.type()) == 64)
    return false;
  return error(I.NameRange, "'" + I.spelling() +
                                "' makes an address of 32 bits, but the module "
                                "has '.address_size 64'");
}

/// A form that takes the operands and that this version and target have, best
/// of all one of the manual; if there is none, the first, for its message.
const MatchedForm *
InstructionChecker::chooseForm(const DecodedName &Name,
                               llvm::ArrayRef<ParsedOperand> Ops) const {
  const MatchedForm *First = nullptr, *Lenient = nullptr;
  for (const MatchedForm &Form : Name.Forms) {
    if (shapeMismatch(Form, Ops) >= 0)
      continue;
    if (Versions.isPlain(Form))
      return &Form;
    bool IsLenient = Form.Form->IsBeyondManual;
    bool IsAvailable = Versions.has(Form);
    if (IsAvailable && !IsLenient)
      return &Form;
    if (IsAvailable && !Lenient)
      Lenient = &Form;
    if (!First || (First->Form->IsBeyondManual && !IsLenient))
      First = &Form;
  }
  return Lenient ? Lenient : First;
}

/// Whether \p Name is a mov that may pack or unpack: of a .bN type, without
/// .vN.
static bool mayPack(const DecodedName &Name) {
  return Name.Op == OpMov && Name.Forms.front().Modifiers.empty() &&
         isBits(Name.Forms.front().Types.front());
}

/// `t, {x, y}` of the first assemblers for `[t, {x, y}]`.
void InstructionChecker::joinImage(Operands &Ops) const {
  if (Ops.size() != 3 || Ops[2].Unresolved || !Ops[1].Op.baseVariable() ||
      Ops[1].Op.OpKind != Operand::SymbolOp)
    return;
  ParsedOperand &Image = Ops[1], &Coords = Ops[2];
  if (Coords.Op.OpKind != Operand::ListOp)
    Coords.setElements(llvm::ArrayRef(Coords.Op).copy(M.Allocator));
  Image.setElements(Coords.Elements);
  Image.Op.OpKind = Operand::AddressOp;
  Image.Op.Range.End = Coords.Op.Range.End;
  Ops = Ops.drop_back();
}

/// Expands operands that are shorthands: `mov.b64 d, v` packs the elements of a
/// vector register v as `{v.x, v.y}` would, and `ld.u32 d, t[2]` reads at
/// `[t+8]`.
void InstructionChecker::expandShorthands(const DecodedName &Name,
                                          Operands &Ops) const {
  bool IsAccess = Name.Op == OpLd || Name.Op == OpSt;
  bool IsPack = mayPack(Name);
  if (Name.Op == OpTex && M.PTXVersion < 12)
    joinImage(Ops);
  for (ParsedOperand &P : Ops) {
    Operand &Op = P.Op;
    if (IsAccess && P.IsIndexed)
      Op.OpKind = Operand::AddressOp;
    if (!IsPack || !Op.isRegister() || Op.Component >= 0 || Op.Offset != 0 ||
        Op.reg()->VectorWidth == 1)
      continue;
    llvm::SmallVector<Operand, 4> Elements(Op.reg()->VectorWidth, Op);
    for (auto [Index, Element] : llvm::enumerate(Elements))
      Element.Component = Index;
    Op = Operand();
    Op.OpKind = Operand::ListOp;
    Op.Range = Elements.front().Range;
    P.setElements(llvm::ArrayRef(Elements).copy(M.Allocator));
  }
}

/// The operands of \p I, where the labels further down will still be filled in.
bool InstructionChecker::checkOperands(Instruction &I, const MatchedForm &Form,
                                       Operands Ops) {
  bool Failed = false;
  auto *Copies = M.Allocator.Allocate<Operand>(Ops.size());
  for (auto [Index, P] : llvm::enumerate(Ops)) {
    const OperandDesc &Desc = Form.Operands[Index];
    Failed |= checkOperand(I, Desc, P);
    new (&Copies[Index]) Operand(P.Op);
    if (P.Unresolved && (Desc.Kinds & KTargets) && !(Desc.Kinds & KLabel)) {
      Failed = error(P.Op.Range, "'" + P.Unresolved->Name +
                                     "' must be declared before its use");
      continue;
    }
    if (P.Unresolved && !Failed)
      Names.addPending(*P.Unresolved, &Copies[Index].Base, P.Op.Range);
  }
  I.Operands = llvm::ArrayRef(Copies, Ops.size());
  return Failed;
}

bool InstructionChecker::check(Instruction &I, const DecodedName &Name,
                               Operands Ops) {
  expandShorthands(Name, Ops);
  const MatchedForm *Match = chooseForm(Name, Ops);
  const MatchedForm &Used = Match ? *Match : Name.Forms.front();
  I.Form = Used.Form;
  I.Modifiers = Used.Modifiers;
  I.Types = Used.Types;
  if (!Match)
    return reportShape(Name, I, Ops);
  if (!Versions.isPlain(Used) && Versions.check(I, Used))
    return true;
  if (checkOperands(I, Used, Ops) || checkGuardedArgument(I) ||
      checkNegations(I) || checkAddressSize(I))
    return true;
  return I.opcode() == OpCall && checkCall(I, Ops);
}
