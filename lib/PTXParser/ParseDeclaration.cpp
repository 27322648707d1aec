//===- ParseDeclaration.cpp - Registers and variables ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearestName.h"
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

/// What undeclared() leaves, so that a name is reported once.
static bool isPoison(const Decl &D) {
  const auto *Reg = llvm::dyn_cast<Register>(&D);
  return Reg && Reg->Type == ScalarType::None;
}

/// Lets \p Id, which is declared wrongly, stand for anything.
bool Parser::poison(Identifier &Id, SMRange Range) {
  if (!Symbols.declaredHere(Id))
    Symbols.declare(Id, make<Register>(Id.Name, Range, ScalarType::None, 1));
  return true;
}

bool Parser::declareName(Identifier &Id, Decl *D) {
  if (Id.Name == "WARP_SZ")
    return error(D->Range, "'WARP_SZ' is a reserved word");
  auto Previous = Symbols.declaredHere(Id);
  bool IsPoison = Previous && Id.Top && isPoison(*Id.Top->D);
  if (Previous && !IsPoison)
    duplicate(D->Range, Id.Name, *Previous);
  // After a mistake the later declaration counts, lest its uses be mistakes.
  if (!Previous || !Id.Top || Id.Top->D->DeclKind != D->DeclKind || IsPoison)
    Symbols.declare(Id, D);
  if (CurrentFunction && Id.LastPending != 0)
    settlePending(Id, *D);
  if (Previous && !IsPoison)
    return true;
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

/// Whether \p Type is one that a declaration may name, for advice.
static bool isDeclaredType(ScalarType Type) {
  return Type == ScalarType::Pred || Type == ScalarType::F16 ||
         Type == ScalarType::F32 || Type == ScalarType::F64 ||
         (bitWidth(Type) >= 8 && (isBits(Type) || isInteger(Type)) &&
          Type != ScalarType::U16x2 && Type != ScalarType::S16x2);
}

/// Reports the word at T, which is neither a type nor says anything else that
/// stands before a name.
bool Parser::unknownSpec() {
  NearestName Near(T.word());
  for (StringRef Word : {"align", "attribute", "ptr", "v2", "v4", "texref",
                         "samplerref", "surfref"})
    Near.consider(Word);
  for (const ModifierInfo &Info : modifierTable())
    if (isDeclaredType(Info.Type))
      Near.consider(Info.Text);
  std::string Message = ("unknown type or attribute '" + T.text() + "'").str();
  if (Near.best().empty())
    return errorHere(Message);
  return error(T.loc(), Message + "; did you mean '." + Near.best() + "'?",
               T.range(), llvm::SMFixIt(T.range(), "." + Near.best()));
}

/// Behind the space: alignment, vector, type and attributes up to the name.
bool Parser::parseSpec(VariableSpec &Spec) {
  while (T.is(Tok::Directive)) {
    StringRef Word = T.word();
    bool IsEarly = Word == "align" || Word == "attribute";
    if (IsEarly && (Spec.Type != ScalarType::None || Spec.VectorWidth > 1))
      return errorHere("'" + T.text() + "' stands before the type");
    if (Word == "align") {
      if (parseAlign(Spec.Align))
        return true;
    } else if (Spec.Type != ScalarType::None &&
               (Word == "v2" || Word == "v4")) {
      return errorHere("'" + T.text() + "' stands before the type");
    } else if (Word == "v2" || Word == "v4") {
      Spec.VectorWidth = Word == "v2" ? 2 : 4;
      next();
    } else if (Word == "ptr") {
      if (parsePointer(Spec))
        return true;
    } else if (Word == "attribute") {
      if (parseAttribute(Spec.Attributes))
        return true;
    } else if (ScalarType Type = declaredType(Word); Type != ScalarType::None) {
      if (Spec.Type != ScalarType::None)
        return errorHere("a second type; the first is '." +
                         typeName(Spec.Type) + "'");
      Spec.Type = Type;
      next();
    } else {
      return unknownSpec();
    }
  }
  if (Spec.Type == ScalarType::None)
    return expectedHere("a type like .u32");
  return false;
}

/// `[N]` behind `.const`.
bool Parser::parseConstBank(VariableSpec &Spec) {
  SMRange Open = T.range();
  next();
  SMRange Range = T.range();
  uint64_t Bank;
  if (parseUnsigned(Bank, "a constant bank") || expect(Tok::RBracket, "']'"))
    return true;
  if (Bank > 11)
    return error(Range, "constant bank " + Twine(Bank) +
                            " does not exist; 0 to 11 do");
  if (M.PTXVersion > 21)
    return error(Open, "constant banks ended with PTX version 2.1; this is " +
                           versionText(M.PTXVersion));
  Spec.ConstBank = Bank;
  return needs(Open, "a constant bank", 15, 10);
}

bool Parser::parseDeclaration(Linkage Link, SMLoc Start) {
  VariableSpec Spec;
  Spec.Link = Link;
  if (!T.is(Tok::Directive))
    return expectedHere("a state space like .global");
  if (parseSpace(Spec.Space))
    return unknownDirective(CurrentFunction != nullptr);
  if (Spec.Space == StateSpace::Reg)
    return parseRegisters(Start);
  if (Spec.Space == StateSpace::Tex && M.PTXVersion > 14)
    return error(Start, "'.tex' ended with PTX version 1.4; write "
                        "'.global .texref'");
  if (Spec.Space == StateSpace::Const && T.is(Tok::LBracket) &&
      parseConstBank(Spec))
    return true;
  if (parseSpec(Spec))
    return poisonRest();
  do {
    if (parseVariable(Spec, Start))
      return true;
  } while (accept(Tok::Comma));
  return expectSemi("the declaration");
}

/// `<N>` behind the name of several registers. After a mistake every number
/// will do.
bool Parser::parseRegisterCount(Identifier &Id, const VariableSpec &Spec,
                                RegisterGroup &Group) {
  uint64_t Count;
  SMRange CountRange = T.range();
  bool Failed = parseUnsigned(Count, "a number of registers") ||
                expect(Tok::Greater, "'>'");
  if (!Failed && (Count == 0 || Count > INT32_MAX))
    Failed =
        error(CountRange, Twine(Count) + " is no possible number of registers");
  Group.Count = Failed ? INT32_MAX : Count;
  if (auto Previous = Symbols.declaredHereInRange(Id, Group.Count))
    return Failed || (duplicate(Group.Range, Id.Name, *Previous), false);
  Symbols.declareRange(Id,
                       {Failed ? ScalarType::None : Spec.Type, Spec.VectorWidth,
                        uint64_t(Group.Count), Group.Range});
  return Failed;
}

/// One name of a .reg line.
bool Parser::parseRegisterGroup(const VariableSpec &Spec,
                                RegisterGroup &Group) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a register name");
  Identifier &Id = *T.Id;
  Group = {Id.Name, -1, T.range()};
  if (checkSpec(Spec, Id.Name, Group.Range))
    return true;
  next();
  if (accept(Tok::Less))
    return parseRegisterCount(Id, Spec, Group);
  if (T.is(Tok::LBracket))
    return poison(Id, Group.Range) &&
           errorHere("register '" + Id.Name + "' cannot be an array; write '" +
                     Id.Name + "<N>' for several registers");
  if (T.is(Tok::Equal))
    return poison(Id, Group.Range) && errorHere("register '" + Id.Name +
                                                "' cannot have an initial "
                                                "value");
  auto *Reg = make<Register>(Id.Name, Group.Range, Spec.Type, Spec.VectorWidth);
  Reg->Id = Registers.size();
  Reg->IsModuleScope = CurrentFunction == nullptr;
  if (!declareName(Id, Reg) && CurrentFunction)
    Registers.push_back(Reg);
  return false;
}

/// Behind a mistake in a declaration: lets the names up to its end stand for
/// anything, so that their uses stay quiet.
bool Parser::poisonRest() {
  for (bool MayBreak = false; !T.is(Tok::Eof) && !T.is(Tok::Semi) &&
                              !T.is(Tok::RBrace) && !T.is(Tok::Equal) &&
                              !(MayBreak && T.StartsLine);) {
    MayBreak = !T.is(Tok::Comma);
    if (!T.is(Tok::Identifier)) {
      next();
      continue;
    }
    Identifier &Id = *T.Id;
    SMRange Range = T.range();
    next();
    if (!T.is(Tok::Less))
      poison(Id, Range);
    else if (!Symbols.declaredHereInRange(Id, INT32_MAX))
      Symbols.declareRange(Id, {ScalarType::None, 1, INT32_MAX, Range});
  }
  return true;
}

bool Parser::parseRegisters(SMLoc Start) {
  VariableSpec Spec;
  Spec.Space = StateSpace::Reg;
  if (parseSpec(Spec))
    return poisonRest();
  if (!CurrentFunction && M.PTXVersion > 23)
    return error(Start, "registers at module scope ended with PTX version 2.3");
  llvm::SmallVector<RegisterGroup, 8> Groups;
  do {
    if (parseRegisterGroup(Spec, Groups.emplace_back()))
      return poisonRest();
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
  V->ConstBank = Spec.ConstBank;
  V->IsManaged = Spec.Attributes.IsManaged;
  V->Unified = Spec.Attributes.Unified;
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
  // Initializers nest as deep as the dimensions.
  static constexpr unsigned MaxDims = 64;
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

/// `g<4>`: the variables g0 to g3.
bool Parser::parseVariableRange(const VariableSpec &Spec, StringRef Stem,
                                SMRange Range, SMLoc Start) {
  llvm::SmallVector<Identifier *, 8> Names;
  if (parseNameRange(Stem, Names))
    return true;
  for (Identifier *Name : Names)
    declareVariable(*Name, *makeVariable(Name->Name, Range, Spec), Start);
  return false;
}

bool Parser::parseVariable(const VariableSpec &Spec, SMLoc Start) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a variable name");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  if (checkSpec(Spec, Id.Name, Range))
    return poison(Id, Range);
  if (T.is(Tok::Less))
    return parseVariableRange(Spec, Id.Name, Range, Start);
  auto *V = makeVariable(Id.Name, Range, Spec);
  // The initializer does not see the variable itself.
  if (parseDims(*V) || (T.is(Tok::Equal) && parseInitializer(*V)))
    return poison(Id, Range);
  declareVariable(Id, *V, Start);
  return false;
}

void Parser::declareVariable(Identifier &Id, Variable &V, SMLoc Start) {
  // Later versions pass arguments to calls so.
  if (V.Space == StateSpace::Param && CurrentFunction &&
      CurrentFunction->IsEntry && M.PTXVersion < 14)
    V.IsParameter = true;
  checkVariable(V);
  if (Id.Top && Id.Top->Depth == Symbols.depth() && !CurrentFunction) {
    // An external variable may be defined in the same module.
    auto *Previous = llvm::dyn_cast<Variable>(Id.Top->D);
    if (Previous && Previous->Link == Linkage::Extern &&
        Previous->Space == V.Space && Previous->Type == V.Type) {
      Symbols.declare(Id, &V);
    } else {
      duplicate(V.Range, Id.Name, Id.Top->D->Range);
      return;
    }
  } else if (declareName(Id, &V)) {
    return;
  }
  auto &List = CurrentFunction ? Variables : ModuleVariables;
  V.Id = List.size();
  List.push_back(&V);
  addStmt(make<VariableDeclaration>(&V, rangeFrom(Start)));
}
