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

/// Returns the rows, with ids from \p FirstId on.
OptionTable<Settings> settingTable(unsigned FirstId = 1);

/// Sets the setting of option --NAME to VALUE. Fails on unknown names, and
/// suggests the nearest one, and on malformed values.
llvm::Error setByName(Settings &S, llvm::StringRef Name, llvm::StringRef Value);

/// Reads --time[=BOARD], a board's name or a file, for tools with an option of
/// that form besides these settings.
llvm::Error setTime(const ParsedOption &O, TimeSettings &To);

/// The environment variable of option --NAME: HEDDLE_CHECK_FORMAT.
std::string environmentName(llvm::StringRef Name);

/// Sets what the environment of the process asks for; %p in a value stands for
/// the process id. Errors name the variable.
llvm::Error setFromEnvironment(Settings &S);

} // namespace heddle::session

#endif // HEDDLE_SESSION_SETTINGTABLE_H
