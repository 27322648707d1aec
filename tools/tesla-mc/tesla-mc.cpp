//===- tesla-mc.cpp - Assembles and disassembles microinstructions --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the input was refused, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "TeslaMC.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OptionTable.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

namespace {

struct Invocation {
  MCToolOptions Tool;
  std::string Input = "-";
  std::string Output = "-";
};

Error setFileType(StringRef Name, FileType &Type) {
  auto Named = StringSwitch<std::optional<FileType>>(Name)
                   .Case("asm", FileType::Asm)
                   .Case("obj", FileType::Obj)
                   .Case("null", FileType::Null)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError("-filetype must be asm, obj or null, not '" +
                             Name + "'");
  Type = *Named;
  return Error::success();
}

Error setChip(StringRef Name, MCToolOptions &To) {
  if (Error E = abi::checkArch(Name, /*AllowVirtual=*/false))
    return E;
  To.Chip = abi::findChip(Name)->Name;
  return Error::success();
}

using T = Invocation;
using N = StringRef;
using P = ParsedOption;

OptionTable<Invocation> table() {
  // Rows point to their texts.
  static const std::string Chips =
      abi::targetChipNames() + ", default " + abi::targetChips().front()->Name;
  static const OptionSetter<T> Rows[] = {
      {{0, "assemble", OptionRow::Flag, "", "text to words (the default)"},
       [](T &To, N Name, const P &O) {
         bool Assembles = true;
         Error E = setFlag(Name, O, Assembles);
         To.Tool.Disassemble = !Assembles;
         return E;
       }},
      {{0, "disassemble", OptionRow::Flag, "", "hexadecimal words to text"},
       [](T &To, N Name, const P &O) {
         return setFlag(Name, O, To.Tool.Disassemble);
       }},
      {{0, "show-encoding", OptionRow::Flag, "",
        "show the words beside the text"},
       [](T &To, N Name, const P &O) {
         return setFlag(Name, O, To.Tool.ShowEncoding);
       }},
      {{0, "filetype", OptionRow::Value, "=asm|obj|null",
        "what to write, default asm"},
       [](T &To, N, const P &O) {
         return setFileType(O.Value, To.Tool.Output);
       }},
      {{0, "mcpu", OptionRow::Value, "=CHIP", Chips.c_str()},
       [](T &To, N, const P &O) { return setChip(O.Value, To.Tool); }},
      {{0, "o", OptionRow::Value, "=FILE", "default standard output"},
       [](T &To, N, const P &O) { return setText(O.Value, To.Output); }},
  };
  return {Rows, 1};
}

Expected<Invocation> parseOptions(const ParsedCommandLine &Parsed) {
  Invocation I;
  if (Error E = table().applyAll(Parsed.Options, I))
    return std::move(E);
  if (Parsed.Files.size() > 1)
    return onlyInput(Parsed.Files).takeError();
  if (!Parsed.Files.empty())
    I.Input = Parsed.Files.front();
  return I;
}

int translate(const Tool &Self, const Invocation &I) {
  if (Error E = checkOutputs(I.Input, RequestedOutput{I.Output, "-o"}))
    return Self.fail(std::move(E));
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(I.Input);
  if (!File)
    return Self.fail(File.takeError());
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  Expected<OutputFile> Out = OutputFile::create(I.Output);
  if (!Out)
    return Self.fail(Out.takeError());

  // An object is written back to front in places, a pipe cannot do that.
  SmallVector<char, 0> Buffer;
  raw_svector_ostream OS(Buffer);
  bool Good = I.Tool.Disassemble ? disassemble(Sources, I.Tool, OS)
                                 : assemble(Sources, I.Tool, OS);
  if (Good || I.Tool.Disassemble) {
    Out->os() << OS.str();
    if (Error E = Out->commit())
      return Self.fail(std::move(E));
  }
  return Good ? 0 : 1;
}

ToolInfo machineCodeInfo() {
  ToolInfo Info;
  Info.Name = "tesla-mc";
  Info.Summary = "assembles and disassembles microinstructions";
  Info.Usage = "tesla-mc [options] [FILE]\n";
  Info.Description =
      "Turns the text of microinstructions into words and back, with the "
      "options of\nllvm-mc. Reads standard input without FILE.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {
      {0, "done"}, {1, "the input was refused"}, {2, "usage or file error"}};
  return Info;
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(machineCodeInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<Invocation> I = parseOptions(*Parsed);
  if (!I)
    return Self.failUsage(I.takeError());
  return translate(Self, *I);
}

int main(int argc, char **argv) {
  ToolProcess Process("tesla-mc");
  return Process.finish(run(argc, argv));
}
