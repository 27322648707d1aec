// Sobol's sequences against Joe and Kuo's numbers; twisters and distributions
// against what NVIDIA's generators of the host give; which counts are refused.
//
// REQUIRES: curand, sobol
// RUN: %math %s -lcurand -lcuda -o %t && %t 2>&1 | FileCheck %s
// CHECK: done
#include "check.h"
#include "rand_types.h"

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t);
curandStatus_t curandDestroyGenerator(curandGenerator_t);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t,
                                                  unsigned long long);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t, unsigned long long);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t,
                                                       unsigned);
curandStatus_t curandGenerate(curandGenerator_t, unsigned *, size_t);
curandStatus_t curandGenerateLongLong(curandGenerator_t, unsigned long long *,
                                      size_t);
curandStatus_t curandGenerateUniform(curandGenerator_t, float *, size_t);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double *, size_t);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double *, size_t,
                                          double, double);
curandStatus_t curandGeneratePoisson(curandGenerator_t, unsigned *, size_t,
                                     double);
struct Discrete;
curandStatus_t curandCreatePoissonDistribution(double, Discrete **);
curandStatus_t curandDestroyDistribution(Discrete *);
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **,
                                           curandDirectionVectorSet_t);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **,
                                           curandDirectionVectorSet_t);
}

static curandGenerator_t made(curandRngType_t Type, unsigned Dimensions) {
  curandGenerator_t G;
  OK(curandCreateGenerator(&G, Type));
  OK(curandSetQuasiRandomGeneratorDimensions(G, Dimensions));
  return G;
}

template <typename T, typename Fn>
static std::vector<T> make(size_t Count, Fn Fill) {
  Array<T> A(Count);
  OK(Fill(A.get()));
  return A.values();
}

static bool isNear(double X, double Y) { return std::fabs(X - Y) < 1e-7; }

/// Three dimensions of 32 bits, by one call after the other.
static void points() {
  curandGenerator_t G = made(CURAND_RNG_QUASI_SOBOL32, 3);
  auto Bits = [&](unsigned *To) { return curandGenerate(G, To, 12); };
  CHECK((make<unsigned>(12, Bits) ==
         std::vector<unsigned>{0, 0x80000000, 0xc0000000, 0x40000000, 0,
                               0x80000000, 0x40000000, 0xc0000000, 0, 0x80000000,
                               0x40000000, 0xc0000000}));
  CHECK((make<unsigned>(12, Bits) ==
         std::vector<unsigned>{0x60000000, 0xe0000000, 0xa0000000, 0x20000000,
                               0x60000000, 0xe0000000, 0x20000000, 0xa0000000,
                               0xa0000000, 0x20000000, 0xe0000000, 0x60000000}));
  OK(curandSetGeneratorOffset(G, 20));
  const auto Normal = make<double>(
      12, [&](double *To) { return curandGenerateNormalDouble(G, To, 12, 0, 1); });
  CHECK(isNear(Normal[0], -0.0784124129) && isNear(Normal[11], -1.3180108979));
  OK(curandSetGeneratorOffset(G, 28));
  const auto Counts = make<unsigned>(
      24, [&](unsigned *To) { return curandGeneratePoisson(G, To, 24, 10); });
  CHECK((Counts == std::vector<unsigned>{8, 12, 10, 5, 5, 10, 13, 8, 8, 12, 5, 10,
                                         8, 12, 4, 10, 7, 11, 9, 14, 12, 7, 16, 9}));
  STATUS(CURAND_STATUS_LENGTH_NOT_MULTIPLE, curandGenerate(G, nullptr, 7));
  STATUS(CURAND_STATUS_TYPE_ERROR, curandGenerateLongLong(G, nullptr, 3));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandGeneratePoisson(G, nullptr, 3, -1));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(G, 0));
  STATUS(CURAND_STATUS_TYPE_ERROR, curandSetPseudoRandomGeneratorSeed(G, 1));
  OK(curandDestroyGenerator(G));
  G = made(CURAND_RNG_QUASI_SOBOL64, 2);
  OK(curandSetGeneratorOffset(G, 1));
  CHECK((make<unsigned long long>(4, [&](unsigned long long *To) {
           return curandGenerateLongLong(G, To, 4);
         }) == std::vector<unsigned long long>{1ull << 63, 3ull << 62, 1ull << 63,
                                               1ull << 62}));
  STATUS(CURAND_STATUS_TYPE_ERROR, curandGenerate(G, nullptr, 2));
  OK(curandDestroyGenerator(G));
}

/// Each interval of a dimension's 2^16 has one of as many points.
static void isBalanced(unsigned Dimension) {
  const size_t N = 65536;
  curandGenerator_t G = made(CURAND_RNG_QUASI_SOBOL32, Dimension);
  const auto All = make<unsigned>(N * Dimension, [&](unsigned *To) {
    return curandGenerate(G, To, N * Dimension);
  });
  std::vector<bool> Seen(N);
  for (size_t I = N * (Dimension - 1); I != All.size(); ++I)
    Seen[All[I] >> 16] = true;
  for (bool Is : Seen)
    CHECK(Is);
  OK(curandDestroyGenerator(G));
}

static void twisters() {
  curandGenerator_t G;
  OK(curandCreateGenerator(&G, CURAND_RNG_PSEUDO_MTGP32));
  OK(curandSetPseudoRandomGeneratorSeed(G, 1234));
  const auto Bits =
      make<unsigned>(512, [&](unsigned *To) { return curandGenerate(G, To, 512); });
  CHECK(Bits[0] == 0x95130d0d && Bits[1] == 0x76af12e1 && Bits[24] == 0x29f11038);
  // The second generator has seed 1236 and its own parameters.
  CHECK(Bits[256] == 0xb3ec7da8 && Bits[257] == 0xf14e02d4);
  OK(curandSetPseudoRandomGeneratorSeed(G, 1234));
  make<unsigned>(36, [&](unsigned *To) { return curandGenerate(G, To, 36); });
  const auto U = make<float>(
      12, [&](float *To) { return curandGenerateUniform(G, To, 12); });
  CHECK(isNear(U[0], 0.863571882) && isNear(U[2], 0.199113578));
  const auto D = make<double>(
      12, [&](double *To) { return curandGenerateUniformDouble(G, To, 12); });
  CHECK(D[0] == 0.22489030263386667 && D[3] == 0.59787249704822898);
  STATUS(CURAND_STATUS_TYPE_ERROR, curandSetGeneratorOffset(G, 5));
  STATUS(CURAND_STATUS_TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(G, 2));
  OK(curandDestroyGenerator(G));
  OK(curandCreateGenerator(&G, CURAND_RNG_PSEUDO_MT19937));
  OK(curandSetPseudoRandomGeneratorSeed(G, 5489));
  // Matsumoto and Nishimura: number 10,000 of seed 5489.
  CHECK(make<unsigned>(10000, [&](unsigned *To) {
          return curandGenerate(G, To, 10000);
        })[9999] == 4123659995u);
  OK(curandDestroyGenerator(G));
}

/// Mean and variance are both the parameter's.
static void poisson(double Mean) {
  const size_t N = 200000;
  curandGenerator_t G;
  OK(curandCreateGenerator(&G, CURAND_RNG_PSEUDO_XORWOW));
  double Sum = 0, Squares = 0;
  for (unsigned X : make<unsigned>(N, [&](unsigned *To) {
         return curandGeneratePoisson(G, To, N, Mean);
       })) {
    Sum += X;
    Squares += (X - Mean) * (X - Mean);
  }
  CHECK(std::fabs(Sum / N / Mean - 1) < 0.02);
  CHECK(std::fabs(Squares / N / Mean - 1) < 0.02);
  OK(curandDestroyGenerator(G));
}

// As curand_discrete.h and curand_poisson.h have them.
struct Histogram {
  double *Marks, *HostMarks;
  unsigned *Others, *HostOthers, IsOfHost;
};
struct Shifted {
  Histogram *TheHistogram, *HostHistogram;
  unsigned Shift, Length, IsOfHost;
};
struct Discrete {
  Discrete *OnHost;
  Shifted *Table, *HostTable;
  double Deviation, Mean;
};

/// Numbers that a kernel makes of a table, up to one for 1 itself.
static void table() {
  Discrete *Of = nullptr;
  OK(curandCreatePoissonDistribution(10, &Of));
  const Shifted &Table = *Of->Table;
  double Sum = 0;
  const unsigned Draws = 1 << 16;
  for (unsigned I = 0; I <= Draws; ++I) {
    const double U = double(I) / Draws;
    const auto J = unsigned(std::floor(Table.Length * U));
    const Histogram &H = *Table.TheHistogram;
    const unsigned Drawn = U < H.Marks[J] ? J : H.Others[J];
    CHECK(Drawn < Table.Length);
    Sum += Table.Shift + Drawn;
  }
  CHECK(std::fabs(Sum / Draws - 10) < 0.05);
  OK(curandDestroyDistribution(Of));
}

int main() {
  begin();
  table();
  points();
  for (unsigned Dimension : {1u, 2u, 200u})
    isBalanced(Dimension);
  curandDirectionVectors32_t *Words;
  OK(curandGetDirectionVectors32(&Words, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  CHECK(Words[0][3] == 0x10000000 && Words[2][2] == 0x60000000 &&
        Words[5][7] == 0xfb000000);
  curandDirectionVectors64_t *Longs;
  OK(curandGetDirectionVectors64(&Longs, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  CHECK(Longs[3][4] == 0xf8ull << 56);
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandGetDirectionVectors32(
             &Words, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
  twisters();
  for (double Mean : {0.5, 10.0, 300.0, 50000.0})
    poisson(Mean);
  std::puts(Failures ? "failed" : "done");
  return Failures != 0;
}
