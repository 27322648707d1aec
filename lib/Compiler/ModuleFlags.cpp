//===- ModuleFlags.cpp - What IR says of its chip -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleFlags.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetArch.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

static std::optional<StringRef> textFlag(const llvm::Module &M,
                                         StringRef Flag) {
  auto *Text = dyn_cast_or_null<MDString>(M.getModuleFlag(Flag));
  return Text ? std::optional(Text->getString()) : std::nullopt;
}

/// Whether \p Chip has no name of its own that \p Arch could be.
static bool standsFor(const abi::Chip &Chip, StringRef Arch) {
  return !Chip.Silicon && abi::findTargetArch(Arch) &&
         abi::findChip(Arch) == &Chip;
}

void noteArch(llvm::Module &M, const abi::Chip &Chip, StringRef Arch) {
  if (standsFor(Chip, Arch))
    M.setModuleFlag(llvm::Module::Error, abi::ArchFlag,
                    MDString::get(M.getContext(), Arch));
}

std::string archOf(const llvm::Module &M, const abi::Chip &Chip) {
  return textFlag(M, abi::ArchFlag).value_or(abi::reportedName(Chip)).str();
}

bool checkFlags(const llvm::Module &M, const abi::Chip &Chip,
                Diagnostics &Diags) {
  auto Check = [&](StringRef Flag, StringRef Of, auto IsGood) {
    std::optional<StringRef> Name = textFlag(M, Flag);
    if (!Name || IsGood(*Name))
      return true;
    Diags.error(SMLoc(), "module flag '" + Flag + "' names no " + Of + ": '" +
                             *Name + "'");
    return false;
  };
  return Check(abi::GeometryFlag, "geometry",
               [](StringRef Name) { return abi::findGeometry(Name); }) &&
         Check(abi::ArchFlag, "target of this chip",
               [&](StringRef Name) { return standsFor(Chip, Name); });
}

} // namespace heddle
