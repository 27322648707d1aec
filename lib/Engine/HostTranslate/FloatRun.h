//===- FloatRun.h - Runs of f32 sums and products ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums and products of usual code wait until somebody needs their results, and
/// are then written together: one after another for all lanes, or, if there are
/// many, as a loop over the vectors of a row:
///
///     mad $c0, $x, s[0], $c0           for each vector n of a row:
///     mad $c1, $x, s[4], $c1             load $x[n], $c0[n], $c1[n], ...
///     ...                                ... of one vector each
///     mad $c15, $x, s[60], $c15          store $c0[n], $c1[n], ...
///
/// So the code is shorter by the number of vectors, which the host has to fetch
/// for each warp, and what is live in it, the sums above all, has a register.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATRUN_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATRUN_H

#include "FloatLowering.h"
#include "HandlerInliner.h"
#include "StateVariables.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::hosttranslate {

class FloatRun {
public:
  /// \p Stable are loads of words that can be loaded again.
  FloatRun(StateVariables &Vars, llvm::IRBuilder<> &Builder,
           llvm::Function &Kernel, const sm::Program &Prog,
           const llvm::SmallPtrSetImpl<const llvm::Value *> &Stable);

  /// A block of these instructions starts, where nothing is known of registers.
  void startBlock(llvm::ArrayRef<const sm::DecodedInst *> Block);
  /// An instruction of the block starts here: all ways to the next one lead
  /// through this place.
  void startInstruction() { Passed.insert(B.GetInsertBlock()); }

  /// Whether \p I, of all lanes, may wait.
  bool takes(const sm::DecodedInst &I) const { return Lowering.takes(I); }
  /// Has \p I, which takes() says yes to, wait. Its sources are those of now.
  void add(const sm::DecodedInst &I, Effects &E);
  /// Whether a result that waits belongs into one of \p Registers.
  bool isAwaited(llvm::ArrayRef<Variable> Registers) const;
  /// How many instructions wait.
  unsigned size() const { return unsigned(Waiting.size()); }

  /// Where to go if something is rare, of a segment that starts over.
  using LeaveT = llvm::function_ref<llvm::BasicBlock *()>;
  /// Writes what waits. What was taken for granted of it has still to be
  /// tested.
  void append(LeaveT Leave);
  /// Whether words were copied to where loops find them.
  bool copiesWords() const { return CopiesWords; }
  /// How many values are to be tested.
  unsigned pending() const { return Doubts.pending(); }
  /// Appends whether an operand was not as taken for granted; null: all were.
  llvm::Value *appendTest() { return Doubts.appendTest(); }

private:
  using Chunks = llvm::SmallVector<llvm::Value *, 8>;

  /// A value that a register holds as long as \p Store is the last to it.
  struct Known {
    const llvm::StoreInst *Store = nullptr;
    llvm::Value *Held = nullptr;
  };
  /// A value that comes from outside of the run.
  struct Input {
    Chunks Values;
    /// The word, if all lanes have the same; or null.
    llvm::Value *Word = nullptr;
    /// Where the loop loads that again, and how far behind it; null: it must
    /// not.
    llvm::Value *Base = nullptr;
    int64_t Distance = 0;
    /// Whether all vectors of the row are the same constant.
    bool IsConstant = false;
    bool IsFactor = false;
    /// Where the loop finds it, in bytes.
    unsigned Place = 0;
  };
  struct Operand {
    bool IsResult = false;
    unsigned Number = 0;
  };
  struct Instruction {
    const sm::DecodedInst *I;
    llvm::DebugLoc Line;
    std::array<Operand, 3> Sources;
    /// The longest chain that ends here.
    unsigned Depth;
  };

  unsigned numSources(const sm::DecodedInst &I) const;
  llvm::Value *readChunk(const sm::Source &From, unsigned Chunk, Effects &E);
  Operand operandOf(const sm::Source &From, Effects &E);
  void write(unsigned Row, unsigned Chunk, llvm::Value *V);
  bool isWorthALoop() const;
  void appendStraight();
  void appendLoop(llvm::BasicBlock &Leave);
  /// Gives inputs and results of the loop their places, and puts inputs there.
  void layOut();
  void appendInputs();
  void appendBody(llvm::Value *Array, llvm::Value *Offset);
  llvm::Value *loadInput(const Input &From, llvm::Value *Array,
                         llvm::Value *Offset);
  llvm::Value *byteOf(llvm::Value *Array, llvm::Value *Offset, unsigned Place);
  /// \p Pointer, of which LLVM does not know that it is the same in all turns
  /// of the loop.
  llvm::Value *hide(llvm::Value *Pointer, llvm::Value *Offset);
  void findBase(Input &Of);
  /// The first pointer of the block that was loaded from where \p Pointer was,
  /// if nobody writes there.
  llvm::Value *firstOf(llvm::Value *Pointer);

  StateVariables &State;
  llvm::IRBuilder<> &B;
  llvm::Function &F;
  const sm::Program &P;
  const llvm::SmallPtrSetImpl<const llvm::Value *> &Stable;
  FloatLowering Lowering;
  /// The doubts of code in straight lines, and those of the current loop.
  FloatDoubts Doubts, DoubtsInLoop;
  llvm::DenseMap<Variable, Known> Registers;
  /// Where the instructions of the block start. Each dominates those behind it,
  /// so that a store there still holds if none was written since.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Passed;
  llvm::DenseMap<std::pair<const llvm::Value *, int64_t>, llvm::Value *>
      Invariant;
  std::vector<Instruction> Waiting;
  std::vector<Input> Inputs;
  /// By row: whose result it gets, and where the loop leaves that.
  struct Result {
    unsigned Number, Place;
  };
  llvm::MapVector<unsigned, Result> Results;
  /// The place where loops find words, and how large it has to be.
  llvm::AllocaInst *Places = nullptr;
  bool CopiesWords = false;
  /// The pointers that hide() returned in the current loop.
  llvm::DenseMap<llvm::Value *, llvm::Value *> Hidden;
  unsigned FirstWord = 0, NumWords = 0, Bytes = 0;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOATRUN_H
