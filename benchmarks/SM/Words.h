//===- Words.h - Machine code for benchmarks --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Words of a few G80 instructions, so that a benchmark of the interpreter
/// depends on nothing but the interpreter.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_SM_WORDS_H
#define HEDDLE_BENCHMARKS_SM_WORDS_H

#include <cstdint>
#include <vector>

namespace heddle::bench {

class Words {
public:
  /// mov b32 $rD VALUE
  void movImm(unsigned D, uint32_t Value) {
    put(0x10008001 | (D & 0x3f) << 2 | (Value & 0x3f) << 16,
        3 | Value >> 6 << 2);
  }
  /// mov b32 $rD $rA
  void mov(unsigned D, unsigned A) {
    put(0x10000001 | D << 2 | A << 9, 0x0403c780);
  }
  /// add f32 $rD $rA $rB
  void addF32(unsigned D, unsigned A, unsigned B) {
    put(0xb0000001 | D << 2 | A << 9, 0x00000780 | B << 14);
  }
  /// mul f32 $rD $rA $rB
  void mulF32(unsigned D, unsigned A, unsigned B) {
    put(0xc0000001 | D << 2 | A << 9 | B << 16, 0x00000780);
  }
  /// add f32 $rD (mul $rA $rB) $rC
  void madF32(unsigned D, unsigned A, unsigned B, unsigned C) {
    put(0xe0000001 | D << 2 | A << 9 | B << 16, 0x00000780 | C << 14);
  }
  /// mul f32 $rD b32 s[OFFSET] $rB
  void mulShared(unsigned D, unsigned Offset, unsigned B) {
    put(0xc0000001 | D << 2 | (Offset / 4 | 3 << 5) << 9 | B << 16, 0x00200780);
  }
  /// rsqrt f32 $rD $rA
  void rsqrt(unsigned D, unsigned A) {
    put(0x90000001 | D << 2 | A << 9, 0x40000780);
  }
  /// add b32 $rD $rA $rB
  void addB32(unsigned D, unsigned A, unsigned B) {
    put(0x20000001 | D << 2 | A << 9, 0x04000780 | B << 14);
  }
  /// add b32 $c0 $rD $rA $rB
  void addB32SetC0(unsigned D, unsigned A, unsigned B) {
    put(0x20000001 | D << 2 | A << 9, 0x040007c0 | B << 14);
  }
  /// ld b32 $rD g14[$rA]
  void loadGlobal(unsigned D, unsigned A) {
    put(0xd00e0001 | D << 2 | A << 9, 0x80c00780);
  }
  /// st b32 g14[$rA] $rD
  void storeGlobal(unsigned A, unsigned D) {
    put(0xd00e0001 | D << 2 | A << 9, 0xa0c00780);
  }
  /// shl b32 $rD $rA COUNT
  void shl(unsigned D, unsigned A, unsigned Count) {
    put(0x30000001 | D << 2 | A << 9 | Count << 16, 0xc4100780);
  }
  /// cvt rn f32 $rD u32 $rA
  void toFloat(unsigned D, unsigned A) {
    put(0xa0000001 | D << 2 | A << 9, 0x44004780);
  }
  /// texauto live $r0:#:#:# $t0 $s0 $r0:$r1 0x0 0x0 0x0
  void texture2D() { put(0xf2400001, 0x00000784); }
  /// (lg $c0) bra TARGET
  void branchIfNotZero(uint32_t Target) {
    put(0x10000003 | (Target >> 2 & 0xffff) << 11, 0x00000280);
  }
  /// exit nop
  void exit() { put(0xf0000001, 0xe0000781); }

  /// Byte address of the next instruction.
  uint32_t here() const { return uint32_t(Bytes.size()); }
  const std::vector<uint8_t> &bytes() const { return Bytes; }

private:
  void put(uint32_t W0, uint32_t W1) {
    for (uint32_t W : {W0, W1})
      for (unsigned B = 0; B != 4; ++B)
        Bytes.push_back(uint8_t(W >> (8 * B)));
  }

  std::vector<uint8_t> Bytes;
};

} // namespace heddle::bench

#endif // HEDDLE_BENCHMARKS_SM_WORDS_H
