//===- MatmulCalls.cpp - Products of cuBLASLt and their algorithms --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Blas/Status.h"
#include "../Common/DeviceWork.h"
#include "Descriptors.h"
#include "LtHandle.h"
#include "Matmul.h"
#include <optional>
#include <string>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

/// With HEDDLE_LOG=1, says why \p Call fails. Returns its status.
static cublasStatus_t report(const char *Call, const Verdict &V) {
  if (!V.isGood())
    logFailure(Call,
               (std::string(statusName(V.Status)) + ": " + V.Why).c_str());
  return V.Status;
}

static Verdict checkHandle(cublasLtHandle_t Handle) {
  Verdict V;
  if (!isLtHandle(Handle)) {
    V.Status = CUBLAS_STATUS_NOT_INITIALIZED;
    V.Why = "no such handle";
  }
  return V;
}

HEDDLE_EXPORT cublasStatus_t cublasLtMatmul(
    cublasLtHandle_t Handle, cublasLtMatmulDesc_t Desc, const void *Alpha,
    const void *A, cublasLtMatrixLayout_t LayoutA, const void *B,
    cublasLtMatrixLayout_t LayoutB, const void *Beta, const void *C,
    cublasLtMatrixLayout_t LayoutC, void *D, cublasLtMatrixLayout_t LayoutD,
    const cublasLtMatmulAlgo_t *Algorithm, void *, size_t, CUstream Stream) {
  constexpr const char *Name = "cublasLtMatmul";
  Matmul P;
  Verdict V = checkHandle(Handle);
  if (V.isGood())
    V = P.plan(Desc, LayoutA, LayoutB, LayoutC, LayoutD);
  if (V.isGood())
    V = P.takeFactors(Alpha, Beta);
  V.require(!Algorithm || read<LtAlgorithm>(Algorithm), "no such algorithm");
  if (!V.isGood())
    return report(Name, V);
  P.DataA = A;
  P.DataB = B;
  P.DataC = C;
  P.DataD = D;
  return statusOf(runInStream(Name, Stream, [P] {
    if (!areAccessible(Name, P.operands()))
      return false;
    P.run();
    return true;
  }));
}

/// Fills in the one result that a question for algorithms has.
static void giveAlgorithm(cublasLtMatmulHeuristicResult_t &Result) {
  Result = {};
  writeTo(&Result.algo, LtAlgorithm());
  Result.state = CUBLAS_STATUS_SUCCESS;
  Result.wavesCount = 1;
}

HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t Handle, cublasLtMatmulDesc_t Desc,
    cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
    cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
    cublasLtMatmulPreference_t Preference, int Wanted,
    cublasLtMatmulHeuristicResult_t Results[], int *Count) {
  Verdict V = checkHandle(Handle);
  V.require(Wanted > 0 && Results && Count, "no place for an algorithm");
  V.require(read<LtPreference>(Preference).has_value(),
            "a descriptor of preferences is none");
  if (Count)
    *Count = 0;
  if (V.isGood())
    V = Matmul().plan(Desc, A, B, C, D);
  if (!V.isGood())
    return report("cublasLtMatmulAlgoGetHeuristic", V);
  giveAlgorithm(Results[0]);
  *Count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t
cublasLtMatmulAlgoCheck(cublasLtHandle_t Handle, cublasLtMatmulDesc_t Desc,
                        cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                        cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                        const cublasLtMatmulAlgo_t *Algorithm,
                        cublasLtMatmulHeuristicResult_t *Result) {
  Verdict V = checkHandle(Handle);
  const std::optional<LtAlgorithm> Found = read<LtAlgorithm>(Algorithm);
  V.require(Found && Result, "no such algorithm, or no place for its check");
  if (V.isGood())
    V = Matmul().plan(Desc, A, B, C, D);
  if (!V.isGood())
    return report("cublasLtMatmulAlgoCheck", V);
  giveAlgorithm(*Result);
  writeTo(&Result->algo, *Found);
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoGetIds(
    cublasLtHandle_t Handle, cublasComputeType_t, cudaDataType_t,
    cudaDataType_t, cudaDataType_t, cudaDataType_t, cudaDataType_t, int Wanted,
    int Ids[], int *Count) {
  Verdict V = checkHandle(Handle);
  V.require(Wanted > 0 && Ids && Count, "no place for an algorithm");
  if (!V.isGood())
    return report("cublasLtMatmulAlgoGetIds", V);
  Ids[0] = LtAlgorithm().Id;
  *Count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoInit(
    cublasLtHandle_t Handle, cublasComputeType_t, cudaDataType_t,
    cudaDataType_t, cudaDataType_t, cudaDataType_t, cudaDataType_t, int Id,
    cublasLtMatmulAlgo_t *Place) {
  Verdict V = checkHandle(Handle);
  V.require(Id == LtAlgorithm().Id && Place, "no such algorithm");
  if (V.isGood())
    writeTo(Place, LtAlgorithm());
  return report("cublasLtMatmulAlgoInit", V);
}
