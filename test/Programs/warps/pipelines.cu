// Asynchronous copies to shared memory: a pipeline of two stages, a group's copies,
// and a barrier whose arrival and wait are apart.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void staged(const int *in, int *out, int batches) {
  constexpr int stages = 2, size = 64;
  __shared__ int buffer[stages][size];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int batch = 0, ahead = 0; batch < batches; ++batch) {
    for (; ahead < batches && ahead < batch + stages; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[ahead % stages], in + ahead * size, cuda::aligned_size_t<16>(size * sizeof(int)),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += buffer[batch % stages][size - 1 - threadIdx.x];
    block.sync();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void grouped(const int *in, int *out) {
  extern __shared__ int part[];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, part, in + 64 * blockIdx.x, sizeof(int) * 64);
  cg::wait(block);
  out[64 * blockIdx.x + threadIdx.x] = part[63 - threadIdx.x];
}

__global__ void split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int last[2];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x % 32 == 31)
      last[threadIdx.x / 32] = threadIdx.x + round;
    auto token = barrier.arrive();
    const int mine = threadIdx.x * round;
    barrier.wait(std::move(token));
    out[threadIdx.x] += mine + last[0] + last[1];
    barrier.arrive_and_wait();
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 512 * 4);
  cudaMallocManaged(&out, 512 * 4);
  for (int i = 0; i < 512; ++i)
    in[i] = i * i % 101;
  staged<<<1, 64>>>(in, out, 8);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int batch = 0; batch < 8; ++batch)
      sum += in[batch * 64 + 63 - t];
    wrong += out[t] != sum;
  }
  grouped<<<8, 64, 256>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 512; ++i)
    wrong += out[i] != in[i / 64 * 64 + 63 - i % 64];
  cudaMemset(out, 0, 256);
  split<<<1, 64>>>(out);
  printf("%d %d\n", wrong, cudaDeviceSynchronize());
  printf("%d %d %d\n", out[0], out[1], out[63]);
}

// Prints:
//   0 0
//   288 291 477
