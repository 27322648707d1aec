//===- TemporaryFile.h - A file for another program -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_TEMPORARYFILE_H
#define HEDDLE_SUPPORT_TEMPORARYFILE_H

#include "llvm/Support/Error.h"
#include <string>

namespace heddle {

/// A name in the folder for temporary files, with nothing left there
/// afterwards, also if the process is interrupted.
class TemporaryFile {
public:
  /// An empty file whose name ends in a dot and \p Suffix. Fails where none can
  /// be made.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef Suffix);
  TemporaryFile(TemporaryFile &&Other);
  TemporaryFile &operator=(TemporaryFile &&Other) = delete;
  ~TemporaryFile();

  llvm::StringRef path() const { return Path; }

private:
  explicit TemporaryFile(std::string Name) : Path(std::move(Name)) {}

  /// Empty once it is another's.
  std::string Path;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_TEMPORARYFILE_H
