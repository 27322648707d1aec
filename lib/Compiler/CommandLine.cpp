//===- CommandLine.cpp - Options of every tool that compiles --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Compiler/CommandLine.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/StringSwitch.h"

#include <thread>

using namespace llvm;

namespace heddle {
namespace {

Error setOccupancy(StringRef Text, OccupancyAim &Aim) {
  Aim = {Text == "auto" ? OccupancyAim::Auto : OccupancyAim::Off, 0};
  if (Text == "auto" || Text == "off")
    return Error::success();
  StringRef Digits = Text;
  Digits.consume_back("%");
  std::optional<uint64_t> N = parseNumber(Digits, 100);
  if (!N || *N == 0)
    return createStringError("option '--occupancy' takes auto, off or a "
                             "percentage from 1% to 100%, not '" +
                             Text + "'");
  Aim = {OccupancyAim::Percent, static_cast<unsigned>(*N)};
  return Error::success();
}

/// The words that -arch takes, for shells to complete.
std::string chipWords() {
  std::string Words;
  for (const abi::Chip &C : abi::chips())
    Words += std::string(Words.empty() ? "" : "|") + C.Name + "|" + C.SmName;
  return Words;
}

using C = CompileOptions;
using N = StringRef;
using P = ParsedOption;

Error setArch(C &To, N, const P &O) { return setText(O.Value, To.Arch); }
Error setLevel(C &To, N, const P &O) {
  return setNumber("opt-level", O, 0, 3, To.OptLevel);
}
Error setThreads(C &To, N Name, const P &O) {
  if (Error E = setNumber(Name, O, 0, 1024, To.Threads))
    return E;
  if (To.Threads == 0)
    To.Threads = std::max(1u, std::thread::hardware_concurrency());
  return Error::success();
}

ArrayRef<OptionSetter<CompileOptions>> allRows() {
  static const std::string Chips = chipWords();
  static const OptionSetter<CompileOptions> Rows[] = {
      {{0, "arch", OptionRow::Value, "=CHIP",
        "sm_NN or its chip; compute_NN: only check", OptionRow::Supported,
        Chips.c_str()},
       setArch},
      {{0, "gpu-name", OptionRow::Value}, setArch},
      {{0, "O", OptionRow::Joined, "0 ... -O3", "effort (default -O3)"},
       setLevel},
      {{0, "opt-level", OptionRow::Value}, setLevel},
      {{0, "maxrregcount", OptionRow::Value, "=N",
        "registers a thread may use"},
       [](C &To, N Name, const P &O) {
         return setNumber(Name, O, MinRegisterBudget, abi::MaxRegisterOption,
                          To.MaxRegisters);
       }},
      {{0, "occupancy", OptionRow::Value, "=auto|off|N%",
        "fewer registers for more warps (auto: -O2 up)"},
       [](C &To, N, const P &O) {
         return setOccupancy(O.Value, To.Occupancy);
       }},
      {{0, "fmad", OptionRow::Flag, "=true|false",
        "fuse mul and add (default false)"},
       [](C &To, N Name, const P &O) {
         return setFlag(Name, O, To.FuseMulAdd);
       }},
      {{0, "fma-as-mad", OptionRow::Flag, "",
        "fma.f32 as mad, which truncates the product"},
       [](C &To, N Name, const P &O) { return setFlag(Name, O, To.FmaAsMad); }},
      {{0, "assume-global", OptionRow::Flag, "",
        "unresolved generic accesses are global"},
       [](C &To, N Name, const P &O) {
         return setFlag(Name, O, To.AssumeGlobal);
       }},
      {{0, "inline", OptionRow::Value, "=auto|all|none",
        "device functions that become part of their caller"},
       [](C &To, N, const P &O) { return setInline(O.Value, To.Inline); }},
      {{0, "max-module-bytes", OptionRow::Value, "=N",
        "most bytes of .global variables (default 2 GiB)", OptionRow::Rare},
       [](C &To, N Name, const P &O) {
         return setNumber(Name, O, 0, UINT32_MAX, To.MaxModuleBytes);
       }},
      {{0, "register-names", OptionRow::Flag, "",
        "keep where the PTX's registers are, for ptx-run --break",
        OptionRow::Rare},
       [](C &To, N Name, const P &O) {
         return setFlag(Name, O, To.RegisterNames);
       }},
      {{0, "split-compile", OptionRow::Value, "=N",
        "threads that make the kernels' code; 0: a processor each (default 1)",
        OptionRow::Rare},
       setThreads},
      {{0, "verify-each", OptionRow::Flag, "", "check the IR after each pass",
        OptionRow::Rare},
       [](C &To, N Name, const P &O) {
         return setFlag(Name, O, To.VerifyEach);
       }},
      {{0, "load-pass-plugin", OptionRow::Value, "=FILE",
        "load passes from a library", OptionRow::Rare},
       [](C &To, N, const P &O) {
         return setText(O.Value, To.Plugins.emplace_back());
       }},
      {{0, "plugin-arg", OptionRow::Value, "=OPTION",
        "an option of a library of passes", OptionRow::Rare},
       [](C &To, N, const P &O) {
         return setText(O.Value, To.PluginArguments.emplace_back());
       }},
  };
  return Rows;
}

} // namespace

OptionTable<CompileOptions> compileOptionTable(unsigned FirstId) {
  return {allRows(), FirstId};
}

Error setInline(StringRef Text, InlineMode &Mode) {
  auto Named = StringSwitch<std::optional<InlineMode>>(Text)
                   .Case("auto", InlineMode::Auto)
                   .Case("all", InlineMode::All)
                   .Case("none", InlineMode::None)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError(
        "option '--inline' takes auto, all or none, not '" + Text + "'");
  Mode = *Named;
  return Error::success();
}

Error setDiagnosticsFormat(StringRef Text, DiagnosticOptions &Options) {
  if (Text != "text" && Text != "json")
    return createStringError(
        "option '--diagnostics' takes text or json, not '" + Text + "'");
  Options.Format =
      Text == "json" ? DiagnosticOptions::JSON : DiagnosticOptions::Text;
  return Error::success();
}

Error checkArch(StringRef Arch, bool AllowVirtual) {
  if (Arch.empty())
    return Error::success();
  return abi::checkArch(Arch, AllowVirtual);
}

Error setGeometry(StringRef Name, const abi::Geometry *&Slot) {
  Slot = abi::findGeometry(Name);
  return Slot ? Error::success() : abi::unknownGeometry(Name);
}

} // namespace heddle
