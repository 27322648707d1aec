//===- OperationMap.cpp - What PTX says of order --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/OperationMap.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::object {

template <typename T>
static const T *findAt(const std::vector<T> &In, uint32_t Line,
                       uint32_t Column) {
  auto It = llvm::lower_bound(In, std::pair(Line, Column),
                              [](const T &Row, const auto &Place) {
                                return std::pair(Row.Line, Row.Column) < Place;
                              });
  if (It == In.end() || It->Line != Line || It->Column != Column)
    return nullptr;
  return &*It;
}

const SyncOperation *OperationMap::find(uint32_t Line, uint32_t Column) const {
  return findAt(Operations, Line, Column);
}

const UndefinedValue *OperationMap::findUndefined(uint32_t Line,
                                                  uint32_t Column) const {
  return findAt(Undefined, Line, Column);
}

const VariableAccess *OperationMap::findAccess(uint32_t Line,
                                               uint32_t Column) const {
  return findAt(Accesses, Line, Column);
}

llvm::ArrayRef<LocalVariable>
OperationMap::findLocals(llvm::StringRef Path) const {
  auto First = llvm::partition_point(
      Locals, [&](const LocalVariable &V) { return V.Path < Path; });
  auto Last = std::find_if(First, Locals.end(), [&](const LocalVariable &V) {
    return V.Path != Path;
  });
  return llvm::ArrayRef(Locals).slice(size_t(First - Locals.begin()),
                                      size_t(Last - First));
}

llvm::StringSet<> OperationMap::functionsOf(llvm::StringRef Kernel) const {
  llvm::StringSet<> Reached;
  Reached.insert(Kernel);
  llvm::SmallVector<llvm::StringRef, 8> Open = {Kernel};
  while (!Open.empty()) {
    llvm::StringRef Caller = Open.pop_back_val();
    auto It = llvm::partition_point(
        Calls, [&](const auto &Call) { return Call.first < Caller; });
    for (; It != Calls.end() && It->first == Caller; ++It)
      if (Reached.insert(It->second).second)
        Open.push_back(It->second);
  }
  return Reached;
}

} // namespace heddle::object
