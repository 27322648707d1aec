//===- SourceTexts.cpp - Lines of source files, for messages --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/SourceTexts.h"
#include "SourceExcerpt.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace heddle;
using namespace llvm;

void SourceTexts::add(StringRef Name, StringRef Text) {
  Files[Name] = MemoryBuffer::getMemBufferCopy(Text, Name);
}

/// A PTX file may name anything: what is no regular file is left alone, for
/// reading it could wait for ever.
std::unique_ptr<MemoryBuffer> SourceTexts::read(StringRef Name) const {
  SmallString<128> Path = Name;
  if (!sys::fs::is_regular_file(Path) && sys::path::is_relative(Path)) {
    Path = BaseFolder;
    sys::path::append(Path, Name);
  }
  if (!sys::fs::is_regular_file(Path))
    return nullptr;
  // The file is not mapped: it may shrink while it is in use.
  auto Read = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/true,
                                    /*IsVolatile=*/true);
  return Read ? std::move(*Read) : nullptr;
}

StringRef SourceTexts::text(StringRef Name) {
  auto [It, IsNew] = Files.try_emplace(Name);
  if (IsNew)
    It->second = read(Name);
  return It->second ? It->second->getBuffer() : "";
}

StringRef SourceTexts::wholeLine(StringRef Name, unsigned Line) {
  StringRef Rest = text(Name);
  if (Line == 0)
    return "";
  for (; Line != 1 && !Rest.empty(); --Line)
    Rest = Rest.split('\n').second;
  return Rest.split('\n').first;
}

StringRef SourceTexts::line(StringRef Name, unsigned Line) {
  return wholeLine(Name, Line).trim();
}

std::string SourceTexts::excerpt(StringRef Name, unsigned Line,
                                 unsigned Column) {
  StringRef Text = wholeLine(Name, Line);
  if (Text.trim().empty())
    return "";
  size_t Offset = std::min<size_t>(Column == 0 ? 0 : Column - 1, Text.size());
  SourceExcerpt Excerpt(Text, SMLoc::getFromPointer(Text.data() + Offset), {},
                        {});
  return Excerpt.Line + "\n" + (Column == 0 ? "" : Excerpt.Carets + "\n");
}
