//===- Compile.cpp - PTX and objects to an image --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "DeviceRuntime.h"
#include "Driver.h"
#include "ImageCache.h"
#include "JitOptions.h"
#include "PTXHeader.h"
#include "ProgramDebug.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Compiler/KernelJudge.h"
#include "heddle/Inspect/ResourceReport.h"
#include "heddle/Object/ManagedVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace heddle::driver {
namespace {

/// The PTX ISA that came with the version of CUDA that we stand for.
constexpr unsigned LatestPTX = 90;

/// A line of the log in the words of NVIDIA's driver, which programs look for.
/// Line 0: no place.
std::string logLine(StringRef File, unsigned Line, bool IsError,
                    StringRef Message) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "ptxas ";
  if (File.consume_front(UnnamedPTX))
    OS << "application ptx input";
  OS << File;
  if (Line)
    OS << ", line " << Line;
  OS << "; " << (IsError ? "error   : " : "info    : ") << Message << '\n';
  return Text;
}

void logMessage(const ShownDiagnostic &Shown, JitOptions &Options) {
  bool IsError = Shown.Kind == SourceMgr::DK_Error;
  (IsError ? Options.Errors : Options.Infos) +=
      logLine(Shown.File, Shown.Line, IsError, Shown.Message);
}

/// Finds the kernels that errors are about. It hears of kernels only where the
/// PTX is sound, so that all errors are of what cannot be compiled.
class KernelSieve final : public KernelJudge {
public:
  explicit KernelSieve(const SourceMgr &Sources) : Sources(Sources) {}

  void add(SMLoc Loc, StringRef Message) {
    if (!Loc.isValid()) {
      // A message without a place may be about any kernel.
      HasPlaces = false;
      return;
    }
    unsigned Buffer = Sources.FindBufferContainingLoc(Loc);
    Errors.emplace(
        Loc.getPointer(),
        logLine(Sources.getMemoryBuffer(Buffer)->getBufferIdentifier(),
                Sources.getLineAndColumn(Loc, Buffer).first, /*IsError=*/true,
                Message));
  }

  void setKernels(std::vector<KernelExtent> All) override {
    Kernels = std::move(All);
    for (auto [N, K] : enumerate(Kernels))
      Index[K.Name] = N;
  }
  bool isClean(StringRef Kernel) const override {
    auto Found = Index.find(Kernel);
    return Found == Index.end() || why(Kernels[Found->second]).empty();
  }

  /// The kernels without errors; of the others \p Refused is told.
  std::vector<std::string> clean(StringMap<RefusedKernel> &Refused) const {
    std::vector<std::string> Names;
    for (const KernelExtent &K : Kernels) {
      std::string Why = why(K);
      if (Why.empty())
        Names.push_back(K.Name);
      else
        Refused[K.Name].Why = std::move(Why);
    }
    return HasPlaces && !Refused.empty() ? Names : std::vector<std::string>();
  }

private:
  /// The lines about \p K.
  std::string why(const KernelExtent &K) const {
    std::string Lines;
    for (const SMRange &Body : K.Bodies)
      for (auto It = Errors.lower_bound(Body.Start.getPointer());
           It != Errors.end() && It->first <= Body.End.getPointer(); ++It)
        Lines += It->second;
    return Lines;
  }

  const SourceMgr &Sources;
  std::vector<KernelExtent> Kernels;
  StringMap<size_t> Index;
  /// By their places.
  std::multimap<const char *, std::string> Errors;
  bool HasPlaces = true;
};

CompileOptions optionsFor(const JitOptions &Options) {
  CompileOptions C;
  C.Arch = Driver::get().TheDevice.chip().Name;
  C.OptLevel = Options.level();
  C.LineTables = Options.wantsLines();
  if (Options.maxRegisters())
    C.MaxRegisters = std::max(Options.maxRegisters(), MinRegisterBudget);
  if (isDebugging()) {
    C.OptLevel = 0;
    C.LineTables = C.RegisterNames = true;
  }
  session::prepare(Driver::get().Session->settings(), C);
  return C;
}

void logResources(const CompileResult &Compiled, JitOptions &Options) {
  raw_string_ostream OS(Options.Infos);
  const abi::Chip *Chip = abi::findChip(Compiled.Chip);
  for (const KernelReport &K : Compiled.Kernels)
    inspect::printResourceReport(
        K.Info, {K.Instructions, K.CodeBytes, K.LiteralBytes}, nullptr,
        Compiled.Arch, abi::defaultGeometry(*Chip), OS);
}

CUresult refuse(CUresult Error, const Twine &Message, JitOptions &Options) {
  Options.Errors += ("ptxas fatal   : " + Message + "\n").str();
  return Error;
}

CUresult refuse(Error Why, JitOptions &Options) {
  CUresult R = CUDA_ERROR_INVALID_PTX;
  handleAllErrors(std::move(Why), [&](const ErrorInfoBase &E) {
    if (E.convertToErrorCode() == std::errc::not_enough_memory)
      R = CUDA_ERROR_OUT_OF_MEMORY;
    refuse(R, E.message(), Options);
  });
  return R;
}

CUresult checkHeader(const PTXHeader &Header, JitOptions &Options) {
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

CUresult readObject(const CodeInput &Input, JitOptions &Options,
                    object::Module &Result) {
  Expected<object::Module> Object =
      object::readModule(MemoryBufferRef(Input.Bytes, Input.Name));
  if (!Object) {
    // NVIDIA's have the same machine in their headers and other sections.
    bool IsForeign = !StringRef(Input.Bytes).contains(object::InfoPrefix);
    Options.Errors += toString(Object.takeError()) + "\n";
    if (!IsForeign)
      return CUDA_ERROR_INVALID_IMAGE;
    Options.Errors += "the object is not of ptxas-lite: NVIDIA's machine code "
                      "runs here for sm_10 to sm_13, and PTX does for all\n";
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  const Device &D = Driver::get().TheDevice;
  const abi::Chip &Chip = *abi::findChip(Object->ComputeCapability);
  if (Chip.Silicon != D.isSilicon() ||
      (Chip.Silicon && Chip.ComputeCapability > D.capability()))
    return refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                  "the object is for " + abi::describeChip(Chip) +
                      ", and does not run on the device, which is sm_" +
                      Twine(D.capability()) +
                      " (HEDDLE_DEVICE chooses another)",
                  Options);
  Result = std::move(*Object);
  return CUDA_SUCCESS;
}

/// Reads the version and target of \p Input; an object gets an empty header.
CUresult readHeader(const CodeInput &Input, PTXHeader &Header,
                    JitOptions &Options) {
  Header = PTXHeader();
  if (Input.isObject())
    return CUDA_SUCCESS;
  Header = readPTXHeader(Input.Bytes);
  return checkHeader(Header, Options);
}

/// Adds \p Inputs to \p Sources and \p Compile.
CUresult addInputs(ArrayRef<CodeInput> Inputs, SourceMgr &Sources,
                   CompileOptions &Compile, JitOptions &Options) {
  for (const CodeInput &Input : Inputs) {
    if (Input.isObject()) {
      object::Module Read;
      if (CUresult R = readObject(Input, Options, Read); R != CUDA_SUCCESS)
        return R;
    }
    if (Error E = addModule(MemoryBuffer::getMemBuffer(Input.Bytes, Input.Name),
                            Sources, Compile))
      return refuse(CUDA_ERROR_INVALID_IMAGE, toString(std::move(E)), Options);
  }
  return CUDA_SUCCESS;
}

/// Compiles \p Inputs, and links them unless \p Compile asks for a part.
CUresult compile(ArrayRef<CodeInput> Inputs, CompileOptions Compile,
                 JitOptions &Options, std::unique_ptr<CompileResult> &Result) {
  SourceMgr Sources;
  if (CUresult R = addInputs(Inputs, Sources, Compile, Options);
      R != CUDA_SUCCESS)
    return R;
  DiagnosticOptions Shown;
  Shown.OnShown = [&](const ShownDiagnostic &D) {
    // Warnings appear once, in the compilation that makes the code.
    if (!Compile.IsPart || D.Kind == SourceMgr::DK_Error)
      logMessage(D, Options);
  };
  Diagnostics Diags(Sources, nulls(), Shown);
  Expected<std::unique_ptr<CompileResult>> Compiled =
      compilePTX(Compile, Diags);
  Diags.finish();
  if (!Compiled)
    return refuse(Compiled.takeError(), Options);
  if (!*Compiled)
    return refuse(CUDA_ERROR_INVALID_PTX, "Ptx assembly aborted due to errors",
                  Options);
  Result = std::move(*Compiled);
  return CUDA_SUCCESS;
}

/// Compiles those kernels of \p Inputs that can be, where others cannot; null:
/// there are none.
std::unique_ptr<CompileResult> compileSome(ArrayRef<CodeInput> Inputs,
                                           CompileOptions Compile,
                                           StringMap<RefusedKernel> &Refused) {
  // Its messages were heard.
  JitOptions Unheard;
  SourceMgr Sources;
  CompileOptions Judged = Compile;
  if (addInputs(Inputs, Sources, Judged, Unheard) != CUDA_SUCCESS)
    return nullptr;
  KernelSieve Sieve(Sources);
  Judged.Judge = &Sieve;
  DiagnosticOptions Heard;
  Heard.OnError = [&](SMLoc Loc, StringRef Message) {
    Sieve.add(Loc, Message);
  };
  Diagnostics Diags(Sources, nulls(), Heard);
  if (Error E = compilePTX(Judged, Diags).takeError()) {
    consumeError(std::move(E));
    return nullptr;
  }
  Compile.Entries = Sieve.clean(Refused);
  std::unique_ptr<CompileResult> Result;
  if (!Compile.Entries.empty())
    compile(Inputs, std::move(Compile), Unheard, Result);
  return Result;
}

/// Messages tell inputs by their names.
void nameApart(MutableArrayRef<CodeInput> Inputs) {
  StringMap<unsigned> Seen;
  for (CodeInput &Input : Inputs)
    if (unsigned N = ++Seen[Input.Name]; N > 1)
      Input.Name += " (" + utostr(N) + ")";
}

/// Keeps \p Bytes, which were read as \p Made's object.
void keepBytes(Image &Made, std::string Bytes) {
  Made.Bytes = std::move(Bytes);
  // Code with narrow pointers has none, and NVIDIA's other sections.
  if (Made.Object.Target->isELF64())
    Made.Managed = cantFail(object::managedVariables(Made.Bytes));
}

CUresult makeFromPTX(std::vector<CodeInput> Inputs, JitOptions &Options,
                     std::shared_ptr<const Image> &Result) {
  addDeviceRuntime(Inputs);
  nameApart(Inputs);
  unsigned Capability = 0;
  for (const CodeInput &Input : Inputs) {
    PTXHeader Header;
    if (CUresult R = readHeader(Input, Header, Options); R != CUDA_SUCCESS)
      return R;
    Capability = std::max(Capability, Header.Capability);
  }
  ImageCache &Cache = ImageCache::get();
  ImageCache::Key Key{Options.maxRegisters(), Options.level(),
                      Options.wantsLines()};
  // Messages and left-out parts depend on more than the inputs.
  bool IsCached = !Options.isVerbose() && Options.LeftOut.empty();
  if (IsCached && (Result = Cache.find(Inputs, Key)))
    return CUDA_SUCCESS;

  auto Made = std::make_shared<Image>();
  std::unique_ptr<CompileResult> Compiled;
  if (CUresult R = compile(Inputs, optionsFor(Options), Options, Compiled);
      R != CUDA_SUCCESS) {
    Compiled = compileSome(Inputs, optionsFor(Options), Made->Refused);
    if (!Compiled)
      return R;
  }
  if (Options.isVerbose())
    logResources(*Compiled, Options);
  std::string Bytes(Compiled->Output.begin(), Compiled->Output.end());
  Expected<object::Module> Object =
      object::readModule(MemoryBufferRef(Bytes, Inputs.front().Name));
  if (!Object)
    return refuse(CUDA_ERROR_INVALID_PTX, toString(Object.takeError()),
                  Options);
  Made->Object = std::move(*Object);
  Made->Object.Operations = std::move(Compiled->Operations);
  keepBytes(*Made, std::move(Bytes));
  Made->Inputs = std::move(Inputs);
  Made->Capability = Capability;
  Made->LeftOut.Why = Options.LeftOut;
  Result = std::move(Made);
  if (Options.LeftOut.empty())
    Cache.add(Key, Result);
  return CUDA_SUCCESS;
}

} // namespace

CUresult makeImage(std::vector<CodeInput> Inputs, JitOptions &Options,
                   std::shared_ptr<const Image> &Result) {
  assert(!Inputs.empty() && "an image of nothing");
  if (Inputs.size() > 1 || !Inputs.front().isObject())
    return makeFromPTX(std::move(Inputs), Options, Result);
  auto Made = std::make_shared<Image>();
  if (CUresult R = readObject(Inputs.front(), Options, Made->Object);
      R != CUDA_SUCCESS)
    return R;
  if (Made->Object.ToLink)
    return makeFromPTX(std::move(Inputs), Options, Result);
  keepBytes(*Made, std::move(Inputs.front().Bytes));
  Result = std::move(Made);
  return CUDA_SUCCESS;
}

CUresult checkInput(const CodeInput &Input, JitOptions &Options) {
  if (Input.isObject()) {
    object::Module Read;
    return readObject(Input, Options, Read);
  }
  PTXHeader Header;
  if (CUresult R = readHeader(Input, Header, Options); R != CUDA_SUCCESS)
    return R;
  CompileOptions Compile = optionsFor(Options);
  Compile.IsPart = true;
  std::unique_ptr<CompileResult> Result;
  return compile(Input, std::move(Compile), Options, Result);
}

} // namespace heddle::driver
