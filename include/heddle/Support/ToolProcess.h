//===- ToolProcess.h - What all tools owe their environment -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The outermost frame of a tool: standard streams that are closed or full,
/// memory that is used up, and LLVM's fatal errors end in a message and an exit
/// code, never in an abort or in text inside another file.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_TOOLPROCESS_H
#define HEDDLE_SUPPORT_TOOLPROCESS_H

namespace heddle {

/// The handling of signals and of fatal errors in a tool's process. main makes
/// its one object first.
class ToolProcess {
public:
  /// \p Name, which must live on, is put in front of messages. Lack of memory
  /// ends the process with 2, a fatal error of LLVM with 1, SIGTERM and SIGHUP
  /// as they always do; all of them remove unfinished output files.
  explicit ToolProcess(const char *Name);
  ToolProcess(const ToolProcess &) = delete;

  /// The exit code of main: \p Exit, or 2 after a message when standard output
  /// could not be written. A reader that went away needs no message.
  int finish(int Exit);

private:
  const char *Name;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_TOOLPROCESS_H
