//===- Address.cpp - Places in global memory ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Address.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::abi {

std::string Address::str() const {
  return "0x" + utohexstr(Value, /*LowerCase=*/true);
}

raw_ostream &operator<<(raw_ostream &OS, Address A) { return OS << A.str(); }

} // namespace heddle::abi
