//===- Sequences.cpp - Sequences of random numbers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequences.h"
#include "Distributions.h"
#include "MersenneTwister.h"
#include "Sobol.h"
#include "Transforms.h"
#include <array>
#include <cassert>
#include <tuple>
#include <vector>

namespace heddle::math {

Sequences::~Sequences() = default;

void Sequences::longs(uint64_t *, uint64_t) {
  assert(hasLongs() && "integers that the algorithm does not make");
}

void Sequences::poisson(uint32_t *To, uint64_t Count, double Mean) {
  const PoissonTable Table(Mean);
  bits(To, Count);
  for (uint64_t I = 0; I != Count; ++I)
    To[I] = Table.quantile((double(To[I]) + 0.5) * 0x1p-32);
}

namespace {

/// Sequences of states that each make one number after the other. \p Algorithm
/// has the State, how many sequences there are, and what a step gives.
template <typename Algorithm> class StateSequences final : public Sequences {
  using State = typename Algorithm::State;

public:
  explicit StateSequences(uint64_t Seed)
      : States(Algorithm::makeStates(Seed)) {}

  void skip(uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      Algorithm::next(take(1));
  }

  void bits(uint32_t *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      To[I] = Algorithm::bits(take(1));
  }
  void uniform(float *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      To[I] = Algorithm::uniformFloat(take(1));
  }
  void uniform(double *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      To[I] = Algorithm::uniformDouble(take(1));
  }
  void normal(float *To, uint64_t Count) override {
    assert(Count % 2 == 0 && "normal numbers are made in pairs");
    for (uint64_t I = 0; I != Count; I += 2)
      std::tie(To[I], To[I + 1]) = Algorithm::normalFloats(take(1));
  }
  void normal(double *To, uint64_t Count) override {
    assert(Count % 2 == 0 && "normal numbers are made in pairs");
    for (uint64_t I = 0; I != Count; I += 2)
      std::tie(To[I], To[I + 1]) = Algorithm::normalDoubles(take(1));
  }

private:
  /// Returns the state whose turn it is.
  State &take(uint64_t Turns) {
    State &S = States[Turn];
    Turn = (Turn + Turns) % States.size();
    return S;
  }

  std::vector<State> States;
  size_t Turn = 0;
};

/// Marsaglia's xorshift of 160 bits with a Weyl sequence added.
struct Xorwow {
  static constexpr unsigned NumSequences = 4096;
  using Bits = std::array<uint32_t, 5>;
  struct State {
    Bits V;
    uint32_t D;
  };
  /// The bits that a step, or many, makes of each bit.
  using Matrix = std::vector<Bits>;

  static Bits step(const Bits &V) {
    const uint32_t T = V[0] ^ (V[0] >> 2);
    return {V[1], V[2], V[3], V[4], (V[4] ^ (V[4] << 4)) ^ (T ^ (T << 1))};
  }
  static Bits apply(const Matrix &M, const Bits &V) {
    assert(M.size() == 32 * V.size() && "a row for each bit of a state");
    Bits Result = {};
    for (unsigned I = 0; I != M.size(); ++I)
      if (V[I / 32] >> (I % 32) & 1)
        for (unsigned K = 0; K != Result.size(); ++K)
          Result[K] ^= M[I][K];
    return Result;
  }
  /// Returns the matrix of 2^67 steps, which sequences are apart.
  static Matrix distance() {
    Matrix M(160);
    for (unsigned I = 0; I != M.size(); ++I) {
      Bits One = {};
      One[I / 32] = 1u << (I % 32);
      M[I] = step(One);
    }
    for (unsigned Doubling = 0; Doubling != 67; ++Doubling) {
      Matrix Twice(M.size());
      for (unsigned I = 0; I != M.size(); ++I)
        Twice[I] = apply(M, M[I]);
      M = std::move(Twice);
    }
    return M;
  }

  static std::vector<State> makeStates(uint64_t Seed) {
    static const Matrix Far = distance();
    const uint32_t S0 = uint32_t(Seed) ^ 0xaad26b49u;
    const uint32_t S1 = uint32_t(Seed >> 32) ^ 0xf7dcefddu;
    const uint32_t T0 = 1099087573u * S0, T1 = 2591861531u * S1;
    State S = {{123456789u + T0, 362436069u ^ T0, 521288629u + T1,
                88675123u ^ T1, 5783321u + T0},
               6615241u + T1 + T0};
    std::vector<State> Result;
    for (unsigned I = 0; I != NumSequences; ++I) {
      Result.push_back(S);
      S.V = apply(Far, S.V);
    }
    return Result;
  }

  static uint32_t next(State &S) {
    S.V = step(S.V);
    S.D += 362437;
    return S.V[4] + S.D;
  }
  static uint32_t bits(State &S) { return next(S); }
  static float uniformFloat(State &S) { return math::uniformFloat(next(S)); }
  static double uniformDouble(State &S) {
    const uint32_t X = next(S);
    return math::uniformDouble(X, next(S));
  }
  static std::pair<float, float> normalFloats(State &S) {
    const uint32_t X = next(S);
    return math::normalFloats(X, next(S));
  }
  static std::pair<double, double> normalDoubles(State &S) {
    const uint32_t X0 = next(S), X1 = next(S), Y0 = next(S);
    return math::normalDoubles(X0, X1, Y0, next(S));
  }
};

/// L'Ecuyer's combination of two recurrences of order 3.
struct Mrg32k3a {
  static constexpr unsigned NumSequences = 81920;
  static constexpr uint64_t M1 = 4294967087, M2 = 4294944443;
  static constexpr double Norm = 2.3283065498378288e-10;
  using Triple = std::array<uint64_t, 3>;
  using Matrix = std::array<Triple, 3>;
  struct State {
    Triple A, B;
  };

  static Triple apply(const Matrix &M, const Triple &V, uint64_t Modulus) {
    Triple Result = {};
    for (unsigned I = 0; I != 3; ++I)
      for (unsigned K = 0; K != 3; ++K)
        // A product has 64 bits, and a sum of two remainders 33.
        Result[I] = (Result[I] + M[I][K] * V[K] % Modulus) % Modulus;
    return Result;
  }
  /// Returns the matrix of 2^76 steps of \p M.
  static Matrix distance(Matrix M, uint64_t Modulus) {
    for (unsigned Doubling = 0; Doubling != 76; ++Doubling) {
      Matrix Twice = {};
      for (unsigned J = 0; J != 3; ++J) {
        const Triple Column = apply(M, {M[0][J], M[1][J], M[2][J]}, Modulus);
        for (unsigned I = 0; I != 3; ++I)
          Twice[I][J] = Column[I];
      }
      M = Twice;
    }
    return M;
  }

  static constexpr Matrix StepA = {
      {{0, 1, 0}, {0, 0, 1}, {M1 - 810728, 1403580, 0}}};
  static constexpr Matrix StepB = {
      {{0, 1, 0}, {0, 0, 1}, {M2 - 1370589, 0, 527612}}};

  static std::vector<State> makeStates(uint64_t Seed) {
    static const Matrix FarA = distance(StepA, M1), FarB = distance(StepB, M2);
    State S = {{12345, 12345, 12345}, {12345, 12345, 12345}};
    if (Seed) {
      const uint64_t X = uint32_t(Seed) ^ 0x55555555u;
      const uint64_t Y = uint32_t(Seed >> 32) ^ 0xaaaaaaaau;
      S.A = {X * 12345 % M1, Y * 12345 % M1, X * 12345 % M1};
      S.B = {Y * 12345 % M2, X * 12345 % M2, Y * 12345 % M2};
    }
    std::vector<State> Result;
    for (unsigned I = 0; I != NumSequences; ++I) {
      Result.push_back(S);
      S = {apply(FarA, S.A, M1), apply(FarB, S.B, M2)};
    }
    return Result;
  }

  /// Returns a number from 1 to M1.
  static double next(State &S) {
    S = {apply(StepA, S.A, M1), apply(StepB, S.B, M2)};
    const double Difference = double(S.A[2]) - double(S.B[2]);
    return Difference <= 0 ? Difference + double(M1) : Difference;
  }
  static uint32_t bits(State &S) { return uint32_t(next(S) * 1.000000048662); }
  static float uniformFloat(State &S) { return float(next(S) * Norm); }
  static double uniformDouble(State &S) { return next(S) * Norm; }
  static std::pair<float, float> normalFloats(State &S) {
    const float X = uniformFloat(S);
    return math::normalFloats(X, uniformFloat(S) * TwoPi);
  }
  static std::pair<double, double> normalDoubles(State &S) {
    const double X = uniformDouble(S);
    return math::normalDoubles(X, uniformDouble(S) * 2);
  }
};

/// Salmon's Philox4x32-10: a block of four numbers for each counter. Result n
/// is number n mod 4 of a block of sequence n / 4 mod 65536; of doubles a
/// sequence makes four, too, of two blocks.
class Philox final : public Sequences {
  static constexpr size_t NumSequences = 65536;
  using Block = std::array<uint32_t, 4>;

public:
  explicit Philox(uint64_t Key) : Key(Key), Counters(NumSequences) {}

  void skip(uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I)
      advance(1);
  }

  void bits(uint32_t *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I, advance(1))
      To[I] = number();
  }
  void uniform(float *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I, advance(1))
      To[I] = uniformFloat(number());
  }
  void uniform(double *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I, advance(2)) {
      const Block B = block(Place / 2);
      To[I] = uniformDouble(B[Place % 2 * 2], B[Place % 2 * 2 + 1]);
    }
  }
  // A place has its half of a pair wherever a call begins.
  void normal(float *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I, advance(1)) {
      const Block B = block(0);
      const unsigned First = Place / 2 * 2;
      const auto [Sine, Cosine] = normalFloats(B[First], B[First + 1]);
      To[I] = Place % 2 ? Cosine : Sine;
    }
  }
  void normal(double *To, uint64_t Count) override {
    for (uint64_t I = 0; I != Count; ++I, advance(2)) {
      const Block B = block(Place / 2);
      const auto [Sine, Cosine] = normalDoubles(B[0], B[1], B[2], B[3]);
      To[I] = Place % 2 ? Cosine : Sine;
    }
  }

private:
  /// Returns the block \p Ahead blocks after the next one of the sequence whose
  /// turn it is.
  Block block(uint64_t Ahead) const {
    const uint64_t Counter = Counters[Turn] + Ahead;
    Block C = {uint32_t(Counter), uint32_t(Counter >> 32), uint32_t(Turn), 0};
    uint32_t K0 = uint32_t(Key), K1 = uint32_t(Key >> 32);
    for (unsigned Round = 0; Round != 10; ++Round) {
      const uint64_t P0 = 0xd2511f53ull * C[0], P1 = 0xcd9e8d57ull * C[2];
      C = {uint32_t(P1 >> 32) ^ C[1] ^ K0, uint32_t(P1),
           uint32_t(P0 >> 32) ^ C[3] ^ K1, uint32_t(P0)};
      K0 += 0x9e3779b9;
      K1 += 0xbb67ae85;
    }
    return C;
  }
  uint32_t number() const { return block(0)[Place]; }
  /// Ends a result of which four take \p Blocks blocks.
  void advance(unsigned Blocks) {
    if (++Place != 4)
      return;
    Place = 0;
    Counters[Turn] += Blocks;
    Turn = (Turn + 1) % NumSequences;
  }

  const uint64_t Key;
  /// The next block of each sequence.
  std::vector<uint64_t> Counters;
  size_t Turn = 0;
  /// How many of four results the sequence has made.
  unsigned Place = 0;
};

} // namespace

std::unique_ptr<Sequences>
Sequences::create(curandRngType_t Type, uint64_t Seed, unsigned Dimensions) {
  switch (int(Type)) {
  case CURAND_RNG_PSEUDO_DEFAULT:
  case CURAND_RNG_PSEUDO_XORWOW:
    return std::make_unique<StateSequences<Xorwow>>(Seed);
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return std::make_unique<StateSequences<Mrg32k3a>>(Seed);
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return std::make_unique<Philox>(Seed);
  case CURAND_RNG_PSEUDO_MTGP32:
  case CURAND_RNG_PSEUDO_MT19937:
    return createTwister(Type, Seed);
  }
  return createSobol(Type, Dimensions);
}

} // namespace heddle::math
