//===- ManagedVariables.cpp - Variables shared with the host --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/ManagedVariables.h"
#include "heddle/Object/Module.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace heddle::object {

Expected<StringSet<>> managedVariables(StringRef Object) {
  Expected<std::unique_ptr<ObjectFile>> File =
      ObjectFile::createELFObjectFile(MemoryBufferRef(Object, "object"));
  if (!File)
    return File.takeError();
  StringSet<> Names;
  for (ELFSectionRef Section : (*File)->sections()) {
    if (!(Section.getFlags() & ManagedSectionFlag))
      continue;
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    if (Name->consume_front(DataPrefix) || Name->consume_front(ZeroPrefix))
      Names.insert(*Name);
  }
  return Names;
}

} // namespace heddle::object
