//===- LaunchTarget.h - The launch that is debugged -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_LAUNCHTARGET_H
#define HEDDLE_LIB_DEBUGGER_LAUNCHTARGET_H

#include "heddle/Debugger/Debugger.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Session/Session.h"

namespace heddle::debugger {

/// How the launch ended.
struct LaunchEnd {
  /// A fault's report; empty without one.
  std::string Fault;
  /// The text that the kernel printed.
  std::string Output;
};

/// A module, the memory of a launch, and its arguments.
class LaunchTarget {
public:
  /// Compiles, loads and binds what \p Spec says.
  static llvm::Expected<std::unique_ptr<LaunchTarget>>
  load(const LaunchSpec &Spec);

  View &view() { return *Seen; }
  llvm::Expected<LaunchEnd> run(std::unique_ptr<sm::Observer> Watcher);

private:
  explicit LaunchTarget(const LaunchSpec &S) : Spec(S) {}
  llvm::Error bind();
  llvm::Error bindBuffer(const runtime::Argument &A, llvm::StringRef Name);

  const LaunchSpec &Spec;
  sm::GlobalMemory Memory;
  std::unique_ptr<runtime::LoadedModule> Module;
  const object::Kernel *Kernel = nullptr;
  std::unique_ptr<View> Seen;
  std::vector<runtime::ArgumentValue> Values;
  /// Outlives the observer that it owns.
  std::unique_ptr<session::Session> Session;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_LAUNCHTARGET_H
