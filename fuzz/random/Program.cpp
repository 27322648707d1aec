//===- Program.cpp - What the generator makes -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "NumberSamples.h"
#include "Random.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>

namespace heddle::ptxrandom {
namespace {

constexpr unsigned G84 = 1, GT215 = 2, TX1 = 4;

int64_t asS32(uint64_t V) { return int32_t(V); }

uint64_t add(uint64_t Old, const uint64_t *S) { return Old + S[0]; }
uint64_t exchange(uint64_t, const uint64_t *S) { return S[0]; }
uint64_t compareAndSwap(uint64_t Old, const uint64_t *S) {
  return Old == S[0] ? S[1] : Old;
}
uint64_t increment(uint64_t Old, const uint64_t *S) {
  return Old >= S[0] ? 0 : Old + 1;
}
uint64_t decrement(uint64_t Old, const uint64_t *S) {
  return Old == 0 || Old > S[0] ? S[0] : Old - 1;
}
uint64_t bitAnd(uint64_t Old, const uint64_t *S) { return Old & S[0]; }
uint64_t bitOr(uint64_t Old, const uint64_t *S) { return Old | S[0]; }
uint64_t bitXor(uint64_t Old, const uint64_t *S) { return Old ^ S[0]; }
uint64_t minUnsigned(uint64_t Old, const uint64_t *S) {
  return std::min(Old, S[0]);
}
uint64_t maxUnsigned(uint64_t Old, const uint64_t *S) {
  return std::max(Old, S[0]);
}
uint64_t minS32(uint64_t Old, const uint64_t *S) {
  return uint32_t(std::min(asS32(Old), asS32(S[0])));
}
uint64_t maxS32(uint64_t Old, const uint64_t *S) {
  return uint32_t(std::max(asS32(Old), asS32(S[0])));
}

uint64_t minS64(uint64_t Old, const uint64_t *S) {
  return uint64_t(std::min(int64_t(Old), int64_t(S[0])));
}
uint64_t maxS64(uint64_t Old, const uint64_t *S) {
  return uint64_t(std::max(int64_t(Old), int64_t(S[0])));
}

} // namespace

const AtomicForm AtomicForms[] = {
    {"add", "u32", RegClass::B32, 1, G84, add, true},
    {"and", "b32", RegClass::B32, 1, G84, bitAnd, true},
    {"or", "b32", RegClass::B32, 1, G84, bitOr, true},
    {"xor", "b32", RegClass::B32, 1, G84, bitXor, true},
    {"min", "u32", RegClass::B32, 1, G84, minUnsigned, true},
    {"max", "u32", RegClass::B32, 1, G84, maxUnsigned, true},
    {"min", "s32", RegClass::B32, 1, G84, minS32, true},
    {"max", "s32", RegClass::B32, 1, G84, maxS32, true},
    {"inc", "u32", RegClass::B32, 1, G84, increment, false},
    {"dec", "u32", RegClass::B32, 1, G84, decrement, false},
    {"exch", "b32", RegClass::B32, 1, G84, exchange, false},
    {"cas", "b32", RegClass::B32, 2, G84, compareAndSwap, false},
    {"add", "u64", RegClass::B64, 1, GT215, add, true},
    {"exch", "b64", RegClass::B64, 1, GT215, exchange, false},
    {"cas", "b64", RegClass::B64, 2, GT215, compareAndSwap, false},
    {"and", "b64", RegClass::B64, 1, TX1, bitAnd, true},
    {"or", "b64", RegClass::B64, 1, TX1, bitOr, true},
    {"xor", "b64", RegClass::B64, 1, TX1, bitXor, true},
    {"min", "u64", RegClass::B64, 1, TX1, minUnsigned, true},
    {"max", "u64", RegClass::B64, 1, TX1, maxUnsigned, true},
    {"min", "s64", RegClass::B64, 1, TX1, minS64, true},
    {"max", "s64", RegClass::B64, 1, TX1, maxS64, true},
    {"cas", "b16", RegClass::B16, 2, TX1, compareAndSwap, false},
    // Only f32 in global memory is flushed.
    {"add", "f32", RegClass::F32, 1, TX1, nullptr, false, "add.rn.ftz.f32",
     "add.rn.f32"},
    {"add", "f64", RegClass::B64, 1, TX1, nullptr, false, "add.rn.f64",
     "add.rn.f64"},
    {"add.noftz", "f16", RegClass::B16, 1, TX1, nullptr, false, "add.rn.f16",
     "add.rn.f16"},
    {"add.noftz", "f16x2", RegClass::B32, 1, TX1, nullptr, false,
     "add.rn.f16x2", "add.rn.f16x2"},
    {"add.noftz", "bf16", RegClass::B16, 1, TX1, nullptr, false, "add.rn.bf16",
     "add.rn.bf16"},
    {"add.noftz", "bf16x2", RegClass::B32, 1, TX1, nullptr, false,
     "add.rn.bf16x2", "add.rn.bf16x2"},
};
const unsigned NumAtomicForms = sizeof(AtomicForms) / sizeof(AtomicForms[0]);
const unsigned NumSiliconAtomicForms = unsigned(llvm::count_if(
    AtomicForms, [](const AtomicForm &F) { return F.Chip != TX1; }));

unsigned registerOffset(Reg R) {
  // At most 8 of 64 bits, 16 of 32, 8 f32, 8 of 16, 8 predicates and 6 f64.
  switch (R.Class) {
  case RegClass::B64:
    return 8 * R.Index;
  case RegClass::B32:
    return 64 + 4 * R.Index;
  case RegClass::F32:
    return 128 + 4 * R.Index;
  case RegClass::B16:
    return 160 + 2 * R.Index;
  case RegClass::Pred:
    return 176 + 4 * R.Index;
  case RegClass::F64:
    return 208 + 8 * R.Index;
  }
  return 0;
}

unsigned spaceBytes(Space Where) {
  switch (Where) {
  case Space::Global:
    return OwnBytes;
  case Space::Input:
    return 4 * ThreadBytes;
  case Space::Shared:
    return SharedBytes;
  case Space::Local:
    return LocalBytes;
  case Space::Const:
    return ConstBytes;
  case Space::ConstNumbers:
  case Space::GlobalNumbers:
    return NumNumbers * NumberBytes;
  }
  return 0;
}

uint8_t constByte(const Program &P, unsigned I) {
  return uint8_t(Random(P.Seed * 0x10001 + I).next() >> 40);
}

uint64_t numberBits(const Program &P, Space Where, unsigned I) {
  return Random(P.Seed * 0x10003 + unsigned(Where) * NumNumbers + I)
      .doubleBits();
}

std::vector<uint8_t> inputBytes(const Program &P) {
  Random Source(P.Seed ^ 0x5eed), Doubles(P.Seed ^ 0xd0b1e),
      Numbers(P.Seed ^ 0xf10a7);
  std::vector<uint8_t> Bytes(size_t(P.Threads) * P.Blocks * ThreadBytes);
  auto Put = [&](size_t Place, uint64_t Value, unsigned Size) {
    std::memcpy(&Bytes[Place], &Value, Size);
  };
  for (size_t Base = 0; Base != Bytes.size(); Base += ThreadBytes) {
    for (unsigned I = 0; I != ThreadBytes; I += 4)
      Put(Base + I, Source.next(), 4);
    for (uint8_t I = 0; I != 8; ++I) {
      Put(Base + registerOffset({RegClass::B64, I}), Source.integer(64), 8);
      Put(Base + registerOffset({RegClass::F32, I}), Source.floatBits(), 4);
      Put(Base + registerOffset({RegClass::B16, I}), Source.integer(16), 2);
    }
    for (uint8_t I = 0; I != 16; ++I)
      Put(Base + registerOffset({RegClass::B32, I}), Source.integer(32), 4);
    // Programs without these have the bytes that they always had.
    for (uint8_t I = 0; I != P.Count[unsigned(RegClass::F64)]; ++I)
      Put(Base + registerOffset({RegClass::F64, I}), Doubles.floatBits(), 4);
    // Some registers begin with numbers of the formats that only tx1 has.
    for (uint8_t I = 1; P.IsExtended && I < 8; I += 2) {
      Put(Base + registerOffset({RegClass::B64, I}),
          randomNumber(Numbers, NumberFormat::F64), 8);
      Put(Base + registerOffset({RegClass::B16, I}),
          randomNumber(Numbers, NumberFormat::F16), 2);
      Put(Base + registerOffset({RegClass::B32, I}),
          randomNumbers(Numbers, NumberFormat::BF16, 2), 4);
    }
  }
  return Bytes;
}

std::vector<uint8_t> commonBytes(const Program &P) {
  Random Source(P.Seed ^ 0xacc);
  std::vector<uint8_t> Bytes(8 * NumAtomicForms);
  for (uint8_t &Byte : Bytes)
    Byte = uint8_t(Source.next() >> 32);
  return Bytes;
}

bool isTurn(const Stmt &S, unsigned I) {
  for (unsigned From = I; From < S.Nodes.size(); ++From) {
    const GraphNode &N = S.Nodes[From];
    if (N.Otherwise == I || (N.Test != GraphNode::None && N.Taken == I))
      return true;
  }
  return false;
}

unsigned countStatements(const Block &B) {
  unsigned Sum = unsigned(B.size());
  for (const Stmt &S : B)
    for (const Block &Body : S.Bodies)
      Sum += countStatements(Body);
  return Sum;
}

bool isCollective(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Exchange:
  case StmtKind::SharedSum:
  case StmtKind::Vote:
  case StmtKind::Barrier:
  case StmtKind::WarpOperation:
  case StmtKind::WarpBlock:
    return true;
  case StmtKind::Instruction:
  case StmtKind::Chain:
  case StmtKind::Memory:
  case StmtKind::PointerAccess:
  case StmtKind::PointerStore:
  case StmtKind::ImageAccess:
  case StmtKind::Atomic:
  case StmtKind::Call:
  case StmtKind::ArrayCall:
  case StmtKind::Graph:
  case StmtKind::If:
  case StmtKind::Loop:
  case StmtKind::Switch:
  case StmtKind::Region:
  case StmtKind::Leave:
  case StmtKind::Return:
    break;
  }
  return std::any_of(S.Bodies.begin(), S.Bodies.end(), [](const Block &B) {
    return std::any_of(B.begin(), B.end(), isCollective);
  });
}

} // namespace heddle::ptxrandom
