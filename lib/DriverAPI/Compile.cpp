//===- Compile.cpp - PTX text to an image ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Driver.h"
#include "ImageCache.h"
#include "JitOptions.h"
#include "PTXHeader.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Inspect/ResourceReport.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// The PTX ISA that came with the version of CUDA that we stand for.
constexpr unsigned LatestPTX = 90;

/// Adds a line of the log in the words of NVIDIA's driver, which programs look
/// for.
void logMessage(const ShownDiagnostic &Shown, StringRef Input,
                JitOptions &Options) {
  bool IsError = Shown.Kind == SourceMgr::DK_Error;
  std::string &Log = IsError ? Options.Errors : Options.Infos;
  raw_string_ostream OS(Log);
  OS << "ptxas " << Input;
  if (Shown.Line)
    OS << ", line " << Shown.Line;
  OS << "; " << (IsError ? "error   : " : "info    : ") << Shown.Message
     << '\n';
}

CompileOptions optionsFor(const JitOptions &Options) {
  CompileOptions C;
  C.Arch = "tx1";
  C.OptLevel = Options.level();
  C.LineTables = Options.wantsLines();
  if (Options.maxRegisters())
    C.MaxRegisters = std::max(Options.maxRegisters(), MinRegisterBudget);
  return C;
}

void logResources(const CompileResult &Compiled, JitOptions &Options) {
  raw_string_ostream OS(Options.Infos);
  const abi::Chip *Chip = abi::findChip(Compiled.Chip);
  for (const KernelReport &K : Compiled.Kernels)
    inspect::printResourceReport(K.Info, {K.Instructions, K.CodeBytes}, nullptr,
                                 Compiled.Arch, abi::defaultGeometry(*Chip),
                                 OS);
}

CUresult refuse(CUresult Error, const Twine &Message, JitOptions &Options) {
  Options.Errors += ("ptxas fatal   : " + Message + "\n").str();
  return Error;
}

CUresult checkHeader(StringRef Text, PTXHeader &Header, JitOptions &Options) {
  Header = readPTXHeader(Text);
  if (Header.Version > LatestPTX)
    return refuse(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                  "Unsupported .version " + Twine(Header.Version / 10) + "." +
                      Twine(Header.Version % 10) + "; current version is '" +
                      Twine(LatestPTX / 10) + "." + Twine(LatestPTX % 10) + "'",
                  Options);
  unsigned Device = Driver::get().TheDevice.capability();
  if (!Header.runsOn(Device))
    return refuse(CUDA_ERROR_INVALID_PTX,
                  "SM version specified by .target does not run on the device, "
                  "which is sm_" +
                      Twine(Device) + " (HEDDLE_DEVICE chooses another)",
                  Options);
  return CUDA_SUCCESS;
}

} // namespace

CUresult compileText(StringRef Text, StringRef Name, JitOptions &Options,
                     std::shared_ptr<const Image> &Result) {
  PTXHeader Header;
  if (CUresult R = checkHeader(Text, Header, Options); R != CUDA_SUCCESS)
    return R;
  ImageCache &Cache = ImageCache::get();
  ImageCache::Key Key{Text, Name, Options.maxRegisters(), Options.level(),
                      Options.wantsLines()};
  if (!Options.isVerbose() && (Result = Cache.find(Key)))
    return CUDA_SUCCESS;

  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text, Name),
                             SMLoc());
  std::string Input = Name == UnnamedPTX ? "application ptx input" : Name.str();
  DiagnosticOptions Shown;
  Shown.OnShown = [&](const ShownDiagnostic &D) {
    logMessage(D, Input, Options);
  };
  Diagnostics Diags(Sources, nulls(), Shown);
  Expected<std::unique_ptr<CompileResult>> Compiled =
      compilePTX(optionsFor(Options), Diags);
  Diags.finish();
  if (!Compiled)
    return refuse(CUDA_ERROR_INVALID_PTX, toString(Compiled.takeError()),
                  Options);
  if (!*Compiled)
    return refuse(CUDA_ERROR_INVALID_PTX, "Ptx assembly aborted due to errors",
                  Options);
  if (Options.isVerbose())
    logResources(**Compiled, Options);
  auto Made = std::make_shared<Image>();
  Made->Bytes.assign((*Compiled)->Output.begin(), (*Compiled)->Output.end());
  Expected<object::Module> Object =
      object::readModule(MemoryBufferRef(Made->Bytes, Name));
  if (!Object)
    return refuse(CUDA_ERROR_INVALID_PTX, toString(Object.takeError()),
                  Options);
  Made->Object = std::move(*Object);
  Made->PTX = Text.str();
  Made->Capability = Header.Capability;
  Result = std::move(Made);
  Cache.add(Key, Result);
  return CUDA_SUCCESS;
}

CUresult readObject(StringRef Bytes, JitOptions &Options,
                    std::shared_ptr<const Image> &Result) {
  Expected<object::Module> Object =
      object::readModule(MemoryBufferRef(Bytes, "object"));
  if (!Object) {
    // NVIDIA's have the same machine in their headers and other sections.
    bool IsForeign = !Bytes.contains(object::InfoPrefix);
    Options.Errors += toString(Object.takeError()) + "\n";
    return IsForeign ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE;
  }
  if (Object->ToLink)
    return refuse(CUDA_ERROR_INVALID_IMAGE,
                  "the object is still to be linked: ptxas-lite links it",
                  Options);
  if (Object->Target->GlobalPointerBits != 64)
    return refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                  "the object is for a chip with 32-bit pointers", Options);
  auto Made = std::make_shared<Image>();
  Made->Bytes = Bytes.str();
  Made->Object = std::move(*Object);
  Result = std::move(Made);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
