//===- InputFile.cpp - Files that tools read ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/InputFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <algorithm>

using namespace llvm;

namespace heddle {
namespace {

/// Appends all of \p File, and stops soon after \p Limit bytes.
Error readToEnd(sys::fs::file_t File, uint64_t Limit,
                SmallVectorImpl<char> &Bytes) {
  constexpr size_t Chunk = size_t(1) << 20;
  while (Bytes.size() <= Limit) {
    size_t Old = Bytes.size();
    Bytes.resize_for_overwrite(Old + Chunk);
    Expected<size_t> Count = sys::fs::readNativeFile(
        File, MutableArrayRef(Bytes.data() + Old, Chunk));
    if (!Count)
      return Count.takeError();
    Bytes.truncate(Old + *Count);
    if (*Count == 0)
      break;
  }
  return Error::success();
}

Error readFrom(sys::fs::file_t File, uint64_t MaxBytes,
               SmallVectorImpl<char> &Bytes) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return errorCodeToError(EC);
  const bool IsRegular = Status.type() == sys::fs::file_type::regular_file;
  const uint64_t Limit =
      IsRegular ? MaxBytes : std::min(MaxBytes, MaxStreamBytes);
  // A regular file that is too large is known without reading it.
  if (!IsRegular || Status.getSize() <= Limit)
    if (Error E = readToEnd(File, Limit, Bytes))
      return E;
  if (Bytes.size() > Limit || (IsRegular && Status.getSize() > Limit))
    return createStringError("more than " + Twine(Limit >> 20) + " MiB");
  return Error::success();
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> readInputFile(StringRef Path,
                                                      uint64_t MaxBytes) {
  auto Failed = [&](Error E) {
    return createStringError("cannot read '" + Path +
                             "': " + toString(std::move(E)));
  };
  const bool IsStdin = Path == "-";
  sys::fs::file_t File = sys::fs::getStdinHandle();
  if (!IsStdin) {
    Expected<sys::fs::file_t> Opened = sys::fs::openNativeFileForRead(Path);
    if (!Opened)
      return Failed(Opened.takeError());
    File = *Opened;
  }
  auto Close = make_scope_exit([&] {
    // The bytes that were read are valid, whether or not closing fails.
    if (!IsStdin)
      (void)sys::fs::closeFile(File);
  });
  SmallVector<char, 0> Bytes;
  if (Error E = readFrom(File, MaxBytes, Bytes))
    return Failed(std::move(E));
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), IsStdin ? "<stdin>" : Path,
      /*RequiresNullTerminator=*/true);
}

} // namespace heddle
