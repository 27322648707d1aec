//===- CheckMemory.cpp - Addresses and images -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionChecker.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::Twine;

/// The space that a slot of the instruction names for the address \p Desc.
static StateSpace addressSpace(const Instruction &I, const OperandDesc &Desc) {
  if (Desc.Flags & OFAnySpace)
    return StateSpace::Generic;
  return spaceOf(I.modifier(Desc.Group == GrpNone ? GrpSpace : Desc.Group));
}

bool InstructionChecker::hasIndependentTextures() const {
  return llvm::is_contained(M.TargetOptions, "texmode_independent");
}

/// `[t]`, `[t, {x, y}]`, `[t, s, {x, y}]`.
bool InstructionChecker::checkImage(const Instruction &I,
                                    const OperandDesc &Desc,
                                    const ParsedOperand &P,
                                    ScalarType Type) const {
  const Operand &Op = P.Op;
  if (Op.Second && !(Desc.Flags & OFTexture))
    return error(Op.Second->Range, "only a texture is read with a sampler");
  OperandDesc Sampler{KAddress, TypeRule::None, ScalarType::None, OFSampler};
  if (checkAddress(I, Desc, Op) ||
      (Op.Second && checkAddress(I, Sampler, *Op.Second)))
    return true;
  if (Desc.Flags & OFTexture && hasIndependentTextures() && !Op.Second)
    return error(Op.Range, "'.target texmode_independent' asks for a sampler "
                           "behind the texture");
  // A vector of fewer than four coordinates may be padded; the single
  // coordinate of a surface has no vector. One of the four coordinates that the
  // first versions wrote may stand alone.
  OperandDesc Padded = Desc;
  size_t Count = P.Elements.size();
  bool MayPad = Desc.Count == 2 || (Desc.Count == 1 && Desc.Flags & OFTexture);
  if (MayPad && Count > Desc.Count && (Count == 2 || Count == 4))
    Padded.Count = Count;
  if (Count == 1 && I.modifier(GrpGeometry) == Mod1d)
    Padded.Count = 1;
  SMRange Coords = {P.Elements.front().Range.Start,
                    P.Elements.back().Range.End};
  return checkVector(I, Padded, P.Elements, Coords, Type);
}

/// A .texref, .samplerref or .surfref, or a register with a handle.
bool InstructionChecker::checkHandle(const OperandDesc &Desc,
                                     const Operand &Op) const {
  ScalarType Wanted = Desc.Flags & OFSurface ? ScalarType::SurfRef
                      : Desc.Flags & OFTexture && !(Desc.Flags & OFSampler &&
                                                    hasIndependentTextures())
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

bool InstructionChecker::checkAddressRegister(const OperandDesc &Desc,
                                              const Operand &Op,
                                              const Register &Reg,
                                              StateSpace Space) const {
  unsigned Width = bitWidth(Reg.Type);
  if (Desc.Flags & OFTensor && Width != 32)
    return error(Op.Range, "an address in tensor memory has 32 bits, but '" +
                               Reg.Name + "' is '." + typeName(Reg.Type) + "'");
  bool IsAddress =
      Width >= 8 && Width <= 64 && !isFloat(Reg.Type) && Reg.VectorWidth == 1;
  // The other spaces are small, and 32 bits reach all of them.
  bool IsCut = Width == 32 && M.AddressSize == 64 &&
               !(Desc.Flags & (OFAnySpace | OFTensor)) &&
               (Space == StateSpace::Global || Space == StateSpace::Generic);
  if (IsAddress && !IsCut) {
    if (Width < 32)
      Versions.beyondManual(Op.Range, "an address in '" + Reg.Name +
                                          "', a register of " + Twine(Width) +
                                          " bits,");
    return false;
  }
  error(Op.Range, (IsAddress ? Twine("with '.address_size 64' this address has "
                                     "64 bits, but '")
                             : "an address is a register of 32 or 64 bits, "
                               "but '") +
                      Reg.Name + "' is '." + typeName(Reg.Type) + "'");
  Diags.note(Reg.Range.Start, "declared here", Reg.Range);
  return true;
}

bool InstructionChecker::checkAddress(const Instruction &I,
                                      const OperandDesc &Desc,
                                      const Operand &Op) const {
  const auto *Reg = Op.baseRegister();
  if (Reg && Reg->Type == ScalarType::None)
    return true; // Undeclared, and reported.
  if (Desc.Flags & (OFTexture | OFSurface | OFSampler))
    return checkHandle(Desc, Op);
  if (Op.IsUnified && I.opcode() != OpLd && I.opcode() != OpLdu)
    return error(Op.Range, "'.unified' is not allowed here");
  StateSpace Space = addressSpace(I, Desc);
  if (Space == StateSpace::Generic && !(Desc.Flags & OFAnySpace) &&
      Versions.needs(I.NameRange,
                     "'" + I.spelling() +
                         "' without a state space (generic addressing)",
                     20, 20))
    return true;
  if (Reg)
    return checkAddressRegister(Desc, Op, *Reg, Space);
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

bool InstructionChecker::checkAddressSpace(const Instruction &I,
                                           const Operand &Op, const Variable &V,
                                           StateSpace Space) const {
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
  const Function *F = Names.function();
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
