// Clusters of more blocks than every device has: they must be allowed first.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void ranks(int *out) {
  extern __shared__ int mine[];
  cg::cluster_group cluster = cg::this_cluster();
  mine[0] = cluster.block_rank() * 10;
  cluster.sync();
  const int next = (cluster.block_rank() + 1) % cluster.num_blocks();
  out[blockIdx.x] = *cluster.map_shared_rank(mine, next) + cluster.num_blocks();
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) pairs(int *out) { out[blockIdx.x] = cg::this_cluster().block_rank(); }

static const void *address(void (*kernel)(int *)) { return reinterpret_cast<const void *>(kernel); }

int main() {
  int *out, size = 0;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 16;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 32;
  config.blockDim = 1;
  config.dynamicSmemBytes = 64;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaOccupancyMaxPotentialClusterSize(&size, address(ranks), &config);
  printf("%d %s\n", size, cudaGetErrorName(cudaLaunchKernelEx(&config, ranks, out)));
  cudaGetLastError();
  printf("%d\n", cudaFuncSetAttribute(ranks, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaOccupancyMaxPotentialClusterSize(&size, address(ranks), &config);
  printf("%d %s\n", size, cudaGetErrorName(cudaLaunchKernelEx(&config, ranks, out)));
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d %d\n", out[0], out[15], out[30]);
  cudaFuncAttributes found;
  cudaFuncGetAttributes(&found, ranks);
  printf("%d %d\n", found.nonPortableClusterSizeAllowed, found.requiredClusterWidth);
  cudaFuncGetAttributes(&found, pairs);
  printf("%d %d\n", found.nonPortableClusterSizeAllowed, found.requiredClusterWidth);
  pairs<<<3, 1>>>(out);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  pairs<<<4, 1>>>(out);
  printf("%d %d\n", cudaDeviceSynchronize(), out[3]);
}

// Options: -arch=sm_90
// Prints:
//   8 cudaErrorInvalidClusterSize
//   0
//   16 cudaSuccess
//   0
//   26 16 166
//   1 0
//   0 2
//   cudaErrorInvalidClusterSize
//   0 1
