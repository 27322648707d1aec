// Volumes: cudaMalloc3D, cudaMemcpy3D of a part, cudaMemset3D.
#include <cstdio>
#include <vector>

__global__ void scale(cudaPitchedPtr volume, cudaExtent extent, float by) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x >= extent.width / sizeof(float) || y >= extent.height)
    return;
  char *slice = static_cast<char *>(volume.ptr) + z * volume.pitch * extent.height;
  reinterpret_cast<float *>(slice + y * volume.pitch)[x] *= by;
}

int main() {
  const int w = 7, h = 5, d = 3;
  std::vector<float> host(w * h * d), back(w * h * d, -1);
  for (int i = 0; i < w * h * d; ++i)
    host[i] = i;
  cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, extent);
  cudaMemset3D(volume, 0, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), w * sizeof(float), w, h);
  copy.dstPtr = volume;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  printf("in %d\n", cudaMemcpy3D(&copy));
  scale<<<d, dim3(8, 8)>>>(volume, extent, 2);
  // The middle slice, but for its first row.
  cudaMemcpy3DParms part = {};
  part.srcPtr = volume;
  part.srcPos = make_cudaPos(0, 1, 1);
  part.dstPtr = make_cudaPitchedPtr(back.data(), w * sizeof(float), w, h);
  part.extent = make_cudaExtent(w * sizeof(float), h - 1, 1);
  part.kind = cudaMemcpyDeviceToHost;
  printf("out %d\n", cudaMemcpy3D(&part));
  printf("%g %g %g\n", back[0], back[w * (h - 1) - 1], back[w * (h - 1)]);
  cudaFree(volume.ptr);
}

// Prints:
//   in 0
//   out 0
//   84 138 -1
