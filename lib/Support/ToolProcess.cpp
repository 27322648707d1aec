//===- ToolProcess.cpp - What all tools owe their environment -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/ToolProcess.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace heddle {
namespace {

constexpr int InternalError = 1, EnvironmentError = 2;

bool isClosed(int Descriptor) { return fcntl(Descriptor, F_GETFD) < 0; }

[[noreturn]] void leave(int Exit) {
  // Removes what was not complete.
  sys::RunInterruptHandlers();
  _Exit(Exit);
}

void onFatalError(void *Name, const char *Reason, bool) {
  errs() << static_cast<const char *>(Name) << ": internal error: " << Reason
         << '\n';
  leave(InternalError);
}

/// Closes the gap of a closed output stream: a file opened next would get its
/// number, and its text. With a folder there, whatever is written by that
/// number or by a name such as /dev/stdout fails, and does not vanish.
void occupy(int Stream) {
  if (!isClosed(Stream))
    return;
  int Folder = open("/", O_RDONLY | O_DIRECTORY);
  if (Folder < 0 || Folder == Stream)
    return;
  dup2(Folder, Stream);
  close(Folder);
}

/// Must not allocate; errs() has no buffer.
void onBadAlloc(void *Name, const char *, bool) {
  errs() << static_cast<const char *>(Name) << ": error: out of memory\n";
  leave(EnvironmentError);
}

/// A reader that went away ends the process as it always does, and without a
/// word; LLVM has removed unfinished outputs before it calls this.
void onBrokenPipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void onTermination(int Signal) {
  sys::RunInterruptHandlers();
  std::signal(Signal, SIG_DFL);
  // Comes when this one is left.
  std::raise(Signal);
}

/// LLVM's handler gives signals back to the system before it removes files, and
/// timeout(1) sends two: one to the process, one to its group.
void terminateOnce() {
  struct sigaction Ours = {};
  Ours.sa_handler = onTermination;
  sigfillset(&Ours.sa_mask);
  for (int Signal : {SIGTERM, SIGHUP})
    sigaction(Signal, &Ours, nullptr);
}

} // namespace

ToolProcess::ToolProcess(const char *Name) : Name(Name) {
  occupy(STDOUT_FILENO);
  occupy(STDERR_FILENO);
  // Standard input is empty then; where even that fails, a read of it tells.
  (void)sys::Process::FixupStandardFileDescriptors();
  void *Data = const_cast<char *>(Name);
  install_fatal_error_handler(onFatalError, Data);
  install_bad_alloc_error_handler(onBadAlloc, Data);
  install_out_of_memory_new_handler();
  // Installs LLVM's handlers.
  sys::SetOneShotPipeSignalFunction(onBrokenPipe);
  terminateOnce();
  // A write beyond the limit fails, and is reported as any that does.
  std::signal(SIGXFSZ, SIG_IGN);
}

int ToolProcess::finish(int Exit) {
  outs().flush();
  if (std::error_code EC = outs().error()) {
    outs().clear_error();
    if (EC != std::errc::broken_pipe)
      errs() << Name << ": error: " << toString(cannotWrite("-", EC)) << '\n';
    Exit = EnvironmentError;
  }
  // A stream that dies with an error takes the program with it.
  errs().clear_error();
  return Exit;
}

} // namespace heddle
