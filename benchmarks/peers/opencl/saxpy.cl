// y := a * x + y, 512 times over, so that starting does not count.
kernel void saxpy(float a, global const volatile float *x,
                  global volatile float *y) {
  uint i = get_global_id(0);
  for (int k = 0; k < 512; ++k)
    y[i] = a * x[i] + y[i];
}
