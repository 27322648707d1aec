//===- CheckOutputs.cpp - Outputs that are inputs, or each other ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle {
namespace {

/// A text that is equal for all names of one file: device and inode of a
/// regular file, folder and name of one that is still to be made. Empty for
/// devices and pipes, which take what comes.
std::string identityOf(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status)) {
    if (Status.type() != sys::fs::file_type::regular_file)
      return "";
    sys::fs::UniqueID Id = Status.getUniqueID();
    return (Twine(Id.getDevice()) + ":" + Twine(Id.getFile())).str();
  }
  SmallString<256> Folder(Path);
  if (sys::fs::make_absolute(Folder))
    return "";
  sys::path::remove_dots(Folder);
  std::string Name = sys::path::filename(Folder).str();
  sys::path::remove_filename(Folder);
  SmallString<256> Real;
  if (sys::fs::real_path(Folder, Real))
    return "";
  return (Real + "/" + Name).str();
}

} // namespace

Error checkOutputs(ArrayRef<std::string> Inputs,
                   ArrayRef<RequestedOutput> Outputs) {
  StringMap<const RequestedOutput *> Seen;
  for (const std::string &Path : Inputs)
    if (Path != "-")
      Seen.try_emplace(identityOf(Path), nullptr);
  const RequestedOutput *OnStdout = nullptr;
  for (const RequestedOutput &Output : Outputs) {
    const RequestedOutput *Other = nullptr;
    if (isStandardOutput(Output.Path)) {
      if (OnStdout && !(OnStdout->IsText && Output.IsText))
        return createStringError("'" + OnStdout->Option + "' and '" +
                                 Output.Option +
                                 "' both write to standard output");
      OnStdout = &Output;
      continue;
    }
    std::string Identity = identityOf(Output.Path);
    if (Identity.empty())
      continue;
    auto [It, IsNew] = Seen.try_emplace(Identity, &Output);
    if (IsNew)
      continue;
    Other = It->second;
    if (!Other)
      return createStringError("'" + Output.Option + "' would overwrite '" +
                               Output.Path + "', which is an input");
    return createStringError("'" + Other->Option + "' and '" + Output.Option +
                             "' both write '" + Output.Path + "'");
  }
  return Error::success();
}

} // namespace heddle
