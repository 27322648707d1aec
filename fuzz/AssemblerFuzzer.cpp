//===- AssemblerFuzzer.cpp - Any bytes as microinstruction text -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is assembled and printed must assemble to the same object again.
//
//===----------------------------------------------------------------------===//

#include "TeslaMC.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace heddle;
using namespace llvm;

/// Directives of LLVM's own that ask for any amount of memory, read files or
/// bring in text that the printed form cannot have.
static bool asksForTooMuch(StringRef Text) {
  for (const char *Word :
       {".rep",   ".irp",     ".macro",       ".altmacro", ".fill",
        ".space", ".skip",    ".zero",        ".ds",       ".dcb",
        ".org",   ".align",   ".balign",      ".p2align",  ".bundle",
        ".inc",   ".nops",    ".cv_",         ".cfi",      ".secrel",
        ".end",   ".print",   ".err",         ".warning",  ".loc",
        ".file",  ".line",    ".if",          ".else",     ".set",
        ".equ",   ".size",    ".comm",        ".lcomm",    ".subsection",
        ".lto",   ".addrsig", ".pseudoprobe", ".reloc",    ".dc.",
        ".sleb",  ".uleb"})
    if (Text.contains_insensitive(Word))
      return true;
  return false;
}

/// Empty if \p Text was refused.
static std::string assembled(StringRef Text, FileType Output) {
  SourceMgr Sources;
  Sources.setDiagHandler([](const SMDiagnostic &, void *) {});
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text, "fuzz.s"),
                             SMLoc());
  MCToolOptions Options;
  Options.Chip = "gt200";
  Options.Output = Output;
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  bool Good = assemble(Sources, Options, OS);
  return Good ? std::string(OS.str()) : std::string();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  if (asksForTooMuch(Text))
    return 0;
  std::string Object = assembled(Text, FileType::Obj);
  if (Object.empty())
    return 0;
  std::string Printed = assembled(Text, FileType::Asm);
  if (assembled(Printed, FileType::Obj) != Object) {
    errs() << "not the same again:\n" << Printed;
    std::abort();
  }
  return 0;
}
