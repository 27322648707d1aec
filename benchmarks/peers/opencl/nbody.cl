// Acceleration of a body a work-item by all others: bodies (x, y, z, mass) go
// through local memory 256 at a time, and all read the same one.
kernel void nbody(uint tiles, float eps2, global const float4 *bodies,
                  global float4 *accel) {
  local float4 tile[256];
  uint tid = get_local_id(0), i = get_global_id(0);
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (uint t = 0; t < tiles; ++t) {
    tile[tid] = bodies[t * 256 + tid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 256; ++k) {
      float4 other = tile[k];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float r = rsqrt(dx * dx + dy * dy + dz * dz + eps2);
      float s = other.w * (r * r * r);
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accel[i] = (float4)(ax, ay, az, 0);
}
