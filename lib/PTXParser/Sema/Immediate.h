//===- Immediate.h - Constants in the type of their operand -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_IMMEDIATE_H
#define HEDDLE_LIB_PTXPARSER_SEMA_IMMEDIATE_H

#include "ConstValue.h"
#include "Reporter.h"

namespace heddle::ptx {

/// Gives \p Op the bits that \p Value has in the type of \p Op. True after an
/// error.
bool setImmediate(Operand &Op, const ConstValue &Value, const Reporter &Report);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_IMMEDIATE_H
