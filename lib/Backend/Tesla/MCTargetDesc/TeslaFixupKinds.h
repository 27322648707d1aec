//===- TeslaFixupKinds.h - Places that get an address later -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fixups of the Tesla target.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFIXUPKINDS_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFIXUPKINDS_H

#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"

namespace llvm::Tesla {
enum Fixups {
  /// Branch target of the control form: the byte address in the section, bits
  /// 2..17 in w0[11:26] and bits 18..23 in w1[14:19].
  fixup_target = FirstTargetFixupKind,
  /// Immediate of 32 bits, split as object::RelocImmediate32 says: the address
  /// of a module variable, which a loader knows.
  fixup_imm32,
  /// Changes nothing: the instruction is long, and its address has to be a
  /// multiple of eight.
  fixup_place,
  LastTargetFixupKind,
  NumTargetFixupKinds = LastTargetFixupKind - FirstTargetFixupKind
};
/// A flag of instructions that get a fixup_place: those of assembly text, where
/// nobody else sees to it that the short ones come in pairs.
inline constexpr unsigned CheckPlace = 1;

/// The upper word of a symbol's address: "symbol@high". The names of variants
/// are LLVM's, and this is one of another target.
inline constexpr auto HighWord = MCSymbolRefExpr::VK_PPC_HIGH;

/// The start of the name of a relocation that takes one byte of an address, for
/// `.reloc`; the byte's number follows.
inline constexpr char ByteRelocation[] = "BYTE";
} // namespace llvm::Tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAFIXUPKINDS_H
