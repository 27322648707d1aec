// Sequences against published values: of the papers, and what NVIDIA's generators
// of the host give for seed 1234; where sequences go on; what is wrong.
//
// REQUIRES: curand
// RUN: %math %s -lcurand -lcuda -o %t && %t 2>&1 | FileCheck %s
// CHECK: curandGenerate: fault: outputPtr has 64 bytes at 0x{{[0-9A-Fa-f]+}}, 40 bytes before the end of its allocation of 40
// CHECK: done
#include "check.h"
#include "rand_types.h"

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *, curandRngType_t);
curandStatus_t curandDestroyGenerator(curandGenerator_t);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t,
                                                  unsigned long long);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t, unsigned long long);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t);
curandStatus_t curandGenerate(curandGenerator_t, unsigned *, size_t);
curandStatus_t curandGenerateUniform(curandGenerator_t, float *, size_t);
curandStatus_t curandGenerateNormal(curandGenerator_t, float *, size_t, float,
                                    float);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double *, size_t);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double *, size_t,
                                          double, double);
curandStatus_t curandGenerateLogNormal(curandGenerator_t, float *, size_t,
                                       float, float);
}

static curandGenerator_t made(curandRngType_t Type, unsigned long long Seed) {
  curandGenerator_t G;
  OK(curandCreateGenerator(&G, Type));
  if (Seed)
    OK(curandSetPseudoRandomGeneratorSeed(G, Seed));
  return G;
}

static std::vector<unsigned> bits(curandGenerator_t G, size_t N) {
  Array<unsigned> A(N);
  OK(curandGenerate(G, A.get(), N));
  return A.values();
}

struct Known {
  curandRngType_t Type;
  std::vector<unsigned> Bits;
  std::vector<float> Uniform, Normal;
  std::vector<double> Doubles;
};

/// After 8 results of 32 bits, 8 uniform ones and so on, as programs mix them.
static void mixed(const Known &K) {
  curandGenerator_t G = made(K.Type, 1234);
  CHECK(bits(G, 8) == K.Bits);
  Array<float> F(8);
  Array<double> D(8);
  OK(curandGenerateUniform(G, F.get(), 8));
  for (int I = 0; I < 4; ++I)
    CHECK(F.values()[I] == K.Uniform[I]);
  OK(curandGenerateNormal(G, F.get(), 8, 0, 1));
  for (int I = 0; I < 4; ++I)
    CHECK(std::fabs(F.values()[I] - K.Normal[I]) < 1e-5f);
  OK(curandGenerateUniformDouble(G, D.get(), 8));
  for (int I = 0; I < 4; ++I)
    CHECK(D.values()[I] == K.Doubles[I]);
  OK(curandDestroyGenerator(G));
}

/// Sequence \p Turn again, whichever calls bring it there.
static void goesOn(curandRngType_t Type) {
  const size_t N = 100000;
  curandGenerator_t G = made(Type, 7), Skips = made(Type, 7);
  const std::vector<unsigned> All = bits(G, N);
  G = made(Type, 7);
  std::vector<unsigned> Parts = bits(G, 5001);
  for (unsigned Each : bits(G, N - 5001))
    Parts.push_back(Each);
  CHECK(All == Parts);
  OK(curandSetGeneratorOffset(Skips, N - 3));
  CHECK(bits(Skips, 3) == std::vector<unsigned>(All.end() - 3, All.end()));
  // Means and variances of distributions.
  Array<float> F(N);
  double Sum = 0, Squares = 0;
  OK(curandGenerateNormal(G, F.get(), N, 3, 2));
  for (float V : F.values()) {
    Sum += V;
    Squares += (V - 3.0) * (V - 3.0);
  }
  CHECK(std::fabs(Sum / N - 3) < 0.03 && std::fabs(Squares / N - 4) < 0.1);
  OK(curandGenerateLogNormal(G, F.get(), N, 0, 0.5f));
  Sum = 0;
  for (float V : F.values())
    Sum += std::log(V);
  CHECK(std::fabs(Sum / N) < 0.02);
}

int main() {
  begin();
  // Salmon et al.: Philox of counter 0 and key 0.
  CHECK((bits(made(CURAND_RNG_PSEUDO_PHILOX4_32_10, 0), 4) ==
         std::vector<unsigned>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  // L'Ecuyer: the first two numbers of the first stream are 0.127011122046576 and
  // 0.318527565396794; cuRAND's factor differs from the tenth digit on.
  const size_t Streams = 81920;
  curandGenerator_t G = made(CURAND_RNG_PSEUDO_MRG32K3A, 0);
  Array<double> D(Streams + 1);
  OK(curandGenerateUniformDouble(G, D.get(), Streams + 1));
  CHECK(std::fabs(D.values()[0] - 0.127011122046576) < 1e-9 &&
        std::fabs(D.values()[Streams] - 0.318527565396794) < 1e-9);
  mixed({CURAND_RNG_PSEUDO_XORWOW,
         {624778773, 3522650202, 2363946744, 1266286439, 3928747533, 3732235839,
          1382638835, 3362343509},
         {0.0113022961f, 0.28545019f, 0.781606317f, 0.233839706f},
         {-0.571309507f, 1.16037154f, -0.46865049f, 1.30360878f},
         {0.57036765227367092, 0.54919682527828528, 0.74052737005059255,
          0.2484997181573198}});
  mixed({CURAND_RNG_PSEUDO_MRG32K3A,
         {3379073520, 653317650, 4012281984, 4237272334, 4243547925, 1307787078,
          3979394643, 1855630276},
         {0.346985787f, 0.840584755f, 0.458578199f, 0.354181796f},
         {0.148511454f, 0.136854976f, -0.990284204f, -0.705945194f},
         {0.33774113529079997, 0.32411297521079235, 0.55593905648944508,
          0.050625017513667388}});
  mixed({CURAND_RNG_PSEUDO_PHILOX4_32_10,
         {546353992, 3665621163, 1140953199, 3419031310, 3507855656, 1392278645,
          3354607383, 253049307},
         {0.543999255f, 0.923496366f, 0.441505313f, 0.258264214f},
         {-1.15551698f, -1.12617815f, -0.402830929f, 1.3743124f},
         {0.80549553418651998, 0.82360638433922606, 0.41369682580849948,
          0.030392475455368662}});
  for (curandRngType_t Type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                               CURAND_RNG_PSEUDO_PHILOX4_32_10})
    goesOn(Type);
  // The same on the host.
  unsigned Host[3];
  OK(curandCreateGeneratorHost(&G, CURAND_RNG_PSEUDO_DEFAULT));
  OK(curandSetPseudoRandomGeneratorSeed(G, 1234));
  OK(curandGenerate(G, Host, 3));
  CHECK(Host[0] == 624778773 && Host[2] == 2363946744);
  // What is not there, or cannot be.
  float Number;
  STATUS(CURAND_STATUS_TYPE_ERROR, curandCreateGenerator(&G, curandRngType_t(143)));
  STATUS(CURAND_STATUS_LENGTH_NOT_MULTIPLE, curandGenerateNormal(G, &Number, 1, 0, 1));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(G, CURAND_ORDERING_PSEUDO_SEEDED));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandSetGeneratorOffset(G, ~0ull));
  OK(curandDestroyGenerator(G));
  STATUS(CURAND_STATUS_NOT_INITIALIZED, curandDestroyGenerator(G));
  STATUS(CURAND_STATUS_NOT_INITIALIZED, curandGenerate(G, Host, 3));
  G = made(CURAND_RNG_PSEUDO_DEFAULT, 1);
  Array<unsigned> Short(10);
  STATUS(CURAND_STATUS_LAUNCH_FAILURE, curandGenerate(G, Short.get(), 16));
  std::puts(Failures ? "failed" : "done");
  return Failures != 0;
}
