//===- Commands.h - What the words of the terminal do -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_FRONTEND_COMMANDS_H
#define HEDDLE_LIB_DEBUGGER_FRONTEND_COMMANDS_H

#include "heddle/Debugger/Terminal.h"

namespace heddle::debugger {

using Next = std::optional<Resume>;
/// \p Rest is what follows the word.
using CommandFn = llvm::Error (*)(llvm::StringRef Rest, CommandContext &Context,
                                  Next &To);

/// Fails where no warp is in focus.
llvm::Error needFocus(const CommandContext &Context);

// Points.cpp
llvm::Error addBreakpoint(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error addTemporary(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error addWatchpoint(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error removePoints(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error clearPlace(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error enablePoints(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error disablePoints(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error setCondition(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error ignoreTimes(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error catchMistakes(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error runUntil(llvm::StringRef Rest, CommandContext &C, Next &To);
void printPoints(CommandContext &Context);

// Looking.cpp
llvm::Error print(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error examine(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error display(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error undisplay(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error list(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error disassemble(llvm::StringRef Rest, CommandContext &C, Next &To);
llvm::Error backtrace(llvm::StringRef Rest, CommandContext &C, Next &To);

// Info.cpp
llvm::Error info(llvm::StringRef Rest, CommandContext &C, Next &To);
/// The subjects of `info`, for completion.
llvm::ArrayRef<llvm::StringLiteral> infoWords();

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_FRONTEND_COMMANDS_H
