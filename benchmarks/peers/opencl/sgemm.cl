// C := A * B of n columns, column-major, n a multiple of 64: a work-item has a
// row of 16 columns of C in registers, B goes through local memory 16 x 16 at a
// time, and all read the same word of it.
kernel void sgemm(uint n, global const float *a, global const float *b,
                  global float *c) {
  local float tile[16][17];
  uint tid = get_local_id(0), row = get_group_id(0) * 64 + tid;
  uint x = tid % 16, y = tid / 16;
  float sum[16] = {0};
  a += row;
  b += (get_group_id(1) * 16 + y) * n + x;
  for (uint step = 0; step < n; step += 16) {
    for (int k = 0; k < 4; ++k)
      tile[x][y + 4 * k] = b[4 * k * n];
    b += 16;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
      float entry = *a;
      a += n;
      for (int j = 0; j < 16; ++j)
        sum[j] += entry * tile[k][j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c += get_group_id(1) * 16 * n + row;
  for (int j = 0; j < 16; ++j)
    c[j * n] = sum[j];
}
