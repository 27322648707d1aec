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

/// The order of an access or a fence. A volatile access is a relaxed one of
/// scope System.
enum class MemoryOrder : uint8_t {
  Weak,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  /// The order of a fence only, which is one of AcquireRelease, too.
  SequentiallyConsistent
};

/// The threads that the operation is ordered with.
enum class MemoryScope : uint8_t { Cta, Gpu, System };

/// An instruction of PTX by which threads order what they do.
struct SyncOperation {
  enum KindType : uint8_t {
    /// A load or store that is not weak.
    Access,
    /// atom, red.
    Atomic,
    /// A copy or store whose bytes an mbarrier counts: the atomic operation on
    /// the mbarrier has the order, and the accesses to the data have none.
    Completion,
    /// fence, membar.
    Fence,
    /// bar, barrier.
    Barrier,
    /// bar.warp.sync.
    WarpBarrier,
    /// shfl, vote, match, redux, elect.
    Exchange,
    ActiveMask,
    /// A copy, or wgmma, that a group of its thread completes.
    AsyncWork,
    /// Closes a group of these.
    AsyncCommit,
    /// Waits for groups.
    AsyncWait,
    /// mbarrier.init, and inval.
    WordInit,
    WordInval,
  };
  KindType Kind = Access;
  MemoryOrder Order = MemoryOrder::Weak;
  MemoryScope Scope = MemoryScope::System;
  /// The exchange is a .sync.
  bool IsSync = false;
  /// All lanes of a warp must come to the barrier together.
  bool IsAligned = false;
  /// The atomic is exch, for which the old value does not matter.
  bool IsReplacing = false;
  /// The member mask was read by activemask, and nothing else depends on which
  /// lanes they are.
  bool IsOfActive = false;
  /// Bytes of an element of a vector or packed access: each element is an
  /// access of its own (PTX ISA, "Vector Data-types", "Packed Data-types"). 0:
  /// there is one.
  uint8_t ElementBytes = 0;
  /// The atomic changes half of the word that the machine changes. The
  /// machine's first access for it is a read of that half alone.
  bool IsOfHalf = false;
  /// Which vote it is: the machine has one instruction for all of them.
  enum VoteType : uint8_t { NoVote, VoteAny, VoteAll, VoteUni, VoteBallot };
  VoteType Vote = NoVote;
  /// The agent that accesses memory in a thread's stead, or is waited for.
  enum AgentType : uint8_t {
    NoAgent,
    /// cp.async.
    CopyAgent,
    /// Copies of bulk groups.
    BulkAgent,
    /// Copies that an mbarrier counts.
    BarrierAgent,
    WgmmaAgent
  };
  AgentType Agent : 4 = NoAgent;
  /// A fence between proxies; work that goes by the asynchronous proxy.
  bool IsProxy : 1 = false;
  /// An AsyncWait until sources have been read.
  bool IsOfReads : 1 = false;
  /// An AsyncWait for work of no group, too.
  bool IsOfAll : 1 = false;
  /// The newest groups that an AsyncWait does not wait for, MaxPending at most.
  uint8_t Pending = 0;
  static constexpr uint32_t MaxPending = UINT8_MAX;
  /// Members, where it can be told which.
  std::optional<uint32_t> Members;
  /// The place where the name of the instruction starts.
  uint32_t Line = 0;
  uint32_t Column = 0;
};

/// A register or a .local variable that may be read before it is written. An
/// instruction at this place makes the value that is read.
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
  /// Bytes that one thread accesses. The machine may access them in parts. 0:
  /// the access is in several places.
  uint32_t Bytes = 0;
};

/// A place in l[] of a variable of a function. A variable that is in several
/// kernels, or that several callers pass, has several places.
struct LocalVariable {
  /// FUNCTION/LINE:COLUMN/NAME, with where it is declared; empty for what is no
  /// more as the PTX has it.
  std::string Path;
  /// The variable is in space .param.
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
  /// Ascending by place; empty where nobody looks for them.
  std::vector<UndefinedValue> Undefined;
  /// Ascending by place.
  std::vector<VariableAccess> Accesses;
  /// Ascending by path.
  std::vector<LocalVariable> Locals;
  /// Pairs of a caller and a function that it calls, ascending. Indirect calls
  /// are calls of "", which calls all functions whose address is taken.
  std::vector<std::pair<std::string, std::string>> Calls;

  /// The operation at a place; null for an instruction that has no memory
  /// order.
  const SyncOperation *find(uint32_t Line, uint32_t Column) const;
  /// The undefined value at a place; null where there is none.
  const UndefinedValue *findUndefined(uint32_t Line, uint32_t Column) const;
  /// The access at a place; null where there is none.
  const VariableAccess *findAccess(uint32_t Line, uint32_t Column) const;
  /// The variables of Locals that are called \p Path.
  llvm::ArrayRef<LocalVariable> findLocals(llvm::StringRef Path) const;
  /// \p Kernel and the functions that may run when it is launched.
  llvm::StringSet<> functionsOf(llvm::StringRef Kernel) const;
};

} // namespace heddle::object

#endif // HEDDLE_OBJECT_OPERATIONMAP_H
