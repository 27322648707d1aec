//===- ProgramSession.h - How launches of a program run ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The session of all launches of a program, as HEDDLE_CHECK and the other
/// variables of the environment configure it. Findings are written as they are
/// made, since programs end in many ways; counters, traces and documents are
/// written when the program ends.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_PROGRAMSESSION_H
#define HEDDLE_DRIVERAPI_PROGRAMSESSION_H

#include "heddle/Session/Session.h"

namespace heddle::driver {

class Device;

/// Fails if a variable of the environment has an invalid value.
llvm::Expected<std::unique_ptr<session::Session>>
makeProgramSession(const Device &D);

/// Writes the reports that follow the last launch. Returns the exit code that
/// replaces the program's; 0 keeps it.
int finishProgramSession(session::Session &S);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_PROGRAMSESSION_H
