//===- LiftCluster.h - Addresses in a cluster -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTCLUSTER_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTCLUSTER_H

#include "LiftContext.h"

namespace heddle {

/// The .shared::cluster address \p Address, of 32 bits, as a generic one.
llvm::Value *genericOfCluster(LiftContext &C, llvm::Value *Address);

/// The generic address, in the CTA of rank \p Rank, of what is in some CTA at
/// \p Address, a .shared::cluster or a generic one.
llvm::Value *genericInRank(LiftContext &C, llvm::Value *Address,
                           llvm::Value *Rank);

/// Whether the generic address \p Address is in the window of a cluster's CTA.
llvm::Value *isInClusterWindow(LiftContext &C, llvm::Value *Address);

/// The .shared::cluster address of the generic address \p Address, which is in
/// a window of shared memory.
llvm::Value *clusterOfGeneric(LiftContext &C, llvm::Value *Address);

/// The .shared::cluster address in \p Op, an address operand.
llvm::Value *clusterAddressIn(LiftContext &C, const ptx::Operand &Op);

/// The rank of the CTA that the .shared::cluster address \p Address, of 32
/// bits, is in.
llvm::Value *rankOfAddress(LiftContext &C, llvm::Value *Address);

/// The number of CTAs in the cluster.
llvm::Value *clusterSize(LiftContext &C);

/// Expects bytes at, or makes an arrival of, the mbarrier at generic address
/// \p Barrier. Returns its old state.
llvm::Value *updateBarrierAt(LiftContext &C, llvm::Value *Barrier,
                             llvm::Value *What);

/// Tells the mbarrier at the generic address \p Barrier that \p Bytes have
/// come.
void completeBytes(LiftContext &C, llvm::Value *Barrier, llvm::Value *Bytes);

/// The value of the special register \p Op, which is of the cluster; null where
/// it is none.
llvm::Value *readOfCluster(LiftContext &C, const ptx::Operand &Op);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTCLUSTER_H
