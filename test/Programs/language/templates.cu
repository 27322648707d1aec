// Templates over types and numbers, with a constexpr and an if constexpr.
#include <cstdio>

template <typename T> struct Name {};
template <> struct Name<int> {
  static constexpr const char *text = "int";
};
template <> struct Name<double> {
  static constexpr const char *text = "double";
};
template <> struct Name<short> {
  static constexpr const char *text = "short";
};

__host__ __device__ constexpr int power(int b, int e) { return e ? b * power(b, e - 1) : 1; }

template <typename T, int N> __global__ void horner(const T *x, T *y) {
  __shared__ T c[N];
  if (threadIdx.x < N)
    c[threadIdx.x] = T(threadIdx.x + 1);
  __syncthreads();
  T v = 0;
#pragma unroll
  for (int i = N - 1; i >= 0; --i)
    v = v * x[threadIdx.x] + c[i];
  if constexpr (N > 3)
    v += power(2, N);
  y[threadIdx.x] = v;
}

template <typename T, int N> static void run() {
  T *x, *y;
  cudaMallocManaged(&x, 8 * sizeof(T));
  cudaMallocManaged(&y, 8 * sizeof(T));
  for (int i = 0; i < 8; ++i)
    x[i] = T(i);
  horner<T, N><<<1, 8>>>(x, y);
  cudaDeviceSynchronize();
  printf("%s %d: %g %g\n", Name<T>::text, N, double(y[1]), double(y[3]));
}

int main() {
  run<int, 3>();
  run<double, 5>();
  run<short, 4>();
}

// Prints:
//   int 3: 6 34
//   double 5: 47 579
//   short 4: 26 158
