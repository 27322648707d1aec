//===- OutputFile.cpp - Files that tools write ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <cassert>

using namespace llvm;

namespace heddle {
namespace {

/// Whether \p Status is of what \p Stream writes to.
bool isStream(const sys::fs::file_status &Status, sys::fs::file_t Stream) {
  sys::fs::file_status Other;
  return !sys::fs::status(Stream, Other) && sys::fs::exists(Status) &&
         Status.getUniqueID() == Other.getUniqueID();
}

} // namespace

Error cannotWrite(StringRef Path, std::error_code EC) {
  // This error means that the stream does not exist.
  const bool IsClosed = EC == std::errc::bad_file_descriptor;
  return createStringError("cannot write '" +
                           (Path == "-" ? "standard output" : Path) +
                           "': " + (IsClosed ? "it is closed" : EC.message()));
}

bool isStandardOutput(StringRef Path) {
  if (Path == "-")
    return true;
  // Opening a terminal or /dev/null again disturbs nobody.
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status) &&
         Status.type() != sys::fs::file_type::character_file &&
         isStream(Status, sys::fs::getStdoutHandle());
}

Expected<OutputFile> OutputFile::create(StringRef Path) {
  OutputFile Result(Path);
  if (isStandardOutput(Path)) {
    Result.Stream = &outs();
    return Result;
  }
  if (std::error_code EC = Result.openFile())
    return cannotWrite(Path, EC);
  return Result;
}

/// In place, with all that is there gone at once.
std::error_code OutputFile::openDirectly() {
  std::error_code EC;
  Owned = std::make_unique<raw_fd_ostream>(Path, EC);
  Stream = Owned.get();
  return EC;
}

std::error_code OutputFile::openFile() {
  if (Path.empty())
    return make_error_code(std::errc::no_such_file_or_directory);
  sys::fs::file_status Status;
  const bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::regular_file &&
      isStream(Status, sys::fs::getStderrHandle())) {
    Stream = &errs();
    return {};
  }
  if (Exists && Status.type() != sys::fs::file_type::regular_file)
    return openDirectly();
  // Renaming over a file asks its folder only.
  if (Exists && !sys::fs::can_write(Path))
    return make_error_code(std::errc::permission_denied);

  SmallString<256> Real(Path);
  if (Exists)
    if (std::error_code EC = sys::fs::real_path(Path, Real))
      return EC;
  Target = Real.str().str();
  // A short name: that of the file may be as long as names can be.
  SmallString<256> Model(sys::path::parent_path(Target));
  sys::path::append(Model, ".heddle-%%%%%%%%.tmp");
  Expected<sys::fs::TempFile> Made = sys::fs::TempFile::create(Model);
  if (!Made) {
    std::error_code EC = errorToErrorCode(Made.takeError());
    return Exists ? openDirectly() : EC;
  }
  Temporary.emplace(std::move(*Made));
  if (Exists)
    // Not every file system has permissions.
    (void)sys::fs::setPermissions(Temporary->FD, Status.permissions());
  Owned = std::make_unique<raw_fd_ostream>(Temporary->FD,
                                           /*shouldClose=*/false);
  Stream = Owned.get();
  return {};
}

OutputFile::OutputFile(OutputFile &&Other)
    : Path(std::move(Other.Path)), Target(std::move(Other.Target)),
      Temporary(std::move(Other.Temporary)), Owned(std::move(Other.Owned)),
      Stream(Other.Stream) {
  Other.Temporary.reset();
  Other.Stream = nullptr;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (Owned) {
    Owned->flush();
    // A stream that dies with an error takes the program with it.
    Owned->clear_error();
    Owned.reset();
  }
  if (Temporary) {
    consumeError(Temporary->discard());
    Temporary.reset();
  }
  Stream = nullptr;
}

raw_ostream &OutputFile::os() { return *Stream; }

Error OutputFile::commit() {
  assert(Stream && "committed twice");
  Stream->flush();
  if (std::error_code EC = Stream->error()) {
    Stream->clear_error();
    discard();
    return cannotWrite(Path, EC);
  }
  Owned.reset();
  Stream = nullptr;
  if (!Temporary)
    return Error::success();
  Error Problem = Temporary->keep(Target);
  Temporary.reset();
  if (!Problem)
    return Error::success();
  return cannotWrite(Path, errorToErrorCode(std::move(Problem)));
}

Error writeOutputFile(StringRef Path, StringRef Bytes) {
  Expected<OutputFile> File = OutputFile::create(Path);
  if (!File)
    return File.takeError();
  File->os() << Bytes;
  return File->commit();
}

} // namespace heddle
