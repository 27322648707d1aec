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
#include "heddle/Jobs/JobRunner.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Session/Session.h"

namespace heddle::debugger {

/// A module, the memory of a launch, and its arguments.
class LaunchTarget {
public:
  /// Compiles, loads and binds what \p Spec says. The launches of a job before
  /// the one that is debugged have run then.
  static llvm::Expected<std::unique_ptr<LaunchTarget>>
  load(const LaunchSpec &Spec);

  View &view() { return *Seen; }
  llvm::Expected<LaunchEnd> run(std::unique_ptr<sm::Observer> Watcher);

private:
  explicit LaunchTarget(const LaunchSpec &S) : Spec(S) {}
  llvm::Error makeSession();
  llvm::Error loadProgram(const CompileOptions &Compile);
  llvm::Error loadJob(const CompileOptions &Compile);
  /// Takes the module, unless that was refused for the reasons in \p Messages.
  llvm::Error
  take(llvm::Expected<std::unique_ptr<runtime::LoadedModule>> Loaded,
       llvm::StringRef Messages);
  llvm::Error setKernel(llvm::StringRef Entry);
  llvm::Error runBefore(size_t Chosen);
  /// Lets the user name the buffers in \p Inputs.
  void nameBuffers(const session::LaunchInputs &Inputs);
  runtime::ElementType elementsOf(size_t Parameter) const;

  const LaunchSpec &Spec;
  sm::GlobalMemory Memory;
  std::unique_ptr<runtime::LoadedModule> Module;
  const object::Kernel *Kernel = nullptr;
  std::unique_ptr<View> Seen;
  /// The inputs of a program; those of a job are its runner's.
  std::unique_ptr<session::LaunchInputs> Inputs;
  jobs::Job Job;
  std::unique_ptr<jobs::JobRunner> Runner;
  runtime::LaunchRequest Request;
  /// Outlives the observer that it owns.
  std::unique_ptr<session::Session> Session;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_LAUNCHTARGET_H
