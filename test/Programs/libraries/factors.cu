// cuSOLVER's interface of 64 bits: a system by its factors, eigenvalues, and a batch.
#include <cmath>
#include <cstdio>
#include <cusolverDn.h>

const int64_t N = 5;

template <typename T> static T *allocate(size_t count) {
  T *memory;
  cudaMallocManaged(&memory, count * sizeof(T));
  return memory;
}

/// A symmetric matrix whose diagonal is the largest.
static double matrixAt(int64_t row, int64_t column) { return row == column ? 10 + row : 1.0 / (1 + row + column); }

int main() {
  cusolverDnHandle_t solver;
  cusolverDnParams_t params;
  printf("%d\n", cusolverDnCreate(&solver));
  printf("%d\n", cusolverDnCreateParams(&params));
  auto *a = allocate<double>(N * N), *b = allocate<double>(N), *w = allocate<double>(N);
  auto *pivots = allocate<int64_t>(N);
  auto *info = allocate<int>(1);
  auto fill = [&] {
    for (int64_t i = 0; i < N * N; ++i)
      a[i] = matrixAt(i % N, i / N);
  };
  fill();
  for (int64_t i = 0; i < N; ++i)
    b[i] = i + 1;
  size_t onDevice = 0, onHost = 0;
  cusolverDnXgetrf_bufferSize(solver, params, N, N, CUDA_R_64F, a, N, CUDA_R_64F, &onDevice, &onHost);
  void *space = allocate<char>(onDevice);
  printf("%d\n", cusolverDnXgetrf(solver, params, N, N, CUDA_R_64F, a, N, pivots, CUDA_R_64F, space, onDevice, nullptr,
                                  onHost, info));
  printf("%d\n", cusolverDnXgetrs(solver, params, CUBLAS_OP_N, N, 1, CUDA_R_64F, a, N, pivots, CUDA_R_64F, b, N, info));
  cudaDeviceSynchronize();
  double worst = 0;
  for (int64_t row = 0; row < N; ++row) {
    double sum = 0;
    for (int64_t column = 0; column < N; ++column)
      sum += matrixAt(row, column) * b[column];
    worst = fmax(worst, fabs(sum - (row + 1)));
  }
  printf("solved %d\n", worst < 1e-12);
  fill();
  cusolverDnXsyevd_bufferSize(solver, params, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, N, CUDA_R_64F, a, N,
                              CUDA_R_64F, w, CUDA_R_64F, &onDevice, &onHost);
  printf("%d\n", cusolverDnXsyevd(solver, params, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, N, CUDA_R_64F, a,
                                  N, CUDA_R_64F, w, CUDA_R_64F, space, onDevice, nullptr, onHost, info));
  cudaDeviceSynchronize();
  double trace = 0, sum = 0;
  for (int64_t i = 0; i < N; ++i) {
    trace += matrixAt(i, i);
    sum += w[i];
  }
  printf("ordered %d, trace %d\n", w[0] < w[N - 1], fabs(trace - sum) < 1e-12);
  // The factors of two matrices of a list.
  auto **list = allocate<double *>(2);
  for (int i = 0; i < 2; ++i) {
    list[i] = allocate<double>(4);
    list[i][0] = list[i][3] = 4 * (i + 1);
    list[i][1] = list[i][2] = 2;
  }
  auto *infos = allocate<int>(2);
  printf("%d\n", cusolverDnDpotrfBatched(solver, CUBLAS_FILL_MODE_LOWER, 2, list, 2, infos, 2));
  cudaDeviceSynchronize();
  printf("%g %g %.4f %d\n", list[0][0], list[0][1], list[1][3], infos[0] + infos[1]);
  printf("%s\n", cusolverDnXpotrf(solver, params, CUBLAS_FILL_MODE_LOWER, N, CUDA_R_64F, a, N, CUDA_R_32F, space,
                                  onDevice, nullptr, 0, info) == CUSOLVER_STATUS_NOT_SUPPORTED
                     ? "not supported"
                     : "supported");
  cusolverDnDestroyParams(params);
  cusolverDnDestroy(solver);
}

// Options: -lcusolver
// Prints:
//   0
//   0
//   0
//   0
//   solved 1
//   0
//   ordered 1, trace 1
//   0
//   2 1 2.7386 0
//   not supported
