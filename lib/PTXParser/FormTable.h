//===- FormTable.h - The rows generated from PTX.td -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The part of PTX.td that the front end itself reads: the rows behind the
/// enumerators of Forms.h, and how to find them by their spelling.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_FORMTABLE_H
#define HEDDLE_LIB_PTXPARSER_FORMTABLE_H

#include "heddle/PTXParser/Forms.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace heddle::ptx {

struct OpcodeInfo {
  Opcode Id;
  const char *Mnemonic;
};

struct ModifierInfo {
  Modifier Id;
  const char *Text;
  /// None for a modifier that is no type.
  ScalarType Type;
  /// Generic for a modifier that names no space.
  StateSpace Space;
  /// How many elements of a vector it stands for: 4 of .x4.
  uint16_t Number;
};

struct SpecialRegisterInfo {
  SpecialRegister Id;
  const char *Name;
  ScalarType Type;
  bool IsVector;
  uint8_t Count;
  bool Reads16;
  uint16_t MinVersion;
  uint16_t MinTarget;
};

/// sm_Number.
struct TargetInfo {
  uint16_t Number;
  uint16_t MinVersion;
  /// The letters of which one may follow.
  const char *Suffixes;
};
/// The row of "90" or "90a"; null if there is none.
const TargetInfo *findTarget(llvm::StringRef Number);

/// Rows in the order of their enumerators.
llvm::ArrayRef<OpcodeInfo> opcodeTable();
llvm::ArrayRef<ModifierInfo> modifierTable();
llvm::ArrayRef<SpecialRegisterInfo> specialRegisterTable();
/// The forms of \p Op.
llvm::ArrayRef<InstForm> formsOfOpcode(Opcode Op);

inline const ModifierInfo &modifierInfo(Modifier M) {
  return modifierTable()[M];
}
inline const SpecialRegisterInfo &sregInfo(SpecialRegister R) {
  return specialRegisterTable()[R];
}

std::optional<Opcode> findOpcode(llvm::StringRef Mnemonic);
std::optional<Modifier> findModifier(llvm::StringRef Text);

struct SpecialRegisterRef {
  SpecialRegister Register;
  /// N of a numbered register.
  unsigned Index;
};
/// \p Name is without the percent sign.
std::optional<SpecialRegisterRef> findSpecialRegister(llvm::StringRef Name);

/// "%tid" for something like "tdi"; empty if no name is near.
std::string nearestSpecialRegister(llvm::StringRef Name);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_FORMTABLE_H
