//===- Geometry.cpp - What one SM has room for ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Chips.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <string>

using namespace llvm;

namespace heddle::abi {

#define GET_GeometryTable_DECL
#define GET_GeometryTable_IMPL
#include "GeometryTable.inc"

ArrayRef<Geometry> geometries() { return GeometryTable; }

/// "8.6" and "compute_86" are sm_86, "sm_90a" is sm_90; other names stay as
/// they are.
static std::string architecture(StringRef Name) {
  auto [Major, Minor] = Name.split('.');
  unsigned Number = 0;
  if (!Minor.empty() && !Major.getAsInteger(10, Number) &&
      !Minor.getAsInteger(10, Number))
    return (Twine("sm_") + Major + Minor).str();
  StringRef Digits = Name;
  if (!Digits.consume_front("sm_") && !Digits.consume_front("compute_"))
    return Name.str();
  if (!Digits.consume_back("a"))
    Digits.consume_back("f");
  return (Twine("sm_") + Digits).str();
}

static const Geometry *lookup(StringRef Name) {
  for (const Geometry &G : GeometryTable)
    if (Name == G.Name)
      return &G;
  return nullptr;
}

const Geometry *findGeometry(StringRef Name) {
  if (const Geometry *G = lookup(Name))
    return G;
  std::string Arch = architecture(Name);
  for (const Chip &C : chips())
    if (C.Silicon && Arch == C.SmName)
      return lookup(C.GeometryName);
  return lookup(Arch);
}

const Geometry &defaultGeometry(const Chip &C) {
  const Geometry *G = findGeometry(C.GeometryName);
  assert(G && "Chips.td names a geometry that Geometry.td lacks");
  return *G;
}

} // namespace heddle::abi
