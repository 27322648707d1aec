//===- Geometry.cpp - What one SM has room for ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetArch.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <string>
#include <vector>

using namespace llvm;

namespace heddle::abi {

#define GET_GeometryTable_DECL
#define GET_GeometryTable_IMPL
#include "GeometryTable.inc"

ArrayRef<Geometry> geometries() { return GeometryTable; }

/// "8.6" is sm_86; other names stay as they are.
static std::string architecture(StringRef Name) {
  auto [Major, Minor] = Name.split('.');
  unsigned Number = 0;
  if (Minor.size() == 1 && !Major.getAsInteger(10, Number) &&
      !Minor.getAsInteger(10, Number))
    return (Twine("sm_") + Major + Minor).str();
  return Name.str();
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
  const TargetArch *Arch = findTargetArch(architecture(Name));
  if (!Arch)
    return nullptr;
  if (const Chip *C = findChip(Arch->Number); C && C->Silicon)
    return lookup(C->GeometryName);
  return lookup("sm_" + std::to_string(Arch->Number));
}

std::string geometryNames(StringRef Separator) {
  std::string Names;
  for (const Geometry &G : geometries())
    Names += (Names.empty() ? "" : Separator.str()) + G.Name;
  return Names;
}

Error unknownGeometry(StringRef Name) {
  return createStringError("unknown geometry '" + Name + "'; " +
                           nearestArchs(Name) +
                           "known: " + geometryNames(", "));
}

/// The geometries of chips(). Every launch asks for one.
static std::vector<const Geometry *> geometriesOfChips() {
  std::vector<const Geometry *> All;
  for (const Chip &C : chips())
    All.push_back(findGeometry(C.GeometryName));
  return All;
}

const Geometry &defaultGeometry(const Chip &C) {
  static const std::vector<const Geometry *> OfChips = geometriesOfChips();
  assert(&C >= chips().begin() && &C < chips().end() && "a chip of no table");
  const Geometry *G = OfChips[size_t(&C - chips().begin())];
  assert(G && "Chips.td names a geometry that Geometry.td lacks");
  return *G;
}

const Geometry &occupancyGeometry(const Chip &C, StringRef Arch) {
  // If a chip of 1.x was asked for and code for another is made instead, the
  // limits of its SM do not apply: that code has wider registers and addresses.
  const Geometry *Asked = C.Silicon ? nullptr : findGeometry(Arch);
  return Asked && !Asked->LaunchStateInShared ? *Asked : defaultGeometry(C);
}

} // namespace heddle::abi
