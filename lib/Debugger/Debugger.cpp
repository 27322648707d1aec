//===- Debugger.cpp - Runs a launch and stops it, both ways ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Debugger.h"
#include "DebugObserver.h"
#include "LaunchTarget.h"

using namespace llvm;

namespace heddle::debugger {

FrontEnd::~FrontEnd() = default;

void FrontEnd::startLaunch(View &, UserState &) {}

void FrontEnd::endProgram(const UserState &, int) {}

Error debug(const LaunchSpec &Spec, FrontEnd &F) {
  Expected<std::unique_ptr<LaunchTarget>> Target = LaunchTarget::load(Spec);
  if (!Target)
    return Target.takeError();
  auto Observer = std::make_unique<DebugObserver>((*Target)->view(), F);
  DebugObserver &Seen = *Observer;
  if (Error E = Seen.open())
    return E;
  Expected<LaunchEnd> End = (*Target)->run(std::move(Observer));
  if (!End)
    return End.takeError();
  // Where an instruction was issued this does not return.
  Seen.end(End->Fault, End->Output);
  return createStringError(End->Fault.empty() ? "the launch has no instruction"
                                              : End->Fault);
}

} // namespace heddle::debugger
