// Forces between all pairs of bodies, a thread a body.
#include "cuda.h"

struct Force {
  float x, y, z;
};

static __device__ void interact(float4 me, float4 other, Force &f) {
  float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.00125f);
  float s = other.w * r * r * r;
  f.x += dx * s;
  f.y += dy * s;
  f.z += dz * s;
}

extern "C" __global__ void nbody_plain(const float4 *bodies, float4 *forces,
                                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  Force f = {0, 0, 0};
  for (int j = 0; j < n; ++j)
    interact(me, bodies[j], f);
  forces[i] = {f.x, f.y, f.z, 0};
}

// A tile of bodies at a time is read once for all threads of the block. They
// all look at the same one then, and shared memory broadcasts it.
extern "C" __global__ void nbody_tiled(const float4 *bodies, float4 *forces,
                                       int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  Force f = {0, 0, 0};
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j)
      interact(me, tile[j], f);
    __syncthreads();
  }
  forces[i] = {f.x, f.y, f.z, 0};
}
