//===- GenericAddress.h - Spaces in one range of addresses ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A generic address of tx1 has 64 bits. Global memory is where it is, so that
/// an address may be one of the host's; the other spaces have windows that no
/// host maps, in which the low 32 bits are the address in the space. No LLVM
/// headers: the interpreter compiles this once for each host vector width.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_GENERICADDRESS_H
#define HEDDLE_ABI_GENERICADDRESS_H

#include <cstdint>

namespace heddle::abi {

/// The upper words of addresses in the windows.
inline constexpr uint32_t SharedWindowWord = 0x01000000;
inline constexpr uint32_t LocalWindowWord = 0x02000000;
inline constexpr uint32_t ConstWindowWord = 0x03000000;

/// The base of the window whose addresses have \p Word.
constexpr uint64_t windowBase(uint32_t Word) { return uint64_t(Word) << 32; }

} // namespace heddle::abi

#endif // HEDDLE_ABI_GENERICADDRESS_H
