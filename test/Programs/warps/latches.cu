// Barriers with a function, pipelines with producers, semaphores, latches and references to
// atomics of libcu++.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

// As the programming guide does: the state of a pipeline is initialized by make_pipeline.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

struct Count {
  int *at;
  __device__ void operator()() noexcept { ++*at; }
};

__global__ void phases(int *out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block, Count>;
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
  auto *barrier = reinterpret_cast<Barrier *>(memory);
  if (threadIdx.x == 0)
    new (barrier) Barrier(blockDim.x, Count{out});
  __syncthreads();
  for (int i = 0; i < 7; ++i)
    barrier->arrive_and_wait();
}

/// One warp copies for the other.
__global__ void produce(const int *in, int *out, int count) {
  __shared__ int buffer[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipeline =
      cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (produces) {
      auto warp = cg::tiled_partition<32>(block);
      pipeline.producer_acquire();
      cuda::memcpy_async(warp, buffer[i % 2], in + i * 64, 256, pipeline);
      pipeline.producer_commit();
    } else {
      pipeline.consumer_wait();
      sum += buffer[i % 2][lane] + buffer[i % 2][lane + 32];
      pipeline.consumer_release();
    }
  }
  if (!produces)
    out[lane] = sum;
}

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 2>;
using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void enter(Semaphore *semaphore, int *inside, int *most, int *all) {
  semaphore->acquire();
  atomicMax(most, atomicAdd(inside, 1) + 1);
  __nanosleep(100);
  atomicSub(inside, 1);
  semaphore->release();
  atomicAdd(all, 1);
}

__global__ void meet(Latch *latch, int *values, int *out) {
  values[blockIdx.x] = blockIdx.x;
  latch->arrive_and_wait();
  int sum = 0;
  for (int i = 0; i < gridDim.x; ++i)
    sum += values[i];
  out[blockIdx.x] = sum;
}

__global__ void refer(int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(out[0]).fetch_max(threadIdx.x * 3);
  cuda::atomic_ref<float, cuda::thread_scope_system>(reinterpret_cast<float *>(out)[1]).fetch_add(0.5f);
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device>(reinterpret_cast<unsigned char *>(out)[9]).fetch_add(2);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(reinterpret_cast<unsigned long long *>(out)[2])
      .fetch_xor(threadIdx.x);
  int expected = 5;
  cuda::atomic_ref<int, cuda::thread_scope_block>(out[3]).compare_exchange_strong(expected, 9);
}

int main() {
  int *p, *in;
  cudaMallocManaged(&p, 4096);
  cudaMallocManaged(&in, 640 * sizeof(int));
  for (int i = 0; i < 640; ++i)
    in[i] = i;
  phases<<<1, 64>>>(p);
  printf("%d %d\n", cudaDeviceSynchronize(), p[0]);
  produce<<<1, 64>>>(in, p, 10);
  printf("%d %d\n", cudaDeviceSynchronize(), p[3]);
  Semaphore *semaphore;
  cudaMallocManaged(&semaphore, sizeof *semaphore);
  new (semaphore) Semaphore(2);
  p[0] = p[1] = p[2] = 0;
  enter<<<8, 1>>>(semaphore, p, p + 1, p + 2);
  printf("%d %d %d\n", cudaDeviceSynchronize(), p[1] == 1 || p[1] == 2, p[2]);
  Latch *latch;
  cudaMallocManaged(&latch, sizeof *latch);
  new (latch) Latch(6);
  meet<<<6, 1>>>(latch, in, p);
  printf("%d %d\n", cudaDeviceSynchronize(), p[5]);
  p[0] = p[1] = p[2] = p[4] = p[5] = 0;
  p[3] = 5;
  refer<<<1, 64>>>(p);
  printf("%d %d %g %d %d %d\n", cudaDeviceSynchronize(), p[0], reinterpret_cast<float *>(p)[1],
         reinterpret_cast<unsigned char *>(p)[9], p[4], p[3]);
}

// Options: -arch=sm_80
// Prints:
//   0 7
//   0 6140
//   0 1 8
//   0 15
//   0 189 32 128 0 9
