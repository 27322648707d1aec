//===- Options.cpp - The command line of ptx-dbg --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Debugger/Numbers.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/OptionTable.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace heddle::debugger;

namespace heddle {

namespace {

using T = DebugOptions;
using N = StringRef;
using P = ParsedOption;

Error setSize(N Name, const P &O, std::optional<sm::Dim3> &To) {
  Expected<sm::Dim3> Size = parseSize(Name, O.Value);
  if (!Size)
    return Size.takeError();
  To = *Size;
  return Error::success();
}

Error setChecks(N Text, session::CheckSettings &To) {
  session::Settings All;
  All.Checks = To;
  if (Error E = session::setByName(All, "check", Text))
    return E;
  To = std::move(All.Checks);
  return Error::success();
}

Error addCommands(N Path, std::string &To) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path +
                             "': " + Text.getError().message());
  To += (*Text)->getBuffer();
  To += '\n';
  return Error::success();
}

constexpr OptionSetter<T> Rows[] = {
    {{0, "entry", OptionRow::Value, "=NAME", "kernel to launch"},
     [](T &To, N, const P &O) { return setText(O.Value, To.Launch.Entry); }},
    {{0, "grid", OptionRow::Value, "=X[,Y[,Z]]", "CTAs of the grid"},
     [](T &To, N Name, const P &O) {
       return setSize(Name, O, To.Launch.Grid);
     }},
    {{0, "block", OptionRow::Value, "=X[,Y[,Z]]", "threads of a CTA"},
     [](T &To, N Name, const P &O) {
       return setSize(Name, O, To.Launch.Block);
     }},
    {{0, "smem", OptionRow::Value, "=BYTES", "dynamic shared memory"},
     [](T &To, N Name, const P &O) {
       return setNumber(Name, O, 0, UINT32_MAX, To.Launch.DynamicShared);
     }},
    {{0, "arg", OptionRow::Value, "=ARG", "next argument, as ptx-run takes it"},
     [](T &To, N, const P &O) {
       return session::addArgument(O.Value, To.Launch.Inputs);
     }},
    {{0, "set", OptionRow::Value, "=SYMBOL=ARG",
      "first contents of a .global or .const variable"},
     [](T &To, N, const P &O) {
       return session::addVariable(O.Value, To.Launch.Inputs);
     }},
    {{0, "tex", OptionRow::Value, "=NAME=SPEC[:CONTENTS]",
      "bind a texture, as ptx-run does"},
     [](T &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Texture, O.Value,
                                To.Launch.Inputs);
     }},
    {{0, "sampler", OptionRow::Value, "=NAME=SPEC", "bind a sampler"},
     [](T &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Sampler, O.Value,
                                To.Launch.Inputs);
     }},
    {{0, "surf", OptionRow::Value, "=NAME=SPEC[:CONTENTS]", "bind a surface"},
     [](T &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Surface, O.Value,
                                To.Launch.Inputs);
     }},
    {{0, "launch", OptionRow::Value, "=NAME",
      "launch of a job, by name or number (default: the first)"},
     [](T &To, N, const P &O) { return setText(O.Value, To.Launch.Launch); }},
    {{0, "check", OptionRow::Value, "=CHECKER,...|all",
      "stop where checkers find something"},
     [](T &To, N, const P &O) { return setChecks(O.Value, To.Launch.Checks); }},
    {{0, "arch", OptionRow::Value, "=CHIP",
      "chip to compile for (default: the module's .target)"},
     [](T &To, N, const P &O) -> Error {
       if (!abi::findChip(O.Value))
         return abi::unknownChip(O.Value);
       return setText(O.Value, To.Launch.Arch);
     }},
    {{0, "O", OptionRow::Joined, "0 ... -O3",
      "level of optimization (default -O0)"},
     [](T &To, N Name, const P &O) {
       return setNumber(Name, O, 0, 3, To.Launch.OptLevel);
     }},
    {{0, "ex", OptionRow::Value, "=COMMAND", "run a command first"},
     [](T &To, N, const P &O) -> Error {
       To.Commands += O.Value + "\n";
       return Error::success();
     }},
    {{0, "x", OptionRow::Value, "=FILE", "run the commands in a file first"},
     [](T &To, N, const P &O) { return addCommands(O.Value, To.Commands); }},
    {{0, "batch", OptionRow::Flag, "", "end behind these commands"},
     [](T &To, N Name, const P &O) { return setFlag(Name, O, To.IsBatch); }},
    {{0, "dap", OptionRow::Flag, "",
      "speak the Debug Adapter Protocol over standard input and output"},
     [](T &To, N Name, const P &O) {
       return setFlag(Name, O, To.SpeaksProtocol);
     }},
};

OptionTable<T> table() { return {Rows, 1}; }

} // namespace

Expected<DebugOptions> parseDebugOptions(const ParsedCommandLine &Parsed) {
  DebugOptions Options;
  if (Error E = table().applyAll(Parsed.Options, Options))
    return std::move(E);
  if (Options.SpeaksProtocol) {
    if (!Parsed.Files.empty())
      return createStringError("--dap takes no file; the client names one");
    if (!Options.Commands.empty() || Options.IsBatch)
      return createStringError("--dap takes no commands; the client asks");
    return Options;
  }
  Expected<std::string> Input = onlyInput(Parsed.Files);
  if (!Input)
    return Input.takeError();
  Options.Launch.Program = std::move(*Input);
  if (Error E = debugger::checkSpec(Options.Launch))
    return std::move(E);
  return Options;
}

ToolInfo debugInfo() {
  ToolInfo Info;
  Info.Name = "ptx-dbg";
  Info.Summary = "debugs a kernel, forwards and backwards";
  Info.Usage = "ptx-dbg FILE --grid=X --block=X [--arg=ARG]...\n"
               "       ptx-dbg JOB.json [--launch=NAME]\n"
               "       ptx-dbg --dap\n";
  Info.Description =
      "Runs a kernel of a file of PTX, of an object or of a job, stops it, "
      "shows its\nwarps, and goes back to any earlier instruction. Commands "
      "are "
      "those of gdb; help\nlists them.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {
      {0, "done"}, {1, "the launch cannot start"}, {2, "usage or file error"}};
  return Info;
}

} // namespace heddle
