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
#include "KernelSieve.h"
#include "LateKernels.h"
#include "PTXHeader.h"
#include "ProgramDebug.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Inspect/ResourceReport.h"
#include "heddle/Object/ManagedVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// The PTX ISA that came with the version of CUDA that we stand for.
constexpr unsigned LatestPTX = 90;

void logMessage(const ShownDiagnostic &Shown, JitOptions &Options) {
  bool IsError = Shown.Kind == SourceMgr::DK_Error;
  (IsError ? Options.Errors : Options.Infos) +=
      logLine(Shown.File, Shown.Line, IsError, Shown.Message);
}

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

/// Reads \p Compiled, which was made of \p Made's inputs.
CUresult keepCompiled(Image &Made, CompileResult &Compiled,
                      JitOptions &Options) {
  if (Options.isVerbose())
    logResources(Compiled, Options);
  std::string Bytes(Compiled.Output.begin(), Compiled.Output.end());
  Expected<object::Module> Object =
      object::readModule(MemoryBufferRef(Bytes, Made.Inputs.front().Name));
  if (!Object)
    return refuse(CUDA_ERROR_INVALID_PTX, toString(Object.takeError()),
                  Options);
  Made.Object = std::move(*Object);
  Made.Object.Operations = std::move(Compiled.Operations);
  keepBytes(Made, std::move(Bytes));
  return CUDA_SUCCESS;
}

/// Compiles all kernels of \p Made's inputs that can be.
CUresult compileAtOnce(Image &Made, JitOptions &Options) {
  std::unique_ptr<CompileResult> Compiled;
  if (CUresult R = compile(Made.Inputs, optionsFor(Options), Options, Compiled);
      R != CUDA_SUCCESS) {
    Compiled = compileSome(Made.Inputs, optionsFor(Options), Made.Refused);
    if (!Compiled)
      return R;
  }
  return keepCompiled(Made, *Compiled, Options);
}

/// Whether kernels of \p Inputs may wait for their code: the whole text must
/// be worth more than that, and nobody want to see all that is compiled.
bool mayBeLate(ArrayRef<CodeInput> Inputs, const JitOptions &Options) {
  // All kernels of a text like this are there in a tenth of a second, by the
  // work of several threads.
  constexpr size_t LeastBytes = 1 << 16;
  size_t Bytes = 0;
  for (const CodeInput &Input : Inputs)
    Bytes += Input.Bytes.size();
  return Bytes >= LeastBytes && !Options.isVerbose() && !isDebugging() &&
         !Driver::get().TheDevice.isSilicon();
}

/// Parses the inputs of \p Made, whose kernels get their code late. Nothing
/// becomes of it where they have to be compiled at once.
CUresult makeLate(Image &Made, JitOptions &Options) {
  CompileOptions How = optionsFor(Options);
  // Checkers get notes about all of the text.
  if (How.Checks)
    return CUDA_SUCCESS;
  auto Sources = std::make_unique<SourceMgr>();
  if (CUresult R = addInputs(Made.Inputs, *Sources, How, Options);
      R != CUDA_SUCCESS)
    return R;
  JitOptions Heard;
  DiagnosticOptions Shown;
  Shown.OnShown = [&](const ShownDiagnostic &D) { logMessage(D, Heard); };
  Diagnostics Diags(*Sources, nulls(), Shown);
  Expected<std::unique_ptr<ParsedProgram>> Program =
      ParsedProgram::parse(Diags);
  Diags.finish();
  if (!Program)
    return refuse(Program.takeError(), Options);
  if (*Program &&
      ((*Program)->kernels().size() < 2 || !(*Program)->hasSameVariables()))
    return CUDA_SUCCESS;
  Options.Errors += Heard.Errors;
  Options.Infos += Heard.Infos;
  if (!*Program)
    return refuse(CUDA_ERROR_INVALID_PTX, "Ptx assembly aborted due to errors",
                  Options);
  auto Late = std::make_shared<LateKernels>(std::move(Sources),
                                            std::move(*Program), How);
  // What is said of a text none of whose kernels can be compiled is for the log
  // of the load.
  if (Late->begin(Made))
    Made.Late = std::move(Late);
  else
    Made.Refused.clear();
  return CUDA_SUCCESS;
}

CUresult makeFromPTX(std::vector<CodeInput> Inputs, JitOptions &Options,
                     CompileTime When, std::shared_ptr<const Image> &Result) {
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
                      Options.wantsLines(), When == CompileTime::AtOnce};
  // Messages and left-out parts depend on more than the inputs.
  bool IsCached = !Options.isVerbose() && Options.LeftOut.empty();
  if (IsCached && (Result = Cache.find(Inputs, Key)))
    return CUDA_SUCCESS;

  auto Made = std::make_shared<Image>();
  Made->Inputs = std::move(Inputs);
  CUresult R = CUDA_SUCCESS;
  if (When == CompileTime::WhenUsed && mayBeLate(Made->Inputs, Options))
    R = makeLate(*Made, Options);
  if (R == CUDA_SUCCESS && !Made->Late)
    R = compileAtOnce(*Made, Options);
  if (R != CUDA_SUCCESS)
    return R;
  Made->Capability = Capability;
  Made->LeftOut.Why = Options.LeftOut;
  Result = std::move(Made);
  if (Options.LeftOut.empty())
    Cache.add(Key, Result);
  return CUDA_SUCCESS;
}

} // namespace

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

CUresult makeImage(std::vector<CodeInput> Inputs, JitOptions &Options,
                   std::shared_ptr<const Image> &Result, CompileTime When) {
  assert(!Inputs.empty() && "an image of nothing");
  // Who waits for a kernel may wait for one that comes of it.
  auto Compile = [&] {
    CUresult R = CUDA_ERROR_OUT_OF_MEMORY;
    Driver::get().Behind.count(
        [&] { R = makeFromPTX(std::move(Inputs), Options, When, Result); });
    return R;
  };
  if (Inputs.size() > 1 || !Inputs.front().isObject())
    return Compile();
  auto Made = std::make_shared<Image>();
  if (CUresult R = readObject(Inputs.front(), Options, Made->Object);
      R != CUDA_SUCCESS)
    return R;
  if (Made->Object.ToLink)
    return Compile();
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
