// y := A * x for 7 entries a row, columns spread by 61 words, a work-item a row;
// 32 times.
kernel void spmv(uint mask, global const volatile float *val,
                 global const volatile float *x, global float *y) {
  uint row = get_global_id(0);
  float sum = 0;
  for (int again = 0; again < 32; ++again) {
    uint column = row;
    for (int entry = 0; entry < 7; ++entry) {
      uint at = column & mask;
      sum += val[at] * x[at];
      column = (column & 0xffffff) * 61 + 17;
    }
  }
  y[row] = sum;
}
