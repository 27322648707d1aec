// The functions of cuBLAS by the type of their elements: Blas<float>::gemm is
// cublasSgemm_v2. Wide<float> has those with indices of 64 bits.

#ifndef HEDDLE_TEST_MATHAPI_BLAS_H
#define HEDDLE_TEST_MATHAPI_BLAS_H

#include "blas_types.h"
#include "check.h"

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *);
cublasStatus_t cublasDestroy_v2(cublasHandle_t);
cublasStatus_t cublasSetStream_v2(cublasHandle_t, CUstream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t, cublasPointerMode_t);
}

template <typename T> struct Blas;
template <typename T> struct Wide;

#define HEDDLE_DECLARE(LETTER, NAME, VERSION, PARAMS, WIDTH)                   \
  static cublasStatus_t NAME PARAMS asm("cublas" LETTER #NAME #VERSION WIDTH);
#define HEDDLE_BLAS_ANY(NAME, VERSION, PARAMS, ARGS)                           \
  HEDDLE_DECLARE(HEDDLE_LETTER, NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_TYPE(TYPE)                                                      \
  using T = TYPE;                                                              \
  using R = Real<T>;

#define HEDDLE_BLAS_REAL HEDDLE_BLAS_ANY
template <> struct Blas<float> {
  HEDDLE_TYPE(float)
  using I = int;
#define HEDDLE_WIDTH ""
#define HEDDLE_LETTER "S"
#define HEDDLE_BLAS_NORM HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_ONCE HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_ONCE_REAL HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_INDEX(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Is", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#include "blas_functions.def"
#undef HEDDLE_LETTER
};

#define HEDDLE_BLAS_ANY(NAME, VERSION, PARAMS, ARGS)                           \
  HEDDLE_DECLARE(HEDDLE_LETTER, NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_REAL HEDDLE_BLAS_ANY
template <> struct Blas<double> {
  HEDDLE_TYPE(double)
  using I = int;
#define HEDDLE_LETTER "D"
#define HEDDLE_BLAS_NORM HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_ONCE HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_ONCE_REAL HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_INDEX(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Id", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#include "blas_functions.def"
#undef HEDDLE_LETTER
};

#define HEDDLE_BLAS_ANY(NAME, VERSION, PARAMS, ARGS)                           \
  HEDDLE_DECLARE(HEDDLE_LETTER, NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_COMPLEX HEDDLE_BLAS_ANY
template <> struct Blas<std::complex<float>> {
  HEDDLE_TYPE(std::complex<float>)
  using I = int;
#define HEDDLE_LETTER "C"
#define HEDDLE_BLAS_ONCE HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_NORM(NAME, VERSION, PARAMS, ARGS)                          \
  HEDDLE_DECLARE("Sc", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_INDEX(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Ic", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_MIXED(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Cs", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#include "blas_functions.def"
#undef HEDDLE_LETTER
};

#define HEDDLE_BLAS_ANY(NAME, VERSION, PARAMS, ARGS)                           \
  HEDDLE_DECLARE(HEDDLE_LETTER, NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_COMPLEX HEDDLE_BLAS_ANY
template <> struct Blas<std::complex<double>> {
  HEDDLE_TYPE(std::complex<double>)
  using I = int;
#define HEDDLE_LETTER "Z"
#define HEDDLE_BLAS_ONCE HEDDLE_BLAS_ANY
#define HEDDLE_BLAS_NORM(NAME, VERSION, PARAMS, ARGS)                          \
  HEDDLE_DECLARE("Dz", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_INDEX(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Iz", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#define HEDDLE_BLAS_MIXED(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Zd", NAME, VERSION, PARAMS, HEDDLE_WIDTH)
#include "blas_functions.def"
#undef HEDDLE_LETTER
#undef HEDDLE_WIDTH
};

#define HEDDLE_BLAS_ANY(NAME, VERSION, PARAMS, ARGS)                           \
  HEDDLE_DECLARE("S", NAME, VERSION, PARAMS, "_64")
template <> struct Wide<float> {
  HEDDLE_TYPE(float)
  using I = int64_t;
#define HEDDLE_BLAS_INDEX(NAME, VERSION, PARAMS, ARGS)                         \
  HEDDLE_DECLARE("Is", NAME, VERSION, PARAMS, "_64")
#include "blas_functions.def"
};

#endif // HEDDLE_TEST_MATHAPI_BLAS_H
