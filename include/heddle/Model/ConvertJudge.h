//===- ConvertJudge.h - Conversions below 64 bits ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chip's cvt between types of 8 to 32 bits, in exact integer arithmetic.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODEL_CONVERTJUDGE_H
#define HEDDLE_MODEL_CONVERTJUDGE_H

#include "heddle/Machine/Instruction.h"

namespace heddle::model {

/// Returns what \p I, a conversion whose types are sm::CvtType, makes of a
/// source with \p Bits. An integer is extended to 32 bits by its sign.
uint32_t judgeConversion(const sm::DecodedInst &I, uint32_t Bits);

} // namespace heddle::model

#endif // HEDDLE_MODEL_CONVERTJUDGE_H
