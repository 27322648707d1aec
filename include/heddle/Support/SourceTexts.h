//===- SourceTexts.h - Lines of source files, for messages ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_SOURCETEXTS_H
#define HEDDLE_SUPPORT_SOURCETEXTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace heddle {

/// Source files that messages quote. They are read when a line of theirs is
/// first asked for; a file that cannot be read is not quoted.
class SourceTexts {
public:
  /// Names that are not absolute are those of \p BaseFolder where the current
  /// folder has no such file.
  explicit SourceTexts(llvm::StringRef BaseFolder = "")
      : BaseFolder(BaseFolder.str()) {}

  /// Quotes \p Text for \p Name, whatever the file of that name holds.
  void add(llvm::StringRef Name, llvm::StringRef Text);

  /// Line \p Line of file \p Name with a caret below column \p Column, as a
  /// diagnostic shows it; both count from 1, and there is no caret at column 0.
  /// Empty where there is no such line.
  std::string excerpt(llvm::StringRef Name, unsigned Line, unsigned Column);

  /// The text of that line, without the blanks around it; empty where there is
  /// none.
  llvm::StringRef line(llvm::StringRef Name, unsigned Line);

  /// The text of file \p Name; empty where it cannot be read.
  llvm::StringRef text(llvm::StringRef Name);

private:
  std::unique_ptr<llvm::MemoryBuffer> read(llvm::StringRef Name) const;
  llvm::StringRef wholeLine(llvm::StringRef Name, unsigned Line);

  std::string BaseFolder;
  /// Null for a file that cannot be read.
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Files;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_SOURCETEXTS_H
