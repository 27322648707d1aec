// A bitonic network sorts 512 keys of each work-group of 256 in local memory.
kernel void blocksort(global uint *keys) {
  local uint key[512];
  uint tid = get_local_id(0);
  keys += get_group_id(0) * 512 + tid;
  key[tid] = keys[0];
  key[tid + 256] = keys[256];
  for (uint size = 2; size <= 512; size <<= 1) {
    // Runs of size keys, up and down in turns.
    bool down = tid & (size >> 1);
    for (uint stride = size >> 1; stride; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * tid - (tid & (stride - 1));
      uint a = key[at], b = key[at + stride];
      uint low = min(a, b), high = max(a, b);
      key[at] = down ? high : low;
      key[at + stride] = down ? low : high;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[0] = key[tid];
  keys[256] = key[tid + 256];
}
