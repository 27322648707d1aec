//===- ptx-translate.cpp - Makes host code of kernels ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 a kernel could not be translated, 2 usage or file
// error.
//
//===----------------------------------------------------------------------===//

#include "heddle/HostTranslate/AheadOfTime.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OptionTable.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/TemporaryFile.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;
using hosttranslate::HostOutput;

namespace {

struct TranslateOptions {
  std::string Input, Output;
  bool IsShared = false;
  hosttranslate::AheadOfTimeOptions Code;
};

/// "my-kernels.cubin" has the translation my_kernels_translation.
std::string symbolOf(StringRef Path) {
  std::string Name = sys::path::stem(Path).str() + "_translation";
  for (char &C : Name)
    if (!isAlnum(C))
      C = '_';
  return isDigit(Name.front()) ? "_" + Name : Name;
}

/// C17, 6.4.1; those that begin with _ are left out.
constexpr StringLiteral Keywords[] = {
    "auto",     "break",    "case",     "char",   "const",   "continue",
    "default",  "do",       "double",   "else",   "enum",    "extern",
    "float",    "for",      "goto",     "if",     "inline",  "int",
    "long",     "register", "restrict", "return", "short",   "signed",
    "sizeof",   "static",   "struct",   "switch", "typedef", "union",
    "unsigned", "void",     "volatile", "while"};

Error setSymbol(StringRef Name, TranslateOptions &To) {
  if (Name.starts_with("heddle_"))
    return createStringError("option '--symbol' takes a name that does not "
                             "begin with 'heddle_', not '" +
                             Name + "'");
  if (Name.empty() || isDigit(Name.front()) || is_contained(Keywords, Name) ||
      !all_of(Name, [](char C) { return isAlnum(C) || C == '_'; }))
    return createStringError("option '--symbol' takes a name of C, not '" +
                             Name + "'");
  To.Code.Symbol = Name.str();
  return Error::success();
}

Error setHostIsa(StringRef Name, TranslateOptions &To) {
  Expected<sm::HostIsa> Isa = sm::hostIsaOption(Name);
  if (!Isa)
    return Isa.takeError();
  To.Code.Isa = *Isa;
  return Error::success();
}

Error setOutput(TranslateOptions &To) {
  if (To.Output.empty()) {
    To.Output = sys::path::stem(To.Input).str() + ".o";
    if (To.Output == To.Input)
      return createStringError("option '-o' has to say what to write: '" +
                               To.Input + "' is the input");
  }
  StringRef Kind = sys::path::extension(To.Output);
  if (Kind == ".ll")
    To.Code.Output = HostOutput::IR;
  else if (Kind == ".s")
    To.Code.Output = HostOutput::Assembly;
  else if (Kind == ".so")
    To.IsShared = true;
  else if (Kind != ".o")
    return createStringError("option '-o' takes a file that ends in .o, .so, "
                             ".s or .ll, not '" +
                             To.Output + "'");
  return Error::success();
}

constexpr OptionSetter<TranslateOptions> Rows[] = {
    {{0, "o", OptionRow::Value, " FILE",
      "write FILE.o, FILE.so, FILE.s or FILE.ll"},
     [](TranslateOptions &To, StringRef, const ParsedOption &O) {
       return setText(O.Value, To.Output);
     }},
    {{0, "symbol", OptionRow::Value, "=NAME",
      "what C calls the translation (default: the object's name, "
      "_translation)"},
     [](TranslateOptions &To, StringRef, const ParsedOption &O) {
       return setSymbol(O.Value, To);
     }},
    {{0, "host-isa", OptionRow::Value, "=NAME", sm::HostIsaHelp,
      OptionRow::Supported, sm::HostIsaNames},
     [](TranslateOptions &To, StringRef, const ParsedOption &O) {
       return setHostIsa(O.Value, To);
     }},
};

OptionTable<TranslateOptions> table() { return {Rows, 1}; }

Expected<TranslateOptions> parseOptions(const ParsedCommandLine &Parsed) {
  TranslateOptions Options;
  if (Error E = table().applyAll(Parsed.Options, Options))
    return std::move(E);
  if (Parsed.Files.size() != 1)
    return createStringError("expected one object file");
  Options.Input = Parsed.Files.front();
  if (Options.Code.Symbol.empty())
    Options.Code.Symbol = symbolOf(Options.Input);
  if (Error E = setOutput(Options))
    return std::move(E);
  if (Error E = checkOutputs({Options.Input},
                             {{Options.Output, "-o", /*IsText=*/false}}))
    return std::move(E);
  return Options;
}

/// Has the C compiler of hosts with \p Isa make a shared library of \p Object.
Error linkShared(StringRef Object, sm::HostIsa Isa, StringRef Path) {
  StringRef Compiler = sm::isOfThisHost(Isa) ? "cc" : "aarch64-linux-gnu-gcc";
  ErrorOr<std::string> CC = sys::findProgramByName(Compiler);
  if (!CC)
    return createStringError("a shared library takes a C compiler, and there "
                             "is no '" +
                             Compiler + "'");
  Expected<TemporaryFile> From = TemporaryFile::create("o");
  if (!From)
    return From.takeError();
  Expected<TemporaryFile> To = TemporaryFile::create("so");
  if (!To)
    return To.takeError();
  if (Error E = writeOutputFile(From->path(), Object))
    return E;
  std::string Why;
  StringRef Command[] = {*CC, "-shared", "-o", To->path(), From->path()};
  if (sys::ExecuteAndWait(*CC, Command, std::nullopt, {}, 0, 0, &Why) != 0)
    return createStringError("'" + *CC + " -shared' failed" +
                             (Why.empty() ? "" : ": " + Why));
  Expected<std::unique_ptr<MemoryBuffer>> Library = readInputFile(To->path());
  if (!Library)
    return Library.takeError();
  if ((*Library)->getBuffer().empty())
    return createStringError("'" + *CC + " -shared' wrote nothing");
  return writeOutputFile(Path, (*Library)->getBuffer());
}

Expected<int> translate(Tool &Self, TranslateOptions &Options) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Options.Input);
  if (!File)
    return File.takeError();
  StringRef Bytes = (*File)->getBuffer();
  if (!Bytes.starts_with("\x7f"
                         "ELF") &&
      Bytes.contains(".version"))
    return createStringError("'" + Options.Input +
                             "' is PTX: ptxas-lite makes an object of it");
  Expected<object::Module> M = object::readModule((*File)->getMemBufferRef());
  if (!M)
    return createStringError("'" + Options.Input +
                             "': " + toString(M.takeError()));
  if (M->ToLink)
    return createStringError("'" + Options.Input +
                             "' is still to be linked: ptxas-lite links it");
  if (M->Kernels.empty())
    Self.warn("'" + Options.Input + "' has no kernels");
  int Exit = 0;
  Options.Code.Note = [&](const std::string &Kernel, const std::string &Why) {
    Self.warn("kernel '" + Kernel + "' stays interpreted: " + Why);
    Exit = 1;
  };
  runtime::LoadedModule Loaded(std::move(*M));
  sm::GlobalMemory Memory;
  if (Error E = Loaded.load(Memory, /*PlaceConstants=*/true))
    return std::move(E);
  SmallString<0> Code;
  raw_svector_ostream OS(Code);
  if (Error E = hosttranslate::translateAhead(Loaded.object(), Bytes,
                                              Options.Code, OS))
    return std::move(E);
  if (Error E = Options.IsShared
                    ? linkShared(Code, Options.Code.Isa, Options.Output)
                    : writeOutputFile(Options.Output, Code))
    return std::move(E);
  return Exit;
}

ToolInfo translateInfo() {
  ToolInfo Info;
  Info.Name = "ptx-translate";
  Info.Summary = "makes host code of the kernels of an object";
  Info.Usage = "ptx-translate FILE.cubin -o FILE.o\n";
  Info.Description =
      "Translates the Tesla machine code of an object that ptxas-lite wrote to "
      "code of\nthis host, or of AArch64. A program that is linked with it and "
      "with libheddle\nlaunches the kernels by the name of the translation: "
      "heddle-c/translated.h.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {{0, "done"},
                    {1, "a kernel stays interpreted"},
                    {2, "usage or file error"}};
  return Info;
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(translateInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<TranslateOptions> Options = parseOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  Expected<int> Exit = translate(Self, *Options);
  if (!Exit)
    return Self.fail(Exit.takeError());
  return *Exit;
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-translate");
  return Process.finish(run(argc, argv));
}
