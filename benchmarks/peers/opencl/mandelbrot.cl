// Iterations until a point of [-2, 0.5] x [-1.25, 1.25] leaves the circle.
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(float step, uint limit, global uint *out) {
  uint column = get_global_id(0), row = get_group_id(1);
  float cx = fma((float)column, step, -2.0f);
  float cy = fma((float)row, step, -1.25f);
  float x = 0, y = 0;
  uint n = 0;
  do {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4.0f)
      break;
    y = fma(x + x, y, cy);
    x = xx - yy + cx;
  } while (++n < limit);
  out[row * get_global_size(0) + column] = n;
}
