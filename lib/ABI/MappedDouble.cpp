//===- MappedDouble.cpp - f64 under map_f64_to_f32 ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/MappedDouble.h"
#include "llvm/ADT/APFloat.h"

using namespace llvm;

uint64_t heddle::abi::mappedDouble(uint64_t Bits) {
  APFloat Value(APFloat::IEEEdouble(), APInt(64, Bits));
  bool LosesInfo;
  Value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &LosesInfo);
  return Value.bitcastToAPInt().getZExtValue();
}
