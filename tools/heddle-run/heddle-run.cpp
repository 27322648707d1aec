//===- heddle-run.cpp - Runs CUDA programs without a GPU ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leads a program to Heddle's CUDA libraries and tells them in its environment
// how launches are to run: an option --NAME=VALUE is HEDDLE_NAME there, for the
// program and all that it starts. Then the program takes the place of this
// process.
//
// Exit codes: the program's; 2: usage error; 126, 127: it cannot be started.
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/SettingTable.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace heddle;

namespace {

/// Has a variable of its own, beside those of settings.
struct RunOptions {
  std::vector<std::pair<std::string, std::string>> Variables;
};

Error setVariable(RunOptions &To, StringRef Name, const ParsedOption &O) {
  To.Variables.emplace_back(session::environmentName(Name), O.Value);
  return Error::success();
}

/// The names of the boards that programs can be shown.
constexpr StringLiteral DeviceNames[] = {
#define HEDDLE_DEVICE(GEOMETRY, ...) GEOMETRY,
#include "heddle-cuda/devices.def"
};

/// Checked before the program starts, which would see no device.
Error setDevice(RunOptions &To, StringRef Name, const ParsedOption &O) {
  if (is_contained(DeviceNames, StringRef(O.Value)))
    return setVariable(To, Name, O);
  return createStringError("unknown device '" + O.Value +
                           "'; known: " + join(ArrayRef(DeviceNames), ", "));
}

Error setFlagVariable(RunOptions &To, StringRef Name, const ParsedOption &O) {
  bool IsSet = false;
  Error E = setFlag(Name, O, IsSet);
  To.Variables.emplace_back(session::environmentName(Name), IsSet ? "1" : "0");
  return E;
}

constexpr OptionSetter<RunOptions> OwnRows[] = {
    {{0, "device", OptionRow::Value, "=sm_NN",
      "the device that the program sees (default sm_90)"},
     setDevice},
    {{0, "debug", OptionRow::Optional, "[=dap:PORT]",
      "stop in each kernel, with the commands of ptx-dbg"},
     [](RunOptions &To, StringRef Name, const ParsedOption &O) -> Error {
       To.Variables.emplace_back(session::environmentName(Name),
                                 O.Value.empty() ? "1" : O.Value);
       return Error::success();
     }},
    {{0, "log", OptionRow::Flag, "", "say which calls fail, and why"},
     setFlagVariable},
    {{0, "strict", OptionRow::Flag, "",
      "exit with 99 where calls failed that the program did not look at"},
     setFlagVariable},
    {{0, "error-exitcode", OptionRow::Value, "=N",
      "exit with N where something was found"},
     [](RunOptions &To, StringRef Name, const ParsedOption &O) {
       unsigned Code = 0;
       Error E = setNumber(Name, O, 1, 255, Code);
       To.Variables.emplace_back("HEDDLE_ERROR_EXITCODE", std::to_string(Code));
       return E;
     }},
};

OptionTable<RunOptions> ownTable() { return {OwnRows, 1}; }
OptionTable<session::Settings> settings() {
  return session::settingTable(ownTable().end());
}

/// Reads \p Parsed to the variables that say the same.
Expected<RunOptions> readOptions(const ParsedCommandLine &Parsed) {
  RunOptions Own;
  session::Settings Checked;
  for (const ParsedOption &O : Parsed.Options) {
    Expected<bool> IsOwn = ownTable().apply(O, Own);
    if (!IsOwn)
      return IsOwn.takeError();
    if (*IsOwn)
      continue;
    if (Error E = settings().apply(O, Checked).takeError())
      return std::move(E);
    const char *Name = settings().setters()[O.Id - ownTable().end()].Row.Name;
    Own.Variables.emplace_back(session::environmentName(Name),
                               O.Value.empty() ? "1" : O.Value);
  }
  if (Error E = settings().checkCompanions(Parsed.Options, Checked))
    return std::move(E);
  return Own;
}

/// The folder of libcuda.so.1: HEDDLE_LIBRARIES, else beside the folder that
/// this tool is in.
std::string findLibraries(const char *Self) {
  const char *Said = std::getenv("HEDDLE_LIBRARIES");
  SmallVector<std::string, 4> Folders;
  if (Said && *Said)
    Folders.push_back(Said);
  static int Anchor;
  SmallString<128> Lib(sys::fs::getMainExecutable(Self, &Anchor));
  sys::path::remove_filename(Lib);
  sys::path::append(Lib, "..", "lib");
  Folders.push_back((Lib + "/heddle").str());
  // As Debian has them: lib/x86_64-linux-gnu/heddle.
  std::error_code EC;
  for (sys::fs::directory_iterator I(Lib, EC), End; !EC && I != End;
       I.increment(EC))
    Folders.push_back(I->path() + "/heddle");
  for (const std::string &Folder : Folders) {
    SmallString<128> Real;
    if (sys::fs::exists(Folder + "/libcuda.so.1") &&
        !sys::fs::real_path(Folder, Real))
      return Real.str().str();
  }
  return "";
}

/// Puts \p Value before what the variable \p Name of the environment has.
void prependVariable(const char *Name, const std::string &Value) {
  const char *Before = std::getenv(Name);
  std::string All = Before && *Before ? Value + ":" + Before : Value;
  setenv(Name, All.c_str(), /*overwrite=*/1);
}

int runProgram(const Tool &Self, const RunOptions &Options,
               const std::string &Libraries,
               const std::vector<std::string> &Command) {
  for (const auto &[Name, Value] : Options.Variables)
    setenv(Name.c_str(), Value.c_str(), /*overwrite=*/1);
  prependVariable("LD_LIBRARY_PATH", Libraries);
  // It leads programs with NVIDIA's runtime inside to ours. HEDDLE_LIBRARIES
  // may name a folder without it.
  const std::string Redirection = Libraries + "/libheddle-redirect.so";
  if (sys::fs::exists(Redirection))
    prependVariable("LD_AUDIT", Redirection);
  std::vector<char *> Args;
  Args.reserve(Command.size() + 1);
  for (const std::string &Arg : Command)
    Args.push_back(const_cast<char *>(Arg.c_str()));
  Args.push_back(nullptr);
  execvp(Args.front(), Args.data());
  const int Why = errno;
  Self.fail("cannot run '" + Command.front() +
            "': " + std::generic_category().message(Why));
  // As shells have it.
  return Why == ENOENT ? 127 : 126;
}

ToolInfo runInfo() {
  ToolInfo Info;
  Info.Name = "heddle-run";
  Info.Summary = "runs CUDA programs without a GPU";
  Info.Usage = "heddle-run [options] PROGRAM [ARGUMENT...]\n";
  Info.Description =
      "Runs PROGRAM, built by nvcc or over the driver API, on the CUDA "
      "libraries of\nHeddle. Options say how its kernels run, who "
      "looks on and what is\nwritten about that; they are those of ptx-run. "
      "In place of an option --NAME=VALUE\nthe environment can have "
      "HEDDLE_NAME=VALUE. In names of files %p is the number of\nthe "
      "process.\n";
  Info.Rows = ownTable().rows();
  append_range(Info.Rows, settings().rows());
  Info.ExitCodes = {{2, "usage error"},
                    {126, "the program cannot be run, or has a CUDA runtime "
                          "that cannot be led to Heddle's"},
                    {127, "there is no such program"}};
  Info.RunsProgram = true;
  return Info;
}

int run(int argc, char **argv) {
  Tool Self(runInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<RunOptions> Options = readOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  if (Parsed->Files.empty())
    return Self.failUsage(createStringError("no program is named"));
  std::string Libraries = findLibraries(argv[0]);
  if (Libraries.empty())
    return Self.fail("there is no libcuda.so.1: build first, or set "
                     "HEDDLE_LIBRARIES to its folder");
  return runProgram(Self, *Options, Libraries, Parsed->Files);
}

} // namespace

int main(int argc, char **argv) {
  ToolProcess Process("heddle-run");
  return Process.finish(run(argc, argv));
}
