//===- SettingTable.h - The names of settings -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one table of what users can set: a row is an option of command lines,
/// HEDDLE_NAME in the environment of programs, and a name in the APIs.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_SETTINGTABLE_H
#define HEDDLE_SESSION_SETTINGTABLE_H

#include "heddle/Session/Settings.h"
#include "heddle/Support/OptionTable.h"

namespace heddle::session {

/// Rows with ids from \p FirstId on.
OptionTable<Settings> settingTable(unsigned FirstId = 1);

/// Sets what an option --NAME=VALUE sets. Fails on unknown names, with the
/// nearest that there is, and on values that are none.
llvm::Error setByName(Settings &S, llvm::StringRef Name, llvm::StringRef Value);

/// The variable that says the same as option --NAME: HEDDLE_CHECK_FORMAT.
std::string environmentName(llvm::StringRef Name);

/// Sets what the environment of the process says; %p in a value is the number
/// of the process. Errors name the variable.
llvm::Error setFromEnvironment(Settings &S);

} // namespace heddle::session

#endif // HEDDLE_SESSION_SETTINGTABLE_H
