//===- TemporaryFile.cpp - A file for another program ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/TemporaryFile.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <utility>

using namespace llvm;

namespace heddle {

Expected<TemporaryFile> TemporaryFile::create(StringRef Suffix) {
  SmallString<128> Name;
  if (std::error_code EC = sys::fs::createTemporaryFile("heddle", Suffix, Name))
    return cannotWrite(Name, EC);
  sys::RemoveFileOnSignal(Name);
  return TemporaryFile(std::string(Name));
}

TemporaryFile::TemporaryFile(TemporaryFile &&Other)
    : Path(std::exchange(Other.Path, "")) {}

TemporaryFile::~TemporaryFile() {
  if (Path.empty())
    return;
  (void)sys::fs::remove(Path);
  sys::DontRemoveFileOnSignal(Path);
}

} // namespace heddle
