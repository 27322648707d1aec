//===- EvaluatorImpl.h - The evaluator's state ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One object runs one program; its members are spread over the Evaluator*.cpp
/// files: statements that compute, control flow of one thread, all threads.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_EVALUATORIMPL_H
#define HEDDLE_FUZZ_RANDOM_EVALUATORIMPL_H

#include "Evaluator.h"
#include "Operations.h"

namespace heddle::ptxrandom {

/// A byte of what a thread sees of a space.
struct PlaceInSpace {
  Space Where = Space::Global;
  unsigned Offset = 0;
};

/// Registers of a call of a function, or of the kernel.
struct Frame {
  uint64_t Values[NumClasses][16] = {};
  uint8_t Local[LocalBytes] = {};
  PlaceInSpace Pointers[NumSlots];
  unsigned Carry = 0;
  int Fuel = 0;

  uint64_t &at(Reg R) { return Values[unsigned(R.Class)][R.Index]; }
};

struct Thread {
  Frame Registers;
  /// Its number in the CTA and in the grid.
  unsigned Index = 0, GlobalIndex = 0;
  bool IsDone = false;
};

/// Where control goes behind a statement.
struct Flow {
  enum KindType : uint8_t { Next, Leave, Return } Kind = Next;
  unsigned Label = 0;
  bool IsContinue = false;
};

inline uint64_t masked(uint64_t V, unsigned Bits) {
  return V & (~uint64_t(0) >> (64 - Bits));
}

class Evaluator {
public:
  Evaluator(const Program &Source, const std::string &WrongName)
      : P(Source), Plant(WrongName), Input(inputBytes(Source)) {
    Result.Output.resize(Input.size());
    Result.Common = commonBytes(Source);
  }

  Outcome run();

private:
  using Group = std::vector<Thread *>;

  void runTogether(const Block &B, const Group &Threads);
  void collective(const Stmt &S, const Group &Threads);
  void vote(const Stmt &S, const Group &Threads);
  void warpOperation(const Stmt &S, const Group &Threads);
  void warpBlock(const Stmt &S, Group Threads);

  Flow run(const Block &B, size_t First, Thread &T, Frame &F);
  Flow run(const Stmt &S, Thread &T, Frame &F);
  Flow loop(const Stmt &S, Thread &T, Frame &F);
  Flow selection(const Stmt &S, Thread &T, Frame &F);
  Flow graph(const Stmt &S, Thread &T, Frame &F);
  unsigned follow(const Stmt &S, unsigned Node, unsigned Turns, Frame *F);
  void instruction(const Stmt &S, Frame &F);
  void memory(const Stmt &S, Thread &T, Frame &F);
  void pointerStore(const Stmt &S, Frame &F);
  void pointerAccess(const Stmt &S, Thread &T, Frame &F);
  void move(const Stmt &S, uint8_t *Bytes, Frame &F);
  void arrayCall(const Stmt &S, Frame &F);
  void imageAccess(const Stmt &S, Thread &T, Frame &F);
  void bindImages();
  uint32_t imageWord(const ImageOperand &O, bool IsFloat, const Thread &T,
                     Frame &F) const;
  texture::Texel texel(const ImageAccess &A, const Thread &T, Frame &F,
                       unsigned Image) const;
  uint32_t question(const ImageAccess &A, const Thread &T, Frame &F,
                    unsigned Image) const;
  uint8_t *surfacePlace(const ImageAccess &A, unsigned Bytes, const Thread &T,
                        Frame &F, unsigned Image) const;
  void surface(const Stmt &S, const Thread &T, Frame &F, unsigned Image);
  void atomic(const Stmt &S, Thread &T, Frame &F);
  void call(const Stmt &S, Thread &T, Frame &F);
  void storeOutputs(Thread &T);
  std::vector<uint8_t> numbers(Space Where) const;
  /// Bytes from the start of the space, for a thread.
  static unsigned offsetOf(const Access &A, Frame &F) {
    unsigned Index = A.HasIndex ? unsigned(F.at(A.Index)) & (A.Count - 1) : 0;
    return Index * A.Bytes * A.Lanes + A.Offset;
  }
  uint8_t *place(Space Where, unsigned Offset, const Thread &T, Frame &F);
  bool isUniformlyTrue(const Stmt &S) const { return P.N > S.Number; }

  static bool holds(const Guard &G, Frame &F) {
    return !G.IsPresent ||
           (F.at({RegClass::Pred, G.Pred}) & 1) != uint64_t(G.IsNegated);
  }
  static uint64_t read(const Operand &O, Frame &F) {
    if (O.IsImmediate)
      return O.R.Class == RegClass::F64 ? nearestFloat(O.Bits) : O.Bits;
    return masked(F.at(O.R) ^ uint64_t(O.IsNegated), bitsOf(O.R.Class));
  }
  static void write(Reg R, uint64_t V, Frame &F) {
    F.at(R) = masked(V, bitsOf(R.Class));
  }

  const Program &P;
  const std::string &Plant;
  std::vector<uint8_t> Input;
  /// By number, also where it is a sampler's; of own ones no bytes.
  std::vector<std::vector<uint8_t>> ImageBytes;
  std::vector<texture::Texture> Images;
  std::vector<uint8_t> Shared, Constants, ConstNumbers, GlobalNumbers;
  Outcome Result;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_EVALUATORIMPL_H
