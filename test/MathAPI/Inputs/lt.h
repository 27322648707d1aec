// Calls of cuBLASLt, and descriptors that end with their scope.

#ifndef HEDDLE_TEST_MATHAPI_LT_H
#define HEDDLE_TEST_MATHAPI_LT_H

#include "blaslt_types.h"
#include "check.h"

extern "C" {
cublasStatus_t cublasLtCreate(cublasLtHandle_t *);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t);
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *,
                                          cudaDataType_t, uint64_t, uint64_t,
                                          int64_t);
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t, size_t,
                                                 cudaDataType_t, uint64_t,
                                                 uint64_t, int64_t);
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t);
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t,
                                                unsigned, const void *, size_t);
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t,
                                                unsigned, void *, size_t,
                                                size_t *);
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *,
                                        cublasComputeType_t, cudaDataType_t);
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t, size_t,
                                               cublasComputeType_t,
                                               cudaDataType_t);
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t);
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, unsigned,
                                              const void *, size_t);
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *);
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t);
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    unsigned, const void *,
                                                    size_t);
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
    cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
    cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t[], int *);
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *,
                                                 unsigned, void *, size_t,
                                                 size_t *);
cublasStatus_t
cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t, const void *,
               const void *, cublasLtMatrixLayout_t, const void *,
               cublasLtMatrixLayout_t, const void *, const void *,
               cublasLtMatrixLayout_t, void *, cublasLtMatrixLayout_t,
               const cublasLtMatmulAlgo_t *, void *, size_t, CUstream);
cublasStatus_t cublasLtMatrixTransform();
}

inline cublasLtHandle_t Lt;

struct LtMatrix {
  cublasLtMatrixLayout_t Handle = nullptr;
  LtMatrix(cudaDataType_t Type, uint64_t Rows, uint64_t Cols, int64_t LD) {
    OK(cublasLtMatrixLayoutCreate(&Handle, Type, Rows, Cols, LD));
  }
  LtMatrix(const LtMatrix &) = delete;
  ~LtMatrix() { OK(cublasLtMatrixLayoutDestroy(Handle)); }
};

struct LtProduct {
  cublasLtMatmulDesc_t Handle = nullptr;
  LtProduct(cublasComputeType_t Compute, cudaDataType_t Scale) {
    OK(cublasLtMatmulDescCreate(&Handle, Compute, Scale));
  }
  LtProduct(const LtProduct &) = delete;
  ~LtProduct() { OK(cublasLtMatmulDescDestroy(Handle)); }
};

template <typename T>
void set(cublasLtMatrixLayout_t Handle, unsigned Number, T Value) {
  OK(cublasLtMatrixLayoutSetAttribute(Handle, Number, &Value, sizeof Value));
}
template <typename T>
void set(cublasLtMatmulDesc_t Handle, unsigned Number, T Value) {
  OK(cublasLtMatmulDescSetAttribute(Handle, Number, &Value, sizeof Value));
}

#endif // HEDDLE_TEST_MATHAPI_LT_H
