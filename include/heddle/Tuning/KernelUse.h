//===- KernelUse.h - What a kernel takes from an SM -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The figures that occupancy follows from, out of our own compiler or out of
/// what NVIDIA's ptxas prints.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TUNING_KERNELUSE_H
#define HEDDLE_TUNING_KERNELUSE_H

#include "heddle/ABI/Geometry.h"
#include "heddle/Object/KernelInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace heddle::tuning {

struct KernelUse {
  std::string Name;
  uint32_t Registers = 0;
  /// All shared bytes that a CTA needs before a launch adds dynamic ones.
  uint32_t SharedBytes = 0;
  /// How many of these are the header and the parameters of chips of 1.x.
  uint32_t SystemShared = 0;
  /// Local bytes of a thread.
  uint32_t LocalBytes = 0;
  /// Threads that .reqntid or .maxntid declares; 0 where neither is known.
  uint32_t DeclaredThreads = 0;
};

/// The kernels of one file, or the part of ptxas's output that speaks of one
/// architecture.
struct KernelUses {
  /// "Heddle" or "ptxas".
  std::string CountedBy;
  /// The architecture that the code was made for: "sm_10".
  std::string Arch;
  /// The SM that they are weighed on unless told otherwise; null: nobody knows.
  const abi::Geometry *Geometry = nullptr;
  std::vector<KernelUse> Kernels;

  /// Null: there is none of this name.
  const KernelUse *find(llvm::StringRef Name) const;
};

KernelUse useOf(const object::KernelInfo &Info);

/// The threads of a CTA of the kernel: \p Asked where that is not 0, else what
/// it declares, else the usual 256.
uint32_t threadsOf(const object::KernelInfo &Info, uint32_t Asked);

/// Reads what `ptxas -v` prints, of any release: the lines "Compiling entry
/// function 'NAME' for 'ARCH'" and "Used N registers, ...". Other lines do not
/// matter. Fails when no kernel is described.
llvm::Expected<std::vector<KernelUses>> readPtxasOutput(llvm::StringRef Text);

} // namespace heddle::tuning

#endif // HEDDLE_TUNING_KERNELUSE_H
