//===- Emulation.h - What became routines, in IR ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The content of optimization remarks on instructions that the chip lacks.
/// Only where somebody listens to such remarks, the module lists by their PTX
/// place how those are spelt, in `!heddle.spelling`, and, in
/// `!heddle.emulated`, which of them routines stand for.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_EMULATION_H
#define HEDDLE_INTRINSICS_EMULATION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <utility>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle {

/// The name of these remarks for --pass-remarks-analysis=.
inline constexpr char EmulationRemarks[] = "emulation";

/// Whether anything in \p C takes these remarks.
bool wantsEmulationRemarks(const llvm::LLVMContext &C);

/// Says that PTX spells the instruction at \p Line, \p Column as \p Text.
void addSpelling(llvm::Module &M, unsigned Line, unsigned Column,
                 llvm::StringRef Text);

/// Line and column of an instruction in the PTX.
using LineAndColumn = std::pair<unsigned, unsigned>;

/// By place, the spellings that \p M has.
llvm::DenseMap<LineAndColumn, llvm::StringRef>
spellingsOf(const llvm::Module &M);

/// An instruction whose work a routine does.
struct Emulation {
  /// "fma.rn.f32"
  llvm::StringRef What;
  /// The routine that is called; empty where its code was inlined.
  llvm::StringRef Callee;
  /// How to do without; may be empty.
  llvm::StringRef Advice;
};

void addEmulation(llvm::Module &M, LineAndColumn Place, const Emulation &E);

/// By place, what routines do in \p M.
llvm::DenseMap<LineAndColumn, Emulation> emulationsOf(const llvm::Module &M);

} // namespace heddle

#endif // HEDDLE_INTRINSICS_EMULATION_H
