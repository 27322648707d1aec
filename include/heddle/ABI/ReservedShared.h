//===- ReservedShared.h - The system's shared memory ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory that %reserved_smem_offset_... name: PTX keeps it for the
/// system, and the headers of cooperative groups use it. It is a variable of
/// the kernels that name it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_RESERVEDSHARED_H
#define HEDDLE_ABI_RESERVEDSHARED_H

#include <cstdint>

namespace heddle::abi {

inline constexpr char ReservedSharedName[] = "__heddle_reserved_shared";
inline constexpr uint32_t ReservedSharedBytes = 1024;

} // namespace heddle::abi

#endif // HEDDLE_ABI_RESERVEDSHARED_H
