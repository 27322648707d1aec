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
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

namespace {

enum OptionId : unsigned {
  OptAssemble = 1,
  OptDisassemble,
  OptShowEncoding,
  OptFileType,
  OptChip,
  OptOutput,
};

std::vector<OptionRow> rows() {
  // Rows point to their texts.
  static const std::string Chips =
      abi::targetChipNames() + ", default " + abi::targetChips().front()->Name;
  return {
      {OptAssemble, "assemble", OptionRow::Flag, "",
       "text to words (the default)"},
      {OptDisassemble, "disassemble", OptionRow::Flag, "",
       "hexadecimal words to text"},
      {OptShowEncoding, "show-encoding", OptionRow::Flag, "",
       "show the words beside the text"},
      {OptFileType, "filetype", OptionRow::Value, "=asm|obj|null",
       "what to write, default asm"},
      {OptChip, "mcpu", OptionRow::Value, "=CHIP", Chips.c_str()},
      {OptOutput, "o", OptionRow::Value, "=FILE", "default standard output"},
  };
}

struct Invocation {
  MCToolOptions Tool;
  std::string Input = "-";
  std::string Output = "-";
};

Expected<FileType> fileType(StringRef Name) {
  if (Name == "asm")
    return FileType::Asm;
  if (Name == "obj")
    return FileType::Obj;
  if (Name == "null")
    return FileType::Null;
  return createStringError("-filetype must be asm, obj or null, not '" + Name +
                           "'");
}

Error apply(const ParsedOption &O, Invocation &I) {
  switch (OptionId(O.Id)) {
  case OptFileType: {
    Expected<FileType> Type = fileType(O.Value);
    if (!Type)
      return Type.takeError();
    I.Tool.Output = *Type;
    return Error::success();
  }
  case OptChip:
    if (Error E = abi::checkArch(O.Value, /*AllowVirtual=*/false))
      return E;
    I.Tool.Chip = abi::findChip(O.Value)->Name;
    return Error::success();
  case OptOutput:
    I.Output = O.Value;
    return Error::success();
  case OptAssemble:
  case OptDisassemble:
  case OptShowEncoding:
    break;
  }
  Expected<bool> On = flagValue("", O);
  if (!On)
    return On.takeError();
  if (O.Id == OptAssemble)
    I.Tool.Disassemble = !*On;
  else if (O.Id == OptDisassemble)
    I.Tool.Disassemble = *On;
  else
    I.Tool.ShowEncoding = *On;
  return Error::success();
}

Expected<Invocation> parseOptions(const ParsedCommandLine &Parsed) {
  Invocation I;
  for (const ParsedOption &O : Parsed.Options)
    if (Error E = apply(O, I))
      return E;
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
  Info.Rows = rows();
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
