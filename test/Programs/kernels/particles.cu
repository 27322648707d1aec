// Particles in boxes (as in lavaMD): forces of those in the neighbouring boxes, f64.
#include <cmath>
#include <cstdio>
#include <vector>

const int Side = 3, Boxes = Side * Side, Each = 20;

struct Particle {
  double v, x, y;
};

__device__ __host__ void interact(const Particle &a, const Particle &b, double charge, Particle &force) {
  const double r2 = a.v + b.v - (a.x * b.x + a.y * b.y), e = exp(-0.5 * r2);
  force.v += charge * e;
  force.x += charge * 2 * e * (a.x - b.x);
  force.y += charge * 2 * e * (a.y - b.y);
}

__global__ void forces(const Particle *particles, const double *charges, Particle *out) {
  __shared__ Particle other[Each];
  __shared__ double charge[Each];
  const int bx = blockIdx.x % Side, by = blockIdx.x / Side, t = threadIdx.x;
  Particle force = {};
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (bx + dx < 0 || bx + dx >= Side || by + dy < 0 || by + dy >= Side)
        continue;
      const int from = ((by + dy) * Side + bx + dx) * Each;
      if (t < Each) {
        other[t] = particles[from + t];
        charge[t] = charges[from + t];
      }
      __syncthreads();
      if (t < Each)
        for (int j = 0; j < Each; ++j)
          interact(particles[blockIdx.x * Each + t], other[j], charge[j], force);
      __syncthreads();
    }
  if (t < Each)
    out[blockIdx.x * Each + t] = force;
}

int main() {
  const int n = Boxes * Each;
  Particle *particles, *out;
  double *charges, worst = 0;
  cudaMallocManaged(&particles, n * sizeof(Particle));
  cudaMallocManaged(&out, n * sizeof(Particle));
  cudaMallocManaged(&charges, n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    particles[i] = {(i * 7 % 10 + 1) / 10., (i * 3 % 10 + 1) / 10., (i * 9 % 10 + 1) / 10.};
    charges[i] = (i * 11 % 10 + 1) / 10.;
  }
  forces<<<Boxes, 32>>>(particles, charges, out);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    Particle force = {};
    const int bx = i / Each % Side, by = i / Each / Side;
    for (int j = 0; j < n; ++j)
      if (abs(j / Each % Side - bx) <= 1 && abs(j / Each / Side - by) <= 1)
        interact(particles[i], particles[j], charges[j], force);
    worst = fmax(worst, fmax(fabs(force.v - out[i].v), fmax(fabs(force.x - out[i].x), fabs(force.y - out[i].y))));
  }
  printf("close %d\n", worst < 1e-10);
}

// Prints:
//   0
//   close 1
