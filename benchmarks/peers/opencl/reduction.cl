// Each work-group of 256 sums 256 words in local memory, 128 times.
kernel void reduction(global const volatile uint *in, global uint *out) {
  local uint part[256];
  uint tid = get_local_id(0), i = get_global_id(0), total = 0;
  for (int again = 0; again < 128; ++again) {
    part[tid] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 128; step; step >>= 1) {
      if (tid < step)
        part[tid] += part[tid + step];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    total += part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = total;
}
