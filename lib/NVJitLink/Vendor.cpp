//===- Vendor.cpp - NVIDIA's linker, for LTO-IR ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LTO-IR is NVIDIA's own. Their library makes PTX of it where the option -ptx
// asks for that; it is loaded only if a program has LTO-IR, by the name that
// compilers link to, because the name that programs ask for is that of ours.
//
//===----------------------------------------------------------------------===//

#include "Vendor.h"
#include <cstdint>
#include <dlfcn.h>

namespace heddle::jitlink {

namespace {

using Handle = struct nvJitLink *;

/// Functions of NVIDIA's library.
struct Library {
  Result (*Create)(Handle *, uint32_t, const char **) = nullptr;
  Result (*Destroy)(Handle *) = nullptr;
  Result (*AddData)(Handle, InputType, const void *, size_t,
                    const char *) = nullptr;
  Result (*Complete)(Handle) = nullptr;
  Result (*PtxSize)(Handle, size_t *) = nullptr;
  Result (*Ptx)(Handle, char *) = nullptr;
  Result (*ErrorSize)(Handle, size_t *) = nullptr;
  Result (*Error)(Handle, char *) = nullptr;

  bool load();
};

/// Whether \p Opened is this library, which has the same names.
bool isOwn(void *Opened) {
  Dl_info Own, Other;
  void *Create = dlsym(Opened, "__nvJitLinkCreate_13_0");
  return Create && dladdr(Create, &Other) &&
         dladdr(reinterpret_cast<void *>(&linkIntermediate), &Own) &&
         Own.dli_fbase == Other.dli_fbase;
}

bool Library::load() {
  void *Found = nullptr;
  for (const char *Name :
       {"libnvJitLink.so", "/usr/local/cuda/lib64/libnvJitLink.so"}) {
    if (Found)
      break;
    Found = dlopen(Name, RTLD_NOW | RTLD_LOCAL);
    if (Found && isOwn(Found)) {
      dlclose(Found);
      Found = nullptr;
    }
  }
  if (!Found)
    return false;
  const auto Find = [Found](auto &Function, const char *Name) {
    Function = reinterpret_cast<std::remove_reference_t<decltype(Function)>>(
        dlsym(Found, Name));
    return Function != nullptr;
  };
  return Find(Create, "__nvJitLinkCreate_13_0") &&
         Find(Destroy, "__nvJitLinkDestroy_13_0") &&
         Find(AddData, "__nvJitLinkAddData_13_0") &&
         Find(Complete, "__nvJitLinkComplete_13_0") &&
         Find(PtxSize, "__nvJitLinkGetLinkedPtxSize_13_0") &&
         Find(Ptx, "__nvJitLinkGetLinkedPtx_13_0") &&
         Find(ErrorSize, "__nvJitLinkGetErrorLogSize_13_0") &&
         Find(Error, "__nvJitLinkGetErrorLog_13_0");
}

/// Reads a text that \p Size and \p Get tell.
template <typename SizeFn, typename GetFn>
Result read(Handle H, SizeFn Size, GetFn Get, std::string &Text) {
  size_t Bytes = 0;
  if (Result R = Size(H, &Bytes); R != Success)
    return R;
  Text.assign(Bytes, '\0');
  const Result R = Bytes ? Get(H, Text.data()) : Success;
  Text.resize(Text.find('\0') == std::string::npos ? Text.size()
                                                   : Text.find('\0'));
  return R;
}

} // namespace

Result linkIntermediate(const std::vector<Input> &Inputs,
                        const std::vector<std::string> &Options,
                        std::string &Ptx, std::string &Log) {
  Library Theirs;
  if (!Theirs.load()) {
    Log += "LTO-IR is read by NVIDIA's libnvJitLink.so alone, which is not "
           "installed\n";
    return NvvmCompile;
  }
  std::vector<const char *> Names;
  bool HasPtx = false;
  for (const std::string &O : Options) {
    Names.push_back(O.c_str());
    HasPtx |= O == "-ptx";
  }
  if (!HasPtx)
    Names.push_back("-ptx");
  Handle H = nullptr;
  Result R = Theirs.Create(&H, uint32_t(Names.size()), Names.data());
  if (R != Success)
    return R;
  for (const Input &I : Inputs)
    if (R == Success)
      R = Theirs.AddData(H, InputLtoIr, I.Bytes.data(), I.Bytes.size(),
                         I.Name.c_str());
  if (R == Success)
    R = Theirs.Complete(H);
  if (R == Success)
    R = read(H, Theirs.PtxSize, Theirs.Ptx, Ptx);
  std::string Said;
  if (read(H, Theirs.ErrorSize, Theirs.Error, Said) == Success)
    Log += Said;
  Theirs.Destroy(&H);
  return R;
}

} // namespace heddle::jitlink
