//===- SharedPages.cpp - Pages that other processes open ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPages.h"
#include "ProgramDebug.h"
#include "Report.h"
#include "heddle/Machine/HostPages.h"
#include <algorithm>
#include <cassert>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::driver {

static void *at(uint64_t Address) { return reinterpret_cast<void *>(Address); }

/// Writes the \p Bytes bytes at \p Address to \p File.
static bool writeAll(int File, uint64_t Address, uint64_t Bytes) {
  for (uint64_t Done = 0; Done != Bytes;) {
    const ssize_t Now =
        pwrite(File, at(Address + Done), Bytes - Done, off_t(Done));
    if (Now <= 0)
      return false;
    Done += uint64_t(Now);
  }
  return true;
}

/// Moves the pages of the range to a file. Returns a negative number if that
/// cannot be.
static int movePages(uint64_t Address, uint64_t Bytes) {
  const int File = memfd_create("heddle", MFD_CLOEXEC);
  if (File < 0)
    return -1;
  if (ftruncate(File, off_t(Bytes)) || !writeAll(File, Address, Bytes) ||
      mmap(at(Address), Bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
           File, 0) == MAP_FAILED) {
    close(File);
    return -1;
  }
  return File;
}

CUresult SharedPages::share(uint64_t Address, uint64_t Bytes,
                            SharedHandle &Handle) {
  const uint64_t Page = sm::hostPageSize();
  uint64_t Next = Address / Page * Page;
  const uint64_t End = (Address + Bytes + Page - 1) / Page * Page;
  Handle = {};
  Handle.Process = getpid();
  Handle.Bytes = Bytes;
  Handle.Offset = uint32_t(Address - Next);
  noteSharedMemory();
  for (SharedHandle::Piece &P : Handle.Pieces) {
    if (Next == End)
      return CUDA_SUCCESS;
    auto Behind = Spans.upper_bound(Next);
    const bool IsShared =
        Behind != Spans.begin() && std::prev(Behind)->second.End > Next;
    if (!IsShared) {
      const uint64_t Until =
          Behind == Spans.end() ? End : std::min(End, Behind->first);
      const int File = movePages(Next, Until - Next);
      if (File < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
      Behind = std::next(Spans.insert({Next, {Until, File}}).first);
    }
    const auto &[First, Of] = *std::prev(Behind);
    const uint64_t Until = std::min(End, Of.End);
    P.File = Of.File;
    assert(First <= Next && Next < Until && "a piece without a page");
    P.First = uint32_t((Next - First) / Page);
    P.Count = uint32_t((Until - Next) / Page);
    Next = Until;
  }
  if (Next == End)
    return CUDA_SUCCESS;
  explain("the memory's pages are in too many files");
  return CUDA_ERROR_NOT_SUPPORTED;
}

/// Maps the pages of \p P, of process \p Process, at \p Address.
static bool mapPiece(const SharedHandle::Piece &P, int Process,
                     uint64_t Address) {
  const std::string Path =
      "/proc/" + std::to_string(Process) + "/fd/" + std::to_string(P.File);
  const int File = ::open(Path.c_str(), O_RDWR | O_CLOEXEC);
  if (File < 0)
    return false;
  const uint64_t Page = sm::hostPageSize();
  const off_t Known = lseek(File, 0, SEEK_END);
  // Pages that the file lacks would end the process when they are used.
  const bool IsThere =
      Known >= 0 && (uint64_t(P.First) + P.Count) * Page <= uint64_t(Known) &&
      mmap(at(Address), P.Count * Page, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_FIXED, File, off_t(P.First * Page)) != MAP_FAILED;
  ::close(File);
  return IsThere;
}

CUresult SharedPages::open(const SharedHandle &Handle, Holder By,
                           uint64_t &Address) {
  const uint64_t Page = sm::hostPageSize();
  uint64_t Pages = 0;
  for (const SharedHandle::Piece &P : Handle.Pieces)
    Pages += P.Count;
  if (Handle.IsMark != SharedHandle::Mark || !Handle.Bytes || !Pages ||
      Handle.Offset >= Page || Handle.Bytes > Pages * Page - Handle.Offset ||
      (Handle.Pool != 0) != (By == Holder::Pool))
    return CUDA_ERROR_INVALID_HANDLE;
  if (By == Holder::Ipc && Handle.Process == getpid()) {
    explain("the memory is this process's own");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  noteSharedMemory();
  void *Taken = mmap(nullptr, Pages * Page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Taken == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const auto Begin = reinterpret_cast<uint64_t>(Taken);
  uint64_t Next = Begin;
  for (const SharedHandle::Piece &P : Handle.Pieces) {
    if (P.Count && !mapPiece(P, Handle.Process, Next)) {
      munmap(Taken, Pages * Page);
      explain("the process that has the memory is gone, or another user's");
      return CUDA_ERROR_MAP_FAILED;
    }
    Next += P.Count * Page;
  }
  Address = Begin + Handle.Offset;
  OpenedAt[Address] = {Begin, Pages * Page, By};
  return CUDA_SUCCESS;
}

bool SharedPages::close(uint64_t Address) {
  auto Found = OpenedAt.find(Address);
  if (Found == OpenedAt.end())
    return false;
  munmap(at(Found->second.Begin), Found->second.Bytes);
  OpenedAt.erase(Found);
  return true;
}

} // namespace heddle::driver
