//===- TryObject.cpp - An object, hostile or not, read and run ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TryObject.h"
#include "heddle/Decompile/Decompile.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace heddle;
using namespace heddle::fuzz;
using namespace llvm;

/// Objects that ask for more variables than this are not worth the time that
/// clearing them takes.
static constexpr uint64_t MaxVariableBytes = 16 << 20;
static constexpr unsigned MaxKernels = 4;

/// An argument for each parameter: the address of a buffer where one fits.
static Expected<std::vector<runtime::ArgumentValue>>
makeArguments(const object::KernelInfo &Info, sm::GlobalMemory &Memory) {
  std::vector<runtime::ArgumentValue> Arguments;
  for (const object::KernelParam &P : Info.Params) {
    runtime::ArgumentValue &A = Arguments.emplace_back();
    std::optional<runtime::ElementType> Type =
        runtime::parseElementType(P.Type);
    bool IsPointer = Type && runtime::elementSize(*Type) == P.Size &&
                     P.Size >= 4 && !runtime::isFloat(*Type);
    if (!IsPointer) {
      A.Kind = runtime::ArgumentValue::RawBytes;
      A.Bytes.assign(P.Size, 0x3f);
      continue;
    }
    Expected<abi::Address> Address = Memory.allocate(1024, P.Name);
    if (!Address)
      return Address.takeError();
    A.Kind = runtime::ArgumentValue::Pointer;
    A.Address = *Address;
  }
  return Arguments;
}

/// A block that the kernel's own directives allow, of two warps if it may be.
static sm::Dim3 blockFor(const object::KernelInfo &Info) {
  if (Info.ReqNtid[0])
    return {Info.ReqNtid[0], std::max(Info.ReqNtid[1], 1u),
            std::max(Info.ReqNtid[2], 1u)};
  return {Info.MaxNtid[0] ? std::min(Info.MaxNtid[0], 64u) : 64, 1, 1};
}

static void launch(runtime::LoadedModule &M, const object::Kernel &K,
                   uint64_t MaxInstructions, Outcomes &Result) {
  sm::GlobalMemory Memory;
  auto Arguments = makeArguments(K.Info, Memory);
  if (!Arguments) {
    consumeError(Arguments.takeError());
    ++Result.NotLaunched;
    return;
  }
  runtime::LaunchRequest Request;
  Request.Entry = K.Info.Name;
  Request.Grid = {2, 1, 1};
  Request.Block = blockFor(K.Info);
  Request.Arguments = *Arguments;
  Request.MaxInstructions = MaxInstructions;
  Request.Execution.Count = true;
  Expected<sm::LaunchResult> Run = M.launch(Request, Memory);
  if (!Run) {
    consumeError(Run.takeError());
    ++Result.NotLaunched;
  } else if (!Run->TheFault) {
    ++Result.Finished;
  } else {
    ++(Run->Stats.WarpInstructions ? Result.Faulted : Result.NotLaunched);
  }
}

void heddle::fuzz::tryObject(StringRef Bytes, uint64_t MaxInstructions,
                             Outcomes &Result) {
  // Readers may count on the alignment that a file's buffer has.
  auto Buffer = MemoryBuffer::getMemBufferCopy(Bytes, "fuzz.cubin");
  auto Read = [&]() -> Expected<object::Module> {
    return object::readModule(Buffer->getMemBufferRef());
  };
  Expected<object::Module> First = Read();
  if (!First) {
    consumeError(First.takeError());
    ++Result.Refused;
    return;
  }
  uint64_t VariableBytes = 0;
  for (const object::Variable &V : First->Variables)
    VariableBytes += V.Size;
  auto D = inspect::Disassembler::create(*First);
  if (!D || VariableBytes > MaxVariableBytes) {
    if (!D)
      consumeError(D.takeError());
    ++Result.NotLaunched;
    return;
  }
  raw_null_ostream Nowhere;
  for (const object::Kernel &K : First->Kernels) {
    inspect::printListing(*First, K, **D, {}, Nowhere);
    consumeError(decompile::printStructure(*First, K, Nowhere));
  }
  if (Expected<std::string> PTX = decompile::decompile(*First); !PTX)
    consumeError(PTX.takeError());

  // A module is loaded into one memory for good, so each launch has its own.
  size_t Kernels = std::min<size_t>(First->Kernels.size(), MaxKernels);
  for (size_t N = 0; N != Kernels; ++N) {
    runtime::LoadedModule M(cantFail(Read()));
    launch(M, M.object().Kernels[N], MaxInstructions, Result);
  }
}
