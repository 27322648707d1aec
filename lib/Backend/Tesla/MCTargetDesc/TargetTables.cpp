//===- TargetTables.cpp - What the MC layer knows of one chip -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/TargetTables.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace heddle::tesla {

/// The triple that the chip called \p ChipName has code of; the silicon's for
/// other names.
static StringRef tripleOf(StringRef ChipName) {
  const abi::Chip *Chip = abi::findChip(ChipName);
  return Chip ? Chip->Triple : abi::targetModels().front().Triple;
}

/// The target with its MC layer. Tables are made by several threads at once,
/// so that only the first of them may write into LLVM's registry.
static const llvm::Target &registeredTarget() {
  static const llvm::Target &T = []() -> const llvm::Target & {
    initializeTargetInfo();
    initializeTargetMC();
    return getTheTeslaTarget();
  }();
  return T;
}

TargetTables::TargetTables(StringRef ChipName, StringRef Features)
    : Target(registeredTarget()) {
  assert((ChipName.empty() || hasChip(ChipName)) &&
         "the caller checks names that users give");
  StringRef TT = tripleOf(ChipName);
  Registers.reset(Target.createMCRegInfo(TT));
  AsmInfo.reset(Target.createMCAsmInfo(*Registers, TT, MCTargetOptions()));
  Instructions.reset(Target.createMCInstrInfo());
  Chip.reset(Target.createMCSubtargetInfo(TT, ChipName, Features));
}

bool TargetTables::hasChip(StringRef Name) {
  // The tables are those of the default chip, since LLVM prints complaints of
  // its own about a name that it does not know.
  std::unique_ptr<const MCSubtargetInfo> Any(
      registeredTarget().createMCSubtargetInfo(tripleOf(Name), "", ""));
  return Any->isCPUStringValid(Name);
}

std::unique_ptr<MCContext>
TargetTables::createContext(const SourceMgr *Sources,
                            const MCTargetOptions *Options) const {
  return std::make_unique<MCContext>(Chip->getTargetTriple(), AsmInfo.get(),
                                     Registers.get(), Chip.get(), Sources,
                                     Options);
}

} // namespace heddle::tesla
