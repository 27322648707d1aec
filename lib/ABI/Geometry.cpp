//===- Geometry.cpp - What one SM has room for ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Chips.h"
#include <cassert>
#include <string>

using namespace llvm;

namespace heddle::abi {

#define GET_GeometryTable_DECL
#define GET_GeometryTable_IMPL
#include "GeometryTable.inc"

ArrayRef<Geometry> geometries() { return GeometryTable; }

const Geometry *findGeometry(StringRef Name) {
  for (const Geometry &G : GeometryTable)
    if (Name == G.Name)
      return &G;
  return nullptr;
}

const Geometry &defaultGeometry(const Chip &C) {
  const Geometry *G = findGeometry(C.GeometryName);
  assert(G && "Chips.td names a geometry that Geometry.td lacks");
  return *G;
}

} // namespace heddle::abi
