//===- ManagedVariables.h - Variables shared with the host ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_MANAGEDVARIABLES_H
#define HEDDLE_OBJECT_MANAGEDVARIABLES_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace heddle::object {

/// The flag of the section of a variable that is `.managed` in PTX, one of
/// those that ELF leaves to processors. Memory is the same for host and device
/// here, so that only drivers, which are asked for such variables, need to
/// know.
inline constexpr uint32_t ManagedSectionFlag = 0x10000000;

/// The names of the managed variables of \p Object. Fails where it is none.
llvm::Expected<llvm::StringSet<>> managedVariables(llvm::StringRef Object);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_MANAGEDVARIABLES_H
