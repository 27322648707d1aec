//===- CodeCache.cpp - Host code on disk ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeCache.h"
#include "heddle/HostCode/KeyBuilder.h"
#include "heddle/HostCode/ProgramKey.h"
#include "heddle/HostTranslate/Translator.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::hosttranslate {

/// A hash of the sources of all that makes host code.
static constexpr char SourceDigest[] =
#include "Sources.inc"
    ;

namespace {

constexpr StringLiteral Magic = "HeddleHC";
/// Magic, and a checksum of what follows.
constexpr size_t HeadBytes = 16;
/// A node, and whether it faulted.
constexpr size_t ExitBytes = 5;
/// Code of no kernel has as many; larger files are not even read.
constexpr uint64_t MaxFileBytes = uint64_t(1) << 27;

std::string toBytes(StringRef Key, const CompiledKernel &Kernel) {
  std::string Body;
  raw_string_ostream OS(Body);
  auto Write32 = [&](uint32_t Value) {
    char Bytes[4];
    support::endian::write32le(Bytes, Value);
    OS.write(Bytes, sizeof(Bytes));
  };
  OS << Key;
  Write32(uint32_t(Kernel.Exits.size()));
  for (const KernelExit &X : Kernel.Exits) {
    Write32(X.Node);
    OS << char(X.Faulted);
  }
  OS << Kernel.Object->getBuffer();
  OS.flush();
  char Sum[8];
  support::endian::write64le(Sum, xxh3_64bits(Body));
  return (Magic + StringRef(Sum, sizeof(Sum)) + Body).str();
}

/// Nothing, unless \p Bytes is what toBytes made.
std::optional<CompiledKernel> fromBytes(StringRef Key, StringRef Bytes) {
  if (Bytes.size() < HeadBytes || !Bytes.consume_front(Magic))
    return std::nullopt;
  const uint64_t Sum = support::endian::read64le(Bytes.data());
  Bytes = Bytes.drop_front(8);
  if (xxh3_64bits(Bytes) != Sum || !Bytes.consume_front(Key) ||
      Bytes.size() < 4)
    return std::nullopt;
  const uint64_t NumExits = support::endian::read32le(Bytes.data());
  Bytes = Bytes.drop_front(4);
  if (Bytes.size() < NumExits * ExitBytes)
    return std::nullopt;
  CompiledKernel Kernel;
  for (uint64_t N = 0; N != NumExits; ++N) {
    Kernel.Exits.push_back(
        {support::endian::read32le(Bytes.data()), Bytes[4] != 0});
    Bytes = Bytes.drop_front(ExitBytes);
  }
  Kernel.Object = MemoryBuffer::getMemBufferCopy(Bytes, "kernel");
  return Kernel;
}

} // namespace

/// What makes the code of all kernels in this process.
static std::string keyOfMaker() {
  hostcode::KeyBuilder Key;
  Key.add(StringRef(SourceDigest));
  Key.add(StringRef(LLVM_VERSION_STRING));
  Key.add(sys::getHostCPUName());
  const StringMap<bool> Features = sys::getHostCPUFeatures();
  std::map<StringRef, bool> Sorted;
  for (const auto &[Name, Has] : Features)
    Sorted[Name] = Has;
  for (const auto &[Name, Has] : Sorted) {
    Key.add(Name);
    Key.add(uint64_t(Has));
  }
  return Key.take();
}

CacheKeys::CacheKeys(const sm::Executable &E, bool WithLines) {
  // Never destroyed, as threads of a program may launch while it exits.
  static const std::string &Maker = *new std::string(keyOfMaker());
  hostcode::KeyBuilder Key;
  Key.add(Maker);
  Key.add(uint64_t(WithLines));
  // Lines are those of the instructions; of which file, only these say.
  if (WithLines)
    for (const object::PTXFile &File : E.P.Module.Files) {
      Key.add(File.Name);
      Key.add(uint64_t(File.FirstLine));
    }
  Key.add(hostcode::programKey(E));
  OfKernel = Key.take();
}

std::string CacheKeys::of(sm::Coverage Covered) const {
  hostcode::KeyBuilder Key;
  Key.add(OfKernel);
  Key.add(uint64_t(Covered));
  return Key.take();
}

std::string defaultCacheFolder() {
  SmallString<128> Path;
  if (!sys::path::cache_directory(Path))
    return {};
  // A relative $XDG_CACHE_HOME is to be ignored (XDG Base Directory
  // Specification).
  if (sys::path::is_relative(Path)) {
    if (!sys::path::home_directory(Path) || sys::path::is_relative(Path))
      return {};
    sys::path::append(Path, ".cache");
  }
  sys::path::append(Path, "heddle");
  return std::string(Path);
}

/// The prefix of what pruneCache may delete.
static std::string nameOf(StringRef Key) { return ("llvmcache-" + Key).str(); }

namespace {

/// A file or folder that is open for reading, or none.
class OpenFile {
public:
  explicit OpenFile(int Descriptor) : Descriptor(Descriptor) {
    IsKnown = Descriptor >= 0 && fstat(Descriptor, &Status) == 0;
  }
  ~OpenFile() {
    if (Descriptor >= 0)
      close(Descriptor);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  int descriptor() const { return Descriptor; }
  uint64_t size() const { return uint64_t(Status.st_size); }
  /// Whether it is one of \p Type, and nobody but this user can write it.
  bool isOwn(mode_t Type) const {
    return IsKnown && (Status.st_mode & S_IFMT) == Type &&
           Status.st_uid == geteuid() &&
           !(Status.st_mode & (S_IWGRP | S_IWOTH));
  }
  /// Fills \p Bytes from \p Offset on; false: there are not as many.
  bool read(MutableArrayRef<char> Bytes, uint64_t Offset) const;

private:
  const int Descriptor;
  struct stat Status = {};
  bool IsKnown;
};

bool OpenFile::read(MutableArrayRef<char> Bytes, uint64_t Offset) const {
  while (!Bytes.empty()) {
    ssize_t Count = sys::RetryAfterSignal(-1, pread, Descriptor, Bytes.data(),
                                          Bytes.size(), off_t(Offset));
    if (Count <= 0)
      return false;
    Bytes = Bytes.drop_front(size_t(Count));
    Offset += uint64_t(Count);
  }
  return true;
}

} // namespace

/// Code is run, so that it is only taken from files and folders that nobody
/// else can write. What was opened is looked at, rather than a name, which may
/// stand for something else by then. Nor is a link followed.
static constexpr int OpenFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;

static int openFolder(const std::string &Path) {
  return sys::RetryAfterSignal(-1, open, Path.c_str(), OpenFlags | O_DIRECTORY);
}

static int openKey(const OpenFile &Folder, StringRef Key) {
  if (!Folder.isOwn(S_IFDIR))
    return -1;
  // Nobody waits for a pipe.
  return sys::RetryAfterSignal(-1, openat, Folder.descriptor(),
                               nameOf(Key).c_str(), OpenFlags | O_NONBLOCK);
}

bool CodeCache::has(StringRef Key) const {
  if (Folder.empty())
    return false;
  OpenFile Place(openFolder(Folder)), File(openKey(Place, Key));
  return File.isOwn(S_IFREG) && File.size() <= MaxFileBytes;
}

std::optional<CompiledKernel> CodeCache::find(StringRef Key) const {
  if (Folder.empty())
    return std::nullopt;
  OpenFile Place(openFolder(Folder)), File(openKey(Place, Key));
  char Start[Magic.size()];
  if (!File.isOwn(S_IFREG) || File.size() > MaxFileBytes ||
      !File.read(Start, 0) || StringRef(Start, sizeof Start) != Magic)
    return std::nullopt;
  SmallVector<char, 0> Bytes;
  Bytes.resize_for_overwrite(File.size());
  if (!File.read(Bytes, 0))
    return std::nullopt;
  return fromBytes(Key, StringRef(Bytes.data(), Bytes.size()));
}

static constexpr StringLiteral UnfinishedPrefix = "new-";

/// Removes files that processes had begun to write when they were killed, long
/// ago.
static void removeAbandoned(StringRef Folder) {
  std::error_code EC;
  for (sys::fs::directory_iterator At(Folder, EC), End; At != End && !EC;
       At.increment(EC)) {
    if (!sys::path::filename(At->path()).starts_with(UnfinishedPrefix))
      continue;
    ErrorOr<sys::fs::basic_file_status> Status = At->status();
    if (Status && Status->getLastModificationTime() <
                      std::chrono::system_clock::now() - std::chrono::hours(24))
      (void)sys::fs::remove(At->path());
  }
}

void CodeCache::store(StringRef Key, const CompiledKernel &Kernel) const {
  if (Folder.empty() ||
      sys::fs::create_directories(Folder, /*IgnoreExisting=*/true,
                                  sys::fs::owner_all) ||
      !OpenFile(openFolder(Folder)).isOwn(S_IFDIR))
    return;
  SmallString<128> Model(Folder);
  sys::path::append(Model, UnfinishedPrefix + "%%%%%%%%");
  Expected<sys::fs::TempFile> File = sys::fs::TempFile::create(
      Model, sys::fs::owner_read | sys::fs::owner_write);
  if (!File) {
    consumeError(File.takeError());
    return;
  }
  bool IsWhole;
  {
    raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
    const std::string Bytes = toBytes(Key, Kernel);
    OS << Bytes;
    OS.flush();
    IsWhole = !OS.has_error() && Bytes.size() <= MaxFileBytes;
    OS.clear_error();
  }
  SmallString<128> Path(Folder);
  sys::path::append(Path, nameOf(Key));
  consumeError(IsWhole ? File->keep(Path) : File->discard());
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = uint64_t(512) << 20;
  if (pruneCache(Folder, Policy))
    removeAbandoned(Folder);
}

} // namespace heddle::hosttranslate
