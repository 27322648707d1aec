//===- Compilation.cpp - The C API's compiler -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Support/HostMemory.h"
#include "llvm/Support/SourceMgr.h"

using namespace heddle;
using namespace heddle::capi;

static heddleSeverity_t severity(llvm::SourceMgr::DiagKind Kind) {
  switch (Kind) {
  case llvm::SourceMgr::DK_Error:
    return heddleSeverityError;
  case llvm::SourceMgr::DK_Warning:
    return heddleSeverityWarning;
  case llvm::SourceMgr::DK_Remark:
    return heddleSeverityRemark;
  case llvm::SourceMgr::DK_Note:
    return heddleSeverityNote;
  }
  llvm_unreachable("covered switch");
}

/// Sets the options of the compiler that \p O asks for.
static llvm::Error setOptions(const heddleCompileOptions_t &O,
                              CompileOptions &Options) {
  if (O.Arch) {
    if (llvm::Error E = abi::checkArch(O.Arch, /*AllowVirtual=*/false))
      return E;
    Options.Arch = O.Arch;
  }
  if (O.Geometry)
    if (llvm::Error E = setGeometry(O.Geometry, Options.Geometry))
      return E;
  if (O.OptLevelPlusOne > 4)
    return llvm::createStringError("OptLevelPlusOne is beyond 4");
  if (O.OptLevelPlusOne)
    Options.OptLevel = O.OptLevelPlusOne - 1;
  if (O.NumEntries && !O.Entries)
    return llvm::createStringError("Entries is null");
  for (size_t N = 0; N != O.NumEntries; ++N) {
    if (!O.Entries[N])
      return llvm::createStringError("an entry is null");
    Options.Entries.push_back(O.Entries[N]);
  }
  if (O.MaxRegisters && O.MaxRegisters < MinRegisterBudget)
    return llvm::createStringError("MaxRegisters is below " +
                                   llvm::Twine(MinRegisterBudget));
  Options.MaxRegisters = O.MaxRegisters;
  if (O.ThreadsPerBlock)
    Options.Launches.push_back({"", O.ThreadsPerBlock});
  Options.FuseMulAdd = O.FuseMulAdd;
  Options.LineTables = O.LineTables;
  Options.AssumeGlobal = O.AssumeGlobal;
  if (O.Device)
    session::prepare(O.Device->State->looks()->Session->settings(), Options);
  return llvm::Error::success();
}

static heddleError_t compile(heddleCompilationImpl &C,
                             const CompileOptions &Options,
                             DiagnosticOptions Shown) {
  Shown.OnShown = [&](const ShownDiagnostic &D) {
    C.Diagnostics.push_back({severity(D.Kind), D.Line, D.Column, D.File.str(),
                             D.Message.str(), D.Name.str()});
  };
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(C.Text, C.FileName), llvm::SMLoc());
  llvm::raw_string_ostream OS(C.Log);
  Diagnostics Diags(Sources, OS, std::move(Shown));
  llvm::Expected<std::unique_ptr<CompileResult>> Result =
      compilePTX(Options, Diags);
  Diags.finish();
  OS.flush();
  if (!Result) {
    heddleError_t Code = heddleErrorHost;
    std::string Message;
    llvm::handleAllErrors(
        Result.takeError(), [&](const llvm::ErrorInfoBase &E) {
          if (E.convertToErrorCode() == std::errc::invalid_argument)
            Code = heddleErrorNotFound;
          if (E.convertToErrorCode() == std::errc::not_enough_memory)
            Code = heddleErrorOutOfMemory;
          Message = E.message();
        });
    return fail(Code, Message);
  }
  if (!*Result) {
    for (const Diagnostic &D : C.Diagnostics)
      if (D.Severity == heddleSeverityError)
        return fail(heddleErrorCompile,
                    llvm::Twine(D.File) + ":" + llvm::Twine(D.Line) + ":" +
                        llvm::Twine(D.Column) + ": error: " + D.Message);
    return fail(heddleErrorCompile, heddleGetErrorString(heddleErrorCompile));
  }
  C.Object = std::move((*Result)->Output);
  C.Operations = std::move((*Result)->Operations);
  C.HasObject = true;
  return heddleSuccess;
}

heddleError_t heddleCompile(const char *Text, size_t Size,
                            const heddleCompileOptions_t *Options,
                            heddleCompilation_t *Out) noexcept {
  if (!Text || !Out)
    return isNull(__func__, Text ? "Out" : "Text");
  heddleCompileOptions_t O;
  HEDDLE_INIT(O);
  if (Options) {
    std::optional<heddleCompileOptions_t> Given = readStruct(Options);
    if (!Given)
      return fail(heddleErrorInvalidValue,
                  "heddleCompile: the options do not say their size "
                  "(HEDDLE_INIT)");
    O = *Given;
  }
  CompileOptions Compile;
  if (llvm::Error E = setOptions(O, Compile))
    return fail(heddleErrorInvalidValue, std::move(E));
  DiagnosticOptions Shown;
  Shown.IgnoreWarnings = O.NoWarnings;
  Shown.AllWarningsAreErrors = O.WarningsAreErrors;
  llvm::StringRef Source = llvm::StringRef(Text, Size).split('\0').first;
  if (!hasRoomFor(Source.size()))
    return fail(heddleErrorOutOfMemory,
                "heddleCompile: no memory for a copy of the text");
  auto C = std::make_unique<heddleCompilationImpl>();
  C->FileName = O.FileName ? O.FileName : "<ptx>";
  C->Text = Source.str();
  heddleError_t Error = compile(*C, Compile, std::move(Shown));
  if (Error == heddleSuccess || Error == heddleErrorCompile)
    *Out = C.release();
  return Error;
}

void heddleCompilationDestroy(heddleCompilation_t C) noexcept { delete C; }

heddleError_t heddleCompilationGetObject(heddleCompilation_t C,
                                         const void **Data,
                                         size_t *Size) noexcept {
  if (!C || !Data || !Size)
    return isNull(__func__, !C ? "C" : Data ? "Size" : "Data");
  if (!C->HasObject)
    return fail(heddleErrorCompile, "the compilation has no object");
  *Data = C->Object.data();
  *Size = C->Object.size();
  return heddleSuccess;
}

const char *heddleCompilationGetLog(heddleCompilation_t C) noexcept {
  return C ? C->Log.c_str() : "";
}

size_t heddleCompilationGetNumDiagnostics(heddleCompilation_t C) noexcept {
  return C ? C->Diagnostics.size() : 0;
}

heddleError_t heddleCompilationGetDiagnostic(heddleCompilation_t C,
                                             size_t Index,
                                             heddleDiagnostic_t *Out) noexcept {
  if (!C)
    return isNull(__func__, "C");
  if (Index >= C->Diagnostics.size())
    return fail(heddleErrorNotFound, "there are " +
                                         llvm::Twine(C->Diagnostics.size()) +
                                         " diagnostics");
  const Diagnostic &D = C->Diagnostics[Index];
  return writeStruct(__func__, Out,
                     {0, D.Severity, D.Line, D.Column, D.File.c_str(),
                      D.Message.c_str(), D.WarningName.c_str()});
}
