//===- HostRanges.cpp - Whether ranges of the host can be accessed --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To look at each page takes as long as to copy it. Linux says since 6.11 which
// mapping an address is in; a buffer mostly is in one.
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/HostPages.h"
#include <algorithm>
#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::sm {
namespace {

/// The file that tells the mappings of this process, open as long as nobody
/// closes it.
class MappingsFile {
public:
  MappingsFile() : Number(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {
    if (Number >= 0 && fstat(Number, &Opened) != 0)
      Number = -1;
  }
  MappingsFile(const MappingsFile &) = delete;
  MappingsFile &operator=(const MappingsFile &) = delete;

  /// Its descriptor; -1 where the program has closed it, and in a child of the
  /// process, of whose memory it says nothing.
  int descriptor() const {
    struct stat Now;
    const bool IsSame =
        Number >= 0 && getpid() == Process && fstat(Number, &Now) == 0 &&
        Now.st_dev == Opened.st_dev && Now.st_ino == Opened.st_ino;
    return IsSame ? Number : -1;
  }

private:
  int Number;
  const pid_t Process = getpid();
  struct stat Opened = {};
};

/// procmap_query of <linux/fs.h>, which older systems do not have.
struct MappingQuery {
  uint64_t Size = sizeof(MappingQuery);
  uint64_t Flags = 0;
  uint64_t Address = 0;
  uint64_t Begin = 0, End = 0, Rights = 0;
  uint64_t Others[3] = {};
  uint32_t Device[2] = {};
  uint32_t NameSizes[2] = {};
  uint64_t Names[2] = {};
};
constexpr uint64_t Readable = 1, Writable = 2;

} // namespace

/// Whether the mappings that \p Begin to \p End are in grant the access, or
/// nothing where the system does not tell them.
static std::optional<bool> doMappingsGrant(uint64_t Begin, uint64_t End,
                                           bool IsWrite) {
  static const MappingsFile File;
  const int Descriptor = File.descriptor();
  if (Descriptor < 0)
    return std::nullopt;
  while (Begin < End) {
    MappingQuery Q;
    Q.Address = Begin;
    if (ioctl(Descriptor, _IOWR('f', 17, MappingQuery), &Q) != 0) {
      if (errno != ENOENT)
        return std::nullopt;
      return false;
    }
    if (!(Q.Rights & (IsWrite ? Writable : Readable)))
      return false;
    Begin = Q.End;
  }
  return true;
}

/// Gives memory to the pages from \p Begin on: whether they can be accessed, or
/// nothing where the system does not say so of such pages.
static std::optional<bool> arePopulated(uint64_t Begin, uint64_t End,
                                        bool IsWrite) {
  // <linux/mman.h> has them since 5.14; older systems take them for invalid.
  constexpr int PopulateRead = 22, PopulateWrite = 23;
  int Result;
  do {
    Result = madvise(reinterpret_cast<void *>(Begin), End - Begin,
                     IsWrite ? PopulateWrite : PopulateRead);
  } while (Result && (errno == EINTR || errno == EAGAIN));
  if (!Result)
    return true;
  // madvise gives the same error for memory of devices, which can be accessed.
  if (errno == EINVAL)
    return std::nullopt;
  return false;
}

bool isHostAccessible(uint64_t Address, uint64_t Bytes, bool IsWrite) {
  const uint64_t Page = hostPageSize(), Last = Address + Bytes - 1;
  const uint64_t Begin = Address / Page * Page, End = Last / Page * Page + Page;
  // The first and the last page are tried at words inside the range.
  auto CanAccess = [&](uint64_t At) {
    const uint64_t In = std::clamp(At, Address, Last) & ~uint64_t(7);
    return IsWrite ? isHostWritable(In) : isHostReadable(In);
  };
  // A stack grows where it is accessed. A file may end within its mapping.
  if (!CanAccess(Begin) || !CanAccess(End - Page))
    return false;
  constexpr uint64_t FewPages = 8;
  if ((End - Begin) / Page > FewPages) {
    if (auto Do = doMappingsGrant(Begin, End, IsWrite))
      return *Do;
    if (auto Are = arePopulated(Begin, End, IsWrite))
      return *Are;
  }
  for (uint64_t At = Begin + Page; At < End - Page; At += Page)
    if (!CanAccess(At))
      return false;
  return true;
}

} // namespace heddle::sm
