//===- HostServices.h - What a program asks of its host ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_HOSTSERVICES_H
#define HEDDLE_ABI_HOSTSERVICES_H

#include <cstdint>

namespace heddle::abi {

/// The services of HostServices.def.
enum class HostService : uint8_t {
#define HEDDLE_SERVICE(ID, NUMBER, MEANING) ID = NUMBER,
#include "heddle/ABI/HostServices.def"
};

/// The rules of Misuses.def.
enum class Misuse : uint8_t {
#define HEDDLE_MISUSE(ID, NUMBER, FAULT, TEXT) ID = NUMBER,
#include "heddle/ABI/Misuses.def"
};

/// The record that the first operand of Assert points to.
struct AssertRecord {
  uint64_t Message;
  uint64_t File;
  uint64_t Function;
  uint64_t Line;
};

} // namespace heddle::abi

#endif // HEDDLE_ABI_HOSTSERVICES_H
