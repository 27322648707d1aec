// Bodies that attract each other, with positions in shared memory.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void accelerate(const float4 *bodies, float3 *out, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = bodies[i];
  float3 a = make_float3(0, 0, 0);
  for (int at = 0; at < n; at += blockDim.x) {
    tile[threadIdx.x] = bodies[at + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) {
      float3 r = make_float3(tile[j].x - own.x, tile[j].y - own.y, tile[j].z - own.z);
      float d = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
      float inverse = rsqrtf(d);
      float s = tile[j].w * inverse * inverse * inverse;
      a.x += r.x * s;
      a.y += r.y * s;
      a.z += r.z * s;
    }
    __syncthreads();
  }
  out[i] = a;
}

int main() {
  const int n = 128;
  std::vector<float4> bodies(n);
  std::vector<float3> out(n);
  for (int i = 0; i < n; ++i)
    bodies[i] = make_float4(i % 8, i / 8 % 8, i / 64, 1 + i % 3);
  float4 *db;
  float3 *da;
  cudaMalloc(&db, n * sizeof(float4));
  cudaMalloc(&da, n * sizeof(float3));
  cudaMemcpy(db, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  accelerate<<<n / 64, 64, 64 * sizeof(float4)>>>(db, da, n);
  cudaMemcpy(out.data(), da, n * sizeof(float3), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double x = 0, y = 0, z = 0;
    for (const float4 &b : bodies) {
      double rx = b.x - bodies[i].x, ry = b.y - bodies[i].y, rz = b.z - bodies[i].z;
      double s = b.w * pow(rx * rx + ry * ry + rz * rz + 0.01, -1.5);
      x += rx * s, y += ry * s, z += rz * s;
    }
    worst = fmax(worst, fmax(fabs(x - out[i].x), fmax(fabs(y - out[i].y), fabs(z - out[i].z))));
  }
  printf("close %d\n", worst < 1e-4);
}

// Prints:
//   close 1
