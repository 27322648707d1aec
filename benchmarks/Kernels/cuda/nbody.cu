// Acceleration of a body a thread by all others: float4 bodies (x, y, z, mass)
// go through shared memory 256 at a time, and all lanes read the same one.
extern "C" __global__ void nbody(unsigned tiles, float eps2,
                                 const float4 *bodies, float4 *accel) {
  __shared__ float4 tile[256];
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (unsigned t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = bodies[t * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 256; ++k) {
      float4 other = tile[k];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
      float s = other.w * (r * r * r);
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  accel[i] = make_float4(ax, ay, az, 0);
}
