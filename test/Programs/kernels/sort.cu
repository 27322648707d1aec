// Bitonic sort in global memory, odd-even merge in a block.
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void step(unsigned *v, unsigned j, unsigned k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other <= i)
    return;
  bool up = !(i & k);
  unsigned a = v[i], b = v[other];
  if ((a > b) == up) {
    v[i] = b;
    v[other] = a;
  }
}

__global__ void oddEven(unsigned *v) {
  __shared__ unsigned s[128];
  s[threadIdx.x] = v[threadIdx.x];
  s[threadIdx.x + 64] = v[threadIdx.x + 64];
  for (unsigned size = 2; size <= 128; size *= 2) {
    unsigned stride = size / 2, offset = threadIdx.x & (stride - 1);
    __syncthreads();
    unsigned at = 2 * threadIdx.x - offset;
    if (s[at] > s[at + stride]) {
      unsigned t = s[at];
      s[at] = s[at + stride];
      s[at + stride] = t;
    }
    for (stride /= 2; stride; stride /= 2) {
      __syncthreads();
      at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if (offset >= stride && s[at - stride] > s[at]) {
        unsigned t = s[at];
        s[at] = s[at - stride];
        s[at - stride] = t;
      }
    }
  }
  __syncthreads();
  v[threadIdx.x] = s[threadIdx.x];
  v[threadIdx.x + 64] = s[threadIdx.x + 64];
}

int main() {
  const unsigned n = 512;
  std::vector<unsigned> host(n), back(n);
  unsigned state = 1;
  for (auto &h : host)
    h = state = state * 1103515245 + 12345;
  unsigned *v;
  cudaMalloc(&v, n * 4);
  cudaMemcpy(v, host.data(), n * 4, cudaMemcpyHostToDevice);
  for (unsigned k = 2; k <= n; k *= 2)
    for (unsigned j = k / 2; j; j /= 2)
      step<<<n / 128, 128>>>(v, j, k);
  cudaMemcpy(back.data(), v, n * 4, cudaMemcpyDeviceToHost);
  std::vector<unsigned> wanted = host;
  std::sort(wanted.begin(), wanted.end());
  printf("bitonic %d\n", back == wanted);
  cudaMemcpy(v, host.data(), 128 * 4, cudaMemcpyHostToDevice);
  oddEven<<<1, 64>>>(v);
  cudaMemcpy(back.data(), v, 128 * 4, cudaMemcpyDeviceToHost);
  std::sort(host.begin(), host.begin() + 128);
  printf("odd-even %d\n", std::equal(back.begin(), back.begin() + 128, host.begin()));
}

// Prints:
//   bitonic 1
//   odd-even 1
