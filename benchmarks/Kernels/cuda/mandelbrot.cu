// Iterations until a point of [-2, 0.5] x [-1.25, 1.25] leaves the circle.
extern "C" __global__ void mandelbrot(float step, unsigned limit,
                                      unsigned *out) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  float cx = column * step - 2.0f, cy = row * step - 1.25f;
  float x = 0, y = 0;
  unsigned n = 0;
#pragma unroll 1
  do {
    float xx = x * x, yy = __fmul_rn(y, y);
    if (xx + yy > 4.0f)
      break;
    y = (x + x) * y + cy;
    x = xx - yy + cx;
  } while (++n < limit);
  out[row * (gridDim.x * blockDim.x) + column] = n;
}
