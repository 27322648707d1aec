//===- Linker.cpp - A link that a program makes ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver has a linker, which needs a context; nvJitLink needs none. So the
// primary one is there while a link is completed.
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include "heddle-cuda/cuda.h"
#include <cctype>
#include <cstring>
#include <string_view>

namespace heddle::jitlink {

namespace {

/// The device's primary context, which is current as long as this lives.
class PrimaryContext {
public:
  PrimaryContext() {
    CUcontext Made = nullptr;
    if (cuInit(0) != CUDA_SUCCESS ||
        cuDevicePrimaryCtxRetain(&Made, 0) != CUDA_SUCCESS)
      return;
    IsRetained = true;
    IsCurrent = cuCtxPushCurrent(Made) == CUDA_SUCCESS;
  }
  ~PrimaryContext() {
    CUcontext Popped = nullptr;
    if (IsCurrent)
      cuCtxPopCurrent(&Popped);
    if (IsRetained)
      cuDevicePrimaryCtxRelease(0);
  }
  PrimaryContext(const PrimaryContext &) = delete;
  PrimaryContext &operator=(const PrimaryContext &) = delete;

  bool isCurrent() const { return IsCurrent; }

private:
  bool IsRetained = false, IsCurrent = false;
};

/// Options that change how NVIDIA's code is made, and nothing here but where
/// LTO-IR is compiled. What begins with the second sort has a value behind it.
constexpr std::string_view Plain[] = {"-time",
                                      "-verbose",
                                      "-g",
                                      "-lineinfo",
                                      "-no-cache",
                                      "-optimize-unused-variables",
                                      "-split-compile",
                                      "-device-stack-protector",
                                      "-O0",
                                      "-O1",
                                      "-O2",
                                      "-O3"};
constexpr std::string_view WithValue[] = {"-maxrregcount=",
                                          "-ftz=",
                                          "-prec-div=",
                                          "-prec-sqrt=",
                                          "-fma=",
                                          "-kernels-used=",
                                          "-variables-used=",
                                          "-Xptxas=",
                                          "-Xnvvm=",
                                          "-split-compile=",
                                          "-split-compile-extended=",
                                          "-jump-table-density=",
                                          "-device-stack-protector="};

/// What an input is the driver sees from its bytes; the kind says it for logs.
CUjitInputType typeOf(const Input &I) {
  return I.Bytes.starts_with("!<arch>") ? CU_JIT_INPUT_LIBRARY
                                        : CU_JIT_INPUT_OBJECT;
}

} // namespace

Result Linker::checkOption(const std::string &Option) {
  constexpr std::string_view Arch = "-arch=";
  if (Option.starts_with(Arch)) {
    const std::string_view Name = std::string_view(Option).substr(Arch.size());
    const size_t Digits = Name.starts_with("sm_")        ? 3
                          : Name.starts_with("compute_") ? 8
                                                         : Name.size();
    if (Digits >= Name.size() || !isdigit((unsigned char)(Name[Digits]))) {
      Errors += "unknown architecture '" + std::string(Name) + "'\n";
      return UnrecognizedArch;
    }
    HasArch = true;
    return Success;
  }
  MayLto |= Option == "-lto" || Option == "-dlto";
  WantsPtx |= Option == "-ptx";
  if (Option == "-lto" || Option == "-dlto" || Option == "-ptx")
    return Success;
  for (std::string_view Known : Plain)
    if (Option == Known)
      return Success;
  for (std::string_view Known : WithValue)
    if (Option.size() > Known.size() && Option.starts_with(Known))
      return Success;
  Errors += "unknown option '" + Option + "'\n";
  return UnrecognizedOption;
}

Result Linker::start(uint32_t Count, const char *const *Given) {
  for (uint32_t I = 0; I != Count; ++I) {
    if (!Given || !Given[I])
      return NullInput;
    Options.emplace_back(Given[I]);
    if (Result R = checkOption(Options.back()); R != Success)
      return R;
  }
  return HasArch ? Success : MissingArch;
}

Result Linker::add(InputType Type, Input Given) {
  if (Given.Bytes.empty())
    return NullInput;
  switch (Type) {
  case InputLtoIr:
    if (!MayLto) {
      Errors += "LTO-IR needs the option -lto\n";
      return LtoNotEnabled;
    }
    Intermediate.push_back(std::move(Given));
    return Success;
  case InputCubin:
  case InputPtx:
  case InputFatbin:
  case InputObject:
  case InputLibrary:
  case InputAny:
    Inputs.push_back(std::move(Given));
    return Success;
  case InputNone:
  case InputIndex:
    break;
  }
  return UnrecognizedInput;
}

Result Linker::linkAll() {
  char Log[1 << 14] = "";
  CUjit_option Names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *Values[] = {Log, reinterpret_cast<void *>(sizeof Log)};
  CUlinkState State = nullptr;
  if (cuLinkCreate(2, Names, Values, &State) != CUDA_SUCCESS)
    return Internal;
  CUresult R = CUDA_SUCCESS;
  for (Input &I : Inputs) {
    // Messages about an input are in its own log.
    void *Room[] = {Log, reinterpret_cast<void *>(sizeof Log)};
    if (R == CUDA_SUCCESS)
      R = cuLinkAddData(State, typeOf(I), I.Bytes.data(), I.Bytes.size(),
                        I.Name.c_str(), 2, Names, Room);
  }
  const bool WasRead = R == CUDA_SUCCESS;
  void *Made = nullptr;
  size_t Bytes = 0;
  if (WasRead)
    R = cuLinkComplete(State, &Made, &Bytes);
  if (R == CUDA_SUCCESS)
    Cubin.assign(static_cast<const char *>(Made), Bytes);
  Errors += Log;
  cuLinkDestroy(State);
  if (R == CUDA_SUCCESS)
    return Success;
  return WasRead                       ? Internal
         : R == CUDA_ERROR_INVALID_PTX ? PtxCompile
                                       : InvalidInput;
}

Result Linker::complete() {
  if (!Cubin.empty())
    return Success;
  if (!Intermediate.empty()) {
    std::string Linked;
    if (Result R = linkIntermediate(Intermediate, Options, Linked, Errors);
        R != Success)
      return R;
    Intermediate.clear();
    if (WantsPtx)
      Ptx = Linked;
    Inputs.push_back({std::move(Linked), "lto"});
  }
  if (Inputs.empty())
    return InvalidInput;
  const PrimaryContext Context;
  if (!Context.isCurrent()) {
    Errors += "there is no device\n";
    return Internal;
  }
  return linkAll();
}

} // namespace heddle::jitlink
