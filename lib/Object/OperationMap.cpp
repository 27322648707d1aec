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

const SyncOperation *OperationMap::find(uint32_t Line, uint32_t Column) const {
  auto It = llvm::lower_bound(Operations, std::pair(Line, Column),
                              [](const SyncOperation &O, const auto &Place) {
                                return std::pair(O.Line, O.Column) < Place;
                              });
  if (It == Operations.end() || It->Line != Line || It->Column != Column)
    return nullptr;
  return &*It;
}

} // namespace heddle::object
