//===- ptx-dbg.cpp - Debugs a kernel, forwards and backwards --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the launch cannot start, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Streams.h"
#include "heddle/Debugger/Terminal.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;
using namespace heddle;
using namespace heddle::debugger;

static int speakProtocol(debugger::LaunchSpec Spec) {
  Protocol Front(outs());
  if (!Front.prepare(Spec))
    return 0;
  // An interrupt stops a launch that runs, as in a terminal.
  noteInterrupts();
  endReadsAtInterrupt();
  if (Error E = debugger::debug(Spec, Front))
    Front.refuse(toString(std::move(E)));
  return 1;
}

/// Why nobody can read \p Path. It is not read: a pipe gives its text once.
static std::error_code whyUnreadable(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return EC;
  if (Status.type() == sys::fs::file_type::directory_file)
    return std::make_error_code(std::errc::is_a_directory);
  if (access(Path.str().c_str(), R_OK) != 0)
    return std::error_code(errno, std::generic_category());
  return {};
}

static int run(int argc, char **argv) {
  Tool Self(debugInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<DebugOptions> Options = parseDebugOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Options->SpeaksProtocol)
    return speakProtocol(std::move(Options->Launch));
  const std::string &Program = Options->Launch.Program;
  if (std::error_code EC = whyUnreadable(Program))
    return Self.fail("cannot read '" + Program + "': " + EC.message());
  noteInterrupts();
  if (Options->IsBatch)
    Options->Commands += "quit\n";
  if (Error E = openCommands())
    return Self.fail(std::move(E));
  if (Error E = insertCommands(Options->Commands))
    return Self.fail(std::move(E));
  Terminal Front(outs());
  // Comes back only if no instruction was issued.
  if (Error E = debugger::debug(Options->Launch, Front)) {
    (void)Self.fail(std::move(E));
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-dbg");
  return Process.finish(run(argc, argv));
}
