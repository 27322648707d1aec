//===- Judge.h - What a launch of PTX computes ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Evaluates a kernel as its PTX says, one thread after the other between
/// barriers, without code generation: what compiled code is held against. An
/// instruction that the judge does not know ends the launch with a refusal;
/// nothing is guessed.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_JUDGE_JUDGE_H
#define HEDDLE_JUDGE_JUDGE_H

#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <string>

namespace heddle::judge {

/// All that the judge must be told of a launch.
struct Launch {
  const ptx::Module *Module = nullptr;
  const ptx::Function *Kernel = nullptr;
  std::array<uint32_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint32_t DynamicSharedBytes = 0;
  /// The bytes of all parameters, and where one of them begins.
  llvm::ArrayRef<uint8_t> Params;
  std::function<std::optional<uint32_t>(llvm::StringRef Name)> ParamOffset;
  /// The same of .const variables.
  llvm::ArrayRef<uint8_t> Constants;
  std::function<std::optional<uint32_t>(llvm::StringRef Name)> ConstantOffset;
  /// The address of a .global variable.
  std::function<std::optional<uint64_t>(llvm::StringRef Name)> GlobalAddress;
  /// The place of an access to global memory; null: the kernel must not make
  /// it.
  std::function<uint8_t *(uint64_t Address, unsigned Bytes, bool IsWrite)>
      Global;
  /// CTAs of a cluster.
  uint64_t ClusterSize = 1;
  /// f32 is IEEE's, not that of the chips of compute capability 1.
  bool HasIeee = false;
  /// The N of the sm_N whose sums products of matrices have.
  unsigned TensorChip = 90;
  /// Instructions of all threads together.
  uint64_t MaxInstructions = uint64_t(1) << 30;
};

/// How far a value may be from what other code for the same PTX has.
enum class Doubt : uint8_t {
  None,
  /// An approximation, or a NaN of open payload.
  Close,
  /// Something made of such: the difference of two that are nearly the same, or
  /// what their bits say.
  Open,
};

struct Outcome {
  enum KindType : uint8_t {
    Done,
    /// The kernel did something that it must not.
    Faulted,
    /// The judge cannot say what the kernel does.
    Refused,
  };
  KindType Kind = Done;
  /// A phrase, unless Done; At is the instruction, or null.
  std::string Message;
  const ptx::Instruction *At = nullptr;
  /// Some results are approximations, whose last bits PTX leaves open.
  bool IsApproximate = false;
  /// Some of these are halves.
  bool HasApproximateHalves = false;
  /// An atomic operation gave a thread what was there before, or added numbers
  /// that are rounded: results may depend on the order of threads.
  bool DependsOnOrder = false;
  /// Something that threads did, or its place, hangs on a value that is Open.
  bool DependsOnApproximation = false;
  uint64_t Instructions = 0;
  /// By address over 4: the instruction that wrote to global memory last.
  llvm::DenseMap<uint64_t, const ptx::Instruction *> Writers;
  /// By address over 4, of what was left in global memory.
  llvm::DenseMap<uint64_t, Doubt> Doubts;
};

/// Runs the launch to its end, or as far as it goes.
Outcome run(const Launch &What);

} // namespace heddle::judge

#endif // HEDDLE_JUDGE_JUDGE_H
