//===- Sequences.h - Sequences of random numbers ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_RAND_SEQUENCES_H
#define HEDDLE_MATHAPI_RAND_SEQUENCES_H

/// \file
/// A generator has many sequences, one behind the other in the long sequence of
/// its algorithm, and takes numbers from them in turn, as the documentation of
/// cuRAND says: result n of XORWOW is number n / 4096 of sequence n mod 4096.

#include "heddle-cuda/rand_types.h"
#include <cstdint>
#include <memory>

namespace heddle::math {

/// The interface of all algorithms: positions are those of results, which
/// all sequences have given so far.
class Sequences {
public:
  virtual ~Sequences();

  /// Returns null if there is no such algorithm here. The seed is for
  /// pseudorandom numbers, \p Dimensions for the others.
  static std::unique_ptr<Sequences> create(curandRngType_t Type, uint64_t Seed,
                                           unsigned Dimensions);

  /// Skips \p Count results of 32 bits.
  virtual void skip(uint64_t Count) = 0;

  /// How many points there were so far, where another number of dimensions goes
  /// on behind them.
  virtual uint64_t position() const { return 0; }

  // Each writes Count results, of which the normal ones are pairs.
  virtual void bits(uint32_t *To, uint64_t Count) = 0;
  virtual void uniform(float *To, uint64_t Count) = 0;
  virtual void uniform(double *To, uint64_t Count) = 0;
  virtual void normal(float *To, uint64_t Count) = 0;
  virtual void normal(double *To, uint64_t Count) = 0;
  virtual void longs(uint64_t *To, uint64_t Count);
  virtual void poisson(uint32_t *To, uint64_t Count, double Mean);

  /// How many results a call makes at once, whether two normal ones are a pair,
  /// and which integers there are.
  virtual unsigned multiple() const { return 1; }
  virtual bool makesPairs() const { return true; }
  virtual bool hasWords() const { return true; }
  virtual bool hasLongs() const { return false; }
};

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_RAND_SEQUENCES_H
