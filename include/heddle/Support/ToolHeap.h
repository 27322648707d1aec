//===- ToolHeap.h - The heap of a short run ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_TOOLHEAP_H
#define HEDDLE_SUPPORT_TOOLHEAP_H

namespace heddle {

/// Prepares the heap of a process that compiles and ends: memory comes from the
/// system in huge pages, where it gives them, and does not go back before the
/// end. Only allocations from here on are affected; without glibc, none.
void prepareHeapForShortRun();

} // namespace heddle

#endif // HEDDLE_SUPPORT_TOOLHEAP_H
