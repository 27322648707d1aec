// Sorting by trees from the device heap, with recursion and virtual calls to
// what other threads of the block have allocated.
#define WHOLE_GRID
#include "threads.h"

#ifndef REFERENCE
struct Node {
  u32 key;
  Node *left, *right;
};
__device__ Node *insert(Node *n, u32 key) {
  if (!n)
    return new Node{key, nullptr, nullptr};
  Node *&side = key < n->key ? n->left : n->right;
  side = insert(side, key);
  return n;
}
__device__ u32 walk(Node *n, u32 *out, u32 at) {
  if (!n)
    return at;
  at = walk(n->left, out, at);
  out[at++] = n->key;
  at = walk(n->right, out, at);
  delete n;
  return at;
}

struct Shape {
  __device__ virtual u32 area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  u32 side;
  __device__ Square(u32 side) : side(side) {}
  __device__ u32 area() const override { return side * side; }
};
struct Box : Square {
  u32 depth;
  __device__ Box(u32 side) : Square(side), depth(side + 1) {}
  __device__ u32 area() const override {
    return 2 * Square::area() + 4 * side * depth;
  }
};

extern "C" __global__ void kernel(const u32 *, u32 *out) {
  __shared__ Shape *shapes[64];
  u32 i = threadIdx.x, state = i * 77 + 1;
  Node *root = nullptr;
  for (int k = 0; k < 15; k++) {
    state = state * 1103515245 + 12345;
    root = insert(root, state >> 16 & 1023);
  }
  walk(root, out + i * 16, 0);
  shapes[i] = i % 3 ? new Square(i) : new Box(i);
  __syncthreads();
  out[i * 16 + 15] = shapes[63 - i]->area();
  __syncthreads();
  delete shapes[i];
}
#else
void grid(const u32 *, u32 *out, int threads) {
  for (u32 i = 0; i < u32(threads); i++) {
    u32 *list = out + i * 16, state = i * 77 + 1;
    for (int k = 0; k < 15; k++) {
      state = state * 1103515245 + 12345;
      u32 key = state >> 16 & 1023;
      int at = k;
      for (; at > 0 && list[at - 1] > key; at--)
        list[at] = list[at - 1];
      list[at] = key;
    }
    u32 n = 63 - i;
    list[15] = n % 3 ? n * n : 2 * n * n + 4 * n * (n + 1);
  }
}
#endif
