//===- LateKernels.cpp - Kernels compiled when they are used --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateKernels.h"
#include "Compile.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Object/ManagedVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>

using namespace llvm;

namespace heddle::driver {

LateKernels::LateKernels(std::unique_ptr<SourceMgr> From,
                         std::unique_ptr<ParsedProgram> Of, CompileOptions C)
    : Sources(std::move(From)), Program(std::move(Of)), How(std::move(C)),
      NumKernels(Program->kernels().size()) {
  assert(Program->hasSameVariables() && NumKernels &&
         "the text can only be compiled as a whole");
}

/// Makes an object of the kernel alone. Empty: it cannot be compiled.
Expected<std::string> LateKernels::compile(StringRef Name, bool WithSources,
                                           std::string &Why) {
  assert(Program && "each kernel has code");
  DiagnosticOptions Heard;
  // What the parser warns of was heard when the text was loaded. What the
  // compiler warns of is heard by nobody: the log of the load is written.
  Heard.OnShown = [&](const ShownDiagnostic &D) {
    if (D.Kind == SourceMgr::DK_Error)
      Why += logLine(D.File, D.Line, /*IsError=*/true, D.Message);
  };
  Diagnostics Diags(*Sources, nulls(), Heard);
  Expected<std::unique_ptr<CompileResult>> Compiled =
      Program->compile({Name.str()}, How, WithSources, Diags);
  Diags.finish();
  if (!Compiled)
    return Compiled.takeError();
  if (!*Compiled)
    return std::string();
  assert(!(*Compiled)->Output.empty() && "an object has a header");
  return std::string((*Compiled)->Output.begin(), (*Compiled)->Output.end());
}

Expected<object::Module> LateKernels::read(StringRef Bytes) const {
  Expected<object::Module> Object = object::readModule(MemoryBufferRef(
      Bytes, Sources->getMemoryBuffer(1)->getBufferIdentifier()));
  assert((!Object || Object->Kernels.size() == 1) && "one was wanted");
  return Object;
}

bool LateKernels::begin(Image &To) {
  const std::vector<ParsedProgram::Kernel> InOrder = Program->kernels();
  // The smallest is the one that costs least if nobody launches it.
  std::vector<ParsedProgram::Kernel> BySize = InOrder;
  sort(BySize, [](const auto &A, const auto &B) {
    return std::tie(A.TextBytes, A.Name) < std::tie(B.TextBytes, B.Name);
  });
  for (const ParsedProgram::Kernel &K : BySize) {
    std::string Why;
    Expected<std::string> Bytes = compile(K.Name, /*WithSources=*/true, Why);
    Expected<object::Module> Object =
        Bytes && !Bytes->empty() ? read(*Bytes) : object::Module();
    if (!Bytes || !Object) {
      consumeError(Bytes ? Object.takeError() : Bytes.takeError());
      return false;
    }
    if (Bytes->empty()) {
      To.Refused[K.Name].Why = std::move(Why);
      continue;
    }
    To.Object = std::move(*Object);
    To.Managed = cantFail(object::managedVariables(*Bytes));
    for (const auto &[N, V] : enumerate(To.Object.Variables))
      Variables[V.Name] = uint32_t(N);
    assert(Variables.size() == To.Object.Variables.size() && "a name twice");
    Made[K.Name] = std::move(To.Object.Kernels.front());
    To.Object.Kernels.clear();
    for (const ParsedProgram::Kernel &Each : InOrder)
      To.Object.Kernels.emplace_back().Info.Name = Each.Name.str();
    return true;
  }
  return false;
}

/// Whether code of \p A finds what it expects in the constants and images of
/// \p B.
static bool sharesState(const object::Module &A, const object::Module &B) {
  auto IsSame = [](const object::ConstantSymbol &X,
                   const object::ConstantSymbol &Y) {
    return X.Name == Y.Name && X.Offset == Y.Offset && X.Size == Y.Size;
  };
  return A.Constants.size() == B.Constants.size() &&
         std::equal(A.ConstantSymbols.begin(), A.ConstantSymbols.end(),
                    B.ConstantSymbols.begin(), B.ConstantSymbols.end(),
                    IsSame) &&
         A.Images.size() == B.Images.size();
}

Expected<const object::Kernel *> LateKernels::find(StringRef Name,
                                                   const object::Module &Object,
                                                   std::string &Why) {
  auto Known = Made.find(Name);
  if (Known != Made.end())
    return &Known->second;
  // Who waits for a kernel may wait for one that is launched then.
  std::optional<Expected<std::string>> Bytes;
  if (!Driver::get().Behind.count(
          [&] { Bytes.emplace(compile(Name, /*WithSources=*/false, Why)); }))
    return errorCodeToError(std::make_error_code(std::errc::not_enough_memory));
  if (!*Bytes)
    return Bytes->takeError();
  if ((*Bytes)->empty())
    return nullptr;
  Expected<object::Module> Alone = read(**Bytes);
  if (!Alone)
    return Alone.takeError();
  object::Kernel &K = Alone->Kernels.front();
  bool IsSound = sharesState(*Alone, Object);
  for (object::Relocation &R : K.Relocations) {
    auto Place = Variables.find(Alone->Variables[R.Variable].Name);
    IsSound &= Place != Variables.end();
    R.Variable = Place == Variables.end() ? 0 : Place->second;
  }
  if (!IsSound)
    return createStringError("the variables of kernel '" + Name +
                             "' are not its image's");
  const object::Kernel *Result = &(Made[Name] = std::move(K));
  if (Made.size() == NumKernels) {
    Program = nullptr;
    Sources = nullptr;
  }
  return Result;
}

CUresult codeOf(const Image &Code, StringRef Name,
                const object::Kernel *&Result) {
  Result = Code.Object.findKernel(Name);
  if (!Result || Code.Refused.contains(Name))
    return refuseKernel(Code, Name);
  if (!Code.Late)
    return CUDA_SUCCESS;
  std::string Why;
  Expected<const object::Kernel *> Found =
      Code.Late->find(Name, Code.Object, Why);
  if (Found && *Found) {
    Result = *Found;
    return CUDA_SUCCESS;
  }
  if (!Found) {
    bool LacksMemory = false;
    handleAllErrors(Found.takeError(), [&](const ErrorInfoBase &E) {
      LacksMemory |= E.convertToErrorCode() == std::errc::not_enough_memory;
      Why += E.message() + "\n";
    });
    // There may be more of it later; other errors stay.
    if (LacksMemory) {
      explain(Why);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  }
  Code.Refused[Name].Why = std::move(Why);
  return refuseKernel(Code, Name);
}

} // namespace heddle::driver
