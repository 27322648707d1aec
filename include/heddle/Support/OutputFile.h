//===- OutputFile.h - Files that tools write --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every file that a tool writes goes through here. It is written beside its
/// place and takes it when it is complete, so that nobody ever reads half a
/// file and an error or a signal leaves what was there before.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_OUTPUTFILE_H
#define HEDDLE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace heddle {

/// Whether output called \p Path goes to standard output: "-", and every name
/// of the file or pipe that standard output is.
bool isStandardOutput(llvm::StringRef Path);

/// "cannot write 'PATH': REASON".
llvm::Error cannotWrite(llvm::StringRef Path, std::error_code EC);

class OutputFile {
public:
  /// Opens \p Path. Devices, pipes and what the tool's standard streams are
  /// take text as it comes; a file in a folder where nothing can be made is
  /// written in place. Links are followed. Errors, here and later, are those
  /// of cannotWrite().
  static llvm::Expected<OutputFile> create(llvm::StringRef Path);

  OutputFile(OutputFile &&Other);
  OutputFile &operator=(OutputFile &&Other) = delete;
  /// Removes a file that was not committed.
  ~OutputFile();

  llvm::raw_ostream &os();

  /// The output is complete: it takes its place. Called at most once; nothing
  /// may be written afterwards.
  llvm::Error commit();

private:
  explicit OutputFile(llvm::StringRef Path) : Path(Path) {}
  std::error_code openFile();
  std::error_code openDirectly();
  void discard();

  /// The path as the user names it.
  std::string Path;
  /// The path to which links lead.
  std::string Target;
  std::optional<llvm::sys::fs::TempFile> Temporary;
  std::unique_ptr<llvm::raw_fd_ostream> Owned;
  /// Owned, or one of the standard streams.
  llvm::raw_fd_ostream *Stream = nullptr;
};

/// Writes all of \p Bytes to \p Path.
llvm::Error writeOutputFile(llvm::StringRef Path, llvm::StringRef Bytes);

/// A file that a command line wants written.
struct RequestedOutput {
  std::string Path;
  /// With dashes, for messages.
  std::string Option;
  /// Lines for people, which may share standard output with others.
  bool IsText = false;
};

/// Fails when a file of \p Outputs is one of \p Inputs, by whatever name or
/// link, or when two outputs are one.
llvm::Error checkOutputs(llvm::ArrayRef<std::string> Inputs,
                         llvm::ArrayRef<RequestedOutput> Outputs);

} // namespace heddle

#endif // HEDDLE_SUPPORT_OUTPUTFILE_H
