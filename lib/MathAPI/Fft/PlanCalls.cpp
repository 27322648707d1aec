//===- PlanCalls.cpp - Calls of cuFFT -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/DeviceWork.h"
#include "Plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <map>
#include <mutex>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// Plans by their numbers, which are not used again.
struct Plans {
  std::mutex Lock;
  std::map<cufftHandle, FftPlan> All;
  cufftHandle Last = 0;
};

Plans &plans() {
  // Destructors of the program may still make calls.
  static Plans &P = *new Plans;
  return P;
}

/// Runs \p Body with the plan \p Handle.
template <typename Fn> cufftResult with(cufftHandle Handle, Fn Body) {
  Plans &P = plans();
  std::lock_guard<std::mutex> Guard(P.Lock);
  auto Found = P.All.find(Handle);
  return Found == P.All.end() ? CUFFT_INVALID_PLAN : Body(Found->second);
}

bool isType(cufftType Type) {
  return llvm::is_contained(
      {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D}, Type);
}

/// The sizes and strides of a plan, in the widest type that a call has.
struct Request {
  llvm::ArrayRef<long long> Sizes;
  llvm::ArrayRef<long long> InEmbed, OutEmbed;
  long long InStride = 1, InDistance = 0, OutStride = 1, OutDistance = 0;
  cufftType Type = CUFFT_C2C;
  long long Batch = 1;
};

cufftResult describe(const Request &R, FftPlan &Plan) {
  auto Fits = [](long long N) { return N >= 1 && N <= INT_MAX; };
  auto IsDistance = [](long long N) { return N >= 0 && N <= INT_MAX; };
  if (!isType(R.Type))
    return CUFFT_INVALID_TYPE;
  if (R.Sizes.empty() || R.Sizes.size() > 3 || !llvm::all_of(R.Sizes, Fits) ||
      !Fits(R.Batch))
    return CUFFT_INVALID_SIZE;
  if (!llvm::all_of(R.InEmbed, Fits) || !llvm::all_of(R.OutEmbed, Fits))
    return CUFFT_INVALID_VALUE;
  Plan.Sizes.assign(R.Sizes.begin(), R.Sizes.end());
  Plan.Type = R.Type;
  Plan.Batch = int(R.Batch);
  Plan.In = Plan.Out = FftLayout();
  // Strides count only where both sides say how they lie.
  if (R.InEmbed.empty() || R.OutEmbed.empty())
    return CUFFT_SUCCESS;
  if (!Fits(R.InStride) || !Fits(R.OutStride) || !IsDistance(R.InDistance) ||
      !IsDistance(R.OutDistance))
    return CUFFT_INVALID_VALUE;
  Plan.In = {
      {R.InEmbed.begin(), R.InEmbed.end()}, int(R.InStride), int(R.InDistance)};
  Plan.Out = {{R.OutEmbed.begin(), R.OutEmbed.end()},
              int(R.OutStride),
              int(R.OutDistance)};
  return CUFFT_SUCCESS;
}

/// The host's library has memory of its own.
cufftResult giveWorkSize(cufftResult R, size_t *Size) {
  if (R == CUFFT_SUCCESS && Size)
    *Size = 0;
  return R;
}

cufftResult make(cufftHandle Handle, const Request &R, size_t *WorkSize) {
  return giveWorkSize(with(Handle,
                           [&](FftPlan &Plan) {
                             return Plan.isMade() ? CUFFT_INVALID_PLAN
                                                  : describe(R, Plan);
                           }),
                      WorkSize);
}

cufftResult create(cufftHandle *Handle, FftPlan Plan) {
  if (!Handle)
    return CUFFT_INVALID_VALUE;
  if (initialize() != CUDA_SUCCESS)
    return CUFFT_SETUP_FAILED;
  Plans &P = plans();
  std::lock_guard<std::mutex> Guard(P.Lock);
  *Handle = ++P.Last;
  P.All[*Handle] = std::move(Plan);
  return CUFFT_SUCCESS;
}

cufftResult createMade(cufftHandle *Handle, const Request &R) {
  FftPlan Plan;
  if (cufftResult Result = describe(R, Plan); Result != CUFFT_SUCCESS)
    return Result;
  return create(Handle, std::move(Plan));
}

/// Only whether there is such a plan.
cufftResult estimate(const Request &R, size_t *WorkSize) {
  FftPlan Plan;
  return giveWorkSize(describe(R, Plan), WorkSize);
}

/// The numbers of an array that a caller gives, which may be null.
template <typename T> struct Numbers {
  llvm::SmallVector<long long, 3> Values;
  Numbers(const T *From, int Rank) {
    if (From && Rank > 0 && Rank <= 3)
      Values.assign(From, From + Rank);
  }
};

/// Calls \p Body with the request that cufftPlanMany and its like describe.
template <typename T, typename Fn>
cufftResult withMany(int Rank, const T *Sizes, const T *InEmbed, T InStride,
                     T InDistance, const T *OutEmbed, T OutStride,
                     T OutDistance, cufftType Type, T Batch, Fn Body) {
  const Numbers<T> S(Sizes, Rank), In(InEmbed, Rank), Out(OutEmbed, Rank);
  return Body(Request{S.Values, In.Values, Out.Values, InStride, InDistance,
                      OutStride, OutDistance, Type, Batch});
}

cufftResult executeAs(const char *Name, cufftHandle Handle, cufftType Type,
                      const void *From, void *To, int Direction) {
  FftPlan Plan;
  const cufftResult R = with(Handle, [&](FftPlan &Found) {
    Plan = Found;
    return Found.isMade() ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
  });
  if (R != CUFFT_SUCCESS)
    return R;
  if (Plan.Type != Type)
    return CUFFT_INVALID_VALUE;
  return Plan.execute(Name, From, To, Direction);
}

} // namespace

/// The calls for transforms of one size in each direction: PLAN, MAKE, ESTIMATE
/// and SIZE begin with the parameters that say how large it is.
#define HEDDLE_FFT(RANK, PARAMS, SIZES, BATCH)                                 \
  HEDDLE_EXPORT cufftResult cufftPlan##RANK##d(cufftHandle *Plan,              \
                                               HEDDLE_UNPACK PARAMS) {         \
    const long long Sizes[] = {HEDDLE_UNPACK SIZES};                           \
    return createMade(Plan, {Sizes, {}, {}, 1, 0, 1, 0, Type, BATCH});         \
  }                                                                            \
  HEDDLE_EXPORT cufftResult cufftMakePlan##RANK##d(                            \
      cufftHandle Plan, HEDDLE_UNPACK PARAMS, size_t *WorkSize) {              \
    const long long Sizes[] = {HEDDLE_UNPACK SIZES};                           \
    return make(Plan, {Sizes, {}, {}, 1, 0, 1, 0, Type, BATCH}, WorkSize);     \
  }                                                                            \
  HEDDLE_EXPORT cufftResult cufftEstimate##RANK##d(HEDDLE_UNPACK PARAMS,       \
                                                   size_t *WorkSize) {         \
    const long long Sizes[] = {HEDDLE_UNPACK SIZES};                           \
    return estimate({Sizes, {}, {}, 1, 0, 1, 0, Type, BATCH}, WorkSize);       \
  }                                                                            \
  HEDDLE_EXPORT cufftResult cufftGetSize##RANK##d(                             \
      cufftHandle, HEDDLE_UNPACK PARAMS, size_t *WorkSize) {                   \
    const long long Sizes[] = {HEDDLE_UNPACK SIZES};                           \
    return estimate({Sizes, {}, {}, 1, 0, 1, 0, Type, BATCH}, WorkSize);       \
  }
#define HEDDLE_UNPACK(...) __VA_ARGS__

HEDDLE_FFT(1, (int X, cufftType Type, int Batch), (X), Batch)
HEDDLE_FFT(2, (int X, int Y, cufftType Type), (X, Y), 1)
HEDDLE_FFT(3, (int X, int Y, int Z, cufftType Type), (X, Y, Z), 1)

#define HEDDLE_MANY_PARAMS(T)                                                  \
  int Rank, T *Sizes, T *InEmbed, T InStride, T InDistance, T *OutEmbed,       \
      T OutStride, T OutDistance, cufftType Type, T Batch
#define HEDDLE_MANY(T, BODY)                                                   \
  withMany<T>(Rank, Sizes, InEmbed, InStride, InDistance, OutEmbed, OutStride, \
              OutDistance, Type, Batch,                                        \
              [&](const Request &R) { return BODY; })

HEDDLE_EXPORT cufftResult cufftPlanMany(cufftHandle *Plan,
                                        HEDDLE_MANY_PARAMS(int)) {
  return HEDDLE_MANY(int, createMade(Plan, R));
}

HEDDLE_EXPORT cufftResult cufftMakePlanMany(cufftHandle Plan,
                                            HEDDLE_MANY_PARAMS(int),
                                            size_t *WorkSize) {
  return HEDDLE_MANY(int, make(Plan, R, WorkSize));
}

HEDDLE_EXPORT cufftResult cufftMakePlanMany64(cufftHandle Plan,
                                              HEDDLE_MANY_PARAMS(long long),
                                              size_t *WorkSize) {
  return HEDDLE_MANY(long long, make(Plan, R, WorkSize));
}

HEDDLE_EXPORT cufftResult cufftEstimateMany(HEDDLE_MANY_PARAMS(int),
                                            size_t *WorkSize) {
  return HEDDLE_MANY(int, estimate(R, WorkSize));
}

HEDDLE_EXPORT cufftResult cufftGetSizeMany(cufftHandle, HEDDLE_MANY_PARAMS(int),
                                           size_t *WorkSize) {
  return HEDDLE_MANY(int, estimate(R, WorkSize));
}

HEDDLE_EXPORT cufftResult cufftGetSizeMany64(cufftHandle,
                                             HEDDLE_MANY_PARAMS(long long),
                                             size_t *WorkSize) {
  return HEDDLE_MANY(long long, estimate(R, WorkSize));
}

HEDDLE_EXPORT cufftResult cufftCreate(cufftHandle *Handle) {
  return create(Handle, FftPlan());
}

HEDDLE_EXPORT cufftResult cufftDestroy(cufftHandle Handle) {
  Plans &P = plans();
  std::lock_guard<std::mutex> Guard(P.Lock);
  return P.All.erase(Handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

HEDDLE_EXPORT cufftResult cufftSetStream(cufftHandle Handle, CUstream Stream) {
  return with(Handle, [&](FftPlan &Plan) {
    Plan.Stream = Stream;
    return CUFFT_SUCCESS;
  });
}

HEDDLE_EXPORT cufftResult cufftGetSize(cufftHandle Handle, size_t *WorkSize) {
  return giveWorkSize(with(Handle, [](FftPlan &) { return CUFFT_SUCCESS; }),
                      WorkSize);
}

HEDDLE_EXPORT cufftResult cufftSetAutoAllocation(cufftHandle Handle, int) {
  return with(Handle, [](FftPlan &) { return CUFFT_SUCCESS; });
}

HEDDLE_EXPORT cufftResult cufftSetWorkArea(cufftHandle Handle, void *) {
  return with(Handle, [](FftPlan &) { return CUFFT_SUCCESS; });
}

#define HEDDLE_EXECUTE(NAME, DIRECTION)                                        \
  HEDDLE_EXPORT cufftResult cufftExec##NAME(cufftHandle Plan, void *From,      \
                                            void *To) {                        \
    return executeAs("cufftExec" #NAME, Plan, CUFFT_##NAME, From, To,          \
                     DIRECTION);                                               \
  }
HEDDLE_EXECUTE(R2C, CUFFT_FORWARD)
HEDDLE_EXECUTE(C2R, CUFFT_INVERSE)
HEDDLE_EXECUTE(D2Z, CUFFT_FORWARD)
HEDDLE_EXECUTE(Z2D, CUFFT_INVERSE)

HEDDLE_EXPORT cufftResult cufftExecC2C(cufftHandle Plan, void *From, void *To,
                                       int Direction) {
  return executeAs("cufftExecC2C", Plan, CUFFT_C2C, From, To, Direction);
}

HEDDLE_EXPORT cufftResult cufftExecZ2Z(cufftHandle Plan, void *From, void *To,
                                       int Direction) {
  return executeAs("cufftExecZ2Z", Plan, CUFFT_Z2Z, From, To, Direction);
}

/// The version of cuFFT that this one stands for.
static constexpr int Version[] = {12, 0, 0};

HEDDLE_EXPORT cufftResult cufftGetVersion(int *Place) {
  if (!Place)
    return CUFFT_INVALID_VALUE;
  *Place = Version[0] * 1000 + Version[1] * 100 + Version[2];
  return CUFFT_SUCCESS;
}

HEDDLE_EXPORT cufftResult cufftGetProperty(libraryPropertyType Which,
                                           int *Place) {
  if (!Place || Which > PATCH_LEVEL)
    return CUFFT_INVALID_VALUE;
  *Place = Version[Which];
  return CUFFT_SUCCESS;
}

// Callbacks and several devices.
#define HEDDLE_REFUSE(NAME)                                                    \
  HEDDLE_EXPORT cufftResult NAME() {                                           \
    logFailure(#NAME, "CUFFT_NOT_SUPPORTED: this function is not "             \
                      "implemented");                                          \
    return CUFFT_NOT_SUPPORTED;                                                \
  }
HEDDLE_REFUSE(cufftGetPlanPropertyInt64)
HEDDLE_REFUSE(cufftResetPlanProperty)
HEDDLE_REFUSE(cufftSetPlanPropertyInt64)
HEDDLE_REFUSE(cufftXtClearCallback)
HEDDLE_REFUSE(cufftXtExec)
HEDDLE_REFUSE(cufftXtExecDescriptor)
HEDDLE_REFUSE(cufftXtExecDescriptorC2C)
HEDDLE_REFUSE(cufftXtExecDescriptorC2R)
HEDDLE_REFUSE(cufftXtExecDescriptorD2Z)
HEDDLE_REFUSE(cufftXtExecDescriptorR2C)
HEDDLE_REFUSE(cufftXtExecDescriptorZ2D)
HEDDLE_REFUSE(cufftXtExecDescriptorZ2Z)
HEDDLE_REFUSE(cufftXtFree)
HEDDLE_REFUSE(cufftXtGetSizeMany)
HEDDLE_REFUSE(cufftXtMakePlanGuru64)
HEDDLE_REFUSE(cufftXtMakePlanMany)
HEDDLE_REFUSE(cufftXtMalloc)
HEDDLE_REFUSE(cufftXtMemcpy)
HEDDLE_REFUSE(cufftXtQueryPlan)
HEDDLE_REFUSE(cufftXtSetCallback)
HEDDLE_REFUSE(cufftXtSetCallbackSharedSize)
HEDDLE_REFUSE(cufftXtSetGPUs)
HEDDLE_REFUSE(cufftXtSetJITCallback)
HEDDLE_REFUSE(cufftXtSetWorkArea)
HEDDLE_REFUSE(cufftXtSetWorkAreaPolicy)
