//===- CheckerNotes.cpp - What checkers are told of a module --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerNotes.h"
#include "SyncOperations.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/IR/Constants.h"
#include <map>

using namespace llvm;

namespace heddle {

/// What \p M, which was optimized, has to say of its accesses. One that is in
/// several places, as inlining leaves it, counts if all are meant for one
/// variable.
static std::vector<object::VariableAccess> accessesOf(const Module &M) {
  std::map<std::pair<uint64_t, uint64_t>, std::optional<StringRef>> Variables;
  if (const NamedMDNode *Notes = M.getNamedMetadata(VariablesMetadata))
    for (const MDNode *Note : Notes->operands()) {
      auto Number = [&](unsigned N) {
        return mdconst::extract<ConstantInt>(Note->getOperand(N))
            ->getZExtValue();
      };
      StringRef Name = cast<MDString>(Note->getOperand(2))->getString();
      auto [It, IsNew] =
          Variables.try_emplace(std::pair(Number(0), Number(1)), Name);
      if (Name.empty() || It->second != Name)
        It->second.reset();
    }
  std::vector<object::VariableAccess> Accesses;
  for (const auto &[Place, Name] : Variables)
    if (Name)
      Accesses.push_back(
          {Name->str(), uint32_t(Place.first), uint32_t(Place.second)});
  return Accesses;
}

object::OperationMap checkerNotes(const ModuleList &Modules, const Module &M,
                                  ArrayRef<UndefinedValue> Undefined,
                                  const Diagnostics &Diags) {
  object::OperationMap Map = syncOperationsOf(Modules, Diags);
  Map.Accesses = accessesOf(M);
  for (const UndefinedValue &V : Undefined)
    Map.Undefined.push_back({V.Name, V.Line, V.Column, V.IsVariable});
  sort(Map.Undefined, [](const auto &A, const auto &B) {
    return std::pair(A.Line, A.Column) < std::pair(B.Line, B.Column);
  });
  return Map;
}

} // namespace heddle
