// Attributes of streams, as programs set them that tune for the L2 cache.
#include <cstdio>

__global__ void sum(const int *p, int n, int *out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(out, p[i]);
}

int main() {
  int *p;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaStreamAttrValue window = {}, got = {};
  window.accessPolicyWindow.base_ptr = p;
  window.accessPolicyWindow.num_bytes = 4096;
  window.accessPolicyWindow.hitRatio = 0.5f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  printf("set %d", cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
  sum<<<1, 64, 0, stream>>>(p, 1000, p + 1001);
  printf(" get %d", cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &got));
  printf(" same %d %g\n", got.accessPolicyWindow.base_ptr == p, got.accessPolicyWindow.hitRatio);
  cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got);
  printf("other %zu", got.accessPolicyWindow.num_bytes);
  printf(" copy %d", cudaStreamCopyAttributes(other, stream));
  cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got);
  printf(" %zu\n", got.accessPolicyWindow.num_bytes);
  cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &got);
  printf("policy %d", got.syncPolicy == cudaSyncPolicyAuto);
  printf(" reset %d\n", cudaCtxResetPersistingL2Cache());
  cudaStreamDestroy(other);
  printf("%s\n", cudaGetErrorName(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got)));
  printf("%d\n", cudaStreamSynchronize(stream));
}

// Prints:
//   set 0 get 0 same 1 0.5
//   other 0 copy 0 4096
//   policy 1 reset 0
//   cudaErrorInvalidResourceHandle
//   0
