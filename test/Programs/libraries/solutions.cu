// cuSOLVER: a system by its factors, and the singular values of its matrix.
#include <cmath>
#include <cstdio>
#include <cusolverDn.h>

const int N = 5;

static double *filled(int count, double (*at)(int)) {
  double *memory;
  cudaMallocManaged(&memory, count * sizeof(double));
  for (int i = 0; i < count; ++i)
    memory[i] = at(i);
  return memory;
}

static double matrixAt(int i) { return i % (N + 1) == 0 ? 4 : 1.0 / (1 + i % 7); }

int main() {
  cusolverDnHandle_t solver;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cusolverDnCreate(&solver);
  cusolverDnSetStream(solver, stream);
  double *a = filled(N * N, matrixAt), *x = filled(N, [](int i) { return i + 1.0; });
  int *pivots, *info, size;
  cudaMallocManaged(&pivots, N * sizeof(int));
  cudaMallocManaged(&info, sizeof(int));
  cusolverDnDgetrf_bufferSize(solver, N, N, a, N, &size);
  double *work = filled(size, [](int) { return 0.0; });
  int status = cusolverDnDgetrf(solver, N, N, a, N, work, pivots, info);
  status |= cusolverDnDgetrs(solver, CUBLAS_OP_N, N, 1, a, N, pivots, x, N, info);
  cudaStreamSynchronize(stream);
  double worst = 0;
  for (int row = 0; row < N; ++row) {
    double sum = 0;
    for (int column = 0; column < N; ++column)
      sum += matrixAt(column * N + row) * x[column];
    worst = fmax(worst, fabs(sum - (row + 1)));
  }
  printf("status %d, info %d, solved %d\n", status, *info, worst < 1e-12);
  double *m = filled(N * N, matrixAt), *s = filled(N, [](int) { return 0.0; });
  cusolverDnDgesvd_bufferSize(solver, N, N, &size);
  double *more = filled(size, [](int) { return 0.0; });
  status = cusolverDnDgesvd(solver, 'N', 'N', N, N, m, N, s, nullptr, N, nullptr, N, more, size, nullptr, info);
  cudaStreamSynchronize(stream);
  // The squares of singular values sum up to those of all elements.
  double squares = 0, elements = 0;
  for (int i = 0; i < N; ++i)
    squares += s[i] * s[i];
  for (int i = 0; i < N * N; ++i)
    elements += matrixAt(i) * matrixAt(i);
  printf("status %d, info %d, values %d, ordered %d\n", status, *info, fabs(squares - elements) < 1e-10, s[0] >= s[N - 1]);
  cusolverDnDestroy(solver);
}
// Options: -lcusolver
// Prints:
//   status 0, info 0, solved 1
//   status 0, info 0, values 1, ordered 1
