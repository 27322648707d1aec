//===- LaneValue.h - A set of lanes in host code ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes that host code knows when it runs, a word of 32 bits, for the rules of
/// heddle/ABI/DivergenceRules.h: each operator appends its instruction.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEVALUE_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEVALUE_H

#include "heddle/ABI/DivergenceRules.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::hosttranslate {

struct LaneValue {
  llvm::IRBuilderBase *B;
  llvm::Value *V;

  LaneValue operator&(LaneValue O) const { return {B, B->CreateAnd(V, O.V)}; }
  LaneValue operator|(LaneValue O) const { return {B, B->CreateOr(V, O.V)}; }
  LaneValue operator~() const { return {B, B->CreateNot(V)}; }
};

using GoneLanes = abi::GoneLanes<LaneValue>;

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEVALUE_H
