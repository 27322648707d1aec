//===- Streams.cpp - Standard input without a buffer ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Streams.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::debugger {

static volatile sig_atomic_t Interrupted = 0;
static int InputFile = STDIN_FILENO;

static bool EndsAtInterrupt = false;

void endReadsAtInterrupt() { EndsAtInterrupt = true; }

void readFrom(int File) { InputFile = File; }

/// A file in memory, whose place of reading copies of the process share.
static int CommandFile = -1;

static llvm::Error failed() {
  return llvm::createStringError("no memory for commands: " +
                                 llvm::sys::StrError());
}

llvm::Error openCommands() {
  if (CommandFile < 0)
    CommandFile = memfd_create("commands", MFD_CLOEXEC);
  return CommandFile < 0 ? failed() : llvm::Error::success();
}

static std::string restOfCommands() {
  std::string Text;
  char Part[4096];
  for (ssize_t Got; (Got = read(CommandFile, Part, sizeof Part)) > 0;)
    Text.append(Part, size_t(Got));
  return Text;
}

llvm::Error insertCommands(llvm::StringRef Text) {
  if (CommandFile < 0)
    return llvm::createStringError("commands of a file are for the terminal");
  std::string All = Text.str();
  if (!All.empty() && All.back() != '\n')
    All += '\n';
  All += restOfCommands();
  if (ftruncate(CommandFile, 0) != 0 ||
      pwrite(CommandFile, All.data(), All.size(), 0) != ssize_t(All.size()) ||
      lseek(CommandFile, 0, SEEK_SET) != 0)
    return failed();
  return llvm::Error::success();
}

static std::optional<std::string> readLineOf(int File);

std::optional<std::string> takeCommand() {
  if (CommandFile < 0)
    return std::nullopt;
  return readLineOf(CommandFile);
}

void dropCommands() {
  if (CommandFile >= 0)
    (void)restOfCommands();
}

static void onInterrupt(int) { Interrupted = 1; }

void noteInterrupts() {
  struct sigaction Action = {};
  Action.sa_handler = onInterrupt;
  sigaction(SIGINT, &Action, nullptr);
}

bool takeInterrupt() {
  bool Was = Interrupted;
  Interrupted = 0;
  return Was;
}

/// Waits until \p File has something, or has ended; false: an interrupt ends
/// the wait. Interrupts come while the process sleeps in ppoll() alone, so that
/// one which is early by an instant is not slept through.
static bool waitForInput(int File) {
  sigset_t Interrupts, Before;
  sigemptyset(&Interrupts);
  sigaddset(&Interrupts, SIGINT);
  sigprocmask(SIG_BLOCK, &Interrupts, &Before);
  pollfd Input = {File, POLLIN, 0};
  while (!Interrupted && ppoll(&Input, 1, nullptr, &Before) < 0 &&
         errno == EINTR) {
  }
  const bool IsEnded = Interrupted;
  sigprocmask(SIG_SETMASK, &Before, nullptr);
  return !IsEnded;
}

static std::optional<std::string> readBytesOf(int File, size_t Count) {
  std::string Text(Count, '\0');
  size_t Have = 0;
  while (Have != Count) {
    if (EndsAtInterrupt && !waitForInput(File))
      return std::nullopt;
    ssize_t Got = read(File, Text.data() + Have, Count - Have);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return std::nullopt;
    Have += size_t(Got);
  }
  return Text;
}

std::optional<std::string> readBytes(size_t Count) {
  return readBytesOf(InputFile, Count);
}

std::optional<std::string> readLine() { return readLineOf(InputFile); }

static std::optional<std::string> readLineOf(int File) {
  std::string Line;
  while (true) {
    std::optional<std::string> C = readBytesOf(File, 1);
    if (!C && Line.empty())
      return std::nullopt;
    if (!C || *C == "\n")
      return Line;
    Line += *C;
  }
}

bool hasInput() {
  pollfd Input = {InputFile, POLLIN, 0};
  return poll(&Input, 1, 0) > 0;
}

} // namespace heddle::debugger
