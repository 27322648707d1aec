// y = A * x for a sparse matrix in compressed rows, a thread a row.
#include "cuda.h"

static __device__ float multiply_row(int first, int last, const int *columns,
                                     const float *values, const float *x) {
  float sum = 0;
  for (int j = first; j < last; ++j)
    sum += values[j] * x[columns[j]];
  return sum;
}

extern "C" __global__ void spmv_plain(const int *rows, const int *columns,
                                      const float *values, int n,
                                      const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    y[row] = multiply_row(rows[row], rows[row + 1], columns, values, x);
}

// The part of x that belongs to the block's rows is read once, into shared
// memory; matrices of meshes mostly need just that.
extern "C" __global__ void spmv_cached(const int *rows, const int *columns,
                                       const float *values, int n,
                                       const float *x, float *y) {
  volatile __shared__ float cache[128];
  int begin = blockIdx.x * blockDim.x;
  int end = begin + blockDim.x;
  int row = begin + threadIdx.x;
  if (row < n)
    cache[threadIdx.x] = x[row];
  __syncthreads();
  if (row >= n)
    return;
  float sum = 0;
  for (int j = rows[row]; j < rows[row + 1]; ++j) {
    int column = columns[j];
    float other = begin <= column && column < end ? cache[column - begin]
                                                  : x[column];
    sum += values[j] * other;
  }
  y[row] = sum;
}
