//===- TargetTables.h - What the MC layer knows of one chip -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's descriptions of registers, instructions and a chip, for code that
/// assembles, encodes, decodes or prints machine code. Library HeddleTeslaDesc.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_TARGETTABLES_H
#define HEDDLE_BACKEND_TARGETTABLES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include <memory>

namespace llvm {
class SourceMgr;
class Target;
} // namespace llvm

namespace heddle::tesla {

/// Does not change once made; any number of threads may read it.
struct TargetTables {
  const llvm::Target &Target;
  std::unique_ptr<const llvm::MCRegisterInfo> Registers;
  std::unique_ptr<const llvm::MCAsmInfo> AsmInfo;
  std::unique_ptr<const llvm::MCInstrInfo> Instructions;
  std::unique_ptr<const llvm::MCSubtargetInfo> Chip;

  /// \p ChipName as in -mcpu, one that hasChip() knows or empty for g80;
  /// \p Features as in -mattr. Makes the target known to LLVM.
  explicit TargetTables(llvm::StringRef ChipName,
                        llvm::StringRef Features = "");

  /// Whether \p Name is a chip of the target.
  static bool hasChip(llvm::StringRef Name);

  /// Creates the context in which the symbols, sections and errors of one piece
  /// of code live. The tables and both arguments must outlive it.
  std::unique_ptr<llvm::MCContext>
  createContext(const llvm::SourceMgr *Sources = nullptr,
                const llvm::MCTargetOptions *Options = nullptr) const;
};

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_TARGETTABLES_H
