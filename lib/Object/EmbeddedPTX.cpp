//===- EmbeddedPTX.cpp - The PTX that an object holds ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/EmbeddedPTX.h"
#include "Cubin.h"
#include "ElfSections.h"
#include "llvm/BinaryFormat/ELF.h"
#include <algorithm>

using namespace llvm;

namespace heddle::object {

std::string embeddedPTX(StringRef File) {
  if (!File.starts_with(ELF::ElfMagic) || !isElfCubin(File))
    return "";
  Expected<ElfSections> Tables = readElfSections(File);
  if (!Tables) {
    // Whoever reads the file says why it cannot be read.
    consumeError(Tables.takeError());
    return "";
  }
  const ElfSection *Section = Tables->find(EmbeddedPTXSection);
  if (!Section)
    return "";
  std::string Text = Section->Bytes.str();
  // A zero ends each line.
  std::replace(Text.begin(), Text.end(), '\0', '\n');
  return Text;
}

} // namespace heddle::object
