//===- Streams.cpp - Standard input without a buffer ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Streams.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace heddle::debugger {

static volatile sig_atomic_t Interrupted = 0;
static int InputFile = STDIN_FILENO;

void readFrom(int File) { InputFile = File; }

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

std::optional<std::string> readBytes(size_t Count) {
  std::string Text(Count, '\0');
  size_t Have = 0;
  while (Have != Count) {
    ssize_t Got = read(InputFile, Text.data() + Have, Count - Have);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return std::nullopt;
    Have += size_t(Got);
  }
  return Text;
}

std::optional<std::string> readLine() {
  std::string Line;
  while (true) {
    std::optional<std::string> C = readBytes(1);
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
