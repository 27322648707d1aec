//===- Audit.cpp - What the dynamic linker calls --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// heddle-run names this library in LD_AUDIT (rtld-audit(7)). The dynamic linker
// tells it of each object between mapping it and running code of it, which is
// when functions can be led elsewhere: before constructors, which register
// kernels, and also for objects that dlopen loads. A preloaded library sees
// those only when their constructors have run.
//
//===----------------------------------------------------------------------===//

#include "Binding.h"
#include "Redirect.h"
#include <cstring>
#include <link.h>
#include <unistd.h>

using namespace heddle::redirect;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

HEDDLE_EXPORT unsigned la_version(unsigned Version) {
  return Version < LAV_CURRENT ? Version : LAV_CURRENT;
}

/// The cookie of objects in our folder; others keep what the dynamic linker
/// gave them, an address.
static constexpr uintptr_t OfOurs = 1;

/// Each name that an object asks for, which is NVIDIA's and in our folder, is
/// ours: also if the object has an RPATH, or the program a path, to the
/// toolkit. A path that one of ours asks for means NVIDIA's.
HEDDLE_EXPORT char *la_objsearch(const char *Name, uintptr_t *Cookie,
                                 unsigned Flag) {
  if (Flag != LA_SER_ORIG)
    return const_cast<char *>(Name);
  const char *Slash = std::strrchr(Name, '/');
  if (Slash && *Cookie == OfOurs)
    return const_cast<char *>(Name);
  const char *Base = Slash ? Slash + 1 : Name;
  if (std::strncmp(Base, "libcu", 5) != 0 &&
      std::strncmp(Base, "libnv", 5) != 0)
    return const_cast<char *>(Name);
  // The dynamic linker reads it in this call, and copies what it keeps.
  static thread_local char Ours[4096];
  std::string Path = libraryFolder() + Base;
  if (Path.size() >= sizeof(Ours) || access(Path.c_str(), R_OK))
    return const_cast<char *>(Name);
  std::memcpy(Ours, Path.c_str(), Path.size() + 1);
  return Ours;
}

HEDDLE_EXPORT unsigned la_objopen(struct link_map *Map, Lmid_t Space,
                                  uintptr_t *Cookie) {
  if (Space != LM_ID_BASE)
    return 0;
  static bool IsFirst = true;
  bool IsProgram = IsFirst;
  IsFirst = false;
  const char *Path = *Map->l_name ? Map->l_name : "/proc/self/exe";
  const std::string &Own = libraryFolder();
  if (std::strncmp(Path, Own.c_str(), Own.size()) == 0)
    *Cookie = OfOurs;
  else
    redirectObject(Path, Map->l_addr, IsProgram);
  return 0;
}
