//===- LinkModules.cpp - Names across the modules of a program ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/LinkModules.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::Twine;

namespace {

/// The later wins; two of the last kind exclude each other.
enum class Strength : uint8_t { Weak, Common, Strong };

bool isAlias(const Function &F) {
  return !F.Body && F.Definition && F.Definition->Name != F.Name;
}

/// The function that defines the name of \p F in its module, if there is one;
/// else \p F.
const Function &rootOf(const Function &F) {
  return F.Definition && !isAlias(F) ? *F.Definition : F;
}

class ModuleLinker {
public:
  ModuleLinker(llvm::ArrayRef<std::unique_ptr<Module>> Modules,
               Diagnostics &Diags)
      : Modules(Modules), Diags(Diags) {}

  void link();

private:
  void checkHeaders();
  void addDefinitions(Module &M);
  void define(Decl &D, Strength S);
  bool check(const Decl &Declared, const Decl &Defined);
  bool checkFunctions(const Function &Declared, const Function &Defined);
  bool checkVariables(const Variable &Declared, const Variable &Defined);
  bool differ(const Decl &At, const Decl &Defined, const Twine &What);
  void resolve(Module &M);
  void resolve(Function &F);
  void resolve(Variable &V);
  /// Sets the Definition of declarations that the module itself defines.
  void resolveInside(Module &M);

  struct Symbol {
    Decl *Chosen = nullptr;
    Strength S = Strength::Weak;
    /// All .common variables of the name, and the largest of their alignments.
    llvm::SmallVector<Variable *, 2> Common;
    unsigned Align = 1;
  };

  llvm::ArrayRef<std::unique_ptr<Module>> Modules;
  Diagnostics &Diags;
  llvm::StringMap<Symbol> Symbols;
};

} // namespace

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

/// Both sides of a call, and of an address, must agree on the module's header.
void ModuleLinker::checkHeaders() {
  const Module *Sized = nullptr;
  auto Differ = [&](const Module &M, const Module &First, const Twine &What) {
    Diags.error(M.HeaderEnd, What);
    Diags.note(First.HeaderEnd, "the other module's header ends here");
  };
  for (const auto &M : Modules) {
    const Module &First = *Modules.front();
    if (M->MapF64ToF32 != First.MapF64ToF32)
      Differ(*M, First,
             "only one of these modules is for map_f64_to_f32, which changes "
             "what memory holds; they cannot be linked");
    if (M->AddressSize == 0)
      continue;
    if (Sized && M->AddressSize != Sized->AddressSize)
      Differ(*M, *Sized,
             "this module has addresses of " + Twine(M->AddressSize) +
                 " bits, '" + Sized->FileName + "' of " +
                 Twine(Sized->AddressSize) + "; they cannot be linked");
    if (!Sized)
      Sized = M.get();
  }
}

void ModuleLinker::define(Decl &D, Strength S) {
  Symbol &Known = Symbols[D.Name];
  auto *Var = llvm::dyn_cast<Variable>(&D);
  assert((Var || S != Strength::Common) && "a function is never .common");
  if (S == Strength::Common) {
    Known.Common.push_back(Var);
    Known.Align = std::max(Known.Align, Var->Align);
  }
  if (!Known.Chosen) {
    Known.Chosen = &D;
    Known.S = S;
    return;
  }
  if (Known.S == Strength::Strong && S == Strength::Strong) {
    Diags.error(D.Range.Start,
                "'" + D.Name + "' is defined in another module, too", D.Range);
    Diags.note(Known.Chosen->Range.Start, "the other definition is here",
               Known.Chosen->Range);
    return;
  }
  bool BothCommon = Known.S == Strength::Common && S == Strength::Common;
  bool IsLarger =
      BothCommon &&
      Var->byteSize() > llvm::cast<Variable>(Known.Chosen)->byteSize();
  if (S > Known.S || IsLarger) {
    Known.Chosen = &D;
    Known.S = S;
  }
}

void ModuleLinker::addDefinitions(Module &M) {
  for (Function *F : M.Functions) {
    bool IsExternal = F->IsEntry || F->Link != Linkage::Internal;
    if (IsExternal && (F->Body || isAlias(*F)))
      define(*F, F->Link == Linkage::Weak ? Strength::Weak : Strength::Strong);
  }
  for (Variable *V : M.Variables) {
    if (V->Link == Linkage::Visible)
      define(*V, Strength::Strong);
    else if (V->Link == Linkage::Weak)
      define(*V, Strength::Weak);
    else if (V->Link == Linkage::Common)
      define(*V, Strength::Common);
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool ModuleLinker::differ(const Decl &At, const Decl &Defined,
                          const Twine &What) {
  Diags.error(At.Range.Start, What, At.Range);
  Diags.note(Defined.Range.Start, "'" + Defined.Name + "' is defined here",
             Defined.Range);
  return false;
}

bool ModuleLinker::checkFunctions(const Function &Declared,
                                  const Function &Defined) {
  const Decl *Difference = signatureDifference(Defined, Declared);
  if (!Difference)
    return true;
  if (Difference == &Declared)
    return differ(Declared, Defined,
                  "'" + Declared.Name +
                      "' has other parameters or results here than where it "
                      "is defined");
  return differ(*Difference, Defined,
                "this parameter or result of '" + Declared.Name +
                    "' has another type, size or alignment where the function "
                    "is defined");
}

static std::string typeText(const Variable &V) {
  return (Twine(".") + spaceName(V.Space) +
          (V.VectorWidth > 1 ? " .v" + std::to_string(V.VectorWidth) : "") +
          " ." + typeName(V.Type))
      .str();
}

/// An array without a length takes any; an alignment that is larger than asked
/// for does no harm.
bool ModuleLinker::checkVariables(const Variable &Declared,
                                  const Variable &Defined) {
  std::string Quoted = ("'" + Declared.Name + "' is ").str();
  if (typeText(Declared) != typeText(Defined))
    return differ(Declared, Defined,
                  Quoted + typeText(Declared) + " here and " +
                      typeText(Defined) + " where it is defined");
  bool MayBeSmaller =
      Declared.Link == Linkage::Common || Defined.Link == Linkage::Common;
  bool FitsSize = Declared.IsUnsized ||
                  Declared.byteSize() == Defined.byteSize() ||
                  (MayBeSmaller && Declared.byteSize() < Defined.byteSize());
  if (!FitsSize)
    return differ(Declared, Defined,
                  "'" + Declared.Name + "' has " + Twine(Declared.byteSize()) +
                      " bytes here and " + Twine(Defined.byteSize()) +
                      " where it is defined");
  if (Declared.Align > Defined.Align)
    return differ(Declared, Defined,
                  Quoted + "aligned to " + std::to_string(Declared.Align) +
                      " bytes here and to " + std::to_string(Defined.Align) +
                      " where it is defined");
  return true;
}

bool ModuleLinker::check(const Decl &Declared, const Decl &Defined) {
  assert(Declared.Name == Defined.Name && "declarations of other names");
  const auto *F = llvm::dyn_cast<Function>(&Declared);
  if (Declared.DeclKind != Defined.DeclKind)
    return differ(Declared, Defined,
                  "'" + Declared.Name + "' is a " +
                      (F ? "function here and a variable"
                         : "variable here and a function") +
                      " where it is defined");
  return F ? checkFunctions(*F, llvm::cast<Function>(Defined))
           : checkVariables(llvm::cast<Variable>(Declared),
                            llvm::cast<Variable>(Defined));
}

/// A prototype of its own module's function follows that.
void ModuleLinker::resolve(Function &F) {
  const Function &Root = rootOf(F);
  bool IsDeclared = &Root == &F && !F.Body && !F.Definition;
  bool MayYield = Root.IsEntry || Root.Link != Linkage::Internal;
  if (!(IsDeclared ? F.Link == Linkage::Extern : MayYield))
    return;
  auto It = Symbols.find(F.Name);
  if (It == Symbols.end() || It->second.Chosen == &Root)
    return;
  Decl *Chosen = It->second.Chosen;
  // Two strong definitions were reported.
  if (!IsDeclared && Root.Link != Linkage::Weak)
    return;
  if (check(F, *Chosen)) {
    auto &Other = llvm::cast<Function>(*Chosen);
    F.Definition = Other.Body ? &Other : Other.Definition;
  }
}

void ModuleLinker::resolve(Variable &V) {
  if (V.Definition || V.Link == Linkage::Internal)
    return;
  auto It = Symbols.find(V.Name);
  if (It == Symbols.end() || It->second.Chosen == &V)
    return;
  if (V.Link != Linkage::Visible && check(V, *It->second.Chosen))
    V.Definition = llvm::cast<Variable>(It->second.Chosen);
}

/// The one that is defined may stand on either side of the declaration.
void ModuleLinker::resolveInside(Module &M) {
  llvm::StringMap<Variable *> Defined;
  for (Variable *V : M.Variables)
    if (V->Link == Linkage::Internal)
      Defined[V->Name] = V;
  for (Variable *V : M.Variables)
    if (V->Link == Linkage::Extern)
      if (auto It = Defined.find(V->Name);
          It != Defined.end() && check(*V, *It->second))
        V->Definition = It->second;
}

void ModuleLinker::resolve(Module &M) {
  resolveInside(M);
  // Prototypes go by what their body still says.
  for (Function *F : M.Functions)
    if (!F->Body)
      resolve(*F);
  for (Function *F : M.Functions)
    if (F->Body)
      resolve(*F);
  for (Variable *V : M.Variables)
    resolve(*V);
}

void ModuleLinker::link() {
  checkHeaders();
  unsigned NextId = 0;
  for (const auto &M : Modules) {
    for (Function *F : M->Functions)
      F->Id = NextId++;
    addDefinitions(*M);
  }
  for (auto &Entry : Symbols) {
    Symbol &S = Entry.second;
    assert(S.Chosen && "a symbol that nothing defines");
    // The chosen variable stands for all .common variables of its name.
    if (!S.Common.empty() && S.Chosen->DeclKind == Decl::VariableDecl) {
      auto *Var = llvm::cast<Variable>(S.Chosen);
      Var->Align = std::max(Var->Align, S.Align);
    }
  }
  for (const auto &M : Modules)
    resolve(*M);
}

void heddle::ptx::linkModules(llvm::ArrayRef<std::unique_ptr<Module>> Modules,
                              Diagnostics &Diags) {
  ModuleLinker(Modules, Diags).link();
}
