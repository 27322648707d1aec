//===- TeslaGroupOrder.h - Room for groups of registers ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of the scheduler in front of allocation that knows of pairs and
/// quads, which begin at every second or fourth register.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAGROUPORDER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAGROUPORDER_H

#include <memory>

namespace llvm {
class ScheduleDAGMutation;

/// Has the last reader of what a kernel finds in $r0 come in front of the load
/// of a pair or a quad, if it is the only one that may.
std::unique_ptr<ScheduleDAGMutation> createTeslaGroupOrder();

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAGROUPORDER_H
