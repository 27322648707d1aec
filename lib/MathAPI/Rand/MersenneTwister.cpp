//===- MersenneTwister.cpp - Twisted recurrences --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MersenneTwister.h"
#include "Distributions.h"
#include "WordTransforms.h"
#include <array>
#include <random>
#include <vector>

namespace heddle::math {
namespace {

/// The seeds of both are one word.
uint32_t foldSeed(uint64_t Seed) {
  return uint32_t(Seed) ^ uint32_t(Seed >> 32);
}

/// M. Saito and M. Matsumoto, Variants of Mersenne Twister Suitable for Graphic
/// Processors (2013).
class Mtgp32 {
  static constexpr unsigned Size = 351;
  static constexpr uint32_t Mask = 0xfff80000;

  struct Parameters {
    unsigned Position, Shift1, Shift2;
    uint32_t Recurrence[4], Tempering[4];
  };
  static constexpr Parameters Known[] = {
#define HEDDLE_MTGP32(POSITION, SHIFT1, SHIFT2, R1, R2, R4, R8, T1, T2, T4,    \
                      T8)                                                      \
  {POSITION, SHIFT1, SHIFT2, {R1, R2, R4, R8}, {T1, T2, T4, T8}},
#include "Mtgp32.def"
  };

  static uint32_t sumOfBits(const uint32_t (&Worth)[4], uint32_t X) {
    uint32_t Sum = 0;
    for (unsigned I = 0; I != 4; ++I)
      if (X >> I & 1)
        Sum ^= Worth[I];
    return Sum;
  }

  /// One of the generators, which have each its own parameters.
  struct State {
    const Parameters *P;
    std::array<uint32_t, Size> Words;
    unsigned First = 0;

    State(const Parameters &Of, uint32_t Seed) : P(&Of) {
      const uint32_t Hidden = P->Recurrence[2] ^ (P->Recurrence[3] << 16);
      uint32_t Sum = Hidden + (Hidden >> 16);
      Sum += Sum >> 8;
      Words.fill((Sum & 0xff) * 0x01010101u);
      Words[0] = Seed;
      Words[1] = Hidden;
      for (unsigned I = 1; I != Size; ++I)
        Words[I] ^= 1812433253u * (Words[I - 1] ^ (Words[I - 1] >> 30)) + I;
    }
    uint32_t next() {
      auto At = [&](unsigned I) -> uint32_t & {
        return Words[(First + I) % Size];
      };
      uint32_t X = (At(0) & Mask) ^ At(1);
      X ^= X << P->Shift1;
      X ^= At(P->Position) >> P->Shift2;
      X ^= sumOfBits(P->Recurrence, X);
      uint32_t T = At(P->Position - 1);
      T ^= T >> 16;
      T ^= T >> 8;
      At(0) = X;
      First = (First + 1) % Size;
      return X ^ sumOfBits(P->Tempering, T);
    }
  };

public:
  explicit Mtgp32(uint64_t Seed) {
    uint32_t Each = foldSeed(Seed);
    for (const Parameters &P : Known)
      States.emplace_back(P, ++Each);
  }
  /// 256 words of each generator in turn.
  uint32_t next() {
    constexpr unsigned Turn = 256;
    const uint32_t X = States[Which].next();
    if (++Taken == Turn) {
      Taken = 0;
      Which = (Which + 1) % States.size();
    }
    return X;
  }

private:
  std::vector<State> States;
  size_t Which = 0;
  unsigned Taken = 0;
};

/// The sequence as it was published. That of cuRAND is taken from 8192 places
/// of it, which are 2^1000 words apart.
class Mt19937 {
public:
  explicit Mt19937(uint64_t Seed) : Engine(foldSeed(Seed)) {}
  uint32_t next() { return uint32_t(Engine()); }

private:
  std::mt19937 Engine;
};

template <typename Generator> class Twister final : public Sequences {
public:
  explicit Twister(uint64_t Seed) : Words(Seed) {}

  bool makesPairs() const override { return false; }
  void skip(uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      Words.next();
  }
  void bits(uint32_t *To, uint64_t Count) override {
    fill(To, Count, [](uint32_t X) { return X; });
  }
  void uniform(float *To, uint64_t Count) override {
    fill(To, Count, [](uint32_t X) { return floatOf(X); });
  }
  void uniform(double *To, uint64_t Count) override {
    fill(To, Count, [](uint32_t X) { return doubleOf(X); });
  }
  void normal(float *To, uint64_t Count) override {
    fill(To, Count,
         [](uint32_t X) { return float(normalQuantile(placeOf(X))); });
  }
  void normal(double *To, uint64_t Count) override {
    fill(To, Count, [](uint32_t X) { return normalQuantile(placeOf(X)); });
  }

private:
  template <typename T, typename Fn> void fill(T *To, uint64_t Count, Fn Of) {
    for (uint64_t I = 0; I != Count; ++I)
      To[I] = Of(Words.next());
  }

  Generator Words;
};

} // namespace

std::unique_ptr<Sequences> createTwister(curandRngType_t Type, uint64_t Seed) {
  if (int(Type) == CURAND_RNG_PSEUDO_MTGP32)
    return std::make_unique<Twister<Mtgp32>>(Seed);
  if (int(Type) == CURAND_RNG_PSEUDO_MT19937)
    return std::make_unique<Twister<Mt19937>>(Seed);
  return nullptr;
}

} // namespace heddle::math
