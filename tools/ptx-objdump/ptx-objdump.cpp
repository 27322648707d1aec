//===- ptx-objdump.cpp - Shows what an object holds -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Inspect/ResourceReport.h"
#include "heddle/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;
using namespace heddle;

namespace {

enum OptionId : unsigned {
  OptDisassemble = 1,
  OptHeaders,
  OptSource,
  OptHelp,
  OptVersion,
};

constexpr OptionRow Rows[] = {
    {OptDisassemble, "d", OptionRow::Flag, "", "disassemble (the default)"},
    {OptDisassemble, "disassemble", OptionRow::Flag},
    {OptHeaders, "x", OptionRow::Flag, "", "variables, parameters, resources"},
    {OptHeaders, "info", OptionRow::Flag},
    {OptSource, "source", OptionRow::Value, "=FILE.ptx",
     "show the lines of this file"},
    {OptVersion, "version", OptionRow::Flag, "", "print the version"},
    {OptHelp, "help", OptionRow::Flag, "", "this text"},
    {OptHelp, "h", OptionRow::Flag},
};

struct DumpOptions {
  bool Disassemble = false;
  bool Headers = false;
  bool ShowHelp = false;
  bool ShowVersion = false;
  std::string SourcePath;
  std::string Input;
};

int fail(Error E) {
  errs() << fmt::format("ptx-objdump: error: {}\n", toString(std::move(E)));
  return 2;
}

Expected<DumpOptions> parseOptions(ArrayRef<const char *> Args) {
  Expected<ParsedCommandLine> Parsed = parseCommandLine(Rows, Args);
  if (!Parsed)
    return Parsed.takeError();
  DumpOptions Options;
  for (const ParsedOption &O : Parsed->Options) {
    if (O.Id == OptSource) {
      Options.SourcePath = O.Value;
      continue;
    }
    Expected<bool> On = flagValue("", O);
    if (!On)
      return On.takeError();
    bool &Flag = O.Id == OptDisassemble ? Options.Disassemble
                 : O.Id == OptHeaders   ? Options.Headers
                 : O.Id == OptVersion   ? Options.ShowVersion
                                        : Options.ShowHelp;
    Flag = *On;
  }
  Options.Disassemble |= !Options.Headers;
  if (Options.ShowHelp || Options.ShowVersion)
    return Options;
  if (Parsed->Files.size() != 1)
    return createStringError("expected one object file; see --help");
  Options.Input = Parsed->Files.front();
  return Options;
}

Expected<std::unique_ptr<MemoryBuffer>> open(StringRef Path) {
  auto File = MemoryBuffer::getFileOrSTDIN(Path);
  if (!File)
    return createStringError("cannot read '" + Path +
                             "': " + File.getError().message());
  return std::move(*File);
}

void printHeaders(const object::Module &M, const object::Kernel &K,
                  const inspect::Disassembler &D) {
  for (const object::KernelParam &P : K.Info.Params)
    outs() << fmt::format("param {}: .{} {}, {} bytes at {}\n",
                          &P - K.Info.Params.data(), P.Type, P.Name, P.Size,
                          P.Offset);
  inspect::CodeSize Size{inspect::countInstructions(K, D),
                         static_cast<unsigned>(K.Code.size())};
  inspect::printResourceReport(K.Info, Size, /*Budget=*/nullptr,
                               *abi::findChip(M.ComputeCapability), outs());
}

void printVariables(const object::Module &M) {
  for (const object::Variable &V : M.Variables)
    outs() << fmt::format("variable {}: .global, {} bytes aligned to {}, {}\n",
                          V.Name, V.Size, V.Align,
                          V.Init.empty() ? "zero" : "initialized");
  for (const object::ConstantSymbol &S : M.ConstantSymbols)
    outs() << fmt::format("variable {}: .const, {} bytes at c0[{:#x}]\n",
                          S.Name, S.Size, S.Offset);
}

/// "0x0008: address of gtab + 4"
void printRelocations(const object::Module &M, const object::Kernel &K) {
  for (const object::Relocation &R : K.Relocations)
    outs() << fmt::format("relocation {:#06x}: address of {}{:+d}\n", R.Offset,
                          M.Variables[R.Variable].Name, R.Addend);
}

Error dump(const DumpOptions &Options) {
  auto File = open(Options.Input);
  if (!File)
    return File.takeError();
  std::unique_ptr<MemoryBuffer> Source;
  if (!Options.SourcePath.empty()) {
    auto SourceFile = open(Options.SourcePath);
    if (!SourceFile)
      return SourceFile.takeError();
    Source = std::move(*SourceFile);
  }
  Expected<object::Module> M = object::readModule((*File)->getMemBufferRef());
  if (!M)
    return createStringError("'" + Options.Input +
                             "': " + toString(M.takeError()));
  auto D = inspect::Disassembler::create(*M);
  if (!D)
    return D.takeError();
  if (Options.Headers)
    printVariables(*M);
  for (const object::Kernel &K : M->Kernels) {
    if (Options.Headers) {
      printHeaders(*M, K, **D);
      printRelocations(*M, K);
    }
    if (Options.Disassemble)
      inspect::printListing(*M, K, **D, Source ? Source->getBuffer() : "",
                            outs());
  }
  return Error::success();
}

} // namespace

int main(int argc, char **argv) {
  Expected<DumpOptions> Options = parseOptions(ArrayRef(argv + 1, argv + argc));
  if (!Options)
    return fail(Options.takeError());
  if (Options->ShowHelp) {
    outs() << formatHelp("usage: ptx-objdump [-d] [-x] FILE.cubin\n", Rows);
    return 0;
  }
  if (Options->ShowVersion) {
    outs() << fmt::format("ptx-objdump (Heddle) {}\n", HEDDLE_VERSION);
    return 0;
  }
  if (Error E = dump(*Options))
    return fail(std::move(E));
  return 0;
}
