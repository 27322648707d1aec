// Lanes that part and meet: loops, switches, early returns.
#include <cstdio>

__global__ void paths(int *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  int v = t, steps = 0;
  while (v != 1 && v) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    if (++steps > 200)
      break;
  }
  switch (t % 5) {
  case 0:
    steps += 1000;
    break;
  case 1:
    steps = -steps;
    // Goes on.
  case 2:
    steps += 5;
    break;
  default:
    for (int i = 0; i < t % 7; ++i) {
      if (i == 4)
        continue;
      steps += i;
    }
  }
  out[t] = steps;
}

static int expected(int t) {
  int v = t, steps = 0;
  while (v != 1 && v) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    if (++steps > 200)
      break;
  }
  if (t % 5 == 0)
    return steps + 1000;
  if (t % 5 == 1)
    return 5 - steps;
  if (t % 5 == 2)
    return steps + 5;
  for (int i = 0; i < t % 7; ++i)
    steps += i == 4 ? 0 : i;
  return steps;
}

int main() {
  const int n = 250;
  int *out, wrong = 0;
  cudaMallocManaged(&out, n * 4);
  paths<<<2, 128>>>(out, n);
  printf("%d\n", cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    wrong += out[i] != expected(i);
  printf("%d wrong\n", wrong);
}

// Prints:
//   0
//   0 wrong
