//===- SemaVariable.cpp - What registers and variables may be -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "SourceText.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Sema::checkOpaque(const VariableSpec &Spec, StringRef Name,
                       SMRange Range) const {
  std::string What =
      ("'" + Name + "' of type '." + typeName(Spec.Type) + "'").str();
  if (Spec.Space != StateSpace::Global && Spec.Space != StateSpace::Param)
    return error(Range, What + " is a .global variable or a parameter");
  if (Spec.VectorWidth > 1)
    return error(Range, What + " cannot be a vector");
  if (Spec.Type == ScalarType::TexRef)
    return needs(Range, Feature::TexRef);
  if (Spec.Type == ScalarType::SurfRef)
    return needs(Range, Feature::SurfRef);
  if (!TextureMode.isValid() || textOf(TextureMode) != "texmode_independent")
    return error(Range, What + " needs the target option texmode_independent");
  return needs(Range, Feature::SamplerRef);
}

bool Sema::checkType(const VariableSpec &Spec, StringRef Name,
                     SMRange Range) const {
  std::string Quoted = ("'" + Name + "'").str();
  StringRef Type = typeName(Spec.Type);
  if (!isDeclarable(Spec.Type))
    return error(Range, Quoted + " cannot have the type '." + Type +
                            "': it exists in instructions only");
  if (Spec.Type == ScalarType::Pred && Spec.Space != StateSpace::Reg)
    return error(Range,
                 Quoted + " cannot be a predicate: predicates are registers");
  if (Spec.VectorWidth > 1 && Spec.Type == ScalarType::Pred)
    return error(Range, Quoted + " cannot be a vector of predicates");
  if (Spec.Type == ScalarType::B128)
    return needs(Range, Feature::B128);
  if (Spec.Type == ScalarType::F16x2)
    return needs(Range, Feature::F16x2);
  return isOpaque(Spec.Type) && checkOpaque(Spec, Name, Range);
}

bool Sema::checkPointerSpace(StateSpace Space, SMRange Word) const {
  bool IsMemory = Space == StateSpace::Global || Space == StateSpace::Const ||
                  Space == StateSpace::Local || Space == StateSpace::Shared;
  return !IsMemory && error(Word, "'.ptr' points to .const, .global, .local or "
                                  ".shared, not to '" +
                                      textOf(Word) + "'");
}

bool Sema::checkNoPointer(const VariableSpec &Spec) const {
  return Spec.Pointer.isValid() &&
         error(Spec.Pointer, "'.ptr' is for parameters of kernels only");
}

bool Sema::checkSpec(const VariableSpec &Spec, StringRef Name,
                     SMRange Range) const {
  std::string Quoted = ("'" + Name + "'").str();
  if (checkType(Spec, Name, Range))
    return true;
  if (Spec.VectorWidth > 1 && Spec.VectorWidth * storeSize(Spec.Type) > 16)
    return error(Range, "vector " + Quoted + " has " +
                            Twine(Spec.VectorWidth * storeSize(Spec.Type)) +
                            " bytes; at most 16 are allowed");
  if (Spec.Space == StateSpace::Tex &&
      ((Spec.Type != ScalarType::U32 && Spec.Type != ScalarType::U64) ||
       Spec.VectorWidth > 1))
    return error(Range,
                 Quoted + " is in .tex and must be a scalar .u32 or .u64");
  if (Spec.Attributes.IsManaged && Spec.Space != StateSpace::Global)
    return error(Range, Quoted + ": only .global variables can be '.managed'");
  if (Spec.Attributes.Unified && Spec.Space != StateSpace::Global)
    return error(Range, Quoted + ": only .global variables can be '.unified'");
  return false;
}

/// Checks the rules that depend on where \p V is declared.
bool Sema::checkScope(const Variable &V) const {
  bool AtModule = V.Parent == nullptr;
  std::string Quoted = ("'" + V.Name + "'").str();
  if (AtModule && V.Space == StateSpace::Local && M.PTXVersion > 23)
    return error(V.Range, Quoted + ": .local variables at module scope ended "
                                   "with PTX version 2.3");
  if (AtModule && V.Space == StateSpace::Param)
    return error(V.Range, Quoted + ": a .param variable stands in a function");
  if (!AtModule && isOpaque(V.Type))
    return error(V.Range, Quoted + " of type '." + typeName(V.Type) +
                              "' stands at module scope or is a parameter of "
                              "a kernel");
  if (!AtModule && V.Space == StateSpace::Param && !V.IsParameter) {
    if (V.Parent->IsEntry && M.PTXVersion < 20)
      return error(V.Range, Quoted + ": since PTX version 1.4 the parameters "
                                     "of a kernel stand behind its name");
    return needs(V.Range, Feature::BodyParam) ||
           (V.AlignIsExplicit && checkParamAlign(V.Align, V.Range));
  }
  return false;
}

bool Sema::checkVariable(const Variable &V) const {
  std::string Quoted = ("'" + V.Name + "'").str();
  if (checkScope(V))
    return true;
  if (V.IsUnsized && !V.Initializer && V.Link != Linkage::Extern)
    return error(V.Range, "array " + Quoted +
                              " needs a length, an initializer or .extern");
  if (V.ConstBank > 0 && (V.Link != Linkage::Extern || !V.IsUnsized))
    return error(V.Range, Quoted + ": only unsized .extern arrays are in a "
                                   "constant bank above 0");
  if (V.Initializer && V.Link == Linkage::Extern)
    return error(V.Range,
                 Quoted + " is .extern and cannot have an initial value");
  if (V.Link == Linkage::Common && V.Space != StateSpace::Global)
    return error(V.Range, Quoted + ": only .global variables can be .common");
  if (V.Space == StateSpace::Shared && V.byteSize() > 228 * 1024)
    return error(V.Range, Quoted + " has " + Twine(V.byteSize()) +
                              " bytes; no chip has more than 232448 bytes of "
                              "shared memory");
  if (V.Space == StateSpace::Const && V.byteSize() > 64 * 1024)
    return error(V.Range, Quoted + " has " + Twine(V.byteSize()) +
                              " bytes; constant memory has 65536");
  return false;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

bool Sema::actOnRegisters(SMLoc Start) const {
  if (!inFunction() && M.PTXVersion > 23)
    return error(Start, "registers at module scope ended with PTX version 2.3");
  return false;
}

void Sema::actOnNoNames(SMRange Range) const {
  Versions.beyondManual(Range, "a declaration without names");
}

void Sema::actOnRegister(Identifier &Id, const VariableSpec &Spec,
                         SMRange Range) {
  auto &Registers = Names.declarations().Registers;
  auto *Reg = make<Register>(Id.Name, Range, Spec.Type, Spec.VectorWidth);
  Reg->Id = Registers.size();
  Reg->IsModuleScope = !inFunction();
  if (!Names.declare(Id, Reg) && inFunction())
    Registers.push_back(Reg);
}

bool Sema::checkRegisterCount(uint64_t Count, SMRange Range) const {
  // A count of zero is allowed, as generators write it.
  if (Count > INT32_MAX)
    return error(Range, Twine(Count) + " is no possible number of registers");
  return false;
}

void Sema::actOnRegisterRange(Identifier &Stem, const VariableSpec &Spec,
                              const RegisterGroup &Group, bool HasFailed) {
  if (auto Previous = symbols().declaredHereInRange(Stem, Group.Count)) {
    if (!HasFailed)
      Names.duplicate(Group.Range, Stem.Name, *Previous);
    return Names.poisonDuplicates(Stem, Group.Range);
  }
  Names.declareRange(Stem,
                     {HasFailed ? ScalarType::None : Spec.Type,
                      Spec.VectorWidth, uint64_t(Group.Count), Group.Range});
}

/// Numbered names that one declaration may make. Registers are no such names:
/// a range of them costs nothing until they are used.
static constexpr uint64_t MaxNames = 1 << 16;

bool Sema::internRange(StringRef Stem, uint64_t Count, SMRange Range,
                       llvm::SmallVectorImpl<Identifier *> &Ids) {
  if (Count > MaxNames)
    return error(Range, Twine(Count) + " is no possible number of names");
  for (uint64_t I = 0; I != Count; ++I) {
    std::string Name = (Stem + Twine(I)).str();
    Ids.push_back(&symbols().intern(StringRef(Name).copy(M.Allocator)));
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

bool Sema::actOnSpace(StateSpace Space, SMLoc Start) const {
  if (Space == StateSpace::Tex && M.PTXVersion > 14)
    return error(Start, "'.tex' ended with PTX version 1.4; write "
                        "'.global .texref'");
  return false;
}

bool Sema::actOnConstBank(VariableSpec &Spec, uint64_t Bank, SMRange Range,
                          SMRange Open) const {
  if (Bank > 11)
    return error(Range, "constant bank " + Twine(Bank) +
                            " does not exist; 0 to 11 do");
  if (M.PTXVersion > 21)
    return error(Open, "constant banks ended with PTX version 2.1; this is " +
                           versionText(M.PTXVersion));
  Spec.ConstBank = Bank;
  return needs(Open, Feature::ConstBank);
}

bool Sema::actOnAlign(unsigned &Align, uint64_t Value, SMRange Range) const {
  if (!llvm::isPowerOf2_64(Value) || Value > (1u << 31))
    return error(Range, "alignment " + Twine(Value) + " is no power of two");
  Align = Value;
  return false;
}

Variable *Sema::makeVariable(StringRef Name, SMRange Range,
                             const VariableSpec &Spec) const {
  auto *V = make<Variable>(Name, Range, Spec.Space, Spec.Type);
  V->VectorWidth = Spec.VectorWidth;
  V->Link = Spec.Link;
  V->IsPointer = Spec.Pointer.isValid();
  V->PointerSpace = Spec.PointerSpace;
  V->PointerAlign = Spec.PointerAlign;
  V->ConstBank = Spec.ConstBank;
  V->IsManaged = Spec.Attributes.IsManaged;
  V->Unified = Spec.Attributes.Unified;
  V->Parent = Names.function();
  V->AlignIsExplicit = Spec.Align != 0;
  V->Align =
      Spec.Align != 0 ? Spec.Align : std::max<unsigned>(V->elementSize(), 1);
  assert(llvm::isPowerOf2_32(V->Align) && "an alignment that is none");
  return V;
}

bool Sema::checkDim(uint64_t Count, SMRange Range) const {
  if (Count == 0 || Count > (uint64_t(1) << 40))
    return error(Range, Twine(Count) + " is no possible array length");
  return false;
}

/// \p Dims starts with 0 if the first dimension is open.
bool Sema::actOnDims(Variable &V, llvm::ArrayRef<uint64_t> Dims) const {
  // Initializers nest as deep as the dimensions.
  static constexpr unsigned MaxDims = 64;
  V.IsUnsized = !Dims.empty() && Dims.front() == 0;
  if (Dims.size() > MaxDims)
    return error(V.Range, "'" + V.Name + "' has more than " + Twine(MaxDims) +
                              " dimensions");
  unsigned __int128 Bytes = V.elementSize();
  for (uint64_t Dim : Dims) {
    Bytes *= Dim;
    if (Bytes > uint64_t(1) << 40)
      return error(V.Range, "array '" + V.Name + "' is too large");
  }
  V.Dims = copy(Dims);
  return false;
}

/// Whether the two of one name are one variable: one of them is external, and
/// may leave the length open.
static bool isSameVariable(const Variable &A, const Variable &B) {
  bool HasDeclaration = A.Link == Linkage::Extern || B.Link == Linkage::Extern;
  bool IsOpen = A.IsUnsized || B.IsUnsized;
  return HasDeclaration && A.Space == B.Space && A.Type == B.Type &&
         A.VectorWidth == B.VectorWidth &&
         (IsOpen || A.byteSize() == B.byteSize());
}

const Stmt *Sema::actOnVariable(Identifier &Id, Variable &V, SMRange Range) {
  const Function *F = Names.function();
  // Later versions pass arguments to calls so.
  if (V.Space == StateSpace::Param && F && F->IsEntry && M.PTXVersion < 14)
    V.IsParameter = true;
  checkVariable(V);
  if (Names.isDeclaredHere(Id) && !F) {
    const auto *Previous = llvm::dyn_cast<Variable>(Id.Top->D);
    if (!Previous || !isSameVariable(*Previous, V)) {
      Names.duplicate(V.Range, Id.Name, Id.Top->D->Range);
      return nullptr;
    }
    if (Previous->Link == Linkage::Extern && V.Link == Linkage::Internal) {
      error(V.Range, "'" + Id.Name +
                         "' is .extern before and cannot be a variable of this "
                         "module alone; write .visible, .weak or .common");
      Diags.note(Previous->Range.Start, "the first declaration is here",
                 Previous->Range);
      return nullptr;
    }
    // A declaration behind the definition gives the name no other meaning.
    if (Previous->Link == Linkage::Extern)
      symbols().declare(Id, &V);
  } else if (Names.declare(Id, &V)) {
    return nullptr;
  }
  auto &List = F ? Names.declarations().Variables : ModuleVariables;
  assert(V.Parent == F && "a variable of another function");
  V.Id = List.size();
  List.push_back(&V);
  return make<VariableDeclaration>(&V, Range);
}
