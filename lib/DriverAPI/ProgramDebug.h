//===- ProgramDebug.h - A program's launches in the debugger ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_PROGRAMDEBUG_H
#define HEDDLE_DRIVERAPI_PROGRAMDEBUG_H

#include "Module.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace heddle::driver {

/// Whether HEDDLE_DEBUG asks for the debugger.
bool isDebugging();
/// Fails if HEDDLE_DEBUG is neither a terminal nor "dap:PORT".
llvm::Error checkDebugging();

/// Memory is shared with other processes from here on, and what a launch does
/// to it in a copy of the process is done.
void noteSharedMemory();

/// Shows the launch of \p K to the user before the program makes it. The user
/// may end the program in here.
void showLaunch(const Module &Code, const object::Kernel &K,
                llvm::ArrayRef<uint8_t> Params,
                const runtime::LaunchRequest &Request);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_PROGRAMDEBUG_H
