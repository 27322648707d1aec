// Atomic operations on each type, in global and in shared memory.
#include <cstdio>

__device__ double addByCas(double *p, double v) {
  auto *bits = reinterpret_cast<unsigned long long *>(p);
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

struct Cells {
  int add, sub, min, max, exch, cas;
  unsigned inc, dec, and_, or_, xor_;
  float f;
  double d, e;
  unsigned long long wide, wideMax;
};

__global__ void atomics(Cells *c) {
  __shared__ int part;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (!threadIdx.x)
    part = 0;
  __syncthreads();
  atomicAdd(&part, 2);
  __syncthreads();
  atomicAdd(&c->add, threadIdx.x ? 1 : part);
  atomicSub(&c->sub, 3);
  atomicMin(&c->min, -t);
  atomicMax(&c->max, t * 5);
  if (t == 77)
    atomicExch(&c->exch, 77);
  atomicCAS(&c->cas, 0, 9);
  atomicInc(&c->inc, 9);
  atomicDec(&c->dec, 20);
  atomicAnd(&c->and_, ~(1u << t % 32));
  atomicOr(&c->or_, 1u << t % 8);
  atomicXor(&c->xor_, t);
  atomicAdd(&c->f, 0.5f);
  atomicAdd(&c->d, 0.25);
  addByCas(&c->e, 0.125);
  atomicAdd(&c->wide, 1ull << 33);
  atomicMax(&c->wideMax, (unsigned long long)t << 40);
}

int main() {
  Cells *c;
  cudaMallocManaged(&c, sizeof *c);
  *c = Cells();
  c->and_ = ~0u;
  atomics<<<2, 64>>>(c);
  printf("%d\n", cudaDeviceSynchronize());
  printf("%d %d %d %d %d %d\n", c->add, c->sub, c->min, c->max, c->exch, c->cas);
  printf("%u %u %x %x %u\n", c->inc, c->dec, c->and_, c->or_, c->xor_);
  printf("%g %g %g %llx %llx\n", c->f, c->d, c->e, c->wide, c->wideMax);
}

// Finds: an atomic is atomic with other atomics only
// Prints:
//   0
//   382 -384 -127 635 77 9
//   8 19 0 ff 0
//   64 32 16 10000000000 7f0000000000
