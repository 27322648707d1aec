// Virtual functions, constructors and destructors on the device.
#include <cstdio>

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
__device__ int gone = 0;
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
  __device__ ~Square() override { atomicAdd(&gone, 1); }
};
struct Circle : Shape {
  float r;
  __device__ Circle(float r) : r(r) {}
  __device__ float area() const override { return 3 * r * r; }
  __device__ ~Circle() override { atomicAdd(&gone, 100); }
};

__global__ void make(Shape **shapes, int n) {
  int i = threadIdx.x;
  if (i < n)
    shapes[i] = i % 2 ? static_cast<Shape *>(new Circle(i)) : new Square(i);
}
__global__ void areas(Shape **shapes, float *out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    out[i] = shapes[i]->area();
    delete shapes[i];
  }
}

int main() {
  const int n = 10;
  Shape **shapes;
  float *out;
  cudaMalloc(&shapes, n * sizeof(*shapes));
  cudaMallocManaged(&out, n * sizeof(float));
  make<<<1, 32>>>(shapes, n);
  areas<<<1, 32>>>(shapes, out, n);
  printf("%d\n", cudaDeviceSynchronize());
  int count;
  cudaMemcpyFromSymbol(&count, gone, sizeof count);
  printf("%g %g %g, gone %d\n", out[3], out[4], out[9], count);
}

// Prints:
//   0
//   27 16 243, gone 505
