//===- ptx-lsp.cpp - A language server for PTX ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 the client shut it down, 1 the client is gone without, 2 usage
// error.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "Server.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "mlir/Tools/lsp-server-support/Logging.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

static ToolInfo lspInfo() {
  ToolInfo Info;
  Info.Name = "ptx-lsp";
  Info.Summary = "tells editors about PTX";
  Info.Usage = "ptx-lsp\n";
  Info.Description =
      "Speaks the Language Server Protocol over standard input and output. An "
      "editor\nstarts it.\n";
  Info.ExitCodes = {{0, "the client shut it down"},
                    {1, "the client is gone without that"},
                    {2, "usage error"}};
  return Info;
}

static int run(int argc, char **argv) {
  // Clients say how they talk to a server, and there is only this way.
  if (argc == 2 && StringRef(argv[1]) == "--stdio")
    argc = 1;
  Tool Self(lspInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  if (!Parsed->Files.empty())
    return Self.failUsage(
        createStringError("ptx-lsp takes no files; an editor opens them"));
  mlir::lsp::Logger::setLogLevel(mlir::lsp::Logger::Level::Error);
  mlir::lsp::URIForFile::registerSupportedScheme("untitled");
  (void)sys::ChangeStdinToBinary();
  lsp::EditorOutput Out(outs());
  lsp::EditorInput In(stdin, Out);
  if (!In.stream())
    return Self.fail(createStringError("no memory for the input"));
  mlir::lsp::JSONTransport Transport(In.stream(), Out);
  return lsp::Server(Transport).run();
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-lsp");
  return Process.finish(run(argc, argv));
}
