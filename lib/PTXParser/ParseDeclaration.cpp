//===- ParseDeclaration.cpp - Registers and variables ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Parser::duplicate(SMRange Range, StringRef Name, SMRange Previous) {
  error(Range, "'" + Name + "' is declared already in this scope");
  Diags.note(Previous.Start, "the first declaration is here", Previous);
  return true;
}

bool Parser::declareName(Identifier &Id, Decl *D) {
  if (Id.Name == "WARP_SZ")
    return error(D->Range, "'WARP_SZ' is a reserved word");
  if (auto Previous = Symbols.declaredHere(Id))
    return duplicate(D->Range, Id.Name, *Previous);
  Symbols.declare(Id, D);
  return false;
}

bool Parser::parseSpace(StateSpace &Space) {
  auto Found = llvm::StringSwitch<std::optional<StateSpace>>(T.word())
                   .Case("reg", StateSpace::Reg)
                   .Case("const", StateSpace::Const)
                   .Case("global", StateSpace::Global)
                   .Case("local", StateSpace::Local)
                   .Case("shared", StateSpace::Shared)
                   .Case("param", StateSpace::Param)
                   .Case("tex", StateSpace::Tex)
                   .Default(std::nullopt);
  if (!Found)
    return true;
  Space = *Found;
  next();
  return false;
}

bool Parser::parseAlign(unsigned &Align) {
  next();
  SMRange Range = T.range();
  uint64_t Value;
  if (parseUnsigned(Value, "an alignment"))
    return true;
  if (!llvm::isPowerOf2_64(Value) || Value > (1u << 30))
    return error(Range, "alignment " + Twine(Value) + " is no power of two");
  Align = Value;
  return false;
}

/// `.ptr [.global] [.align N]` of a kernel parameter.
bool Parser::parsePointer(VariableSpec &Spec) {
  next();
  Spec.IsPointer = true;
  if (T.is(Tok::Directive) && T.word() != "align") {
    if (parseSpace(Spec.PointerSpace))
      return expectedHere("a space behind '.ptr'");
  }
  return atDirective("align") && parseAlign(Spec.PointerAlign);
}

bool Parser::parseAttribute() {
  next();
  if (expect(Tok::LParen, "'('"))
    return true;
  while (!T.is(Tok::RParen)) {
    if (T.is(Tok::Eof) || T.is(Tok::Semi))
      return expectedHere("')' behind the attributes");
    next();
  }
  next();
  return false;
}

static ScalarType declaredType(StringRef Word) {
  static constexpr StringRef Opaque[] = {"texref", "samplerref", "surfref"};
  if (Word == Opaque[0])
    return ScalarType::TexRef;
  if (Word == Opaque[1])
    return ScalarType::SamplerRef;
  if (Word == Opaque[2])
    return ScalarType::SurfRef;
  auto Mod = findModifier(Word);
  return Mod ? modifierInfo(*Mod).Type : ScalarType::None;
}

/// Behind the space: alignment, vector, type and attributes up to the name.
bool Parser::parseSpec(VariableSpec &Spec) {
  while (T.is(Tok::Directive)) {
    StringRef Word = T.word();
    if (Word == "align") {
      if (parseAlign(Spec.Align))
        return true;
    } else if (Word == "v2" || Word == "v4") {
      Spec.VectorWidth = Word == "v2" ? 2 : 4;
      next();
    } else if (Word == "ptr") {
      if (parsePointer(Spec))
        return true;
    } else if (Word == "attribute") {
      if (parseAttribute())
        return true;
    } else if (ScalarType Type = declaredType(Word); Type != ScalarType::None) {
      if (Spec.Type != ScalarType::None)
        return errorHere("a second type; the first is '." +
                         typeName(Spec.Type) + "'");
      Spec.Type = Type;
      next();
    } else {
      return errorHere("unknown type or attribute '" + T.text() + "'");
    }
  }
  if (Spec.Type == ScalarType::None)
    return expectedHere("a type like .u32");
  return false;
}

/// Types that a declaration may name; some only exist in instructions.
static bool isDeclarable(ScalarType Type) {
  switch (Type) {
  case ScalarType::None:
  case ScalarType::B1:
  case ScalarType::BF16:
  case ScalarType::TF32:
  case ScalarType::BF16x2:
  case ScalarType::U16x2:
  case ScalarType::S16x2:
  case ScalarType::E4M3:
  case ScalarType::E5M2:
  case ScalarType::E4M3x2:
  case ScalarType::E5M2x2:
  case ScalarType::E2M1x2:
  case ScalarType::E2M3x2:
  case ScalarType::E3M2x2:
  case ScalarType::UE8M0x2:
  case ScalarType::E2M1x4:
  case ScalarType::E4M3x4:
  case ScalarType::E5M2x4:
  case ScalarType::E2M3x4:
  case ScalarType::E3M2x4:
  case ScalarType::F32x2:
    return false;
  case ScalarType::Pred:
  case ScalarType::B8:
  case ScalarType::B16:
  case ScalarType::B32:
  case ScalarType::B64:
  case ScalarType::B128:
  case ScalarType::U8:
  case ScalarType::U16:
  case ScalarType::U32:
  case ScalarType::U64:
  case ScalarType::S8:
  case ScalarType::S16:
  case ScalarType::S32:
  case ScalarType::S64:
  case ScalarType::F16:
  case ScalarType::F32:
  case ScalarType::F64:
  case ScalarType::F16x2:
  case ScalarType::TexRef:
  case ScalarType::SamplerRef:
  case ScalarType::SurfRef:
    return true;
  }
  llvm_unreachable("unknown scalar type");
}

bool Parser::checkSpec(const VariableSpec &Spec, StringRef Name,
                       SMRange Range) {
  StringRef Type = typeName(Spec.Type);
  if (!isDeclarable(Spec.Type))
    return error(Range, "'" + Name + "' cannot have the type '." + Type +
                            "': it exists in instructions only");
  if (Spec.Type == ScalarType::Pred && Spec.Space != StateSpace::Reg)
    return error(Range, "'" + Name +
                            "' cannot be a predicate: predicates "
                            "are registers");
  if (Spec.VectorWidth > 1 && Spec.Type == ScalarType::Pred)
    return error(Range, "'" + Name + "' cannot be a vector of predicates");
  if (Spec.VectorWidth * storeSize(Spec.Type) > 16)
    return error(Range, "vector '" + Name + "' has " +
                            Twine(Spec.VectorWidth * storeSize(Spec.Type)) +
                            " bytes; at most 16 are allowed");
  return false;
}

bool Parser::parseDeclaration(Linkage Link, SMLoc Start) {
  VariableSpec Spec;
  Spec.Link = Link;
  if (parseSpace(Spec.Space))
    return unknownDirective(CurrentFunction != nullptr);
  if (CurrentFunction && Link != Linkage::Internal)
    return error(Start, "a variable in a body has no linkage");
  if (Spec.Space == StateSpace::Reg)
    return parseRegisters(Start);
  if (Spec.Space == StateSpace::Const && T.is(Tok::LBracket)) {
    // .const[N]: the banks of PTX 1.5 to 2.1.
    next();
    uint64_t Bank;
    if (parseUnsigned(Bank, "a constant bank") || expect(Tok::RBracket, "']'"))
      return true;
  }
  if (parseSpec(Spec))
    return true;
  do {
    if (parseVariable(Spec, Start))
      return true;
  } while (accept(Tok::Comma));
  return expectSemi("the declaration");
}

bool Parser::parseRegisters(SMLoc Start) {
  VariableSpec Spec;
  Spec.Space = StateSpace::Reg;
  if (parseSpec(Spec))
    return true;
  if (!CurrentFunction && M.PTXVersion > 23)
    return error(Start, "registers at module scope ended with PTX version 2.3");
  llvm::SmallVector<RegisterGroup, 8> Groups;
  do {
    if (!T.is(Tok::Identifier))
      return expectedHere("a register name");
    Identifier &Id = *T.Id;
    SMRange Range = T.range();
    next();
    RegisterGroup Group{Id.Name, -1, Range};
    if (checkSpec(Spec, Id.Name, Range))
      return true;
    if (accept(Tok::Less)) {
      uint64_t Count;
      SMRange CountRange = T.range();
      if (parseUnsigned(Count, "a number of registers") ||
          expect(Tok::Greater, "'>'"))
        return true;
      if (Count == 0 || Count > INT32_MAX)
        return error(CountRange,
                     Twine(Count) + " is no possible number of registers");
      Group.Count = Count;
      if (auto Previous = Symbols.declaredHereInRange(Id, Count))
        duplicate(Range, Id.Name, *Previous);
      else
        Symbols.declareRange(Id, {Spec.Type, Spec.VectorWidth, Count, Range});
    } else if (T.is(Tok::LBracket)) {
      return errorHere("register '" + Id.Name +
                       "' cannot be an array; write '" + Id.Name +
                       "<N>' for several registers");
    } else if (T.is(Tok::Equal)) {
      return errorHere("register '" + Id.Name +
                       "' cannot have an initial value");
    } else {
      auto *Reg = make<Register>(Id.Name, Range, Spec.Type, Spec.VectorWidth);
      Reg->Id = Registers.size();
      if (!declareName(Id, Reg))
        Registers.push_back(Reg);
    }
    Groups.push_back(Group);
  } while (accept(Tok::Comma));
  if (expectSemi("the declaration"))
    return true;
  auto *Stmt = make<RegisterDeclaration>(rangeFrom(Start));
  Stmt->Type = Spec.Type;
  Stmt->VectorWidth = Spec.VectorWidth;
  Stmt->Groups = copy(Groups);
  addStmt(Stmt);
  return false;
}

Variable *Parser::makeVariable(StringRef Name, SMRange Range,
                               const VariableSpec &Spec) {
  auto *V = make<Variable>(Name, Range, Spec.Space, Spec.Type);
  V->VectorWidth = Spec.VectorWidth;
  V->Link = Spec.Link;
  V->IsPointer = Spec.IsPointer;
  V->PointerSpace = Spec.PointerSpace;
  V->PointerAlign = Spec.PointerAlign;
  V->Parent = CurrentFunction;
  V->AlignIsExplicit = Spec.Align != 0;
  V->Align =
      Spec.Align != 0 ? Spec.Align : std::max<unsigned>(V->elementSize(), 1);
  return V;
}

bool Parser::parseDims(Variable &V) {
  llvm::SmallVector<uint64_t, 4> Dims;
  while (accept(Tok::LBracket)) {
    if (T.is(Tok::RBracket)) {
      if (!Dims.empty())
        return errorHere("only the first dimension may be left open");
      V.IsUnsized = true;
      Dims.push_back(0);
    } else {
      SMRange Range = T.range();
      uint64_t Count;
      if (parseUnsigned(Count, "an array length"))
        return true;
      if (Count == 0 || Count > (uint64_t(1) << 40))
        return error(Range, Twine(Count) + " is no possible array length");
      Dims.push_back(Count);
    }
    if (expect(Tok::RBracket, "']'"))
      return true;
  }
  V.Dims = copy(Dims);
  return false;
}

bool Parser::parseVariable(const VariableSpec &Spec, SMLoc Start) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a variable name");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  if (checkSpec(Spec, Id.Name, Range))
    return true;
  auto *V = makeVariable(Id.Name, Range, Spec);
  if (T.is(Tok::Less))
    return errorHere("a range of variables is not supported yet");
  if (parseDims(*V))
    return true;
  // The initializer does not see the variable itself.
  if (T.is(Tok::Equal) && parseInitializer(*V))
    return true;
  checkVariable(*V);
  if (Spec.Space == StateSpace::Param && CurrentFunction &&
      CurrentFunction->IsEntry && M.PTXVersion < 14)
    V->IsParameter = true; // Later, it passes arguments to a call.
  if (Id.Top && Id.Top->Depth == Symbols.depth() && !CurrentFunction) {
    // An external variable may be defined in the same module.
    auto *Previous = llvm::dyn_cast<Variable>(Id.Top->D);
    if (Previous && Previous->Link == Linkage::Extern &&
        Previous->Space == V->Space && Previous->Type == V->Type)
      Symbols.declare(Id, V);
    else
      return duplicate(Range, Id.Name, Id.Top->D->Range), false;
  } else if (declareName(Id, V)) {
    return false;
  }
  auto &List = CurrentFunction ? Variables : ModuleVariables;
  V->Id = List.size();
  List.push_back(V);
  addStmt(make<VariableDeclaration>(V, rangeFrom(Start)));
  return false;
}

bool Parser::checkVariable(const Variable &V) {
  bool AtModule = V.Parent == nullptr;
  if (AtModule && V.Space == StateSpace::Local && M.PTXVersion > 23)
    return error(V.Range, "'" + V.Name +
                              "': .local variables at module scope "
                              "ended with PTX version 2.3");
  if (AtModule && V.Space == StateSpace::Param)
    return error(V.Range, "'" + V.Name +
                              "': a .param variable stands in a "
                              "function");
  if (V.IsUnsized && !V.Initializer && V.Link != Linkage::Extern)
    return error(V.Range, "array '" + V.Name +
                              "' needs a length, an "
                              "initializer or .extern");
  if (V.Initializer && V.Link == Linkage::Extern)
    return error(V.Range, "'" + V.Name +
                              "' is .extern and cannot have an "
                              "initial value");
  if (V.Link == Linkage::Common && V.Space != StateSpace::Global)
    return error(V.Range, "'" + V.Name +
                              "': only .global variables can be "
                              ".common");
  if (V.Space == StateSpace::Shared && V.byteSize() > 228 * 1024)
    return error(V.Range, "'" + V.Name + "' has " + Twine(V.byteSize()) +
                              " bytes; no chip has more than 232448 bytes of "
                              "shared memory");
  if (V.Space == StateSpace::Const && V.byteSize() > 64 * 1024)
    return error(V.Range, "'" + V.Name + "' has " + Twine(V.byteSize()) +
                              " bytes; constant memory has 65536");
  return false;
}
