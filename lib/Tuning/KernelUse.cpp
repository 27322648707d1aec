//===- KernelUse.cpp - What a kernel takes from an SM ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/KernelUse.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/Support/Regex.h"
#include <optional>

using namespace llvm;

namespace heddle::tuning {

KernelUse useOf(const object::KernelInfo &Info) {
  KernelUse Use;
  Use.Name = Info.Name;
  Use.Registers = Info.Registers;
  Use.SharedBytes = Info.SharedBytes;
  Use.SystemShared = object::ownSharedStart(Info);
  Use.LocalBytes = Info.LocalBytes;
  for (const auto &Declared : {Info.ReqNtid, Info.MaxNtid})
    if (Use.DeclaredThreads == 0)
      Use.DeclaredThreads = Declared[0] * Declared[1] * Declared[2];
  return Use;
}

uint32_t threadsOf(const object::KernelInfo &Info, uint32_t Asked) {
  constexpr uint32_t UsualThreads = 256;
  if (Asked != 0)
    return Asked;
  uint32_t Declared = useOf(Info).DeclaredThreads;
  return Declared != 0 ? Declared : UsualThreads;
}

const KernelUse *KernelUses::find(StringRef Name) const {
  auto It = llvm::find_if(Kernels,
                          [&](const KernelUse &U) { return U.Name == Name; });
  return It == Kernels.end() ? nullptr : &*It;
}

namespace {

/// The number that \p Pattern's groups add up to in \p Line, if it matches:
/// early releases print "16+16 bytes smem", what the program and the system
/// need.
std::optional<uint32_t> figure(StringRef Line, const Regex &Pattern) {
  SmallVector<StringRef, 3> Groups;
  if (!Pattern.match(Line, &Groups))
    return std::nullopt;
  uint32_t Sum = 0;
  for (StringRef Group : ArrayRef(Groups).drop_front()) {
    uint32_t Number = 0;
    if (!Group.ltrim('+').getAsInteger(10, Number))
      Sum += Number;
  }
  return Sum;
}

class PtxasReader {
public:
  void readLine(StringRef Line);
  std::vector<KernelUses> take() { return std::move(Files); }

private:
  void startKernel(StringRef Name, StringRef Arch);

  const Regex Compiling{"Compiling entry function '([^']*)' for '([^']*)'"};
  const Regex Properties{"Function properties for ([^ ]+)"};
  const Regex Registers{"Used ([0-9]+) registers"};
  const Regex Shared{"([0-9]+)(\\+[0-9]+)? bytes smem"};
  const Regex Local{"([0-9]+)(\\+[0-9]+)? bytes lmem"};
  const Regex Stack{"([0-9]+) bytes stack frame"};
  std::vector<KernelUses> Files;
  /// The kernel that is being described.
  KernelUse *Current = nullptr;
  /// Whether the properties that follow are that kernel's.
  bool OwnProperties = false;
};

void PtxasReader::startKernel(StringRef Name, StringRef Arch) {
  auto File =
      llvm::find_if(Files, [&](const KernelUses &F) { return F.Arch == Arch; });
  if (File == Files.end()) {
    Files.push_back({"ptxas", Arch.str(), abi::findGeometry(Arch), {}});
    File = std::prev(Files.end());
  }
  Current = &File->Kernels.emplace_back();
  Current->Name = Name.str();
}

void PtxasReader::readLine(StringRef Line) {
  SmallVector<StringRef, 3> Groups;
  if (Compiling.match(Line, &Groups)) {
    startKernel(Groups[1], Groups[2]);
    return;
  }
  if (!Current)
    return;
  // Device functions have properties, too.
  if (Properties.match(Line, &Groups)) {
    OwnProperties = Groups[1] == Current->Name;
    return;
  }
  if (std::optional<uint32_t> Bytes = figure(Line, Stack);
      Bytes && OwnProperties)
    Current->LocalBytes = *Bytes;
  std::optional<uint32_t> Count = figure(Line, Registers);
  if (!Count)
    return;
  Current->Registers = *Count;
  Current->SharedBytes = figure(Line, Shared).value_or(0);
  if (std::optional<uint32_t> Bytes = figure(Line, Local))
    Current->LocalBytes = *Bytes;
}

} // namespace

Expected<std::vector<KernelUses>> readPtxasOutput(StringRef Text) {
  PtxasReader Reader;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Reader.readLine(Line);
    Text = Rest;
  }
  std::vector<KernelUses> Files = Reader.take();
  if (Files.empty())
    return createStringError(
        "no line reads \"Compiling entry function 'NAME' for 'ARCH'\": this is "
        "not the output of ptxas -v");
  for (const KernelUses &File : Files)
    for (const KernelUse &Kernel : File.Kernels)
      if (Kernel.Registers == 0)
        return createStringError("kernel '" + Kernel.Name +
                                 "' has no line \"Used N registers\"");
  return Files;
}

} // namespace heddle::tuning
