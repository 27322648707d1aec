//===- MemoryLowering.h - Accesses to memory in host code -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses of a usual shape: the same address in all lanes, one word after
/// another, or any words of one buffer. What is tested is what the handlers
/// test; whatever fails goes to them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_MEMORYLOWERING_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_MEMORYLOWERING_H

#include "AccessPlan.h"
#include "HandlerInliner.h"
#include "StateVariables.h"
#include "heddle/Machine/Instruction.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>

namespace heddle::hosttranslate {

class MemoryLowering {
public:
  /// \p Kernel is the host code of \p Prog, and has its context in \p Context.
  MemoryLowering(StateVariables &Vars, llvm::IRBuilder<> &Builder,
                 llvm::Function &Kernel, llvm::Value *Context,
                 const sm::Program &Prog);

  /// Writes, at the builder's place, what does an access in another way. False:
  /// it has written where to go on, too.
  using SlowT = llvm::function_ref<bool()>;

  /// A block starts, with \p GlobalLoads loads of g[].
  void startBlock(unsigned GlobalLoads);
  /// From here on memory may be another.
  void startSegment() { StableLoads.clear(); }
  /// Loads of words of s[] and c[], which are still there.
  const llvm::SmallPtrSetImpl<const llvm::Value *> &stableLoads() const {
    return StableLoads;
  }

  /// The lanes that the accesses count for which follow; null: all.
  void setLanes(llvm::Value *Bits) { OnlyLanes = Bits; }

  /// Whether \p I loads or stores at an address that Src[0] holds, in a space
  /// of which appendAccess knows how.
  static bool isFarAccess(const sm::DecodedInst &I);

  /// Whether appendFetch knows how.
  static bool canFetch(const sm::MemoryOperand &M);

  /// Whether all accesses of \p G stay inside.
  llvm::Value *appendTest(const AccessGroup &G, Effects &E);

  /// Appends the reading of \p M to its row, of which other lanes may get any
  /// words. \p G is null or was tested.
  void appendFetch(const sm::MemoryOperand &M, const AccessGroup *G, Effects &E,
                   SlowT Slow);
  /// Appends what happens to the $a register of \p M in all lanes behind it,
  /// none of which wraps around.
  void appendStep(const sm::MemoryOperand &M, Effects &E);
  /// Appends \p I, an access. \p Stride is that of a far one by all lanes, see
  /// AddressStrides. False: it is not of a usual kind, and nothing was
  /// appended.
  bool appendAccess(const sm::DecodedInst &I, const AccessGroup *G,
                    llvm::Value *Stride, Effects &E, SlowT Slow);

  /// Returns whether s[] and the constant banks have all bytes that the kernel
  /// accesses at fixed addresses, by the context \p Of of any warp of the CTA.
  /// It is tested in the entry block.
  llvm::Value *preconditions(llvm::IRBuilderBase &At, llvm::Value *Of) const;

private:
  /// Bytes at addresses from 0 on.
  struct View {
    llvm::Value *Data, *Size;
    bool IsConstant;
  };
  /// Words that an access has at the same place of all lanes.
  using Chunks = llvm::SmallVector<llvm::Value *, 8>;

  View shared();
  View bank(unsigned N);
  void appendFlatLoad(const View &From, sm::MemType T, unsigned Register,
                      uint32_t Offset, unsigned Row, Effects &E, SlowT Slow);
  void appendTestedLoad(const AccessGroup &G, sm::MemType T, uint32_t Offset,
                        unsigned Row, Effects &E);
  void appendFixedLoad(const View &From, sm::MemType T, uint32_t Offset,
                       unsigned Row, Effects &E);
  bool appendSharedStore(const sm::DecodedInst &I, Effects &E, SlowT Slow);
  bool appendGlobal(const sm::DecodedInst &I, Effects &E, SlowT Slow);

  /// Where a far access may go: as FarWindow has it.
  struct FarWindowValues {
    llvm::Value *Base, *Size, *Data;
  };
  /// A register of each lane, or a pair.
  struct FarAddress {
    Chunks Low, High;
  };
  FarWindowValues farWindow(const sm::DecodedInst &I);
  llvm::Value *firstAddress(const sm::DecodedInst &I, const FarAddress &A);
  llvm::Value *areWords(const FarAddress &A);
  Chunks farOffsets(llvm::Value *Move, const FarAddress &A,
                    const FarWindowValues &W, llvm::Value *&Inside);
  /// The function that loads or stores words wherever they are in a window, and
  /// says whether all are. Its code is long and seldom executed.
  llvm::Function *farHelper(bool IsLoad, bool IsPair);
  void buildFarHelper(llvm::Function &Helper, bool IsLoad, bool IsPair);
  /// Appends a call of it. Goes on at the result if all words are there, which
  /// \p Loaded takes, and otherwise at \p Else.
  void appendApart(const sm::DecodedInst &I, const FarAddress &A,
                   const FarWindowValues &W, llvm::ArrayRef<llvm::Value *> Data,
                   Chunks &Loaded, llvm::BasicBlock *Else);
  llvm::SmallVector<Chunks, 4> farData(const sm::DecodedInst &I, Effects &E);
  /// These two access one value after another.
  void loadInOrder(const sm::DecodedInst &I, llvm::Value *From, Effects &E);
  void storeInOrder(const sm::DecodedInst &I, llvm::Value *To,
                    llvm::ArrayRef<Chunks> Data);
  void storeLast(const sm::DecodedInst &I, llvm::Value *To,
                 llvm::ArrayRef<Chunks> Data);
  bool appendFixedFar(const sm::DecodedInst &I, Effects &E);
  bool appendFar(const sm::DecodedInst &I, llvm::Value *Stride, Effects &E,
                 SlowT Slow);

  /// Fetches, ahead of its load, a row that lies in steps as from the last row
  /// to this one, at \p First, behind this one, at \p Offset of \p Data.
  void appendPrefetch(llvm::Value *First, llvm::Value *Offset,
                      llvm::Value *Size, llvm::Value *Data);

  llvm::Value *field(llvm::IRBuilderBase &At, size_t Offset, llvm::Type *Ty,
                     bool IsInvariant) const;
  llvm::Value *splat(llvm::Value *Word);
  /// {0, 1, 2, ...} of chunk \p N, times 4.
  llvm::Constant *wordOffsets(unsigned N) const;
  Chunks readRow(unsigned Row, Effects &E);
  void writeRow(unsigned Row, llvm::ArrayRef<llvm::Value *> Values, Effects &E);
  Chunks readAddress(unsigned Register, Effects &E);
  llvm::Value *byteOf(llvm::Value *Data, llvm::Value *Offset);
  /// Reads a value of \p T, word \p N of it.
  llvm::Value *readScalar(llvm::Value *From, sm::MemType T, unsigned N,
                          bool IsConstant, bool IsVolatile = false);
  llvm::SmallVector<llvm::Value *, 4> readWhole(const sm::DecodedInst &I,
                                                llvm::Value *From);
  Chunks readWords(llvm::Value *From);
  /// Offsets of words that are inside: those of the chunks' first lanes, how
  /// far behind these the others are, and whether all are so near that two
  /// vectors have the words of a chunk, and the buffer has both vectors.
  struct NearWords {
    Chunks Starts, Distances;
    llvm::Value *AreAll = nullptr;
  };
  /// For hosts with AVX2 and AVX-512, that put lanes of vectors in any order.
  NearWords findNear(llvm::Value *Size, llvm::ArrayRef<llvm::Value *> Offsets);
  Chunks loadNear(llvm::Value *Data, const NearWords &Near);
  Chunks gatherWords(llvm::Value *Data, llvm::ArrayRef<llvm::Value *> Offsets);
  /// Loads the word of each lane at offsets below 2^31.
  Chunks loadEach(llvm::Value *Data, llvm::ArrayRef<llvm::Value *> Offsets);
  /// Calls a function that does so.
  Chunks callGather(llvm::Value *Data, llvm::ArrayRef<llvm::Value *> Offsets);
  /// The bits of chunk \p C, as a vector.
  llvm::Value *lanesOf(unsigned C);
  /// \p Bits of chunk \p C where lanes count.
  llvm::Value *ofLanes(unsigned C, llvm::Value *Bits);
  llvm::Value *anyOf(llvm::ArrayRef<llvm::Value *> Bits);
  /// In front of a store to g[], or behind a load: keeps the order that
  /// AccessOrder.h tells of.
  void appendOrder(llvm::AtomicOrdering Order);
  void storeWords(llvm::Value *To, llvm::ArrayRef<llvm::Value *> Data);
  /// Whether scatterWords makes less of it than a call of the handler is: the
  /// host has an instruction, or all lanes store.
  bool canScatter() const {
    return State.chunkType()->getNumElements() == 16 || !OnlyLanes;
  }
  /// Stores one word after another, or one pair, by all lanes.
  void storeInTurn(llvm::Value *To, llvm::ArrayRef<llvm::Value *> Offsets,
                   llvm::ArrayRef<llvm::Value *> Data);
  /// Calls a function that does so.
  void callStore(llvm::Value *To, llvm::ArrayRef<llvm::Value *> Offsets,
                 llvm::ArrayRef<llvm::Value *> Data);
  void scatterWords(llvm::Value *To, llvm::ArrayRef<llvm::Value *> Offsets,
                    llvm::ArrayRef<llvm::Value *> Data);
  /// Whether all offsets are aligned, and below \p Size, a word each.
  llvm::Value *allInside(llvm::ArrayRef<llvm::Value *> Offsets,
                         llvm::Value *Size);
  /// The slow way, and then the end.
  void appendSlow(SlowT Slow, llvm::BasicBlock *End);
  llvm::BasicBlock *newBlock(const char *Name);
  /// Goes on at the result if \p Good, and otherwise at \p Else.
  llvm::BasicBlock *branch(llvm::Value *Good, llvm::BasicBlock *Else,
                           bool IsLikely);

  StateVariables &State;
  llvm::IRBuilder<> &B;
  llvm::Function &F;
  llvm::Value *Context;
  const sm::Program &P;
  llvm::Value *OnlyLanes = nullptr;
  /// Whether rows keep what other lanes have of them.
  bool Keeps = false;
  /// Whether the current block fetches rows ahead.
  bool Prefetches = false;
  /// The loads in the current segment that stableLoads() returns.
  llvm::SmallPtrSet<const llvm::Value *, 32> StableLoads;
  /// The functions of farHelper, by whether they load, whether addresses are
  /// pairs, and whether some lanes are left out.
  llvm::Function *Helpers[2][2][2] = {};
  /// The function of callStore.
  llvm::Function *StoreHelper = nullptr;
  /// The function of callGather.
  llvm::Function *GatherHelper = nullptr;
  /// The address of the last row that the current block accessed.
  llvm::Value *LastRow = nullptr;
  uint32_t NeedsShared = 0;
  std::array<uint32_t, 16> NeedsBank = {};
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_MEMORYLOWERING_H
