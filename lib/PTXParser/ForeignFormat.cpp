//===- ForeignFormat.cpp - Files that are not PTX text --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignFormat.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace heddle::ptx {

/// Machine code of a GPU, or a program that may have PTX in it.
static StringRef elfFormat(StringRef Buffer) {
  constexpr size_t MachineOffset = 18;
  if (Buffer.size() >= MachineOffset + 2 &&
      support::endian::read16le(Buffer.data() + MachineOffset) == ELF::EM_CUDA)
    return "a cubin, which is machine code; its PTX, if there is any, is in "
           "the file that it was made from";
  return "an object or a program of the host; 'cuobjdump -xptx all FILE' takes "
         "the PTX out of it";
}

StringRef foreignFormat(StringRef Buffer, StringRef File) {
  if (File.ends_with(".cu") && !Buffer.contains(".version"))
    return "CUDA; 'nvcc -ptx' makes PTX of it, and so does 'clang++ "
           "--cuda-device-only -S'";
  // 0xba55ed50, little-endian, starts the header of a fat binary.
  if (Buffer.starts_with("\x50\xed\x55\xba"))
    return "a fat binary; 'cuobjdump -xptx all FILE' takes the PTX out of it";
  if (Buffer.starts_with("\xff\xfe") || Buffer.starts_with("\xfe\xff"))
    return "text in UTF-16, as its byte-order mark says; save it as ASCII";
  // CUDA before 3.0 wrote cubins as text.
  if (Buffer.starts_with("architecture {") &&
      Buffer.take_front(4096).contains("abiversion"))
    return "a cubin in the text form of CUDA before 3.0, which is machine code";
  switch (identify_magic(Buffer)) {
  case file_magic::elf:
  case file_magic::elf_relocatable:
  case file_magic::elf_executable:
  case file_magic::elf_shared_object:
  case file_magic::elf_core:
    return elfFormat(Buffer);
  case file_magic::bitcode:
    return "LLVM bitcode; llc with -march=nvptx64 makes PTX of it";
  case file_magic::archive:
    return "an archive of objects";
  default:
    // The other formats have magic numbers that text may start with.
    return "";
  }
}

} // namespace heddle::ptx
