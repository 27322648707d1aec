//===- InOrder.h - Handlers of accesses to g[] ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has an operation keep the order of accesses that the chips keep, on hosts
/// that keep less: AccessOrder.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_INORDER_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_INORDER_H

#include "Vector.h"
#include "heddle/Machine/AccessOrder.h"

namespace heddle::sm::HEDDLE_SM_ISA {

template <class OpT, OrderedAccess Kind> struct InOrder {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return inOrder<Kind>(L.IsConcurrent, [&]() __attribute__((always_inline)) {
      return OpT::template run<Full>(I, L, Mask);
    });
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    // All warps of a launch have the same flag.
    return inOrder<Kind>(L[0]->IsConcurrent,
                         [&]() __attribute__((always_inline)) {
                           return handlerPair<OpT>().Group(I, L, Warps);
                         });
  }
};

/// The handlers of an operation of \p Kind on g[].
template <class OpT, OrderedAccess Kind>
HEDDLE_INLINE HandlerPair orderedPair() {
#if defined(HEDDLE_HOST_REORDERS)
  return handlerPair<InOrder<OpT, Kind>>();
#else
  return handlerPair<OpT>();
#endif
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_INORDER_H
