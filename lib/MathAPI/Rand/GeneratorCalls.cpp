//===- GeneratorCalls.cpp - Calls of cuRAND -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/DeviceWork.h"
#include "../Common/Handles.h"
#include "Distributions.h"
#include "Sequences.h"
#include "Sobol.h"
#include <cmath>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// The generator behind a handle of cuRAND.
struct Generator {
  curandRngType_t Type = CURAND_RNG_PSEUDO_DEFAULT;
  /// Whether results are the host's memory.
  bool IsHost = false;
  CUstream Stream = nullptr;
  uint64_t Seed = 0, Offset = 0;
  unsigned Dimensions = 1;
  /// Null until numbers are made from this seed and offset.
  std::unique_ptr<Sequences> Source;
  std::mutex Lock;

  Sequences &source() {
    if (!Source) {
      Source = Sequences::create(Type, Seed, Dimensions);
      Source->skip(Offset);
    }
    return *Source;
  }
};

/// How results are counted.
enum class ResultKind { Words, Longs, Uniform, Normal, Poisson };

using Generators = Handles<Generator, curandGenerator_t>;

/// Runs \p Body with what \p Handle names.
template <typename Fn> curandStatus_t with(curandGenerator_t Handle, Fn Body) {
  std::shared_ptr<Generator> G = Generators::get().find(Handle);
  if (!G)
    return CURAND_STATUS_NOT_INITIALIZED;
  std::lock_guard<std::mutex> Guard(G->Lock);
  return Body(*G);
}

curandStatus_t create(curandGenerator_t *Handle, curandRngType_t Type,
                      bool IsHost, const char *Name) {
  if (!Handle || !Sequences::create(Type, 0, 1)) {
    logFailure(Name, "CURAND_STATUS_TYPE_ERROR: there is no such generator");
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (!IsHost && initialize() != CUDA_SUCCESS)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  auto G = std::make_shared<Generator>();
  G->Type = Type;
  G->IsHost = IsHost;
  *Handle = Generators::get().add(std::move(G));
  return CURAND_STATUS_SUCCESS;
}

/// Why \p S does not make \p Count results of \p Kind.
curandStatus_t checkCount(const char *Name, const Sequences &S, size_t Count,
                          ResultKind Kind) {
  if (!(Kind == ResultKind::Words   ? S.hasWords()
        : Kind == ResultKind::Longs ? S.hasLongs()
                                    : true)) {
    logFailure(Name, "CURAND_STATUS_TYPE_ERROR: the generator makes integers "
                     "of the other width");
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (Kind == ResultKind::Normal && S.makesPairs() && Count % 2) {
    logFailure(Name, "CURAND_STATUS_LENGTH_NOT_MULTIPLE: normal numbers are "
                     "made in pairs");
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  }
  if (Count % S.multiple()) {
    logFailure(Name, "CURAND_STATUS_LENGTH_NOT_MULTIPLE: each point has a "
                     "result in all dimensions");
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  }
  return CURAND_STATUS_SUCCESS;
}

/// Makes \p Count results \p To memory of the generator's side by \p Fill,
/// which gets the sequences when the work runs.
template <typename T, typename Fn>
curandStatus_t generate(const char *Name, curandGenerator_t Handle, T *To,
                        size_t Count, ResultKind Kind, Fn Fill) {
  std::shared_ptr<Generator> G = Generators::get().find(Handle);
  if (!G)
    return CURAND_STATUS_NOT_INITIALIZED;
  {
    std::lock_guard<std::mutex> Guard(G->Lock);
    if (curandStatus_t S = checkCount(Name, G->source(), Count, Kind);
        S != CURAND_STATUS_SUCCESS)
      return S;
  }
  if (G->IsHost) {
    std::lock_guard<std::mutex> Guard(G->Lock);
    Fill(G->source(), To, Count);
    return CURAND_STATUS_SUCCESS;
  }
  const CUresult R = runInStream(Name, G->Stream, [=] {
    const uint64_t Bytes = bytesOf(int64_t(Count), 1, 1, sizeof(T));
    if (!areAccessible(Name, {{"outputPtr", To, Bytes}}))
      return false;
    std::lock_guard<std::mutex> Guard(G->Lock);
    Fill(G->source(), To, Count);
    return true;
  });
  return R == CUDA_SUCCESS ? CURAND_STATUS_SUCCESS
                           : CURAND_STATUS_LAUNCH_FAILURE;
}

} // namespace

HEDDLE_EXPORT curandStatus_t curandCreateGenerator(curandGenerator_t *Handle,
                                                   curandRngType_t Type) {
  return create(Handle, Type, false, "curandCreateGenerator");
}

HEDDLE_EXPORT curandStatus_t
curandCreateGeneratorHost(curandGenerator_t *Handle, curandRngType_t Type) {
  return create(Handle, Type, true, "curandCreateGeneratorHost");
}

HEDDLE_EXPORT curandStatus_t curandDestroyGenerator(curandGenerator_t Handle) {
  return Generators::get().remove(Handle) ? CURAND_STATUS_SUCCESS
                                          : CURAND_STATUS_NOT_INITIALIZED;
}

HEDDLE_EXPORT curandStatus_t curandSetStream(curandGenerator_t Handle,
                                             CUstream Stream) {
  return with(Handle, [&](Generator &G) {
    G.Stream = Stream;
    return CURAND_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT curandStatus_t curandSetPseudoRandomGeneratorSeed(
    curandGenerator_t Handle, unsigned long long Seed) {
  return with(Handle, [&](Generator &G) {
    if (G.Type >= CURAND_RNG_QUASI_DEFAULT)
      return CURAND_STATUS_TYPE_ERROR;
    G.Seed = Seed;
    G.Source.reset();
    return CURAND_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT curandStatus_t
curandSetGeneratorOffset(curandGenerator_t Handle, unsigned long long Offset) {
  // Skipping is stepping.
  constexpr uint64_t Most = uint64_t(1) << 32;
  return with(Handle, [&](Generator &G) {
    if (Offset > Most) {
      logFailure("curandSetGeneratorOffset",
                 "CURAND_STATUS_OUT_OF_RANGE: offsets above 2^32 are not "
                 "implemented");
      return CURAND_STATUS_OUT_OF_RANGE;
    }
    if (G.Type == CURAND_RNG_PSEUDO_MTGP32 ||
        G.Type == CURAND_RNG_PSEUDO_MT19937)
      return CURAND_STATUS_TYPE_ERROR;
    G.Offset = Offset;
    G.Source.reset();
    return CURAND_STATUS_SUCCESS;
  });
}

/// The orderings that give the sequences in the documented order.
HEDDLE_EXPORT curandStatus_t
curandSetGeneratorOrdering(curandGenerator_t Handle, curandOrdering_t Order) {
  return with(Handle, [&](Generator &G) {
    const bool IsQuasi = G.Type >= CURAND_RNG_QUASI_DEFAULT;
    if (IsQuasi ? Order == CURAND_ORDERING_QUASI_DEFAULT
                : Order == CURAND_ORDERING_PSEUDO_BEST ||
                      Order == CURAND_ORDERING_PSEUDO_DEFAULT ||
                      Order == CURAND_ORDERING_PSEUDO_LEGACY ||
                      (Order == CURAND_ORDERING_PSEUDO_DYNAMIC && !G.IsHost))
      return CURAND_STATUS_SUCCESS;
    logFailure("curandSetGeneratorOrdering",
               "CURAND_STATUS_OUT_OF_RANGE: not implemented for this order");
    return CURAND_STATUS_OUT_OF_RANGE;
  });
}

HEDDLE_EXPORT curandStatus_t curandGenerateSeeds(curandGenerator_t Handle) {
  return with(Handle, [](Generator &G) {
    G.source();
    return CURAND_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT curandStatus_t curandGenerate(curandGenerator_t Handle,
                                            unsigned *To, size_t Count) {
  return generate(
      "curandGenerate", Handle, To, Count, ResultKind::Words,
      [](Sequences &S, unsigned *Out, size_t N) { S.bits(Out, N); });
}

HEDDLE_EXPORT curandStatus_t curandGenerateLongLong(curandGenerator_t Handle,
                                                    unsigned long long *To,
                                                    size_t Count) {
  return generate("curandGenerateLongLong", Handle, To, Count,
                  ResultKind::Longs,
                  [](Sequences &S, unsigned long long *Out, size_t N) {
                    S.longs(reinterpret_cast<uint64_t *>(Out), N);
                  });
}

HEDDLE_EXPORT curandStatus_t curandGeneratePoisson(curandGenerator_t Handle,
                                                   unsigned *To, size_t Count,
                                                   double Mean) {
  if (!(Mean > 0 && Mean <= PoissonTable::LargestMean))
    return CURAND_STATUS_OUT_OF_RANGE;
  return generate(
      "curandGeneratePoisson", Handle, To, Count, ResultKind::Poisson,
      [=](Sequences &S, unsigned *Out, size_t N) { S.poisson(Out, N, Mean); });
}

/// There is one method.
HEDDLE_EXPORT curandStatus_t curandGeneratePoissonMethod(
    curandGenerator_t Handle, unsigned *To, size_t Count, double Mean, int) {
  return curandGeneratePoisson(Handle, To, Count, Mean);
}

HEDDLE_EXPORT curandStatus_t curandSetQuasiRandomGeneratorDimensions(
    curandGenerator_t Handle, unsigned Count) {
  return with(Handle, [&](Generator &G) {
    if (G.Type < CURAND_RNG_QUASI_DEFAULT)
      return CURAND_STATUS_TYPE_ERROR;
    if (Count == 0 || Count > numSobolDimensions()) {
      logFailure("curandSetQuasiRandomGeneratorDimensions",
                 "CURAND_STATUS_OUT_OF_RANGE: there are not so many "
                 "dimensions");
      return CURAND_STATUS_OUT_OF_RANGE;
    }
    // The next point is the one behind those that there were.
    if (G.Source)
      G.Offset = G.Source->position();
    G.Dimensions = Count;
    G.Source.reset();
    return CURAND_STATUS_SUCCESS;
  });
}

/// The vectors of NVIDIA's order; those scrambled by its constants are not
/// there.
template <typename T, typename V>
static curandStatus_t giveVectors(const char *Name, V **Place,
                                  curandDirectionVectorSet_t Which,
                                  curandDirectionVectorSet_t Known) {
  if (!Place)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (Which != Known || !numSobolDimensions()) {
    logFailure(Name, "CURAND_STATUS_OUT_OF_RANGE: there are no such vectors");
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  *Place = reinterpret_cast<V *>(const_cast<T *>(sobolVectors<T>()));
  return CURAND_STATUS_SUCCESS;
}

HEDDLE_EXPORT curandStatus_t curandGetDirectionVectors32(
    curandDirectionVectors32_t **Place, curandDirectionVectorSet_t Which) {
  return giveVectors<uint32_t>("curandGetDirectionVectors32", Place, Which,
                               CURAND_DIRECTION_VECTORS_32_JOEKUO6);
}

HEDDLE_EXPORT curandStatus_t curandGetDirectionVectors64(
    curandDirectionVectors64_t **Place, curandDirectionVectorSet_t Which) {
  return giveVectors<uint64_t>("curandGetDirectionVectors64", Place, Which,
                               CURAND_DIRECTION_VECTORS_64_JOEKUO6);
}

/// The distributions, for numbers of type T under names that end with WIDTH.
#define HEDDLE_DISTRIBUTIONS(T, WIDTH)                                         \
  HEDDLE_EXPORT curandStatus_t curandGenerateUniform##WIDTH(                   \
      curandGenerator_t Handle, T *To, size_t Count) {                         \
    return generate("curandGenerateUniform" #WIDTH, Handle, To, Count,         \
                    ResultKind::Uniform, [](Sequences &S, T *Out, size_t N) {  \
                      S.uniform(Out, N);                                       \
                    });                                                        \
  }                                                                            \
  HEDDLE_EXPORT curandStatus_t curandGenerateNormal##WIDTH(                    \
      curandGenerator_t Handle, T *To, size_t Count, T Mean, T Deviation) {    \
    return generate("curandGenerateNormal" #WIDTH, Handle, To, Count,          \
                    ResultKind::Normal, [=](Sequences &S, T *Out, size_t N) {  \
                      S.normal(Out, N);                                        \
                      for (size_t I = 0; I != N; ++I)                          \
                        Out[I] = Mean + Deviation * Out[I];                    \
                    });                                                        \
  }                                                                            \
  HEDDLE_EXPORT curandStatus_t curandGenerateLogNormal##WIDTH(                 \
      curandGenerator_t Handle, T *To, size_t Count, T Mean, T Deviation) {    \
    return generate("curandGenerateLogNormal" #WIDTH, Handle, To, Count,       \
                    ResultKind::Normal, [=](Sequences &S, T *Out, size_t N) {  \
                      S.normal(Out, N);                                        \
                      for (size_t I = 0; I != N; ++I)                          \
                        Out[I] = std::exp(Mean + Deviation * Out[I]);          \
                    });                                                        \
  }
HEDDLE_DISTRIBUTIONS(float, )
HEDDLE_DISTRIBUTIONS(double, Double)

/// The version of cuRAND that this one stands for.
static constexpr int Version[] = {10, 4, 0};

HEDDLE_EXPORT curandStatus_t curandGetVersion(int *Place) {
  if (!Place)
    return CURAND_STATUS_OUT_OF_RANGE;
  *Place = Version[0] * 1000 + Version[1] * 100 + Version[2];
  return CURAND_STATUS_SUCCESS;
}

HEDDLE_EXPORT curandStatus_t curandGetProperty(libraryPropertyType Which,
                                               int *Place) {
  if (!Place || Which > PATCH_LEVEL)
    return CURAND_STATUS_OUT_OF_RANGE;
  *Place = Version[Which];
  return CURAND_STATUS_SUCCESS;
}

// No status means that something is not supported; this one is no generator's.
#define HEDDLE_REFUSE(NAME)                                                    \
  HEDDLE_EXPORT curandStatus_t NAME() {                                        \
    logFailure(#NAME, "CURAND_STATUS_TYPE_ERROR: this function is not "        \
                      "implemented");                                          \
    return CURAND_STATUS_TYPE_ERROR;                                           \
  }
HEDDLE_REFUSE(curandGetScrambleConstants32)
HEDDLE_REFUSE(curandGetScrambleConstants64)
