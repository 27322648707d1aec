// Attention forward and backward by wmma, in f16 and bf16, causal and not: the sums
// of the softmax go on from block to block of keys, and the backward pass makes the
// probabilities again from the logarithms of the sums.
// Options: -gencode arch=compute_80,code=compute_80
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

const int T = 48, D = 32, Tile = 16;
const float Scale = 0.17677669f;

template <class V, class L> using A = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, V, L>;
template <class V, class L> using B = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, V, L>;
using Sums = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;
using Row = nvcuda::wmma::row_major;
using Column = nvcuda::wmma::col_major;

// to += x * y, of 16 by 16 elements each.
template <class LX, class LY, class V> __device__ void add(Sums &to, const V *x, int stepX, const V *y, int stepY) {
  A<V, LX> a;
  B<V, LY> b;
  nvcuda::wmma::load_matrix_sync(a, x, stepX);
  nvcuda::wmma::load_matrix_sync(b, y, stepY);
  nvcuda::wmma::mma_sync(to, a, b, to);
}

// x * y^T for rows of D elements.
template <class V> __device__ void scores(float *to, const V *x, const V *y) {
  Sums s;
  nvcuda::wmma::fill_fragment(s, 0.f);
  for (int d = 0; d < D; d += 16)
    add<Row, Column>(s, x + d, D, y + d, D);
  nvcuda::wmma::store_matrix_sync(to, s, 16, nvcuda::wmma::mem_row_major);
  __syncwarp();
}

template <class V>
__global__ void forward(const V *q, const V *k, const V *v, float *o, float *logs, bool causal) {
  __shared__ __align__(32) float s[256], sums[Tile * D];
  __shared__ __align__(32) V p[256];
  const int lane = threadIdx.x, row = lane / 2, half = lane % 2 * 8, first = blockIdx.x * Tile;
  float most = -INFINITY, total = 0;
  for (int i = lane; i < Tile * D; i += 32)
    sums[i] = 0;
  for (int at = 0; at < (causal ? first + Tile : T); at += Tile) {
    scores(s, q + first * D, k + at * D);
    float now = most, part = 0;
    for (int j = half; j < half + 8; ++j) {
      float &x = s[row * 16 + j];
      x = causal && at + j > first + row ? -INFINITY : x * Scale;
      now = fmaxf(now, x);
    }
    now = fmaxf(now, __shfl_xor_sync(~0u, now, 1));
    const float shrink = expf(most - now);
    for (int j = half; j < half + 8; ++j) {
      const V x = V(expf(s[row * 16 + j] - now));
      p[row * 16 + j] = x;
      part += float(x);
    }
    part += __shfl_xor_sync(~0u, part, 1);
    total = total * shrink + part;
    most = now;
    for (int d = lane % 2; d < D; d += 2)
      sums[row * D + d] *= shrink;
    __syncwarp();
    for (int d = 0; d < D; d += 16) {
      Sums f;
      nvcuda::wmma::load_matrix_sync(f, sums + d, D, nvcuda::wmma::mem_row_major);
      add<Row, Row>(f, p, 16, v + at * D + d, D);
      nvcuda::wmma::store_matrix_sync(sums + d, f, D, nvcuda::wmma::mem_row_major);
    }
    __syncwarp();
  }
  for (int d = lane % 2; d < D; d += 2)
    o[(first + row) * D + d] = sums[row * D + d] / total;
  if (half == 0)
    logs[first + row] = most + logf(total);
}

template <class V>
__global__ void backward(const V *q, const V *k, const V *v, const float *o, const float *logs, const V *go, float *gq,
                         float *gk, float *gv, bool causal) {
  __shared__ __align__(32) float s[256], x[256];
  __shared__ __align__(32) V p[256], gs[256];
  const int lane = threadIdx.x, row = lane / 2, half = lane % 2 * 8, first = blockIdx.x * Tile;
  Sums ofK[D / 16], ofV[D / 16];
  for (int d = 0; d < D / 16; ++d) {
    nvcuda::wmma::fill_fragment(ofK[d], 0.f);
    nvcuda::wmma::fill_fragment(ofV[d], 0.f);
  }
  for (int at = causal ? first : 0; at < T; at += Tile) {
    float delta = 0;
    for (int d = lane % 2; d < D; d += 2)
      delta += o[(at + row) * D + d] * float(go[(at + row) * D + d]);
    delta += __shfl_xor_sync(~0u, delta, 1);
    scores(s, q + at * D, k + first * D);
    scores(x, go + at * D, v + first * D);
    for (int j = half; j < half + 8; ++j) {
      const int i = row * 16 + j;
      const bool hidden = causal && first + j > at + row;
      const float y = hidden ? 0 : expf(s[i] * Scale - logs[at + row]);
      p[i] = V(y);
      gs[i] = V(y * (x[i] - delta) * Scale);
    }
    __syncwarp();
    for (int d = 0; d < D / 16; ++d) {
      add<Column, Row>(ofV[d], p, 16, go + at * D + 16 * d, D);
      add<Column, Row>(ofK[d], gs, 16, q + at * D + 16 * d, D);
      Sums ofQ;
      nvcuda::wmma::fill_fragment(ofQ, 0.f);
      add<Row, Row>(ofQ, gs, 16, k + first * D + 16 * d, D);
      nvcuda::wmma::store_matrix_sync(s, ofQ, 16, nvcuda::wmma::mem_row_major);
      __syncwarp();
      for (int i = lane; i < 256; i += 32)
        atomicAdd(&gq[(at + i / 16) * D + 16 * d + i % 16], s[i]);
      __syncwarp();
    }
  }
  for (int d = 0; d < D / 16; ++d) {
    nvcuda::wmma::store_matrix_sync(gk + first * D + 16 * d, ofK[d], D, nvcuda::wmma::mem_row_major);
    nvcuda::wmma::store_matrix_sync(gv + first * D + 16 * d, ofV[d], D, nvcuda::wmma::mem_row_major);
  }
}

// What o, gq, gk and gv are in double precision.
template <class V>
static void reference(const V *q, const V *k, const V *v, const V *go, double (*to)[T * D], bool causal) {
  for (int i = 0; i < T; ++i) {
    double p[T], total = 0, gp[T], mean = 0;
    for (int j = 0; j < T; ++j) {
      double s = 0;
      gp[j] = 0;
      for (int d = 0; d < D; ++d) {
        s += double(float(q[i * D + d])) * float(k[j * D + d]);
        gp[j] += double(float(go[i * D + d])) * float(v[j * D + d]);
      }
      p[j] = causal && j > i ? 0 : exp(s * Scale);
      total += p[j];
    }
    for (int j = 0; j < T; ++j) {
      p[j] /= total;
      mean += p[j] * gp[j];
    }
    for (int j = 0; j < T; ++j)
      for (int d = 0; d < D; ++d) {
        const double gs = p[j] * (gp[j] - mean) * Scale;
        to[0][i * D + d] += p[j] * float(v[j * D + d]);
        to[1][i * D + d] += gs * float(k[j * D + d]);
        to[2][j * D + d] += gs * float(q[i * D + d]);
        to[3][j * D + d] += p[j] * float(go[i * D + d]);
      }
  }
}

template <class V> static void test(const char *name, double bound, bool causal) {
  V *q, *k, *v, *go;
  float *results[4], *logs;
  for (V **p : {&q, &k, &v, &go})
    cudaMallocManaged(p, T * D * sizeof(V));
  for (float *&p : results) {
    cudaMallocManaged(&p, T * D * 4);
    cudaMemset(p, 0, T * D * 4);
  }
  cudaMallocManaged(&logs, T * 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < T * D; ++i) {
    q[i] = V((i * 7919 % 1021 - 510) / 300.f);
    k[i] = V((i * 6007 % 1019 - 509) / 400.f);
    v[i] = V((i * 5003 % 1013 - 506) / 500.f);
    go[i] = V((i * 4001 % 1009 - 504) / 700.f);
  }
  forward<<<T / Tile, 32>>>(q, k, v, results[0], logs, causal);
  backward<<<T / Tile, 32>>>(q, k, v, results[0], logs, go, results[1], results[2], results[3], causal);
  const int error = cudaDeviceSynchronize();
  static double expected[4][T * D];
  for (auto &of : expected)
    for (double &x : of)
      x = 0;
  reference(q, k, v, go, expected, causal);
  double worst = 0;
  for (int n = 0; n < 4; ++n)
    for (int i = 0; i < T * D; ++i)
      worst = fmax(worst, fabs(expected[n][i] - results[n][i]));
  printf("%s%s: %d, %s\n", name, causal ? " causal" : "", error, worst < bound ? "close" : "far off");
}

int main() {
  for (bool causal : {false, true}) {
    test<__half>("f16", 2e-3, causal);
    test<__nv_bfloat16>("bf16", 16e-3, causal);
  }
}

// Prints:
//   f16: 0, close
//   bf16: 0, close
//   f16 causal: 0, close
//   bf16 causal: 0, close
