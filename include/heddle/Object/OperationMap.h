//===- OperationMap.h - What PTX says of order ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chips order all accesses of a thread, so machine code does not tell a
/// volatile load from a weak one, and has no fences. Checkers need both: this
/// is what the PTX says, by the places that a kernel's line map leads to. It is
/// not stored in objects.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_OPERATIONMAP_H
#define HEDDLE_OBJECT_OPERATIONMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::object {

/// Of an access or a fence. A volatile access is a relaxed one of scope System.
enum class MemoryOrder : uint8_t {
  Weak,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  /// Of a fence, which is one of AcquireRelease, too.
  SequentiallyConsistent
};

/// Threads that it is ordered with.
enum class MemoryScope : uint8_t { Cta, Gpu, System };

/// An instruction of PTX by which threads order what they do.
struct SyncOperation {
  enum KindType : uint8_t {
    /// A load or store that is not weak.
    Access,
    /// atom, red.
    Atomic,
    /// fence, membar.
    Fence,
    /// bar, barrier.
    Barrier,
    /// bar.warp.sync.
    WarpBarrier,
    /// shfl, vote, match, redux, elect.
    Exchange,
    ActiveMask,
  };
  KindType Kind = Access;
  MemoryOrder Order = MemoryOrder::Weak;
  MemoryScope Scope = MemoryScope::System;
  /// Of an exchange: .sync.
  bool IsSync = false;
  /// Of a barrier: all lanes of a warp must come to it together.
  bool IsAligned = false;
  /// Of an atomic: exch, for which what was there does not matter.
  bool IsReplacing = false;
  /// Members are what an activemask said, and nothing else asks which they are.
  bool IsOfActive = false;
  /// Of an access of a vector, or of packed values: each is an access of its
  /// own (PTX ISA, "Vector Data-types", "Packed Data-types"). 0: there is one.
  uint8_t ElementBytes = 0;
  /// Of an atomic: it is of half of the word that the machine changes. The
  /// first that the machine does for it is a read of that half alone.
  bool IsOfHalf = false;
  /// Of a vote, which one: the machine has one instruction for all of them.
  enum VoteType : uint8_t { NoVote, VoteAny, VoteAll, VoteUni, VoteBallot };
  VoteType Vote = NoVote;
  /// Members, where it can be told which.
  std::optional<uint32_t> Members;
  /// Where the name of the instruction starts.
  uint32_t Line = 0;
  uint32_t Column = 0;
};

/// A register or a .local variable that may be read before it is written. What
/// it is then is made by an instruction at this place.
struct UndefinedValue {
  /// "%r3"
  std::string Name;
  uint32_t Line = 0;
  uint32_t Column = 0;
  bool IsVariable = false;
};

/// An access of memory, and the one variable that its address is made of.
struct VariableAccess {
  /// The name of one of .shared or .const; KERNEL/NAME of a parameter of a
  /// kernel; else the paths of LocalVariables. Where functions are inlined, it
  /// may be one of several with a slash. Empty: it is not known.
  std::vector<std::string> Variables;
  uint32_t Line = 0;
  uint32_t Column = 0;
  /// Of one thread. The machine may access them in parts. 0: the access is in
  /// several places.
  uint32_t Bytes = 0;
};

/// Where in l[] a variable of a function lies. One that is in several kernels,
/// or that is passed by several callers, has several places.
struct LocalVariable {
  /// FUNCTION/LINE:COLUMN/NAME, with where it is declared; empty for what is no
  /// more as the PTX has it.
  std::string Path;
  /// Of space .param.
  bool IsParam = false;
  uint32_t Address = 0, Size = 0;
  /// In whose frame it is: where functions are inlined not that of Path.
  std::string Frame;
};

struct OperationMap {
  /// NN of .target sm_NN.
  unsigned Target = 0;
  /// Ascending by place.
  std::vector<SyncOperation> Operations;
  /// The same; empty where nobody looks for them.
  std::vector<UndefinedValue> Undefined;
  /// The same.
  std::vector<VariableAccess> Accesses;
  /// Ascending by path.
  std::vector<LocalVariable> Locals;
  /// Who calls whom, ascending. Indirect calls are calls of "", which calls all
  /// functions whose address is taken.
  std::vector<std::pair<std::string, std::string>> Calls;

  /// The one at a place; null for an instruction that says nothing of order.
  const SyncOperation *find(uint32_t Line, uint32_t Column) const;
  /// The same of Undefined.
  const UndefinedValue *findUndefined(uint32_t Line, uint32_t Column) const;
  /// The same of Accesses.
  const VariableAccess *findAccess(uint32_t Line, uint32_t Column) const;
  /// Those of Locals that are called \p Path.
  llvm::ArrayRef<LocalVariable> findLocals(llvm::StringRef Path) const;
  /// \p Kernel and the functions that may run when it is launched.
  llvm::StringSet<> functionsOf(llvm::StringRef Kernel) const;
};

} // namespace heddle::object

#endif // HEDDLE_OBJECT_OPERATIONMAP_H
