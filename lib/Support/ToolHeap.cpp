//===- ToolHeap.cpp - The heap of a short run -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page of 4 KiB that is touched first costs more than most of what a compiler
// does with it; one of 2 MiB, as much as sixty of them. glibc asks for huge
// pages only when an environment variable says so, so the heap is grown once,
// by address space that costs nothing until it is used.
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/ToolHeap.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

using namespace llvm;

namespace heddle {

#ifdef __GLIBC__
/// Asks for huge pages in what \p Block of \p Bytes bytes has of them.
static void wantHugePages(void *Block, uint64_t Bytes) {
  constexpr uint64_t HugePage = uint64_t(2) << 20;
  const uint64_t Address = reinterpret_cast<uintptr_t>(Block);
  const uint64_t First = alignTo(Address, HugePage);
  const uint64_t End = alignDown(Address + Bytes, HugePage);
  // Without huge pages, pages are small, and nothing else is different.
  if (First < End)
    (void)madvise(reinterpret_cast<void *>(First), End - First, MADV_HUGEPAGE);
}
#endif

void prepareHeapForShortRun() {
#ifdef __GLIBC__
  // The largest threshold that glibc takes, and a block that is below it.
  constexpr int Threshold = 32 << 20;
  constexpr uint64_t BlockBytes = uint64_t(31) << 20;
  constexpr unsigned NumBlocks = 4;
  mallopt(M_MMAP_THRESHOLD, Threshold);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  void *Blocks[NumBlocks];
  for (void *&Block : Blocks) {
    Block = std::malloc(BlockBytes);
    if (Block)
      wantHugePages(Block, BlockBytes);
  }
  for (void *Block : Blocks)
    std::free(Block);
#endif
}

} // namespace heddle
