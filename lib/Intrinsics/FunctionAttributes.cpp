//===- FunctionAttributes.cpp - What functions of IR say ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include <algorithm>

using namespace llvm;

namespace heddle {

bool FunctionAttribute::isSet(const Function &F) const {
  return F.hasFnAttribute(Name);
}

void FunctionAttribute::copy(const Function &From, Function &To) const {
  if (isSet(From))
    To.addFnAttr(From.getFnAttribute(Name));
}

void FlagAttribute::set(Function &F) const { F.addFnAttr(Name); }

StringRef TextAttribute::get(const Function &F) const {
  return F.getFnAttribute(Name).getValueAsString();
}

void TextAttribute::set(Function &F, StringRef Text) const {
  F.addFnAttr(Name, Text);
}

uint64_t NumberAttribute::get(const Function &F, uint64_t Default) const {
  return F.getFnAttributeAsParsedInteger(Name, Default);
}

void NumberAttribute::set(Function &F, uint64_t Value) const {
  F.addFnAttr(Name, utostr(Value));
}

std::array<uint32_t, 3> ExtentAttribute::get(const Function &F) const {
  std::array<uint32_t, 3> Extent = {0, 0, 0};
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute(Name).getValueAsString().split(Parts, ',');
  for (size_t I = 0; I != std::min(Extent.size(), Parts.size()); ++I)
    Parts[I].getAsInteger(10, Extent[I]);
  return Extent;
}

uint64_t ExtentAttribute::count(const Function &F) const {
  if (!isSet(F))
    return 0;
  uint64_t Count = 1;
  for (uint32_t N : get(F))
    Count *= std::max<uint64_t>(N, 1);
  return Count;
}

void ExtentAttribute::set(Function &F,
                          const std::array<uint32_t, 3> &Extent) const {
  F.addFnAttr(Name, utostr(Extent[0]) + "," + utostr(Extent[1]) + "," +
                        utostr(Extent[2]));
}

} // namespace heddle
