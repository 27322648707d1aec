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
/// variables of the environment want it. Findings are written when they are
/// made, since programs end in many ways; counters, traces and documents when
/// the program ends.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_PROGRAMSESSION_H
#define HEDDLE_DRIVERAPI_PROGRAMSESSION_H

#include "heddle/Session/Session.h"

namespace heddle::driver {

class Device;

/// Fails on what the environment says that no setting takes.
llvm::Expected<std::unique_ptr<session::Session>>
makeProgramSession(const Device &D);

/// Writes the reports that follow the last launch. The exit code that the
/// process is to end with in place of its own; 0: its own.
int finishProgramSession(session::Session &S);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_PROGRAMSESSION_H
