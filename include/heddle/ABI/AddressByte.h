//===- AddressByte.h - One byte of an address -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Initial values take addresses apart: a pointer cast to one of these address
/// spaces, which have no memory, and then to an integer is one byte.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_ADDRESSBYTE_H
#define HEDDLE_ABI_ADDRESSBYTE_H

namespace heddle::abi {

/// Byte0 + N is byte N of the address in its own space, 0 the lowest, and
/// GenericByte0 + N that of the generic address.
enum AddressByte : unsigned {
  Byte0 = 200,
  GenericByte0 = 208,
};

} // namespace heddle::abi

#endif // HEDDLE_ABI_ADDRESSBYTE_H
