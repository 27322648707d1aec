//===- EntryPoints.cpp - What libnvJitLink exports ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include <cstdio>
#include <cstring>
#include <memory>

using namespace heddle::jitlink;

#define HEDDLE_LINK(NAME)                                                      \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) Result __nvJitLink##NAME##_13_0

HEDDLE_LINK(Create)(Linker **Handle, uint32_t Count, const char **Options) {
  if (!Handle)
    return NullInput;
  auto Made = std::make_unique<Linker>();
  const Result R = Made->start(Count, Options);
  // A program that got an option wrong has no log to read.
  *Handle = R == Success ? Made.release() : nullptr;
  return R;
}

HEDDLE_LINK(Destroy)(Linker **Handle) {
  if (!Handle || !*Handle)
    return NullInput;
  delete *Handle;
  *Handle = nullptr;
  return Success;
}

HEDDLE_LINK(AddData)
(Linker *Handle, InputType Type, const void *Data, size_t Size,
 const char *Name) {
  if (!Handle || !Data)
    return NullInput;
  return Handle->add(Type, {std::string(static_cast<const char *>(Data), Size),
                            Name ? Name : "input"});
}

HEDDLE_LINK(AddFile)(Linker *Handle, InputType Type, const char *Path) {
  if (!Handle || !Path)
    return NullInput;
  FILE *File = std::fopen(Path, "rb");
  if (!File)
    return InvalidInput;
  std::string Bytes;
  char Part[4096];
  while (size_t Got = std::fread(Part, 1, sizeof Part, File))
    Bytes.append(Part, Got);
  const bool IsRead = !std::ferror(File);
  std::fclose(File);
  return IsRead ? Handle->add(Type, {std::move(Bytes), Path}) : InvalidInput;
}

HEDDLE_LINK(Complete)(Linker *Handle) {
  return Handle ? Handle->complete() : NullInput;
}

/// Texts end with a zero, which their size counts.
static Result sizeOfText(const std::string *Text, size_t *Size) {
  if (!Text || !Size)
    return NullInput;
  *Size = Text->size() + 1;
  return Success;
}
static Result copyText(const std::string *Text, char *To) {
  if (!Text || !To)
    return NullInput;
  std::memcpy(To, Text->c_str(), Text->size() + 1);
  return Success;
}

HEDDLE_LINK(GetLinkedCubinSize)(Linker *Handle, size_t *Size) {
  if (!Handle || !Size)
    return NullInput;
  *Size = Handle->cubin().size();
  return *Size ? Success : InvalidInput;
}
HEDDLE_LINK(GetLinkedCubin)(Linker *Handle, void *To) {
  if (!Handle || !To)
    return NullInput;
  std::memcpy(To, Handle->cubin().data(), Handle->cubin().size());
  return Handle->cubin().empty() ? InvalidInput : Success;
}

/// Only LTO-IR becomes PTX, and only where -ptx was given.
HEDDLE_LINK(GetLinkedPtxSize)(Linker *Handle, size_t *Size) {
  if (Handle && Handle->ptx().empty())
    return InvalidInput;
  return sizeOfText(Handle ? &Handle->ptx() : nullptr, Size);
}
HEDDLE_LINK(GetLinkedPtx)(Linker *Handle, char *To) {
  if (Handle && Handle->ptx().empty())
    return InvalidInput;
  return copyText(Handle ? &Handle->ptx() : nullptr, To);
}

HEDDLE_LINK(GetErrorLogSize)(Linker *Handle, size_t *Size) {
  return sizeOfText(Handle ? &Handle->errors() : nullptr, Size);
}
HEDDLE_LINK(GetErrorLog)(Linker *Handle, char *To) {
  return copyText(Handle ? &Handle->errors() : nullptr, To);
}
HEDDLE_LINK(GetInfoLogSize)(Linker *Handle, size_t *Size) {
  return sizeOfText(Handle ? &Handle->infos() : nullptr, Size);
}
HEDDLE_LINK(GetInfoLog)(Linker *Handle, char *To) {
  return copyText(Handle ? &Handle->infos() : nullptr, To);
}

extern "C" __attribute__((visibility("default"))) Result
nvJitLinkVersion(unsigned *Major, unsigned *Minor) {
  if (!Major || !Minor)
    return NullInput;
  *Major = 13;
  *Minor = 0;
  return Success;
}
