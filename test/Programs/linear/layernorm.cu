// Layer norm, softmax, GELU and AdamW, as in llm.c.
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
const int ROWS = 6, C = 48;

__global__ void layernorm(float *out, const float *in, const float *weight, const float *bias) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  const float *x = in + row * C;
  float sum = 0, square = 0;
  for (int i = warp.thread_rank(); i < C; i += 32)
    sum += x[i];
  float mean = cg::reduce(warp, sum, cg::plus<float>()) / C;
  for (int i = warp.thread_rank(); i < C; i += 32)
    square += (x[i] - mean) * (x[i] - mean);
  float r = rsqrtf(cg::reduce(warp, square, cg::plus<float>()) / C + 1e-5f);
  for (int c = warp.thread_rank(); c < C; c += 32)
    __stcs(out + row * C + c, r * (__ldcs(x + c) - mean) * weight[c] + bias[c]);
}
__global__ void softmax(float *out, const float *in) {
  __shared__ float shared[32];
  const float *x = in + blockIdx.x * C;
  float most = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < C; i += 32)
    most = fmaxf(most, x[i]);
  shared[threadIdx.x] = most;
  __syncwarp();
  for (float v : shared)
    most = fmaxf(most, v);
  for (int i = threadIdx.x; i < C; i += 32)
    sum += expf(x[i] - most);
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  for (int i = threadIdx.x; i < C; i += 32)
    out[blockIdx.x * C + i] = expf(x[i] - most) / sum;
}
__host__ __device__ float gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}
__global__ void gelus(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = gelu(in[i]);
}
__global__ void adamw(float *p, const float *g, float *m, float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  m[i] = 0.9f * m[i] + 0.1f * g[i];
  v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
  p[i] -= 0.01f * ((m[i] / 0.1f) / (sqrtf(v[i] / 0.001f) + 1e-8f) + 0.1f * p[i]);
}

int main() {
  const int n = ROWS * C;
  float *in, *norm, *soft, *active, *weight, *bias, *m, *v;
  for (float **p : {&in, &norm, &soft, &active, &weight, &bias, &m, &v})
    cudaMallocManaged(p, n * 4);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 29 % 64) / 16.f - 2;
    weight[i] = 1 + i % 3;
    bias[i] = i % 2;
    m[i] = v[i] = 0;
  }
  layernorm<<<ROWS / 2, 64>>>(norm, in, weight, bias);
  softmax<<<ROWS, 32>>>(soft, in);
  gelus<<<3, 128>>>(active, in, n);
  cudaDeviceSynchronize();
  double worst = 0;
  for (int r = 0; r < ROWS; ++r) {
    double mean = 0, var = 0, sum = 0;
    for (int c = 0; c < C; ++c) {
      mean += in[r * C + c] / C;
      sum += exp(in[r * C + c]);
    }
    for (int c = 0; c < C; ++c)
      var += pow(in[r * C + c] - mean, 2) / C;
    for (int c = 0; c < C; ++c) {
      int i = r * C + c;
      worst = fmax(worst, fabs(norm[i] - ((in[i] - mean) / sqrt(var + 1e-5) * weight[c] + bias[c])));
      worst = fmax(worst, fabs(soft[i] - exp(in[i]) / sum));
      worst = fmax(worst, fabs(active[i] - gelu(in[i])));
    }
  }
  printf("close %d\n", worst < 1e-5);
  float before = in[3];
  adamw<<<3, 128>>>(in, active, m, v, n);
  cudaDeviceSynchronize();
  float wanted = before - 0.01f * ((active[3] > 0 ? 1 : -1) + 0.1f * before);
  printf("step %d\n", fabsf(in[3] - wanted) < 1e-4f);
}

// Prints:
//   close 1
//   step 1
