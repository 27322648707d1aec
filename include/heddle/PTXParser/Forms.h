//===- Forms.h - Instruction forms, generated from PTX.td -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C++ side of PTX.td. Enumerators are `Op` + mnemonic (OpAdd, OpMad24),
/// `Mod` + modifier (ModRn, ModLo, ModVolatile; ModNone), `Grp` + the meaning
/// of the slot (GrpRounding, GrpCompare), `SReg` + register (SRegTid).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_FORMS_H
#define HEDDLE_PTXPARSER_FORMS_H

#include "heddle/PTXParser/Types.h"
#include <cstdint>

namespace heddle::ptx {

#define GET_Opcode_DECL
#define GET_Modifier_DECL
#define GET_ModGroup_DECL
#define GET_SpecialRegister_DECL
#include "heddle/PTXParser/PTXTables.inc"

struct InstForm;

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_FORMS_H
