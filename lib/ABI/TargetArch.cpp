//===- TargetArch.cpp - The architectures that there are ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/TargetArch.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::abi {

#define GET_TargetArchTable_IMPL
#include "ChipTable.inc"

ArrayRef<TargetArch> targetArchs() { return TargetArchTable; }

/// "sm_90a" is {"sm_", "90a"}; the second is empty for other names.
static std::pair<StringRef, StringRef> splitArch(StringRef Name) {
  for (StringRef Stem : {"sm_", "compute_"})
    if (Name.starts_with(Stem) && Name.size() > Stem.size() &&
        isDigit(Name[Stem.size()]))
      return {Stem, Name.drop_front(Stem.size())};
  return {Name, ""};
}

/// The first whose number is not below \p Number.
static const TargetArch *lowerBound(uint32_t Number) {
  return lower_bound(
      TargetArchTable, Number,
      [](const TargetArch &Arch, uint32_t N) { return Arch.Number < N; });
}

const TargetArch *findTargetArch(StringRef Name) {
  // sm_90a and sm_100f name variants of a capability.
  StringRef Suffix = splitArch(Name).second;
  uint32_t Number = 0;
  if (Suffix.starts_with("0") || Suffix.consumeInteger(10, Number) ||
      Suffix.size() > 1)
    return nullptr;
  const TargetArch *Arch = lowerBound(Number);
  if (Arch == std::end(TargetArchTable) || Arch->Number != Number ||
      !StringRef(Arch->Suffixes).contains(Suffix))
    return nullptr;
  return Arch;
}

/// \p Name, or what it looks like where its number has letters in it: "sm_2O"
/// is "sm_20", "sm_l3" is "sm_13".
static std::string withDigits(StringRef Name) {
  for (StringRef Stem : {"sm_", "compute_"})
    if (Name.starts_with(Stem)) {
      std::string Likely =
          (Stem + digitsForLetters(Name.drop_front(Stem.size()))).str();
      if (findTargetArch(Likely))
        return Likely;
    }
  return Name.str();
}

std::string nearestArchs(StringRef Text) {
  const std::string Name = withDigits(Text);
  auto [Stem, Number] = splitArch(Name);
  uint32_t N = 0;
  if (Number.consumeInteger(10, N))
    return "";
  std::string Near;
  const TargetArch *Above = lowerBound(N);
  auto Add = [&](const TargetArch &Arch) {
    Near +=
        ((Near.empty() ? "near it: " : ", ") + Stem + Twine(Arch.Number)).str();
  };
  bool IsKnown = Above != std::end(TargetArchTable) && Above->Number == N;
  if (Above != std::begin(TargetArchTable) && !IsKnown)
    Add(Above[-1]);
  if (Above != std::end(TargetArchTable))
    Add(*Above);
  return Near + "; ";
}

} // namespace heddle::abi
