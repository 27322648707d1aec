//===- AddressStrides.h - How far apart lanes' addresses are ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// tx1 has addresses in registers, or pairs of them, and in most of these lane
/// n has lane 0's and n times the same number of bytes, the stride. Host code
/// looks at the lanes where such a register is written, and not where it is
/// used. Behind sums and products by a constant nobody looks: their stride
/// follows from those of the operands, so that a loop which adds the same to
/// all lanes has one number to add, and of many addresses that are made of one
/// index only the index is looked at.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ADDRESSSTRIDES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ADDRESSSTRIDES_H

#include "HandlerInliner.h"
#include "Liveness.h"
#include "llvm/ADT/BitVector.h"

namespace heddle::hosttranslate {

class AddressStrides {
public:
  /// \p Kernel is the host code of the kernel whose strides these are.
  AddressStrides(const FlowGraph &Graph, const sm::Program &Prog,
                 StateVariables &Vars, llvm::Function &Kernel);

  /// A block is built from here on.
  void startBlock(uint32_t Number);
  /// The stride of the address of \p I, which all lanes execute: a word, or
  /// something larger than any stride where lanes have other addresses. Null:
  /// the address is in no register.
  llvm::Value *of(llvm::IRBuilderBase &B, const sm::DecodedInst &I);
  /// Returns the variables that appendBehind(\p N) reads.
  llvm::SmallVector<Variable> readBehind(NodeIndex N) const;
  /// Appends what is to be known of the registers that \p N wrote.
  void appendBehind(llvm::IRBuilderBase &B, NodeIndex N, Effects &E);
  /// Appends the same for the registers that host code finds at \p Rows, the
  /// warp's memory, where it is entered.
  void appendEntry(llvm::IRBuilderBase &B, uint32_t Block, llvm::Value *Rows);

private:
  /// A register, or one more than all registers and the first of a pair.
  using Key = unsigned;

  Key keyOf(unsigned Row, bool IsPair) const {
    return IsPair ? NumRows + Row : Row;
  }
  bool isPair(Key K) const { return K >= NumRows; }
  unsigned rowOf(Key K) const { return isPair(K) ? K - NumRows : K; }
  struct Term {
    Key Of = 0;
    uint32_t Factor = 1;
    /// A word that becomes a pair.
    bool IsWidened = false;
  };
  /// What an instruction computes of registers so that its stride follows from
  /// theirs. Operands that are the same in all lanes are left out.
  struct Sum {
    Key Result;
    llvm::SmallVector<Term, 2> Terms;
    /// Registers of which a term is made that has no stride unless each of them
    /// is the same in all lanes.
    llvm::SmallVector<Key, 2> Factors;
    /// Whether words are signed that become pairs.
    bool IsSigned = false;
  };
  std::optional<Sum> sumOf(NodeIndex N) const;
  /// Adds source \p Number of \p I to \p Made as \p Like says. Returns false if
  /// nothing is known of it.
  bool addTerm(Sum &Made, const sm::DecodedInst &I, unsigned Number,
               Term Like) const;
  /// The same for the product of the first two sources, or the first one
  /// shifted by the second.
  bool addProduct(Sum &Made, const sm::DecodedInst &I, Term Like) const;
  std::optional<uint32_t> constantOf(const sm::Source &S) const;
  static llvm::SmallVector<Key, 4> readBy(const Sum &Made);
  std::optional<Key> addressOf(const sm::DecodedInst &I) const;
  /// Whether host code executes the instruction of \p N where it has \p N.
  bool executes(const FlowNode &N) const;
  void findTracked();
  void findEffects();
  llvm::AllocaInst *slot(Key K);
  llvm::Value *look(llvm::IRBuilderBase &B, Key K, Effects &E);
  llvm::Value *strideOfSum(llvm::IRBuilderBase &B, const Sum &Made, Effects &E);
  /// The stride that the words of \p T, which is \p Stride there, have as
  /// pairs.
  llvm::Value *widened(llvm::IRBuilderBase &B, const Term &T, bool IsSigned,
                       llvm::Value *Stride, Effects &E);
  /// Low and high words of addresses, a vector for each chunk of lanes; no high
  /// ones: they have one word.
  using Words = llvm::ArrayRef<llvm::Value *>;
  llvm::Value *strideOf(llvm::IRBuilderBase &B, Words Low, Words High) const;
  /// The function that looks at a register in memory, or at a pair of them.
  llvm::Function *lookInMemory(bool AtPair);

  const FlowGraph &G;
  const sm::Program &P;
  StateVariables &State;
  llvm::Function &F;
  const unsigned NumRows;
  /// The keys that somebody asks for.
  llvm::BitVector Tracked;
  /// By node, in terms of keys.
  std::vector<Effects> NodeEffects;
  std::optional<Liveness> Live;
  std::vector<llvm::AllocaInst *> Slots;
  llvm::Function *Looks[2] = {};
  /// The registers to look at behind each node of the current block.
  llvm::DenseMap<NodeIndex, llvm::SmallVector<Key, 2>> Behind;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ADDRESSSTRIDES_H
