//===- Modules.cpp - The modules of a program -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "StageTimer.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Object/Module.h"
#include "heddle/PTXParser/LinkModules.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

/// Whether \p Bytes are an object of ours, or a text cubin. The parser reports
/// objects of a host and cubins of NVIDIA.
static bool isLinkableObject(StringRef Bytes) {
  if (object::isTextCubin(Bytes))
    return true;
  if (!Bytes.starts_with(ELF::ElfMagic))
    return false;
  constexpr size_t Machine = offsetof(ELF::Elf64_Ehdr, e_machine);
  if (Bytes.size() < Machine + 2)
    return true;
  return support::endian::read16le(Bytes.data() + Machine) == ELF::EM_CUDA &&
         uint8_t(Bytes[ELF::EI_OSABI]) != ELF::ELFOSABI_CUDA;
}

Error addModule(std::unique_ptr<MemoryBuffer> File, SourceMgr &Sources,
                CompileOptions &Options) {
  StringRef Path = File->getBufferIdentifier();
  LinkedModule &Linked = Options.Modules.emplace_back();
  Linked.Path = Path.str();
  if (!isLinkableObject(File->getBuffer())) {
    Linked.Lifted = {Options.FuseMulAdd, Options.FmaAsMad,
                     Options.MaxRegisters};
    Sources.AddNewSourceBuffer(std::move(File), SMLoc());
    return Error::success();
  }
  Expected<object::Module> M = object::readModule(File->getMemBufferRef());
  if (!M)
    return createStringError("'" + Path + "': " + toString(M.takeError()));
  if (!M->ToLink)
    return createStringError("'" + Path +
                             "' has its code already; only PTX and objects "
                             "made with ptxas-lite -c are linked");
  const object::Part &Part = *M->ToLink;
  Linked.ObjectChip = abi::findChip(M->ComputeCapability);
  Linked.Lifted = {Part.FuseMulAdd, Part.FmaAsMad, Part.MaxRegisters};
  if (Linked.Lifted.MaxRegisters == 0)
    Linked.Lifted.MaxRegisters = Options.MaxRegisters;
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Part.Text, M->SourceName), SMLoc());
  return Error::success();
}

Error addInputs(std::vector<std::unique_ptr<MemoryBuffer>> Files,
                SourceMgr &Sources, CompileOptions &Options) {
  Options.InputIsIR = isIRFile(Files.front()->getBufferIdentifier());
  if (Options.InputIsIR && Files.size() == 1) {
    Sources.AddNewSourceBuffer(std::move(Files.front()), SMLoc());
    return Error::success();
  }
  for (std::unique_ptr<MemoryBuffer> &File : Files) {
    StringRef Path = File->getBufferIdentifier();
    if (isIRFile(Path))
      return createStringError("'" + Path +
                               "' holds IR; only PTX and objects made with "
                               "ptxas-lite -c are linked");
    if (Error E = addModule(std::move(File), Sources, Options))
      return E;
  }
  return Error::success();
}

ModuleList parseModules(bool IsPart, Diagnostics &Diags) {
  StageTimer Stage("parse");
  ModuleList Modules;
  bool Failed = false;
  const unsigned Count = Diags.sources().getNumBuffers();
  for (unsigned Buffer = 1; Buffer <= Count; ++Buffer) {
    ptx::ParseOptions Options;
    // The main one's name stands in front of messages without a place.
    Options.Buffer = Buffer == Diags.sources().getMainFileID() ? 0 : Buffer;
    Options.IsPart = IsPart || Count > 1;
    Modules.push_back(ptx::parseModule(Diags, Options));
    Failed |= !Modules.back();
  }
  if (Failed)
    return {};
  unsigned ErrorsBefore = Diags.numErrors();
  ptx::linkModules(Modules, Diags);
  return Diags.numErrors() == ErrorsBefore ? std::move(Modules) : ModuleList();
}

//===----------------------------------------------------------------------===//
// Settings on which all modules must agree
//===----------------------------------------------------------------------===//

/// The chip of one module: that of -arch, else that of .target, where
/// compute_NN is the same as sm_NN.
static Expected<const abi::Chip *> chipOf(const CompileOptions &Options,
                                          const ptx::Module &Source) {
  std::string Arch =
      Options.Arch.empty() ? Source.TargetName.str() : Options.Arch;
  if (Options.Arch.empty() && abi::isVirtualArch(Arch))
    Arch.replace(0, StringRef("compute_").size(), "sm_");
  if (Error E = checkArch(Arch, /*AllowVirtual=*/false)) {
    if (Options.Arch.empty() && !Options.FallbackArch.empty()) {
      consumeError(std::move(E));
      return abi::findChip(Options.FallbackArch);
    }
    if (Options.Arch.empty())
      return createStringError(".target of '" + Source.FileName +
                               "': " + toString(std::move(E)));
    return std::move(E);
  }
  return abi::findChip(Arch);
}

Expected<const abi::Chip *> chooseChip(const CompileOptions &Options,
                                       const ModuleList &Modules,
                                       Diagnostics &Diags) {
  const abi::Chip *Chosen = nullptr;
  for (auto [N, M] : enumerate(Modules)) {
    const abi::Chip *Own =
        N < Options.Modules.size() ? Options.Modules[N].ObjectChip : nullptr;
    Expected<const abi::Chip *> Wanted = chipOf(Options, *M);
    if (!Own || !Options.Arch.empty())
      if (!Wanted)
        return Wanted.takeError();
    if (!Own)
      Own = *Wanted;
    else if (!Wanted)
      consumeError(Wanted.takeError());
    else if (!Options.Arch.empty() && Own != *Wanted)
      return createStringError("'" + Options.Modules[N].Path +
                               "' is an object for " + abi::describeChip(*Own) +
                               ", not for " + abi::describeChip(**Wanted));
    if (!Chosen)
      Chosen = Own;
    if (Own == Chosen)
      continue;
    const ptx::Module &First = *Modules.front();
    Diags.error(M->HeaderEnd, "this module is for " + abi::describeChip(*Own) +
                                  ", '" + First.FileName + "' for " +
                                  abi::describeChip(*Chosen) +
                                  "; -arch compiles all for one chip");
    Diags.note(First.HeaderEnd, "the other module's header ends here");
    return nullptr;
  }
  return Chosen;
}

std::string archName(const CompileOptions &Options, const ModuleList &Modules,
                     const abi::Chip &Chip) {
  if (Chip.Silicon)
    return Chip.SmName;
  for (StringRef Name : {StringRef(Options.Arch), Modules.front()->TargetName})
    if (Name.consume_front("sm_") || Name.consume_front("compute_"))
      return ("sm_" + Name).str();
  return Chip.Name;
}

void setLiftOptions(const CompileOptions &Options, const ModuleList &Modules,
                    LiftOptions &Lift, Diagnostics &Diags) {
  Lift.FuseMulAdd = Options.FuseMulAdd;
  Lift.FmaAsMad = Options.FmaAsMad;
  Lift.MaxRegisters = Options.MaxRegisters;
  if (Options.Modules.empty())
    return;
  const LinkedModule &First = Options.Modules.front();
  Lift.FuseMulAdd = First.Lifted.FuseMulAdd;
  Lift.FmaAsMad = First.Lifted.FmaAsMad;
  auto Check = [&](size_t N, StringRef Option, bool IsOn, bool FirstIsOn) {
    if (IsOn == FirstIsOn)
      return;
    const LinkedModule &On = IsOn ? Options.Modules[N] : First;
    const LinkedModule &Without = IsOn ? First : Options.Modules[N];
    Diags.error(Modules[N]->HeaderEnd, "'" + On.Path + "' is compiled with " +
                                           Option + ", '" + Without.Path +
                                           "' is not");
  };
  for (auto [N, M] : enumerate(Options.Modules)) {
    Check(N, "--fmad", M.Lifted.FuseMulAdd, Lift.FuseMulAdd);
    Check(N, "--fma-as-mad", M.Lifted.FmaAsMad, Lift.FmaAsMad);
    Lift.MaxRegistersByBuffer.push_back(M.Lifted.MaxRegisters);
  }
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

using tesla::PartSymbol;

static PartSymbol::BindingType bindingOf(ptx::Linkage Link) {
  switch (Link) {
  case ptx::Linkage::Internal:
    return PartSymbol::Local;
  case ptx::Linkage::Visible:
    return PartSymbol::Global;
  case ptx::Linkage::Extern:
    return PartSymbol::Undefined;
  case ptx::Linkage::Weak:
    return PartSymbol::Weak;
  case ptx::Linkage::Common:
    return PartSymbol::Common;
  }
  llvm_unreachable("covered switch");
}

static std::optional<unsigned> addressSpaceOf(const ptx::Variable &V) {
  switch (V.Space) {
  case ptx::StateSpace::Global:
    return abi::Global;
  case ptx::StateSpace::Const:
    return abi::Constant;
  case ptx::StateSpace::Shared:
    return abi::Shared;
  default:
    return std::nullopt;
  }
}

static std::vector<PartSymbol> symbolsOf(const ptx::Module &Source,
                                         StringRef Text) {
  // A definition takes the place of its declarations. The keys are the source's
  // own: a symbol's string moves with it.
  MapVector<StringRef, PartSymbol> ByName;
  auto Add = [&](StringRef Name, PartSymbol S) {
    S.Name = Name.str();
    auto [It, IsNew] = ByName.insert({Name, S});
    if (!IsNew && It->second.Binding == PartSymbol::Undefined)
      It->second = std::move(S);
  };
  for (const ptx::Function *F : Source.Functions) {
    PartSymbol S;
    S.IsFunction = true;
    S.Offset = uint64_t(F->Range.Start.getPointer() - Text.begin());
    S.Binding = bindingOf(F->Link);
    if (!F->Body && (!F->Definition || F->Definition->Name == F->Name))
      S.Binding = PartSymbol::Undefined;
    else if (F->IsEntry && S.Binding == PartSymbol::Local)
      S.Binding = PartSymbol::Global;
    Add(F->Name, std::move(S));
  }
  for (const ptx::Variable *V : Source.Variables) {
    std::optional<unsigned> Space = addressSpaceOf(*V);
    if (!Space)
      continue;
    PartSymbol S;
    S.AddressSpace = *Space;
    S.Binding = bindingOf(V->Link);
    S.Size = V->byteSize();
    S.Align = V->Align;
    Add(V->Name, std::move(S));
  }
  std::vector<PartSymbol> Symbols;
  for (auto &[Name, S] : ByName)
    Symbols.push_back(std::move(S));
  return Symbols;
}

void writePart(const ptx::Module &Source, const abi::Chip &Chip,
               const CompileOptions &Options, Diagnostics &Diags,
               CompileResult &Result) {
  const SourceMgr &Sources = Diags.sources();
  object::Part P;
  StringRef Text =
      Sources.getMemoryBuffer(Sources.getMainFileID())->getBuffer();
  P.Text = Text.str();
  P.FuseMulAdd = Options.FuseMulAdd;
  P.FmaAsMad = Options.FmaAsMad;
  P.MaxRegisters = Options.MaxRegisters;
  tesla::CodeGenOptions CodeGen;
  CodeGen.Chip = Chip.Name;
  CodeGen.SourceName = Source.FileName.str();
  raw_svector_ostream OS(Result.Output);
  tesla::writePart(P, symbolsOf(Source, Text), Source.MapF64ToF32, CodeGen, OS);
}

} // namespace heddle
