//===- SemaFunction.cpp - Kernels, functions and their directives ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckWgmma.h"
#include "Sema.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

Function *Sema::actOnFunctionStart(bool IsEntry, Linkage Link) {
  auto *F = make<Function>("", SMRange());
  F->IsEntry = IsEntry;
  F->Link = Link;
  // Parameters live in a scope of their own, around that of the body.
  Names.declarations().clear();
  enterScope();
  return F;
}

bool Sema::actOnFunctionAttributes(Function &F,
                                   const VariableAttributes &Attributes,
                                   SMRange Range) const {
  if (Attributes.IsManaged)
    return error(Range, "a function cannot be '.managed'");
  F.Unified = Attributes.Unified;
  return false;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

Decl *Sema::actOnParam(const ParsedParam &P) {
  const VariableSpec &Spec = P.Spec;
  bool IsReg = Spec.Space == StateSpace::Reg;
  bool Failed = checkSpec(Spec, P.Name, P.Range) ||
                (!P.IsEntry && !P.InPrototype && checkNoPointer(Spec));
  if (!Failed && P.IsEntry && Spec.VectorWidth > 1)
    Failed =
        error(P.Range, "kernel parameter '" + P.Name + "' cannot be a vector");
  if (!Failed && !IsReg && !P.IsEntry && isOpaque(Spec.Type))
    Failed =
        error(P.Range, "'" + P.Name + "' of type '." + typeName(Spec.Type) +
                           "' can be a parameter of a kernel only");
  if (!Failed && !IsReg && !P.IsEntry)
    Failed = needs(P.FullRange, Feature::FunctionParam) ||
             checkParamAlign(Spec.Align, P.Range);
  if (Failed)
    return nullptr;

  if (!IsReg) {
    Variable *V = makeVariable(P.Name, P.Range, Spec);
    V->IsParameter = true;
    V->Id = V->Index = P.Index;
    return V;
  }
  auto &Registers = Names.declarations().Registers;
  auto *Reg = make<Register>(P.Name, P.Range, Spec.Type, Spec.VectorWidth);
  Reg->Id = Registers.size();
  if (P.Id)
    Registers.push_back(Reg);
  return Reg;
}

bool Sema::checkParamAlign(unsigned Align, SMRange Range) const {
  return Align > 128 &&
         error(Range, "'" + textOf(Range) + "' is aligned to " + Twine(Align) +
                          " bytes; what a call passes, to 128 at most");
}

bool Sema::actOnParamEnd(const ParsedParam &P, Decl &D) {
  const auto *V = llvm::dyn_cast<Variable>(&D);
  if (V && P.IsEntry && V->IsUnsized)
    return error(P.Range, "kernel parameter '" + P.Name + "' needs a length");
  if (P.Id && !P.InPrototype)
    Names.declare(*P.Id, &D);
  return false;
}

/// Bytes that the parameters take with their alignment. Only the end of the
/// body tells what they are: old PTX declares them in it.
void Sema::checkParamSize(const Function &F, SMLoc End) const {
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

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

namespace {
/// When a tuning directive came and went.
struct TuningVersions {
  StringRef Word;
  unsigned Version;
  unsigned Target;
  /// 0: it still exists.
  unsigned LastVersion;
  bool HasClusters;
};
} // namespace

static constexpr TuningVersions Tuning[] = {
#define TUNING_NUMBER(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)           \
  {#WORD, VERSION, TARGET, LAST, CLUSTERS},
#define TUNING_EXTENT TUNING_NUMBER
#define TUNING_FLAG TUNING_NUMBER
#include "TuningDirectives.def"
};

static const TuningVersions &tuningAt(SMRange Word) {
  return *llvm::find_if(
      Tuning, [Name = textOf(Word).drop_front()](const TuningVersions &T) {
        return T.Word == Name;
      });
}

bool Sema::checkTuning(const Function &F, SMRange Word) const {
  const TuningVersions &Info = tuningAt(Word);
  std::string Quoted = ("'." + Info.Word + "'").str();
  if (!F.IsEntry)
    return error(Word, Quoted + " is for kernels only");
  if (Versions.needs(Word, Quoted, Info.Version, Info.Target))
    return true;
  if (Info.LastVersion != 0 && M.PTXVersion > Info.LastVersion)
    return error(Word, Quoted + " ended with PTX version " +
                           versionText(Info.LastVersion) + "; this is " +
                           versionText(M.PTXVersion));
  return false;
}

bool Sema::checkBlockSize(const FunctionDirectives &D, SMRange Word) const {
  if (D.MaxNTid && D.ReqNTid)
    return error(Word, "'.maxntid' and '.reqntid' exclude each other");
  const Extent3 &E = D.MaxNTid ? *D.MaxNTid : *D.ReqNTid;
  uint64_t Threads = uint64_t(E[0]) * E[1] * E[2];
  if (Threads > 1024)
    Diags.warning("block-size", Word.Start,
                  "'" + textOf(Word) + "' asks for " + Twine(Threads) +
                      " threads; no chip has blocks of more than 1024",
                  Word);
  return false;
}

bool Sema::actOnTuning(FunctionDirectives &D, SMRange Word) const {
  if (tuningAt(Word).HasClusters && !D.Clusters.isValid())
    D.Clusters = Word;
  if (textOf(Word).ends_with("ntid"))
    return checkBlockSize(D, Word);
  if (D.MaxClusterRank && D.ReqNCTAPerCluster)
    return error(Word, "'.maxclusterrank' and '.reqnctapercluster' exclude "
                       "each other");
  return false;
}

bool Sema::actOnFunctionDirectives(const FunctionDirectives &D,
                                   SMRange BlocksAreClusters) const {
  if (D.BlocksAreClusters && !(D.ReqNTid && D.ReqNCTAPerCluster))
    return error(BlocksAreClusters, "'.blocksareclusters' needs '.reqntid' and "
                                    "'.reqnctapercluster'");
  return false;
}

bool Sema::actOnNoReturn(bool ReturnsNothing, SMRange Word) const {
  if (!ReturnsNothing)
    return error(Word, "'.noreturn' goes with a function that returns nothing");
  return needs(Word, Feature::NoReturn);
}

bool Sema::checkAbiPreserve(bool IsControl, uint64_t Count,
                            SMRange Range) const {
  // These are the registers that remain beside those that a call itself needs.
  if (Count > (IsControl ? 9 : 241))
    return error(Range, Twine(Count) + " is no possible number of registers");
  return false;
}

void Sema::actOnMissingSemicolon(const Function &F) const {
  if (M.PTXVersion >= 30)
    Versions.beyondManual(F.Range,
                          "the declaration of '" + F.Name + "' without ';'");
}

//===----------------------------------------------------------------------===//
// Declarations of the same function
//===----------------------------------------------------------------------===//

bool Sema::earlierDeclaration(const Function &Previous, SMRange Range,
                              const Twine &Message) const {
  error(Range, Message);
  Diags.note(Previous.Range.Start, "the earlier declaration is here",
             Previous.Range);
  return true;
}

bool Sema::checkRedeclaration(const Function &F, const Function &Previous,
                              bool HasBody) const {
  if (HasBody && (Previous.Body || Previous.Definition)) {
    error(F.Range, "'" + F.Name + "' has a body already");
    Diags.note(Previous.Range.Start, "the first one is here", Previous.Range);
    return true;
  }
  if (const Decl *Difference = signatureDifference(Previous, F))
    return earlierDeclaration(Previous, Difference->Range,
                              "'" + F.Name +
                                  "' is declared with other parameters before");
  if (HasBody && Previous.Link != F.Link &&
      (Previous.Link != Linkage::Visible || F.Link != Linkage::Internal))
    return earlierDeclaration(Previous, F.Range,
                              "'" + F.Name +
                                  "' is declared with another linkage before");
  return false;
}

/// Binds the name at module scope. A prototype may be repeated, and be followed
/// by one definition.
bool Sema::declareFunction(Identifier &Id, Function &F, bool HasBody) {
  Binding *B = Scopes::lookupAtModule(Id);
  if (!B) {
    symbols().declareAt(Id, &F, 0);
    return false;
  }
  auto *Previous = llvm::dyn_cast<Function>(B->D);
  if (!Previous)
    return Names.duplicate(F.Range, F.Name, B->D->Range);
  if (checkRedeclaration(F, *Previous, HasBody))
    return true;
  if (HasBody) {
    // Calls before this point name the declaration, which leads to the body.
    Previous->Definition = &F;
    B->D = &F;
  }
  return false;
}

bool Sema::actOnSignature(Identifier &Id, Function &F, bool HasBody) {
  F.Id = Functions.size();
  if (declareFunction(Id, F, HasBody))
    return true;
  if (HasBody && F.Link == Linkage::Extern)
    return error(F.Range,
                 "'" + F.Name + "' is .extern and cannot have a body here");
  return false;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void Sema::actOnBodyStart(Function &F) {
  Names.setFunction(&F);
  for (Decl *D : llvm::concat<Decl *const>(F.Params, F.Returns))
    if (auto *V = llvm::dyn_cast<Variable>(D))
      V->Parent = &F;
}

void Sema::actOnBodyEnd(Function &F, const Block *Body) {
  const FunctionDecls &Decls = Names.declarations();
  Names.setFunction(nullptr);
  F.Body = Body;
  checkCarry(*Body);
  checkWgmmaRegisters(F, Diags);
  F.Registers = copy(Decls.Registers);
  F.Variables = copy(Decls.Variables);
  F.Labels = copy(Decls.Labels);
  if (!F.IsEntry)
    return;
  // PTX < 1.4 declares kernel parameters in the body.
  llvm::SmallVector<Decl *, 8> Params(F.Params.begin(), F.Params.end());
  llvm::SmallVector<Variable *, 8> Rest;
  for (Variable *V : Decls.Variables) {
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

const Stmt *Sema::actOnFunctionEnd(Function &F, SMRange Range,
                                   bool WasRefused) {
  checkParamSize(F, Range.End);
  leaveScope();
  if (WasRefused)
    return nullptr;
  Functions.push_back(&F);
  return make<FunctionStatement>(&F, Range);
}
