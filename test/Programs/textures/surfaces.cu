// Surfaces of all shapes, and what lies beyond them.
#include <cstdio>

__global__ void write(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaSurfaceObject_t volume,
                      cudaSurfaceObject_t lines, cudaSurfaceObject_t planes, cudaSurfaceObject_t cube,
                      cudaSurfaceObject_t cubes) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, value = x + 10 * y + 100 * z;
  if (y == 0 && z == 0)
    surf1Dwrite(value, line, x * 4);
  if (z == 0)
    surf2Dwrite(value, plane, x * 4, y);
  if (z < 2) {
    surf3Dwrite(value, volume, x * 4, y, z);
    surf2DLayeredwrite(value + 1, planes, x * 4, y, z);
    if (y == 0)
      surf1DLayeredwrite(value + 2, lines, x * 4, z);
  }
  if (z < 6)
    surfCubemapwrite(value + 3, cube, x * 4, y, z);
  surfCubemapLayeredwrite(value + 4, cubes, x * 4, y, z);
  // Beyond the edge.
  surf2Dwrite(-1, plane, x * 4 + 16, y, cudaBoundaryModeZero);
}

__global__ void read(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaSurfaceObject_t volume,
                     cudaSurfaceObject_t lines, cudaSurfaceObject_t planes, cudaSurfaceObject_t cube,
                     cudaSurfaceObject_t cubes, int *out) {
  out[0] = surf1Dread<int>(line, 3 * 4);
  out[1] = surf2Dread<int>(plane, 3 * 4, 2);
  out[2] = surf3Dread<int>(volume, 3 * 4, 2, 1);
  out[3] = surf1DLayeredread<int>(lines, 3 * 4, 1);
  out[4] = surf2DLayeredread<int>(planes, 3 * 4, 2, 1);
  out[5] = surfCubemapread<int>(cube, 3 * 4, 2, 5);
  out[6] = surfCubemapLayeredread<int>(cubes, 3 * 4, 2, 11);
  out[7] = surf2Dread<int>(plane, 100 * 4, 9, cudaBoundaryModeClamp);
  out[8] = surf2Dread<int>(plane, 100 * 4, 9, cudaBoundaryModeZero);
  out[9] = surf2Dread<short2>(plane, 2 * 4, 1).x;
}

static cudaSurfaceObject_t make(cudaExtent extent, unsigned flags) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t s = 0;
  cudaError_t e = cudaCreateSurfaceObject(&s, &resource);
  if (e)
    printf("%s\n", cudaGetErrorName(e));
  return s;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 10 * sizeof(int));
  cudaSurfaceObject_t line = make({4, 0, 0}, 0), plane = make({4, 4, 0}, 0), volume = make({4, 4, 2}, 0);
  cudaSurfaceObject_t lines = make({4, 0, 2}, cudaArrayLayered), planes = make({4, 4, 2}, cudaArrayLayered);
  cudaSurfaceObject_t cube = make({4, 4, 6}, cudaArrayCubemap);
  cudaSurfaceObject_t cubes = make({4, 4, 12}, cudaArrayCubemap | cudaArrayLayered);
  write<<<1, dim3(4, 4, 12)>>>(line, plane, volume, lines, planes, cube, cubes);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  read<<<1, 1>>>(line, plane, volume, lines, planes, cube, cubes, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i)
    printf("%d ", out[i]);
  printf("\n%s\n", cudaGetErrorName(cudaDestroySurfaceObject(plane)));
  printf("%s\n", cudaGetErrorName(cudaDestroySurfaceObject(plane)));
}

// Prints:
//   cudaSuccess
//   3 23 123 105 124 526 1127 33 0 12 
//   cudaSuccess
//   cudaErrorInvalidValue
