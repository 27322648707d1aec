//===- Kernels.cpp - The kernels' algorithms as loops of the host ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled by benchmarks/native/run with -O3 -march=native. Sums of products
// are fused, as on tx1 and in OpenCL.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include <algorithm>
#include <cmath>

namespace native {

/// Makes the compiler read memory anew, as the kernels' volatile accesses do.
static void touchMemory() { asm volatile("" ::: "memory"); }

void saxpy(Arguments &A) {
  constexpr size_t Block = 256;
  const float Factor = A[0].real();
  const float *X = A[1].floats();
  float *Y = A[2].floats();
  for (size_t First = 0; First != A[2].Words.size(); First += Block)
    for (unsigned Turn = 0; Turn != 512; ++Turn) {
      for (size_t I = First; I != First + Block; ++I)
        Y[I] = __builtin_fmaf(Factor, X[I], Y[I]);
      touchMemory();
    }
}

void mandelbrot(Arguments &A) {
  // As many points as keep the units of a processor busy.
  constexpr unsigned Block = 32, Width = 512;
  const float Step = A[0].real();
  const unsigned Limit = A[1].count();
  uint32_t *Out = A[2].Words.data();
  for (size_t First = 0; First != A[2].Words.size(); First += Block) {
    const float CY = __builtin_fmaf(float(First / Width), Step, -1.25f);
    float CX[Block], X[Block] = {}, Y[Block] = {};
    uint32_t Count[Block] = {}, Inside[Block];
    for (unsigned I = 0; I != Block; ++I) {
      CX[I] = __builtin_fmaf(float(First % Width + I), Step, -2.0f);
      Inside[I] = ~0u;
    }
    for (unsigned N = 0; N != Limit; ++N) {
      uint32_t Any = 0;
      for (unsigned I = 0; I != Block; ++I) {
        const float XX = X[I] * X[I], YY = Y[I] * Y[I];
        const float Size = XX + YY;
        // Whoever left once stays out: it counts no more.
        Inside[I] &= Size > 4.0f ? 0u : ~0u;
        Count[I] -= Inside[I];
        Any |= Inside[I];
        Y[I] = __builtin_fmaf(X[I] + X[I], Y[I], CY);
        const float Difference = XX - YY;
        X[I] = Difference + CX[I];
      }
      if (!Any)
        break;
    }
    std::copy_n(Count, Block, Out + First);
  }
}

void reduction(Arguments &A) {
  constexpr unsigned Block = 256;
  const uint32_t *In = A[0].Words.data();
  uint32_t *Out = A[1].Words.data();
  for (size_t First = 0; First != A[1].Words.size(); First += Block) {
    uint32_t Part[Block], Total = 0;
    for (unsigned Again = 0; Again != 128; ++Again) {
      std::copy_n(In + First, Block, Part);
      for (unsigned Half = Block / 2; Half; Half /= 2)
        for (unsigned I = 0; I != Half; ++I)
          Part[I] += Part[I + Half];
      Total += Part[0];
      touchMemory();
    }
    std::fill_n(Out + First, Block, Total);
  }
}

void spmv(Arguments &A) {
  constexpr unsigned Block = 32;
  const uint32_t Mask = A[0].count();
  const float *Values = A[1].floats(), *X = A[2].floats();
  float *Y = A[3].floats();
  for (size_t First = 0; First != A[3].Words.size(); First += Block) {
    float Sum[Block] = {};
    for (unsigned Again = 0; Again != 32; ++Again) {
      uint32_t Column[Block];
      for (unsigned I = 0; I != Block; ++I)
        Column[I] = uint32_t(First) + I;
      for (unsigned Entry = 0; Entry != 7; ++Entry)
        for (unsigned I = 0; I != Block; ++I) {
          const uint32_t At = Column[I] & Mask;
          Sum[I] = __builtin_fmaf(Values[At], X[At], Sum[I]);
          Column[I] = (Column[I] & 0xffffff) * 61 + 17;
        }
      touchMemory();
    }
    std::copy_n(Sum, Block, Y + First);
  }
}

void nbody(Arguments &A) {
  const size_t Count = size_t(A[0].count()) * 256;
  const float Epsilon = A[1].real();
  const float *Bodies = A[2].floats();
  float *Out = A[3].floats();
  std::vector<float> Axes[4];
  for (unsigned Axis = 0; Axis != 4; ++Axis)
    for (size_t I = 0; I != Count; ++I)
      Axes[Axis].push_back(Bodies[4 * I + Axis]);
  const float *PX = Axes[0].data(), *PY = Axes[1].data(), *PZ = Axes[2].data(),
              *Mass = Axes[3].data();
  for (size_t I = 0; I != Count; ++I) {
    const float X = PX[I], Y = PY[I], Z = PZ[I];
    float AX = 0, AY = 0, AZ = 0;
#pragma omp simd reduction(+ : AX, AY, AZ)
    for (size_t K = 0; K != Count; ++K) {
      const float DX = PX[K] - X, DY = PY[K] - Y, DZ = PZ[K] - Z;
      const float R = 1 / std::sqrt(DX * DX + DY * DY + DZ * DZ + Epsilon);
      const float S = Mass[K] * (R * R * R);
      AX += DX * S;
      AY += DY * S;
      AZ += DZ * S;
    }
    Out[4 * I] = AX;
    Out[4 * I + 1] = AY;
    Out[4 * I + 2] = AZ;
    Out[4 * I + 3] = 0;
  }
}

void sgemm(Arguments &A) {
  // A part of C that the registers of a processor hold.
  constexpr size_t Rows = 16, Columns = 4;
  const size_t N = A[0].count();
  const float *Left = A[1].floats(), *Right = A[2].floats();
  float *C = A[3].floats();
  for (size_t Column = 0; Column != N; Column += Columns)
    for (size_t Row = 0; Row != N; Row += Rows) {
      float Sum[Columns][Rows] = {};
      for (size_t K = 0; K != N; ++K)
        for (size_t J = 0; J != Columns; ++J)
          for (size_t I = 0; I != Rows; ++I)
            Sum[J][I] = __builtin_fmaf(Left[K * N + Row + I],
                                       Right[(Column + J) * N + K], Sum[J][I]);
      for (size_t J = 0; J != Columns; ++J)
        std::copy_n(Sum[J], Rows, C + (Column + J) * N + Row);
    }
}

void blocksort(Arguments &A) {
  constexpr size_t Block = 512;
  uint32_t *Keys = A[0].Words.data();
  for (size_t First = 0; First != A[0].Words.size(); First += Block) {
    uint32_t *Key = Keys + First;
    for (size_t Size = 2; Size <= Block; Size *= 2)
      for (size_t Stride = Size / 2; Stride; Stride /= 2)
        for (size_t At = 0; At != Block; At += 2 * Stride) {
          // Runs of Size keys, up and down in turns.
          const bool Down = At & Size;
          for (size_t I = At; I != At + Stride; ++I) {
            const uint32_t X = Key[I], Y = Key[I + Stride];
            const uint32_t Low = std::min(X, Y), High = std::max(X, Y);
            Key[I] = Down ? High : Low;
            Key[I + Stride] = Down ? Low : High;
          }
        }
  }
}

} // namespace native
