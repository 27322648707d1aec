//===- Input.cpp - Reading PTX and IR -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Intrinsics/Reports.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "heddle/Support/InputFile.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

static DiagnosticOptions options(const Tool &Self) {
  DiagnosticOptions Options;
  Options.Color = Self.color();
  return Options;
}

/// Shows a remark at its place in the PTX; one on IR says its place itself.
bool Input::takeRemark(const DiagnosticInfoOptimizationBase &DI) {
  if (!DI.isEnabled() || DI.isVerbose())
    return true;
  SMLoc Loc;
  std::string Text = DI.getMsg();
  DiagnosticLocation Place = DI.getLocation();
  if (IsPTX && DI.isLocationAvailable())
    Loc = Diags.locFor(Place.getLine(), std::max(1u, Place.getColumn()));
  else
    Text = DI.getLocationStr() + ": " + Text;
  Diags.remark(remarkName(DI), Loc, Text);
  return true;
}

bool Input::take(const DiagnosticInfo &Info) {
  if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info);
      Remark && Info.getSeverity() == DS_Remark)
    return takeRemark(*Remark);
  if (Info.getSeverity() != DS_Error)
    return false;
  PassError = true;
  if (IsPTX && isa<DiagnosticInfoUnsupported>(Info)) {
    PlacedReport R = placeReport(Info, Diags);
    Diags.error(R.Loc, R.Message);
  } else {
    WithColor::error() << textOf(Info) << '\n';
  }
  return true;
}

Input::Input(LLVMContext &Context, const Tool &Self)
    : Context(Context), Self(Self), Diags(Sources, errs(), options(Self)) {
  Context.setDiagnosticHandler(std::make_unique<ReportHandler>(
      [this](const DiagnosticInfo &Info) { return take(Info); }));
}

std::unique_ptr<Module> Input::read(StringRef Path, StringRef Arch,
                                    bool FuseMulAdd) {
  StringRef Extension = sys::path::extension(Path);
  if (Extension == ".ll" || Extension == ".bc")
    return readIR(Path);
  return readPTX(Path, Arch, FuseMulAdd);
}

std::unique_ptr<MemoryBuffer> Input::open(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(Path);
  if (Buffer)
    return std::move(*Buffer);
  Self.fail(Buffer.takeError());
  UsageError = true;
  return nullptr;
}

std::unique_ptr<Module> Input::readIR(StringRef Path) {
  std::unique_ptr<MemoryBuffer> Buffer = open(Path);
  if (!Buffer)
    return nullptr;
  SMDiagnostic Problem;
  // Tests need not repeat the layout.
  ParserCallbacks Callbacks(
      [](StringRef Triple, StringRef Layout) -> std::optional<std::string> {
        return Layout.empty() ? abi::targetModelOrDefault(Triple).DataLayout
                              : Layout.str();
      });
  auto M = parseIR(Buffer->getMemBufferRef(), Problem, Context, Callbacks);
  if (!M) {
    Problem.print("ptx-opt", errs());
    return nullptr;
  }
  if (M->getTargetTriple().empty())
    M->setTargetTriple(abi::targetModels().front().Triple);
  return M;
}

std::unique_ptr<Module> Input::readPTX(StringRef Path, StringRef Arch,
                                       bool FuseMulAdd) {
  std::unique_ptr<MemoryBuffer> Buffer = open(Path);
  if (!Buffer)
    return nullptr;
  IsPTX = true;
  Sources.AddNewSourceBuffer(std::move(Buffer), SMLoc());
  std::unique_ptr<ptx::Module> Source = ptx::parseModule(Diags);
  std::unique_ptr<Module> M;
  if (Source) {
    const abi::Chip *Chip =
        abi::findChip(Arch.empty() ? Source->TargetName : Arch);
    if (!Chip) {
      Self.fail(abi::unknownChip(Arch.empty() ? Source->TargetName : Arch));
      UsageError = true;
      return nullptr;
    }
    LiftOptions Options;
    Options.Chip = Chip->Name;
    Options.FuseMulAdd = FuseMulAdd;
    M = liftModule(*Source, Context, Options, Diags);
  }
  if (!M)
    Diags.finish();
  return M;
}

} // namespace heddle
