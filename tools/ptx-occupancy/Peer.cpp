//===- Peer.cpp - What NVIDIA's assembler makes of a file -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peer.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace heddle {
namespace {

/// The name of the chip of \p G for ptxas.
Expected<std::string> archFor(const abi::Geometry &G, StringRef Asked) {
  if (!Asked.empty() && abi::findGeometry(Asked) == &G)
    return Asked.str();
  if (StringRef(G.Name).starts_with("sm_"))
    return G.Name;
  if (const abi::Chip *Chip = abi::findChip(G.Name); Chip && Chip->Silicon)
    return Chip->SmName;
  return createStringError(
      Twine("'--peer' compiles for sm_NN, and geometry '") + G.Name +
      "' is that of none");
}

/// Runs \p Program; what it prints, on both its streams.
Expected<std::string> outputOf(StringRef Program, ArrayRef<StringRef> Args) {
  SmallString<128> Path;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("ptx-occupancy", "txt", Path))
    return createStringError("no temporary file: " + EC.message());
  FileRemover Remover(Path);
  std::string Why;
  std::optional<StringRef> Streams[] = {StringRef(), StringRef(Path),
                                        StringRef(Path)};
  int Exit =
      sys::ExecuteAndWait(Program, Args, std::nullopt, Streams, 0, 0, &Why);
  if (!Why.empty())
    return createStringError("'" + Program + "': " + Why);
  Expected<std::unique_ptr<MemoryBuffer>> Text = readInputFile(Path);
  if (!Text)
    return Text.takeError();
  StringRef Printed = (*Text)->getBuffer();
  if (Exit != 0)
    return createStringError(
        "'" + Program + "' refuses the file: " +
        Printed.trim().take_until([](char C) { return C == '\n'; }));
  return Printed.str();
}

} // namespace

Expected<tuning::KernelUses> askPeer(const OccupancyOptions &Options,
                                     const abi::Geometry &G, StringRef Asked,
                                     StringRef Kernel) {
  Expected<std::string> Arch = archFor(G, Asked);
  if (!Arch)
    return Arch.takeError();
  ErrorOr<std::string> Program = sys::findProgramByName(Options.Peer);
  if (!Program)
    return createStringError("there is no '" + Options.Peer + "' to ask");
  const std::string ArchOption = "-arch=" + *Arch;
  const std::string Level = "-O" + std::to_string(Options.Compile.OptLevel);
  const std::string Limit =
      "-maxrregcount=" + std::to_string(Options.Compile.MaxRegisters);
  SmallVector<StringRef, 8> Args = {*Program, "-v", ArchOption, Level};
  if (Options.Compile.MaxRegisters != 0)
    Args.push_back(Limit);
  if (!Kernel.empty())
    Args.append({"-e", Kernel});
  Args.append({Options.Input, "-o", "/dev/null"});
  Expected<std::string> Text = outputOf(*Program, Args);
  if (!Text)
    return Text.takeError();
  Expected<std::vector<tuning::KernelUses>> Uses =
      tuning::readPtxasOutput(*Text);
  if (!Uses)
    return Uses.takeError();
  return std::move(Uses->front());
}

} // namespace heddle
