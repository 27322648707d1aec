//===- HostCode.cpp - Device code in objects of hosts ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "JitOptions.h"
#include "heddle/FatBinary/FatBinary.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace heddle::driver {

/// Whether \p Bytes are an object or program of a host.
static bool isObjectOfHost(StringRef Bytes) {
  constexpr size_t Machine = 18;
  if (!Bytes.starts_with(ELF::ElfMagic) || Bytes.size() < Machine + 2)
    return false;
  const uint16_t Is = support::endian::read16le(Bytes.data() + Machine);
  return Is == ELF::EM_X86_64 || Is == ELF::EM_AARCH64;
}

/// The container that \p Bytes begin with; empty if there is none.
static StringRef containerAt(StringRef Bytes) {
  if (Bytes.size() < fatbinary::ContainerHeaderBytes ||
      support::endian::read32le(Bytes.data()) != fatbinary::ContainerMagic)
    return "";
  const std::optional<uint64_t> Size = fatbinary::containerBytes(
      Bytes.take_front(fatbinary::ContainerHeaderBytes));
  return Size && *Size <= Bytes.size() ? Bytes.take_front(*Size) : "";
}

CUresult findInput(StringRef Bytes, StringRef Name, JitOptions &Options,
                   std::vector<CodeInput> &Inputs) {
  const bool IsObject = isObjectOfHost(Bytes);
  if (!IsObject && !Bytes.starts_with("!<arch>\n"))
    return findCode(Bytes, Name, Options, Inputs);
  const size_t Before = Inputs.size();
  std::string LeftOut;
  // Sections begin at multiples of 8, members of an archive at those of 2.
  for (size_t At = 0; At < Bytes.size(); At += 2) {
    const StringRef Container = containerAt(Bytes.substr(At));
    if (Container.empty())
      continue;
    JitOptions Part;
    CUresult R = findCode(Container, Name, Part, Inputs);
    // Mostly several are left out for one reason.
    if (R != CUDA_SUCCESS && !StringRef(LeftOut).contains(Part.Errors))
      LeftOut += Part.Errors;
    if (R != CUDA_SUCCESS && R != CUDA_ERROR_NO_BINARY_FOR_GPU) {
      Options.Errors += Part.Errors;
      return R;
    }
    At += (Container.size() - 1) & ~size_t(1);
  }
  if (Inputs.size() != Before || !IsObject) {
    Options.LeftOut += LeftOut;
    return CUDA_SUCCESS;
  }
  Options.Errors +=
      LeftOut.empty() ? "the object has no code of a device\n" : LeftOut;
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

} // namespace heddle::driver
