//===- CheckMemory.cpp - Addresses and calls ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

/// The space that a slot of the instruction names for the address \p Desc.
static StateSpace addressSpace(const Instruction &I, const OperandDesc &Desc) {
  if (Desc.Flags & OFAnySpace)
    return StateSpace::Generic;
  return spaceOf(I.modifier(Desc.Group == GrpNone ? GrpSpace : Desc.Group));
}

/// `[t]`, `[t, {x, y}]`, `[t, s, {x, y}]`.
bool Parser::checkImage(const Instruction &I, const OperandDesc &Desc,
                        Operand &Op, ScalarType Type) {
  if (Op.Second && !(Desc.Flags & OFTexture))
    return error(Op.Second->Range, "only a texture is read with a sampler");
  OperandDesc Sampler{KAddress, TypeRule::None, ScalarType::None, OFSampler};
  if (checkAddress(I, Desc, Op) ||
      (Op.Second && checkAddress(I, Sampler, *Op.Second)))
    return true;
  if (Desc.Flags & OFTexture &&
      llvm::is_contained(M.TargetOptions, "texmode_independent") && !Op.Second)
    return error(Op.Range, "'.target texmode_independent' asks for a sampler "
                           "behind the texture");
  Operand Coords;
  Coords.OpKind = Operand::ListOp;
  Coords.Elements = Op.Elements;
  Coords.Range = {Op.Elements.front().Range.Start,
                  Op.Elements.back().Range.End};
  // A vector of fewer than four coordinates may be padded; a surface's single
  // one has no vector.
  OperandDesc Padded = Desc;
  size_t Count = Op.Elements.size();
  bool MayPad = Desc.Count == 2 || (Desc.Count == 1 && Desc.Flags & OFTexture);
  if (MayPad && Count > Desc.Count && (Count == 2 || Count == 4))
    Padded.Count = Count;
  return checkVector(I, Padded, Coords, Type);
}

/// A .texref, .samplerref or .surfref, or a register with a handle.
bool Parser::checkHandle(const OperandDesc &Desc, const Operand &Op) {
  bool IsIndependent =
      llvm::is_contained(M.TargetOptions, "texmode_independent");
  ScalarType Wanted =
      Desc.Flags & OFSurface ? ScalarType::SurfRef
      : Desc.Flags & OFTexture && !(Desc.Flags & OFSampler && IsIndependent)
          ? ScalarType::TexRef
          : ScalarType::SamplerRef;
  const auto *Reg = Op.baseRegister();
  const auto *V = Op.baseVariable();
  if (Reg ? bitWidth(Reg->Type) == 64 : V && V->Type == Wanted)
    return false;
  // Textures of the first versions are variables in .tex.
  if (V && Desc.Flags & OFTexture && V->Space == StateSpace::Tex)
    return false;
  return error(Op.Range, "expected a ." + typeName(Wanted) +
                             " or a register of 64 bits, found '" +
                             textOf(Op.Range) + "'");
}

bool Parser::checkAddress(const Instruction &I, const OperandDesc &Desc,
                          const Operand &Op) {
  if (const auto *Reg = Op.baseRegister(); Reg && Reg->Type == ScalarType::None)
    return true; // Undeclared, and reported.
  if (Desc.Flags & (OFTexture | OFSurface | OFSampler))
    return checkHandle(Desc, Op);
  if (Op.IsUnified && I.opcode() != OpLd && I.opcode() != OpLdu)
    return error(Op.Range, "'.unified' is not allowed here");
  StateSpace Space = addressSpace(I, Desc);
  if (Space == StateSpace::Generic && !(Desc.Flags & OFAnySpace) &&
      needs(I.NameRange,
            "'" + I.spelling() + "' without a state space (generic addressing)",
            20, 20))
    return true;
  if (const auto *Reg = Op.baseRegister()) {
    unsigned Width = bitWidth(Reg->Type);
    if (Desc.Flags & OFTensor && Width != 32)
      return error(Op.Range, "an address in tensor memory has 32 bits, but '" +
                                 Reg->Name + "' is '." + typeName(Reg->Type) +
                                 "'");
    if ((Width == 32 || Width == 64) && !isFloat(Reg->Type) &&
        Reg->VectorWidth == 1)
      return false;
    error(Op.Range, "an address is a register of 32 or 64 bits, but '" +
                        Reg->Name + "' is '." + typeName(Reg->Type) + "'");
    Diags.note(Reg->Range.Start, "declared here", Reg->Range);
    return true;
  }
  if (const auto *V = Op.baseVariable())
    return checkAddressSpace(I, Op, *V, Space);
  if (Op.Base)
    return error(Op.Range, "'" + Op.Base->Name + "' is a function, not memory");
  return false;
}

/// Whether \p V is among the parameters or results \p Formals.
static bool isFormal(const Variable &V, llvm::ArrayRef<Decl *> Formals) {
  return V.Index < Formals.size() && Formals[V.Index] == &V;
}

bool Parser::checkAddressSpace(const Instruction &I, const Operand &Op,
                               const Variable &V, StateSpace Space) {
  if (Space != V.Space && Space != StateSpace::Generic) {
    error(Op.Range, "'" + I.spelling() + "' accesses ." + spaceName(Space) +
                        ", but '" + V.Name + "' is in ." + spaceName(V.Space));
    Diags.note(V.Range.Start, "declared here", V.Range);
    return true;
  }
  bool Writes = I.opcode() == OpSt;
  if (Writes && V.IsParameter && V.Parent && V.Parent->IsEntry)
    return error(Op.Range,
                 "kernel parameter '" + V.Name + "' cannot be written");
  const Function *F = CurrentFunction;
  if (Writes && F && isFormal(V, F->Params))
    return error(Op.Range, "parameter '" + V.Name + "' cannot be written");
  if (I.opcode() == OpLd && F && isFormal(V, F->Returns))
    return error(Op.Range, "result '" + V.Name + "' cannot be read");
  uint64_t Align = uint64_t(storeSize(I.type())) * I.vectorWidth();
  if (Align != 0 && uint64_t(Op.Offset) % Align != 0)
    Diags.warning("misaligned-access", Op.Range.Start,
                  "'" + textOf(Op.Range) + "' is not aligned to the " +
                      Twine(Align) + " bytes that '" + I.spelling() +
                      "' accesses",
                  Op.Range);
  return false;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool Parser::checkCall(Instruction &I, llvm::MutableArrayRef<Operand> Ops) {
  if (const auto *Callee = llvm::dyn_cast<Function>(Ops[1].Base)) {
    if (Callee->IsEntry)
      return error(Ops[1].Range,
                   "kernel '" + Callee->Name + "' cannot be called");
    FirstCall.try_emplace(Callee, Ops[1].Range);
    const auto *Self = CurrentFunction;
    if (Callee == Self || Callee->Definition == Self)
      Diags.warning("recursion", Ops[1].Range.Start,
                    "'" + Callee->Name + "' calls itself", Ops[1].Range);
    return checkCallList(I, Ops[0], Callee->Returns, "result", *Callee) ||
           checkCallList(I, Ops[2], Callee->Params, "argument", *Callee);
  }
  // Indirect: a prototype or a list of functions says what is passed.
  if (Ops.size() < 4)
    return error(Ops[1].Range, "an indirect call needs the name of a "
                               ".callprototype or .calltargets");
  // A variable is a table of functions, known at run time only.
  if (Ops[3].baseVariable())
    return false;
  auto Found = LabelMeaning.find(Ops[3].Base);
  if (Found == LabelMeaning.end())
    return error(Ops[3].Range, "'" + textOf(Ops[3].Range) +
                                   "' is no .callprototype and no "
                                   ".calltargets");
  if (const auto *Proto = llvm::dyn_cast<PrototypeDirective>(Found->second))
    return checkCallList(I, Ops[0], Proto->Returns, "result", *Proto->Name) ||
           checkCallList(I, Ops[2], Proto->Params, "argument", *Proto->Name);
  const auto *Targets = llvm::cast<TargetsDirective>(Found->second);
  if (Targets->Targets.empty())
    return false;
  const auto *F = llvm::cast<Function>(Targets->Targets.front());
  return checkCallList(I, Ops[0], F->Returns, "result", *F) ||
         checkCallList(I, Ops[2], F->Params, "argument", *F);
}

bool Parser::checkCallList(const Instruction &I, Operand &List,
                           llvm::ArrayRef<Decl *> Formals, StringRef What,
                           const Decl &Callee) {
  if (List.Elements.size() != Formals.size()) {
    error(List.Range.Start == List.Range.End ? I.NameRange : List.Range,
          "'" + Callee.Name + "' has " + Twine(Formals.size()) + " " + What +
              (Formals.size() == 1 ? "" : "s") + ", found " +
              Twine(List.Elements.size()));
    Diags.note(Callee.Range.Start, "declared here", Callee.Range);
    return true;
  }
  auto *Elements = const_cast<Operand *>(List.Elements.data());
  for (auto [Index, Formal] : llvm::enumerate(Formals)) {
    Operand &Actual = Elements[Index];
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

bool Parser::checkArgument(const Instruction &I, Operand &Actual,
                           const Decl &Formal) {
  const auto *V = llvm::dyn_cast<Variable>(&Formal);
  const auto *R = llvm::dyn_cast<Register>(&Formal);
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
  case Operand::SymbolOp: {
    const auto *Var = Actual.baseVariable();
    if (!Var || Var->Space != StateSpace::Param || !V)
      return Mismatch("no value");
    if (Var->byteSize() != V->byteSize() && !V->IsUnsized)
      return Mismatch(Twine(Var->byteSize()) + " bytes large");
    if (Var->Dims.empty() != V->Dims.empty())
      return Mismatch(V->Dims.empty() ? "an array" : "no array");
    if (Var->Align != V->Align)
      return Mismatch("aligned to " + Twine(Var->Align) + " bytes, not " +
                      Twine(V->Align));
    if (Var->IsParameter)
      return error(Actual.Range,
                   "'" + Var->Name +
                       "' is a parameter of this function and cannot be "
                       "passed on; load it and store it to a .param variable");
    return false;
  }
  case Operand::SpecialRegisterOp:
  case Operand::AddressOp:
  case Operand::ListOp:
  case Operand::LabelOp:
  case Operand::SinkOp:
    return Mismatch("no value");
  }
  llvm_unreachable("unknown operand");
}
