//===- CheckerNotes.cpp - What checkers are told of a module --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerNotes.h"
#include "SyncOperations.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace heddle {

static uint64_t numberIn(const MDNode &Note, unsigned N) {
  return mdconst::extract<ConstantInt>(Note.getOperand(N))->getZExtValue();
}

static StringRef textIn(const MDNode &Note, unsigned N) {
  return cast<MDString>(Note.getOperand(N))->getString();
}

/// The variables that an access may be meant for.
static std::vector<std::string> variablesIn(const std::set<StringRef> &Names) {
  auto IsLocal = [](StringRef Name) { return Name.contains('/'); };
  if (Names.count("") || (Names.size() != 1 && !all_of(Names, IsLocal)))
    return {};
  return {Names.begin(), Names.end()};
}

/// The notes of \p M, which was optimized, on its accesses. An access that is
/// in several places, as inlining leaves it, counts if all are meant for one
/// variable, or for variables of functions.
static std::vector<object::VariableAccess> accessesOf(const Module &M) {
  struct Access {
    std::set<StringRef> Names;
    uint64_t Bytes = 0;
  };
  std::map<std::pair<uint64_t, uint64_t>, Access> At;
  if (const NamedMDNode *Notes = M.getNamedMetadata(VariablesMetadata))
    for (const MDNode *Note : Notes->operands()) {
      Access &A = At[{numberIn(*Note, 0), numberIn(*Note, 1)}];
      // Parts of one access among several cannot be told apart.
      A.Bytes = A.Names.empty() ? numberIn(*Note, 3) : 0;
      A.Names.insert(textIn(*Note, 2));
    }
  std::vector<object::VariableAccess> Accesses;
  Accesses.reserve(At.size());
  for (const auto &[Place, A] : At)
    Accesses.push_back({variablesIn(A.Names), uint32_t(Place.first),
                        uint32_t(Place.second), uint32_t(A.Bytes)});
  return Accesses;
}

namespace {
/// The places of variables of functions, in a module whose code was made.
class LocalPlaces {
public:
  explicit LocalPlaces(const Module &M) {
    if (const NamedMDNode *Notes = M.getNamedMetadata(LocalPlacesMetadata))
      for (const MDNode *Note : Notes->operands())
        Own[textIn(*Note, 0)].push_back(
            {textIn(*Note, 0).str(), numberIn(*Note, 1) != 0,
             uint32_t(numberIn(*Note, 2)), uint32_t(numberIn(*Note, 3)),
             textIn(*Note, 4).str()});
    if (const NamedMDNode *Notes = M.getNamedMetadata(PassedMetadata))
      for (const MDNode *Note : Notes->operands())
        Passed[textIn(*Note, 0)].insert(textIn(*Note, 1));
  }

  /// Ascending by path.
  std::vector<object::LocalVariable> list() const {
    std::vector<object::LocalVariable> All;
    for (const auto &[Path, Places] : Own)
      if (Path.empty() || isFixed(Places))
        append_range(All, Places);
    for (const auto &[Path, Variables] : Passed) {
      std::vector<object::LocalVariable> Places;
      std::set<StringRef> Seen;
      if (Path.empty() || !follow(Path, Seen, Places))
        continue;
      for (object::LocalVariable &V : Places) {
        V.Path = Path.str();
        V.IsParam = true;
        All.push_back(std::move(V));
      }
    }
    sort(All, [](const auto &A, const auto &B) {
      return std::tie(A.Path, A.Address) < std::tie(B.Path, B.Address);
    });
    return All;
  }

private:
  using Places = std::vector<object::LocalVariable>;

  static bool isFixed(const Places &Of) {
    return all_of(Of, [](const object::LocalVariable &V) { return V.Size; });
  }
  /// The places of all that is passed for \p Path; false if some are unknown.
  bool follow(StringRef Path, std::set<StringRef> &Seen, Places &To) const {
    if (!Seen.insert(Path).second)
      return true;
    if (auto It = Own.find(Path); It != Own.end()) {
      append_range(To, It->second);
      return !Path.empty() && isFixed(It->second);
    }
    auto It = Passed.find(Path);
    return It != Passed.end() && all_of(It->second, [&](StringRef Variable) {
             return follow(Variable, Seen, To);
           });
  }

  std::map<StringRef, Places> Own;
  /// By parameter.
  std::map<StringRef, std::set<StringRef>> Passed;
};
} // namespace

/// The pairs of caller and callee, as OperationMap has them.
static std::vector<std::pair<std::string, std::string>>
callsOf(const Module &M) {
  std::set<std::pair<StringRef, StringRef>> Calls;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.hasAddressTaken())
      Calls.insert({"", F.getName()});
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      const auto *Callee =
          dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (!Callee || !Callee->isDeclaration())
        Calls.insert({F.getName(), Callee ? Callee->getName() : ""});
    }
  }
  return {Calls.begin(), Calls.end()};
}

object::OperationMap checkerNotes(const ModuleList &Modules, const Module &M,
                                  ArrayRef<UndefinedValue> Undefined,
                                  const Diagnostics &Diags) {
  object::OperationMap Map = syncOperationsOf(Modules, Diags);
  Map.Accesses = accessesOf(M);
  Map.Locals = LocalPlaces(M).list();
  Map.Calls = callsOf(M);
  for (const UndefinedValue &V : Undefined)
    Map.Undefined.push_back({V.Name, V.Line, V.Column, V.IsVariable});
  sort(Map.Undefined, [](const auto &A, const auto &B) {
    return std::pair(A.Line, A.Column) < std::pair(B.Line, B.Column);
  });
  return Map;
}

} // namespace heddle
