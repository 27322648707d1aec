// C := A * B of n columns, column-major, n a multiple of 64: a thread has a row of
// 16 columns of C in registers, B goes through shared memory 16 x 16 at a time,
// and all lanes read the same word of it. 64 threads, grid (n/64, n/16).
extern "C" __global__ void sgemm(unsigned n, const float *a, const float *b,
                                 float *c) {
  __shared__ float tile[16][17];
  unsigned tid = threadIdx.x, row = blockIdx.x * 64 + tid;
  unsigned x = tid % 16, y = tid / 16;
  float sum[16] = {};
  a += row;
  b += (blockIdx.y * 16 + y) * n + x;
  for (unsigned step = 0; step < n; step += 16) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      tile[x][y + 4 * k] = b[4 * k * n];
    b += 16;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float entry = *a;
      a += n;
#pragma unroll
      for (int j = 0; j < 16; ++j)
        sum[j] += entry * tile[k][j];
    }
    __syncthreads();
  }
  c += blockIdx.y * 16 * n + row;
#pragma unroll
  for (int j = 0; j < 16; ++j)
    c[j * n] = sum[j];
}
