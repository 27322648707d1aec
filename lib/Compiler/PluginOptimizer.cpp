//===- PluginOptimizer.cpp - Passes of plugins, by ptx-opt ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginOptimizer.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/TemporaryFile.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

/// Beside this program, or else in PATH.
static Expected<std::string> findOptimizer() {
  static int InThisProgram;
  std::string Own = sys::fs::getMainExecutable(nullptr, &InThisProgram);
  ErrorOr<std::string> Found =
      sys::findProgramByName("ptx-opt", {sys::path::parent_path(Own)});
  if (!Found)
    Found = sys::findProgramByName("ptx-opt");
  if (!Found)
    return createStringError("option '--load-pass-plugin' needs ptx-opt, which "
                             "is neither beside this program nor in PATH");
  return *Found;
}

static std::vector<std::string> argumentsFor(StringRef Program, StringRef Chip,
                                             const CompileOptions &Options) {
  std::vector<std::string> Args = {Program.str(),
                                   "-O" + std::to_string(Options.OptLevel),
                                   "--arch=" + Chip.str()};
  for (const std::string &Plugin : Options.Plugins)
    Args.push_back("--load-pass-plugin=" + Plugin);
  append_range(Args, Options.PluginArguments);
  switch (Options.Inline) {
  case InlineMode::Auto:
    break;
  case InlineMode::All:
    Args.push_back("--inline=all");
    break;
  case InlineMode::None:
    Args.push_back("--inline=none");
    break;
  }
  if (Options.AssumeGlobal)
    Args.push_back("--assume-global");
  if (Options.VerifyEach)
    Args.push_back("--verify-each");
  return Args;
}

Expected<std::unique_ptr<llvm::Module>>
optimizeWithPlugins(const llvm::Module &M, StringRef Chip,
                    const CompileOptions &Options) {
  Expected<std::string> Program = findOptimizer();
  if (!Program)
    return Program.takeError();
  Expected<TemporaryFile> Before = TemporaryFile::create("ll");
  if (!Before)
    return Before.takeError();
  Expected<TemporaryFile> After = TemporaryFile::create("ll");
  if (!After)
    return After.takeError();
  SmallString<0> Text;
  raw_svector_ostream(Text) << M;
  if (Error E = writeOutputFile(Before->path(), Text))
    return std::move(E);
  std::vector<std::string> Args = argumentsFor(*Program, Chip, Options);
  for (StringRef Word : {Before->path(), StringRef("-o"), After->path()})
    Args.push_back(Word.str());
  std::string Problem;
  const std::vector<StringRef> Words(Args.begin(), Args.end());
  int Code = sys::ExecuteAndWait(*Program, Words, /*Env=*/std::nullopt,
                                 /*Redirects=*/{}, /*SecondsToWait=*/0,
                                 /*MemoryLimit=*/0, &Problem);
  if (Code != 0)
    return createStringError("'" + *Program +
                             "' could not run the passes of the plugin" +
                             (Problem.empty() ? "" : ": " + Problem));
  SMDiagnostic What;
  std::unique_ptr<llvm::Module> Optimized =
      parseIRFile(After->path(), What, M.getContext());
  if (!Optimized)
    return createStringError("what ptx-opt wrote cannot be read: " +
                             What.getMessage());
  return Optimized;
}

} // namespace heddle
