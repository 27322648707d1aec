//===- ArrayFunction.cpp - Functions on arrays by value -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include <cstring>

namespace heddle::ptxrandom {

std::vector<uint8_t>
ArrayFunction::evaluate(const std::vector<std::vector<uint8_t>> &Values) const {
  std::vector<uint8_t> Bytes(Result, Fill);
  for (const Piece &Each : Pieces) {
    uint64_t V = 0;
    std::memcpy(&V, &Values[Each.Argument][Each.From], Each.Bytes);
    V += Each.Addend;
    std::memcpy(&Bytes[Each.To], &V, Each.Bytes);
  }
  return Bytes;
}

std::vector<bool> ArrayFunction::written() const {
  std::vector<bool> Bytes(Result);
  for (const Piece &Each : Pieces)
    for (unsigned I = 0; I != Each.Bytes; ++I)
      Bytes[Each.To + I] = true;
  return Bytes;
}

} // namespace heddle::ptxrandom
