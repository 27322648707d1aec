//===- Streams.h - Standard input without a buffer --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_STREAMS_H
#define HEDDLE_DEBUGGER_STREAMS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace heddle::debugger {

/// Commands come from \p File from here on, and not from standard input.
void readFrom(int File);
/// Makes a place for commands that come before all that is read. All copies of
/// the process have it in common, so it is made before them.
llvm::Error openCommands();
/// The next lines are those of \p Text.
llvm::Error insertCommands(llvm::StringRef Text);
/// The next one of those lines; nothing if there is none.
std::optional<std::string> takeCommand();
/// None of those lines is left.
void dropCommands();
/// Copies of the process read on where one of them stopped, so nothing is read
/// ahead. Nothing at the end of the input.
std::optional<std::string> readLine();
std::optional<std::string> readBytes(size_t Count);
/// Whether there is something to read.
bool hasInput();

/// From here on an interrupt is noted, and ends no process.
void noteInterrupts();
/// An interrupt is the end of the input for who waits for it.
void endReadsAtInterrupt();
/// Whether there was one since the last call.
bool takeInterrupt();

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_STREAMS_H
