//===- WorkObserver.h - Counts products, copies and waits -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the work of matrix kernels that counters leave out: products by
/// shape, bytes of copies, the banks that rows of ldmatrix meet in, and what
/// mbarriers are told. It is counted by instruction, as shapes are no fixed
/// list.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_WORKOBSERVER_H
#define HEDDLE_OBSERVE_WORKOBSERVER_H

#include "heddle/Machine/Observer.h"
#include <map>
#include <string>

namespace heddle::sm {

/// The work of one microinstruction, over all warps of a launch.
struct InstructionWork {
  struct Product {
    uint64_t Count = 0, Operations = 0;
  };
  /// The place of the PTX instruction; line 0: none.
  uint32_t Line = 0, Column = 0;
  /// The file of the line, where several modules were linked; else empty.
  std::string File;
  /// By the shape's name, as heddle/Machine/MatrixProducts.h has it.
  std::map<std::string, Product> Products;
  /// Bytes that lanes read from and wrote to global and shared memory, where
  /// one PTX instruction does both.
  uint64_t GlobalBytesRead = 0, BytesWritten = 0;
  /// Sets of eight rows of 16 bytes that ldmatrix and stmatrix access, and the
  /// passes beyond the first that they take on 32 banks of words.
  uint64_t RowSets = 0, RowConflicts = 0;
  /// Lanes that looked at an mbarrier, and that told it something.
  uint64_t MbarrierLooks = 0, MbarrierUpdates = 0;

  bool any() const {
    return !Products.empty() || GlobalBytesRead || BytesWritten || RowSets ||
           MbarrierLooks || MbarrierUpdates;
  }
  /// Adds what another part of the launch did at the same instruction.
  void merge(const InstructionWork &Other);
};

/// Counts the work of one launch, on any number of host threads.
class WorkObserver final : public Observer {
public:
  void startLaunch(const LaunchView &L) override;
  std::unique_ptr<Observer> split() override;
  void merge(Observer &Part) override;
  bool needs(uint32_t Index) const override { return Kinds[Index] != Other; }
  unsigned takesIn() const override { return 0; }
  void issue(const Issue &E) override;

  /// The counts of the last launch, by address, with the places.
  std::map<uint32_t, InstructionWork> take();

private:
  enum KindType : uint8_t { Other, Multiplies, Mbarrier, Rows, Copies };

  void products(const Issue &E, InstructionWork &To) const;

  const Program *P = nullptr;
  /// By index into the program.
  std::vector<KindType> Kinds;
  std::map<uint32_t, InstructionWork> ByIndex;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_WORKOBSERVER_H
