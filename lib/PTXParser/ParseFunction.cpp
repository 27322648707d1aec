//===- ParseFunction.cpp - Kernels and functions --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearestName.h"
#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Parser::parseFunction(bool IsEntry, Linkage Link, SMLoc Start) {
  auto *F = make<Function>("", SMRange());
  F->IsEntry = IsEntry;
  F->Link = Link;
  // Parameters live in a scope of their own, around that of the body.
  Registers.clear();
  Variables.clear();
  Labels.clear();
  enterScope();
  auto Leave = [&](bool Failed) {
    leaveScope();
    return Failed;
  };

  llvm::SmallVector<Decl *, 8> Returns, Params;
  if (atDirective("attribute") && !IsEntry) {
    VariableAttributes Attributes;
    SMRange Range = T.range();
    if (parseAttribute(Attributes))
      return Leave(true);
    if (Attributes.IsManaged)
      return Leave(error(Range, "a function cannot be '.managed'"));
    F->Unified = Attributes.Unified;
  }
  if (T.is(Tok::LParen)) {
    if (IsEntry)
      return Leave(errorHere("a kernel returns nothing"));
    if (parseParams(Returns, IsEntry))
      return Leave(true);
  }
  if (!T.is(Tok::Identifier))
    return Leave(expectedHere(IsEntry ? "a kernel name" : "a function name"));
  Identifier &Id = *T.Id;
  F->Name = Id.Name;
  F->Range = T.range();
  next();
  if (T.is(Tok::LParen) && parseParams(Params, IsEntry))
    return Leave(true);
  F->Returns = copy(Returns);
  F->Params = copy(Params);
  if (parseFunctionDirectives(*F))
    return Leave(true);

  bool HasBody = T.is(Tok::LBrace);
  if (!HasBody && parsePrototypeEnd(*F))
    return Leave(true);
  bool Refused = declareFunction(Id, *F, HasBody);
  if (HasBody && Link == Linkage::Extern && !Refused)
    Refused = error(F->Range,
                    "'" + F->Name + "' is .extern and cannot have a body here");
  F->Id = Functions.size();
  if (HasBody)
    parseBody(*F);
  checkParamSize(*F, LastEnd);
  leaveScope();
  if (Refused)
    return false;
  Functions.push_back(F);
  addStmt(make<FunctionStatement>(F, rangeFrom(Start)));
  return false;
}

/// Whether the directive `.Word` begins an item of a module, so that a function
/// without a body may end before it.
static bool startsModuleItem(StringRef Word) {
  static constexpr StringRef Words[] = {
      "entry",  "func",   "visible", "extern",  "weak", "common", "const",
      "global", "shared", "tex",     "section", "file", "alias"};
  return llvm::is_contained(Words, Word);
}

bool Parser::atPrototypeEnd() const {
  return T.is(Tok::Eof) || T.is(Tok::DebugLine) ||
         (T.is(Tok::Directive) && startsModuleItem(T.word()));
}

/// The end of a function without a body. The grammar of PTX 1 and 2 has no
/// semicolon there.
bool Parser::parsePrototypeEnd(const Function &F) {
  if (F.IsEntry || !atPrototypeEnd())
    return expectSemi("the declaration");
  if (M.PTXVersion >= 30)
    beyondManual(F.Range, "the declaration of '" + F.Name + "' without ';'");
  return false;
}

bool Parser::parseParams(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                         bool InPrototype) {
  next();
  if (accept(Tok::RParen))
    return false;
  do {
    if (parseParam(Params, IsEntry, InPrototype))
      return true;
  } while (accept(Tok::Comma));
  return expect(Tok::RParen, "',' or ')'");
}

/// Reports what stands where a parameter starts; false if the word is so near
/// to `.param` that it is taken for it.
bool Parser::misspelledParam(bool IsEntry) {
  NearestName Near(T.is(Tok::Directive) ? T.word() : "");
  Near.consider("param");
  if (Near.best().empty())
    return expectedHere(IsEntry ? "'.param'" : "'.param' or '.reg'");
  error(T.loc(), "unknown directive '" + T.text() + "'; did you mean '.param'?",
        T.range(), llvm::SMFixIt(T.range(), ".param"));
  return false;
}

bool Parser::parseParam(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                        bool InPrototype) {
  SMLoc Start = T.loc();
  bool IsReg = atDirective("reg");
  if (!IsReg && !atDirective("param") && misspelledParam(IsEntry))
    return true;
  if (IsReg && IsEntry)
    return errorHere("a kernel parameter is a '.param', not a '.reg'");
  VariableSpec Spec;
  Spec.Range = T.range();
  Spec.Space = IsReg ? StateSpace::Reg : StateSpace::Param;
  next();
  if (parseSpec(Spec))
    return true;
  bool IsAnonymous = InPrototype && T.is(Tok::Underscore);
  if (!T.is(Tok::Identifier) && !IsAnonymous)
    return expectedHere("a parameter name");
  StringRef Name = T.text();
  Identifier *Id = T.Id;
  SMRange Range = T.range();
  next();
  if (checkSpec(Spec, Name, Range))
    return true;
  if (IsEntry && Spec.VectorWidth > 1)
    return error(Range, "kernel parameter '" + Name + "' cannot be a vector");
  if (!IsReg && !IsEntry && isOpaque(Spec.Type))
    return error(Range, "'" + Name + "' of type '." + typeName(Spec.Type) +
                            "' can be a parameter of a kernel only");
  if (!IsReg && !IsEntry &&
      needs(rangeFrom(Start), "a '.param' of a function", 20, 20))
    return true;

  Decl *D;
  if (IsReg) {
    auto *Reg = make<Register>(Name, Range, Spec.Type, Spec.VectorWidth);
    Reg->Id = Registers.size();
    if (!IsAnonymous)
      Registers.push_back(Reg);
    D = Reg;
  } else {
    auto *V = makeVariable(Name, Range, Spec);
    V->IsParameter = true;
    V->Index = Params.size();
    if (parseDims(*V))
      return true;
    if (IsEntry && V->IsUnsized)
      return error(Range, "kernel parameter '" + Name + "' needs a length");
    V->Id = V->Index;
    D = V;
  }
  Params.push_back(D);
  if (!IsAnonymous && !InPrototype)
    declareName(*Id, D);
  return false;
}

/// Bytes that the parameters take with their alignment. Only the end of the
/// body tells what they are: old PTX declares them in it.
void Parser::checkParamSize(const Function &F, SMLoc End) {
  if (!F.IsEntry)
    return;
  uint64_t Size = 0;
  for (const Decl *D : F.Params) {
    const auto *V = llvm::cast<Variable>(D);
    Size = (Size + V->Align - 1) / V->Align * V->Align + V->byteSize();
  }
  uint64_t Limit = M.PTXVersion >= 81 && M.Target >= 70 ? 32764 : 4352;
  if (Size <= Limit)
    return;
  error(End, "the parameters of '" + F.Name + "' take " + Twine(Size) +
                 " bytes; at most " + Twine(Limit) + " are allowed");
  Diags.note(F.Range.Start, "the kernel is declared here", F.Range);
}

static bool sameParam(const Decl &A, const Decl &B) {
  if (A.DeclKind != B.DeclKind)
    return false;
  if (const auto *R = llvm::dyn_cast<Register>(&A)) {
    const auto *S = llvm::cast<Register>(&B);
    return R->Type == S->Type && R->VectorWidth == S->VectorWidth;
  }
  const auto *V = llvm::cast<Variable>(&A), *W = llvm::cast<Variable>(&B);
  return V->Type == W->Type && V->VectorWidth == W->VectorWidth &&
         V->Align == W->Align && V->Dims == W->Dims;
}

bool Parser::sameSignature(const Function &A, const Function &B,
                           const Decl *&Difference) const {
  Difference = &B;
  if (A.IsEntry != B.IsEntry || A.Params.size() != B.Params.size() ||
      A.Returns.size() != B.Returns.size())
    return false;
  for (auto [X, Y] :
       llvm::zip_equal(llvm::concat<Decl *const>(A.Params, A.Returns),
                       llvm::concat<Decl *const>(B.Params, B.Returns))) {
    Difference = Y;
    if (!sameParam(*X, *Y))
      return false;
  }
  return true;
}

/// Binds the name at module scope. A prototype may be repeated, and be followed
/// by one definition.
bool Parser::declareFunction(Identifier &Id, Function &F, bool HasBody) {
  // The scope of the parameters is open, the module's is the outermost.
  Binding *B = Id.Top;
  while (B && B->Depth != 0)
    B = B->Outer;
  if (!B) {
    Symbols.declareAt(Id, &F, 0);
    return false;
  }
  auto *Previous = llvm::dyn_cast<Function>(B->D);
  if (!Previous)
    return duplicate(F.Range, F.Name, B->D->Range);
  if (HasBody && (Previous->Body || Previous->Definition)) {
    error(F.Range, "'" + F.Name + "' has a body already");
    Diags.note(Previous->Range.Start, "the first one is here", Previous->Range);
    return true;
  }
  const Decl *Difference;
  if (!sameSignature(*Previous, F, Difference)) {
    error(Difference->Range, "'" + F.Name +
                                 "' is declared with other "
                                 "parameters before");
    Diags.note(Previous->Range.Start, "the earlier declaration is here",
               Previous->Range);
    return true;
  }
  if (HasBody && Previous->Link != F.Link &&
      (Previous->Link != Linkage::Visible || F.Link != Linkage::Internal)) {
    error(F.Range, "'" + F.Name + "' is declared with another linkage before");
    Diags.note(Previous->Range.Start, "the earlier declaration is here",
               Previous->Range);
    return true;
  }
  if (HasBody) {
    // Calls before this point name the declaration, which leads to the body.
    Previous->Definition = &F;
    B->D = &F;
  }
  return false;
}

void Parser::finishFunction() {
  Function &F = *CurrentFunction;
  F.Registers = copy(Registers);
  F.Variables = copy(Variables);
  F.Labels = copy(Labels);
  if (!F.IsEntry)
    return;
  // PTX < 1.4 declares kernel parameters in the body.
  llvm::SmallVector<Decl *, 8> Params(F.Params.begin(), F.Params.end());
  llvm::SmallVector<Variable *, 8> Rest;
  for (Variable *V : Variables) {
    if (V->Space == StateSpace::Param && V->IsParameter) {
      V->Index = V->Id = Params.size();
      Params.push_back(V);
    } else {
      V->Id = Rest.size();
      Rest.push_back(V);
    }
  }
  if (Params.size() == F.Params.size())
    return;
  F.ParamsInBody = true;
  F.Params = copy(Params);
  F.Variables = copy(Rest);
}

void Parser::parseBody(Function &F) {
  CurrentFunction = &F;
  for (Decl *D : llvm::concat<Decl *const>(F.Params, F.Returns))
    if (auto *V = llvm::dyn_cast<Variable>(D))
      V->Parent = &F;
  SMLoc Open = T.loc();
  next();
  llvm::SmallVector<const Stmt *, 0> Body;
  auto *Saved = Statements;
  Statements = &Body;
  parseStatements(Body, Open);
  Statements = Saved;
  auto *B = make<Block>(rangeFrom(Open));
  B->Body = copy(Body);
  F.Body = B;
  finishFunction();
  CurrentFunction = nullptr;
}
