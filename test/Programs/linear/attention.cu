// Attention with a causal mask, forward, by streaming over keys.
#include <cmath>
#include <cstdio>

const int T = 24, D = 16;

__global__ void attention(const float *q, const float *k, const float *v, float *out) {
  __shared__ float ks[8][D], vs[8][D];
  int t = threadIdx.x;
  float own[D], sum[D] = {}, most = -INFINITY, total = 0;
  for (int d = 0; d < D; ++d)
    own[d] = q[t * D + d];
  for (int at = 0; at < T; at += 8) {
    __syncthreads();
    for (int i = t; i < 8 * D; i += T) {
      ks[i / D][i % D] = k[at * D + i];
      vs[i / D][i % D] = v[at * D + i];
    }
    __syncthreads();
    for (int j = 0; j < 8 && at + j <= t; ++j) {
      float score = 0;
      for (int d = 0; d < D; ++d)
        score += own[d] * ks[j][d];
      score *= 0.25f;
      float now = fmaxf(most, score), shrink = expf(most - now), p = expf(score - now);
      total = total * shrink + p;
      for (int d = 0; d < D; ++d)
        sum[d] = sum[d] * shrink + p * vs[j][d];
      most = now;
    }
  }
  for (int d = 0; d < D; ++d)
    out[t * D + d] = sum[d] / total;
}

int main() {
  float *q, *k, *v, *out;
  for (float **p : {&q, &k, &v, &out})
    cudaMallocManaged(p, T * D * 4);
  for (int i = 0; i < T * D; ++i) {
    q[i] = (i * 7 % 23) / 10.f - 1;
    k[i] = (i * 11 % 19) / 10.f - 1;
    v[i] = i % 13;
  }
  attention<<<1, T>>>(q, k, v, out);
  printf("%d\n", cudaDeviceSynchronize());
  double worst = 0;
  for (int t = 0; t < T; ++t) {
    double total = 0, sum[D] = {};
    for (int s = 0; s <= t; ++s) {
      double score = 0;
      for (int d = 0; d < D; ++d)
        score += q[t * D + d] * k[s * D + d];
      double p = exp(score / 4);
      total += p;
      for (int d = 0; d < D; ++d)
        sum[d] += p * v[s * D + d];
    }
    for (int d = 0; d < D; ++d)
      worst = fmax(worst, fabs(sum[d] / total - out[t * D + d]));
  }
  printf("close %d\n", worst < 1e-4);
}

// Prints:
//   0
//   close 1
