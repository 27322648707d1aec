//===- LinkCalls.cpp - Calls about linking --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is checked when it is added, so that its errors come from there;
// code is made of all of them in the end.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Compile.h"
#include "Driver.h"
#include "HostCode.h"
#include "Image.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {

/// Adds \p Bytes, which \p Name is the file or the name of.
static CUresult addInput(Link &L, StringRef Bytes, StringRef Name,
                         const JitOptions &Given) {
  if (Given.error() != CUDA_SUCCESS)
    return Given.error();
  if (L.Linked) {
    L.Options.Errors += "the link is complete\n";
    L.Options.writeLogs();
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::vector<CodeInput> Found;
  CUresult R = findInput(Bytes, Name, L.Options, Found);
  for (const CodeInput &Input : Found)
    if (R == CUDA_SUCCESS)
      R = checkInput(Input, L.Options);
  if (R == CUDA_SUCCESS)
    append_range(L.Inputs, std::move(Found));
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
  case CU_JIT_INPUT_LIBRARY:
    return CUDA_SUCCESS;
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
  const StringRef Bytes = readable(Data, Size);
  if (Bytes.size() != Size) {
    explain("the memory of the host ends before the input does");
    return CUDA_ERROR_INVALID_VALUE;
  }
  return addInput(*L, Bytes,
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
  if (L->Inputs.empty()) {
    L->Options.Errors += L->Options.LeftOut;
    L->Options.writeLogs();
    return L->Options.LeftOut.empty() ? CUDA_ERROR_INVALID_IMAGE
                                      : CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  if (!L->Linked) {
    CUresult R =
        makeImage(L->Inputs, L->Options, L->Linked, CompileTime::AtOnce);
    // Names that nobody defines may be in what was left out.
    if (R != CUDA_SUCCESS)
      L->Options.Errors += L->Options.LeftOut;
    L->Options.writeLogs();
    if (R != CUDA_SUCCESS)
      return R;
    // The object that the program gets can tell nobody what it lacks.
    if (!L->Linked->Refused.empty()) {
      L->Linked = nullptr;
      return CUDA_ERROR_INVALID_PTX;
    }
  }
  // The program gets it to read, as a pointer to what is not constant.
  *Cubin = const_cast<char *>(L->Linked->Bytes.data());
  if (Size)
    *Size = L->Linked->Bytes.size();
  return CUDA_SUCCESS;
}

CUresult LinkDestroy(CUlinkState State) {
  return Driver::get().Links.remove(State) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_HANDLE;
}

} // namespace calls
} // namespace heddle::driver
