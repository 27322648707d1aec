//===- LinkCalls.cpp - Calls about linking --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many programs compile PTX with the linker, one input at a time. More inputs
// than one would have to be joined, which is not implemented.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"

using namespace llvm;

namespace heddle::driver {

/// Adds \p Bytes, which \p Name is the file or the name of.
static CUresult addInput(Link &L, StringRef Bytes, StringRef Name,
                         const JitOptions &Given) {
  if (Given.error() != CUDA_SUCCESS)
    return Given.error();
  if (L.Input) {
    L.Options.Errors += "linking more than one input is not implemented\n";
    L.Options.writeLogs();
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  CUresult R = readImage(Bytes, Name, L.Options, L.Input);
  L.Options.writeLogs();
  return R;
}

static CUresult findLink(CUlinkState State, std::shared_ptr<Link> &Result) {
  Result = Driver::get().Links.find(State);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/// Whether inputs of \p Type can be read: what they are is seen from them.
static CUresult checkType(CUjitInputType Type) {
  switch (int(Type)) {
  case CU_JIT_INPUT_CUBIN:
  case CU_JIT_INPUT_PTX:
  case CU_JIT_INPUT_FATBINARY:
  case CU_JIT_INPUT_OBJECT:
    return CUDA_SUCCESS;
  case CU_JIT_INPUT_LIBRARY:
  case CU_JIT_INPUT_NVVM:
    return CUDA_ERROR_NOT_SUPPORTED;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

namespace calls {

CUresult LinkCreate_v2(unsigned Count, CUjit_option *Names, void **Values,
                       CUlinkState *Result) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  auto Made = std::make_shared<Link>();
  Made->Options = JitOptions(Count, Names, Values);
  if (Made->Options.error() != CUDA_SUCCESS)
    return Made->Options.error();
  Made->Owner = &Driver::get().context();
  *Result = Driver::get().Links.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult LinkAddData_v2(CUlinkState State, CUjitInputType Type, void *Data,
                        size_t Size, const char *Name, unsigned Count,
                        CUjit_option *Names, void **Values) {
  if (!Data || !Size)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Link> L;
  if (CUresult R = findLink(State, L); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = checkType(Type); R != CUDA_SUCCESS)
    return R;
  return addInput(*L, StringRef(static_cast<const char *>(Data), Size),
                  Name && *Name ? StringRef(Name) : StringRef(UnnamedPTX),
                  JitOptions(Count, Names, Values));
}

CUresult LinkAddFile_v2(CUlinkState State, CUjitInputType Type,
                        const char *Path, unsigned Count, CUjit_option *Names,
                        void **Values) {
  if (!Path)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Link> L;
  if (CUresult R = findLink(State, L); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = checkType(Type); R != CUDA_SUCCESS)
    return R;
  std::string Bytes;
  if (!readFile(Path, Bytes))
    return CUDA_ERROR_FILE_NOT_FOUND;
  return addInput(*L, Bytes, Path, JitOptions(Count, Names, Values));
}

CUresult LinkComplete(CUlinkState State, void **Cubin, size_t *Size) {
  if (!Cubin)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Link> L;
  if (CUresult R = findLink(State, L); R != CUDA_SUCCESS)
    return R;
  if (!L->Input)
    return CUDA_ERROR_INVALID_IMAGE;
  // The program gets it to read, as a pointer to what is not constant.
  *Cubin = const_cast<char *>(L->Input->Bytes.data());
  if (Size)
    *Size = L->Input->Bytes.size();
  return CUDA_SUCCESS;
}

CUresult LinkDestroy(CUlinkState State) {
  return Driver::get().Links.remove(State) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_HANDLE;
}

} // namespace calls
} // namespace heddle::driver
