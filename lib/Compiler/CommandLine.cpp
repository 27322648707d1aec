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

using namespace llvm;

namespace heddle {
namespace {

constexpr OptionRow Rows[] = {
    {OptArch, "arch", OptionRow::Value, "=CHIP",
     "sm_NN or its chip; compute_NN: only check"},
    {OptArch, "gpu-name", OptionRow::Value},
    {OptLevelO, "O", OptionRow::Joined, "0 ... -O3", "effort (default -O3)"},
    {OptLevelLong, "opt-level", OptionRow::Value},
    {OptMaxRegisters, "maxrregcount", OptionRow::Value, "=N",
     "registers a thread may use"},
    {OptOccupancy, "occupancy", OptionRow::Value, "=auto|off|N%",
     "fewer registers for more warps (auto: -O2 up)"},
    {OptFuseMulAdd, "fmad", OptionRow::Flag, "=true|false",
     "fuse mul and add (default false)"},
    {OptFmaAsMad, "fma-as-mad", OptionRow::Flag, "",
     "fma.f32 as mad, which truncates the product"},
    {OptAssumeGlobal, "assume-global", OptionRow::Flag, "",
     "unresolved generic accesses are global"},
    {OptInline, "inline", OptionRow::Value, "=auto|all|none",
     "device functions that become part of their caller"},
    {OptMaxModuleBytes, "max-module-bytes", OptionRow::Value, "=N",
     "most bytes of .global variables (default 2 GiB)", OptionRow::Rare},
    {OptRegisterNames, "register-names", OptionRow::Flag, "",
     "keep where the PTX's registers are, for ptx-run --break",
     OptionRow::Rare},
    {OptVerifyEach, "verify-each", OptionRow::Flag, "",
     "check the IR after each pass", OptionRow::Rare},
    {OptPassPlugin, "load-pass-plugin", OptionRow::Value, "=FILE"},
};

Expected<OccupancyAim> occupancyAim(StringRef Text) {
  if (Text == "auto")
    return OccupancyAim{OccupancyAim::Auto, 0};
  if (Text == "off")
    return OccupancyAim{OccupancyAim::Off, 0};
  StringRef Digits = Text;
  Digits.consume_back("%");
  std::optional<uint64_t> N = parseNumber(Digits, 100);
  if (!N || *N == 0)
    return createStringError("option '--occupancy' takes auto, off or a "
                             "percentage from 1% to 100%, not '" +
                             Text + "'");
  return OccupancyAim{OccupancyAim::Percent, static_cast<unsigned>(*N)};
}

Error setInline(const ParsedOption &O, InlineMode &Mode) {
  auto Named = StringSwitch<std::optional<InlineMode>>(O.Value)
                   .Case("auto", InlineMode::Auto)
                   .Case("all", InlineMode::All)
                   .Case("none", InlineMode::None)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError(
        "option '--inline' takes auto, all or none, not '" + O.Value + "'");
  Mode = *Named;
  return Error::success();
}

/// What -arch takes, for shells to complete.
std::string chipWords() {
  std::string Words;
  for (const abi::Chip &C : abi::chips())
    Words += std::string(Words.empty() ? "" : "|") + C.Name + "|" + C.SmName;
  return Words;
}

/// The option was one of the shared rows; \p E says how that went.
Expected<bool> taken(Error E) {
  if (E)
    return std::move(E);
  return true;
}

} // namespace

ArrayRef<OptionRow> compileOptionRows() {
  static const std::string Words = chipWords();
  static const std::vector<OptionRow> WithChips = [] {
    std::vector<OptionRow> All(std::begin(Rows), std::end(Rows));
    for (OptionRow &Row : All)
      if (Row.Id == OptArch && Row.Help)
        Row.Words = Words.c_str();
    return All;
  }();
  return WithChips;
}

Expected<bool> applyCompileOption(const ParsedOption &O,
                                  CompileOptions &Options) {
  switch (O.Id) {
  case OptArch:
    Options.Arch = O.Value;
    return true;
  case OptLevelO:
  case OptLevelLong: {
    Expected<uint64_t> Level = numberValue("opt-level", O, 0, 3);
    if (!Level)
      return Level.takeError();
    Options.OptLevel = static_cast<unsigned>(*Level);
    return true;
  }
  case OptMaxRegisters: {
    Expected<uint64_t> Count = numberValue("maxrregcount", O, MinRegisterBudget,
                                           abi::MaxRegisterOption);
    if (!Count)
      return Count.takeError();
    Options.MaxRegisters = static_cast<unsigned>(*Count);
    return true;
  }
  case OptMaxModuleBytes: {
    Expected<uint64_t> Bytes =
        numberValue("max-module-bytes", O, 0, UINT32_MAX);
    if (!Bytes)
      return Bytes.takeError();
    Options.MaxModuleBytes = *Bytes;
    return true;
  }
  case OptOccupancy: {
    Expected<OccupancyAim> Aim = occupancyAim(O.Value);
    if (!Aim)
      return Aim.takeError();
    Options.Occupancy = *Aim;
    return true;
  }
  case OptFuseMulAdd:
    return taken(setFlag("fmad", O, Options.FuseMulAdd));
  case OptFmaAsMad:
    return taken(setFlag("fma-as-mad", O, Options.FmaAsMad));
  case OptAssumeGlobal:
    return taken(setFlag("assume-global", O, Options.AssumeGlobal));
  case OptInline:
    return taken(setInline(O, Options.Inline));
  case OptRegisterNames:
    return taken(setFlag("register-names", O, Options.RegisterNames));
  case OptVerifyEach:
    return taken(setFlag("verify-each", O, Options.VerifyEach));
  case OptPassPlugin:
    return createStringError("option '--load-pass-plugin': this tool starts "
                             "fast because it takes no "
                             "libraries; ptx-opt runs the passes of a plugin, "
                             "and what it writes can "
                             "stand for the PTX: ptx-opt --load-pass-plugin=" +
                             O.Value + " -O3 FILE.ptx -o FILE.ll");
  }
  return false;
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

Error setGeometry(StringRef Name, CompileOptions &Options) {
  Options.Geometry = abi::findGeometry(Name);
  return Options.Geometry ? Error::success() : abi::unknownGeometry(Name);
}

} // namespace heddle
