//===- DataLayout.h - Triples and data layouts ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One triple per pointer width, because LLVM derives the width from the triple
/// alone. On silicon every pointer is 32 bits and i64 is not a native integer.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_DATALAYOUT_H
#define HEDDLE_ABI_DATALAYOUT_H

namespace heddle::abi {

/// The attribute of functions that says how many bits the addresses of their
/// PTX have, where that says so.
inline constexpr char AddressSizeAttribute[] = "heddle-address-size";

} // namespace heddle::abi

#endif // HEDDLE_ABI_DATALAYOUT_H
