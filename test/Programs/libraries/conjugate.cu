// cuSPARSE with cuBLAS: conjugate gradients of a tridiagonal matrix.
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cusparse.h>
#include <vector>

const int N = 2000;

struct System {
  int *offsets, *columns;
  float *values, *x, *r, *p, *product;
  int count = 0;

  System() {
    cudaMallocManaged(&offsets, (N + 1) * sizeof(int));
    cudaMallocManaged(&columns, 3 * N * sizeof(int));
    cudaMallocManaged(&values, 3 * N * sizeof(float));
    for (float **vector : {&x, &r, &p, &product})
      cudaMallocManaged(vector, N * sizeof(float));
    for (int row = 0; row < N; ++row) {
      offsets[row] = count;
      for (int column = row - 1; column <= row + 1; ++column)
        if (column >= 0 && column < N) {
          columns[count] = column;
          values[count++] = row == column ? 10 + row % 3 : 0.25f;
        }
      x[row] = 0;
      r[row] = p[row] = 1;
    }
    offsets[N] = count;
  }

  float worst() const {
    float most = 0;
    for (int row = 0; row < N; ++row) {
      double sum = 0;
      for (int i = offsets[row]; i < offsets[row + 1]; ++i)
        sum += values[i] * x[columns[i]];
      most = fmaxf(most, fabs(sum - 1));
    }
    return most;
  }
};

int main() {
  System s;
  cublasHandle_t blas;
  cusparseHandle_t sparse;
  cublasCreate(&blas);
  cusparseCreate(&sparse);
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t p, product;
  cusparseCreateCsr(&a, N, N, s.count, s.offsets, s.columns, s.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateDnVec(&p, N, s.p, CUDA_R_32F);
  cusparseCreateDnVec(&product, N, s.product, CUDA_R_32F);
  const float one = 1, zero = 0;
  size_t bytes = 0;
  void *buffer;
  cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, p, &zero, product, CUDA_R_32F,
                          CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
  cudaMalloc(&buffer, bytes);
  float before, after, step;
  cublasSdot(blas, N, s.r, 1, s.r, 1, &before);
  int status = 0;
  for (int i = 0; i < 50 && before > 1e-10f; ++i) {
    status |= cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, p, &zero, product, CUDA_R_32F,
                           CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    cublasSdot(blas, N, s.p, 1, s.product, 1, &step);
    float alpha = before / step, minus = -alpha;
    cublasSaxpy(blas, N, &alpha, s.p, 1, s.x, 1);
    cublasSaxpy(blas, N, &minus, s.product, 1, s.r, 1);
    cublasSdot(blas, N, s.r, 1, s.r, 1, &after);
    float beta = after / before;
    before = after;
    cublasSscal(blas, N, &beta, s.p, 1);
    cublasSaxpy(blas, N, &one, s.r, 1, s.p, 1);
  }
  printf("status %d, solved %d\n", status, s.worst() < 1e-4f);
  printf("%s\n", cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT));
  cusparseDestroySpMat(a);
  cusparseDestroy(sparse);
  cublasDestroy(blas);
}
// Options: -lcublas -lcusparse
// Prints:
//   status 0, solved 1
//   CUSPARSE_STATUS_ZERO_PIVOT
