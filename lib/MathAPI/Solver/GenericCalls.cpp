//===- GenericCalls.cpp - The interface of 64 bits ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cusolverDnX...: an argument says which type numbers have, and sizes and
// pivots have 64 bits. A matrix has fewer than 2^31 rows and columns all the
// same.
//
//===----------------------------------------------------------------------===//

#include "Dense.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace heddle::math;
using namespace heddle::math::dense;

namespace {

/// What the structure of options of a call keeps: algorithms have one form
/// here.
struct SolverParams {};
using ParamsHandles = Handles<SolverParams, cusolverDnParams_t>;

/// Sizes that LAPACK's routines can have; others make the call fail.
template <typename... Sizes> bool areSmall(Sizes... Each) {
  return ((Each >= 0 && Each <= INT_MAX) && ...);
}

/// The type of the real parts of \p Type.
cudaDataType_t realOf(cudaDataType_t Type) {
  if (Type == CUDA_C_32F)
    return CUDA_R_32F;
  return Type == CUDA_C_64F ? CUDA_R_64F : Type;
}

cusolverStatus_t refuseTypes(const char *Name) {
  logFailure(Name, "CUSOLVER_STATUS_NOT_SUPPORTED: numbers of these types");
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}

/// Calls \p Fn with a null pointer to the numbers of \p Type, which \p Others
/// are, too: other operands, and what the work is done in.
template <typename FnT>
cusolverStatus_t withType(const char *Name, cudaDataType_t Type,
                          std::initializer_list<cudaDataType_t> Others,
                          FnT Fn) {
  const bool Agree =
      llvm::all_of(Others, [&](cudaDataType_t Other) { return Other == Type; });
  if (Agree && Type == CUDA_R_32F)
    return Fn(static_cast<float *>(nullptr));
  if (Agree && Type == CUDA_R_64F)
    return Fn(static_cast<double *>(nullptr));
  if (Agree && Type == CUDA_C_32F)
    return Fn(static_cast<std::complex<float> *>(nullptr));
  if (Agree && Type == CUDA_C_64F)
    return Fn(static_cast<std::complex<double> *>(nullptr));
  return refuseTypes(Name);
}

/// A call that fails unless its sizes are allowed.
SolverCall callOf(const char *Name, cusolverDnHandle_t Handle, bool IsAllowed) {
  SolverCall Call(Name, Handle);
  Call.require(IsAllowed);
  return Call;
}

/// The workspace of each function, on the device and on the host.
cusolverStatus_t spaces(const char *Name, cusolverDnHandle_t Handle,
                        size_t *OnDevice, size_t *OnHost) {
  int Elements = 0;
  SolverCall Call = callOf(Name, Handle, OnDevice && OnHost);
  const cusolverStatus_t Status = Call.workspace(&Elements);
  if (Status != CUSOLVER_STATUS_SUCCESS)
    return Status;
  *OnDevice = size_t(Elements) * sizeof(std::complex<double>);
  *OnHost = 0;
  return Status;
}

template <typename T> T *as(void *Address) { return static_cast<T *>(Address); }
template <typename T> const T *as(const void *Address) {
  return static_cast<const T *>(Address);
}

/// The type of what a function is called with.
template <typename P> using Pointee = std::remove_pointer_t<P>;

} // namespace

HEDDLE_EXPORT cusolverStatus_t
cusolverDnCreateParams(cusolverDnParams_t *Params) {
  if (!Params)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *Params = ParamsHandles::get().add(std::make_shared<SolverParams>());
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusolverStatus_t
cusolverDnDestroyParams(cusolverDnParams_t Params) {
  return ParamsHandles::get().remove(Params) ? CUSOLVER_STATUS_SUCCESS
                                             : CUSOLVER_STATUS_INVALID_VALUE;
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnSetAdvOptions(
    cusolverDnParams_t Params, cusolverDnFunction_t, cusolverAlgMode_t) {
  return ParamsHandles::get().find(Params) ? CUSOLVER_STATUS_SUCCESS
                                           : CUSOLVER_STATUS_INVALID_VALUE;
}

// Pairs of a function and the one that asks for its workspace.

HEDDLE_EXPORT cusolverStatus_t cusolverDnXpotrf_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, cublasFillMode_t, int64_t,
    cudaDataType_t, const void *, int64_t, cudaDataType_t, size_t *OnDevice,
    size_t *OnHost) {
  return spaces("cusolverDnXpotrf_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXpotrf(
    cusolverDnHandle_t H, cusolverDnParams_t, cublasFillMode_t Uplo, int64_t N,
    cudaDataType_t Type, void *A, int64_t LDA, cudaDataType_t Compute, void *,
    size_t, void *, size_t, int *Info) {
  constexpr auto Name = "cusolverDnXpotrf";
  return withType(Name, Type, {Compute}, [&](auto *Of) {
    return potrf(callOf(Name, H, areSmall(N, LDA)), Uplo, int(N),
                 as<Pointee<decltype(Of)>>(A), int(LDA), Info,
                 /*Inverts=*/false);
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXpotrs(
    cusolverDnHandle_t H, cusolverDnParams_t, cublasFillMode_t Uplo, int64_t N,
    int64_t Cols, cudaDataType_t Type, const void *A, int64_t LDA,
    cudaDataType_t TypeB, void *B, int64_t LDB, int *Info) {
  constexpr auto Name = "cusolverDnXpotrs";
  return withType(Name, Type, {TypeB}, [&](auto *Of) {
    using T = Pointee<decltype(Of)>;
    return potrs(callOf(Name, H, areSmall(N, Cols, LDA, LDB)), Uplo, int(N),
                 int(Cols), as<T>(A), int(LDA), as<T>(B), int(LDB), Info);
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXgetrf_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, int64_t, int64_t, cudaDataType_t,
    const void *, int64_t, cudaDataType_t, size_t *OnDevice, size_t *OnHost) {
  return spaces("cusolverDnXgetrf_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXgetrf(
    cusolverDnHandle_t H, cusolverDnParams_t, int64_t M, int64_t N,
    cudaDataType_t Type, void *A, int64_t LDA, int64_t *Pivots,
    cudaDataType_t Compute, void *, size_t, void *, size_t, int *Info) {
  constexpr auto Name = "cusolverDnXgetrf";
  return withType(Name, Type, {Compute}, [&](auto *Of) {
    return getrf(callOf(Name, H, areSmall(M, N, LDA)), int(M), int(N),
                 as<Pointee<decltype(Of)>>(A), int(LDA), Pivots, Info);
  });
}

HEDDLE_EXPORT cusolverStatus_t
cusolverDnXgetrs(cusolverDnHandle_t H, cusolverDnParams_t, cublasOperation_t Op,
                 int64_t N, int64_t Cols, cudaDataType_t Type, const void *A,
                 int64_t LDA, const int64_t *Pivots, cudaDataType_t TypeB,
                 void *B, int64_t LDB, int *Info) {
  constexpr auto Name = "cusolverDnXgetrs";
  return withType(Name, Type, {TypeB}, [&](auto *Of) {
    using T = Pointee<decltype(Of)>;
    return getrs(callOf(Name, H, areSmall(N, Cols, LDA, LDB)), Op, int(N),
                 int(Cols), as<T>(A), int(LDA), Pivots, as<T>(B), int(LDB),
                 Info);
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXgeqrf_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, int64_t, int64_t, cudaDataType_t,
    const void *, int64_t, cudaDataType_t, const void *, cudaDataType_t,
    size_t *OnDevice, size_t *OnHost) {
  return spaces("cusolverDnXgeqrf_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t
cusolverDnXgeqrf(cusolverDnHandle_t H, cusolverDnParams_t, int64_t M, int64_t N,
                 cudaDataType_t Type, void *A, int64_t LDA,
                 cudaDataType_t TypeTau, void *Tau, cudaDataType_t Compute,
                 void *, size_t, void *, size_t, int *Info) {
  constexpr auto Name = "cusolverDnXgeqrf";
  return withType(Name, Type, {Compute, TypeTau}, [&](auto *Of) {
    using T = Pointee<decltype(Of)>;
    return geqrf(callOf(Name, H, areSmall(M, N, LDA)), int(M), int(N), as<T>(A),
                 int(LDA), as<T>(Tau), Info);
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevBatched_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, cusolverEigMode_t,
    cublasFillMode_t, int64_t, cudaDataType_t, const void *, int64_t,
    cudaDataType_t, const void *, cudaDataType_t, size_t *OnDevice,
    size_t *OnHost, int64_t) {
  return spaces("cusolverDnXsyevBatched_bufferSize", H, OnDevice, OnHost);
}

static cusolverStatus_t syevOf(const char *Name, cusolverDnHandle_t H,
                               cusolverEigMode_t Mode, cublasFillMode_t Uplo,
                               int64_t N, cudaDataType_t Type, void *A,
                               int64_t LDA, cudaDataType_t TypeW, void *W,
                               cudaDataType_t Compute, int *Info,
                               int64_t Count) {
  if (TypeW != realOf(Type))
    return refuseTypes(Name);
  return withType(Name, Type, {Compute}, [&](auto *Of) {
    using T = Pointee<decltype(Of)>;
    return syevd(callOf(Name, H, areSmall(N, LDA, Count)), Mode, Uplo, int(N),
                 as<T>(A), int(LDA), as<RealOf<T>>(W), Info, int(Count));
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevBatched(
    cusolverDnHandle_t H, cusolverDnParams_t, cusolverEigMode_t Mode,
    cublasFillMode_t Uplo, int64_t N, cudaDataType_t Type, void *A, int64_t LDA,
    cudaDataType_t TypeW, void *W, cudaDataType_t Compute, void *, size_t,
    void *, size_t, int *Info, int64_t Count) {
  return syevOf("cusolverDnXsyevBatched", H, Mode, Uplo, N, Type, A, LDA, TypeW,
                W, Compute, Info, Count);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevd_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, cusolverEigMode_t,
    cublasFillMode_t, int64_t, cudaDataType_t, const void *, int64_t,
    cudaDataType_t, const void *, cudaDataType_t, size_t *OnDevice,
    size_t *OnHost) {
  return spaces("cusolverDnXsyevd_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevd(
    cusolverDnHandle_t H, cusolverDnParams_t, cusolverEigMode_t Mode,
    cublasFillMode_t Uplo, int64_t N, cudaDataType_t Type, void *A, int64_t LDA,
    cudaDataType_t TypeW, void *W, cudaDataType_t Compute, void *, size_t,
    void *, size_t, int *Info) {
  return syevOf("cusolverDnXsyevd", H, Mode, Uplo, N, Type, A, LDA, TypeW, W,
                Compute, Info, 1);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t H, cusolverDnParams_t, signed char, signed char, int64_t,
    int64_t, cudaDataType_t, const void *, int64_t, cudaDataType_t,
    const void *, cudaDataType_t, const void *, int64_t, cudaDataType_t,
    const void *, int64_t, cudaDataType_t, size_t *OnDevice, size_t *OnHost) {
  return spaces("cusolverDnXgesvd_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXgesvd(
    cusolverDnHandle_t H, cusolverDnParams_t, signed char JobU,
    signed char JobV, int64_t M, int64_t N, cudaDataType_t Type, void *A,
    int64_t LDA, cudaDataType_t TypeS, void *S, cudaDataType_t TypeU, void *U,
    int64_t LDU, cudaDataType_t TypeVT, void *VT, int64_t LDV,
    cudaDataType_t Compute, void *, size_t, void *, size_t, int *Info) {
  constexpr auto Name = "cusolverDnXgesvd";
  if (TypeS != realOf(Type))
    return refuseTypes(Name);
  return withType(Name, Type, {Compute, TypeU, TypeVT}, [&](auto *Of) {
    using T = Pointee<decltype(Of)>;
    return gesvd(callOf(Name, H, areSmall(M, N, LDA, LDU, LDV)), JobU, JobV,
                 int(M), int(N), as<T>(A), int(LDA), as<RealOf<T>>(S), as<T>(U),
                 int(LDU), as<T>(VT), int(LDV), Info);
  });
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnXtrtri_bufferSize(
    cusolverDnHandle_t H, cublasFillMode_t, cublasDiagType_t, int64_t,
    cudaDataType_t, void *, int64_t, size_t *OnDevice, size_t *OnHost) {
  return spaces("cusolverDnXtrtri_bufferSize", H, OnDevice, OnHost);
}

HEDDLE_EXPORT cusolverStatus_t
cusolverDnXtrtri(cusolverDnHandle_t H, cublasFillMode_t Uplo,
                 cublasDiagType_t Diag, int64_t N, cudaDataType_t Type, void *A,
                 int64_t LDA, void *, size_t, void *, size_t, int *Info) {
  constexpr auto Name = "cusolverDnXtrtri";
  return withType(Name, Type, {}, [&](auto *Of) {
    return trtri(callOf(Name, H, areSmall(N, LDA)), Uplo, Diag, int(N),
                 as<Pointee<decltype(Of)>>(A), int(LDA), Info);
  });
}
