//===- WordJudgeMemory.cpp - Loads, stores, atomics, votes of the model ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordJudgeImpl.h"
#include <algorithm>

namespace heddle::model {

bool LaneJudge::check(size_t Size, uint32_t Base, uint32_t Address,
                      unsigned Bytes) {
  bool Inside = Address >= Base && Address - Base + uint64_t(Bytes) <= Size;
  Faulted |= !Inside || Address % Bytes;
  return !Faulted;
}

uint64_t LaneJudge::load(const std::vector<uint8_t> &M, uint32_t Base,
                         uint32_t Address, unsigned Bytes) {
  uint64_t V = 0;
  if (check(M.size(), Base, Address, Bytes))
    for (unsigned N = 0; N != std::min(Bytes, 8u); ++N)
      V |= uint64_t(M[Address - Base + N]) << (8 * N);
  return V;
}

void LaneJudge::store(std::vector<uint8_t> &M, uint32_t Base, uint32_t Address,
                      unsigned Bytes, uint64_t V) {
  if (check(M.size(), Base, Address, Bytes))
    for (unsigned N = 0; N != std::min(Bytes, 8u); ++N)
      M[Address - Base + N] = uint8_t(V >> (8 * N));
}

bool LaneJudge::memory() {
  if (primary() == 0xd) {
    switch (secondary()) {
    case 2:
    case 3:
      return local();
    case 4:
    case 5:
      return global();
    }
    return atomic();
  }
  return loadStoreShared();
}

/// The address of an access of its own. With a post-increment that is the
/// address register, which \p Offset is added to behind the access; the sign
/// does not matter, since both have 16 bits.
uint32_t LaneJudge::addressAt(uint32_t Offset) {
  if (a(25)) {
    Step = Offset;
    Offset = 0;
  }
  return (W.A[addressRegister()][L] + Offset) & 0xffff;
}

/// ld c[], ld s[], st s[] without locks, which are a matter between warps.
bool LaneJudge::loadStoreShared() {
  bool IsStore = primary() == 0;
  bool IsConst = primary() == 1 && secondary() == 1;
  if (!IsConst && b(23))
    return false;
  unsigned Type = b(14, 15);
  unsigned Bytes = IsStore     ? b(22)   ? 1
                                 : b(26) ? 4
                                         : 2
                   : Type == 0 ? 1
                   : Type == 3 ? 4
                               : 2;
  uint32_t Offset = Bytes == 1   ? a(9, 24)
                    : Bytes == 2 ? a(9, 23) * 2
                                 : a(9, 22) * 4;
  uint32_t Address = addressAt(Offset);
  if (IsStore) {
    store(W.Shared, 0, Address, Bytes, readRegister(b(14, 20), b(21)));
    return true;
  }
  uint32_t V = uint32_t(
      load(IsConst ? W.Const[b(22, 25)] : W.Shared, 0, Address, Bytes));
  write(Type == 2 ? uint32_t(extendJudge(V, 16, true)) : V, b(26));
  return true;
}

namespace {
struct Access {
  unsigned Bytes;
  bool IsSigned;
};
/// Size codes of l[] and g[].
Access accessOf(unsigned Code) {
  static constexpr Access Table[] = {{1, false}, {1, true},  {2, false},
                                     {2, true},  {8, false}, {16, false},
                                     {4, false}, {4, true}};
  return Table[Code];
}
} // namespace

/// Registers of a load or a store, 32 bits each.
template <class LoadT>
static void loadWords(JudgeWarp &W, unsigned L, unsigned Register, Access A,
                      LoadT Load) {
  if (A.Bytes < 4) {
    W.R[Register][L] =
        uint32_t(extendJudge(Load(0, A.Bytes), A.Bytes * 8, A.IsSigned));
    return;
  }
  for (unsigned N = 0; N != A.Bytes / 4; ++N)
    W.R[Register + N][L] = Load(4 * N, 4);
}

bool LaneJudge::local() {
  Access A = accessOf(b(21, 23));
  uint32_t Address = addressAt(a(9, 24));
  unsigned Register = a(2, 8);
  if (!check(JudgeWarp::LocalBytes, 0, Address, A.Bytes))
    return true;
  auto &Mine = W.Local[L];
  if (secondary() == 2) {
    loadWords(W, L, Register, A, [&](unsigned At, unsigned Bytes) {
      uint32_t V = 0;
      for (unsigned N = 0; N != Bytes; ++N)
        V |= uint32_t(Mine[Address + At + N]) << (8 * N);
      return V;
    });
    return true;
  }
  for (unsigned N = 0; N != A.Bytes; ++N)
    Mine[Address + N] = uint8_t(W.R[Register + N / 4][L] >> (N % 4 * 8));
  return true;
}

bool LaneJudge::global() {
  if (a(16, 19) != 14)
    return false;
  constexpr uint32_t Base = JudgeWarp::GlobalBase;
  Access A = accessOf(b(21, 23));
  uint32_t Address = W.R[a(9, 15)][L];
  unsigned Register = a(2, 8);
  if (!check(W.Global.size(), Base, Address, A.Bytes))
    return true;
  if (secondary() == 4) {
    loadWords(W, L, Register, A, [&](unsigned At, unsigned Bytes) {
      return uint32_t(load(W.Global, Base, Address + At, Bytes));
    });
    return true;
  }
  if (A.Bytes < 4) {
    store(W.Global, Base, Address, A.Bytes, W.R[Register][L]);
    return true;
  }
  for (unsigned N = 0; N != A.Bytes / 4; ++N)
    store(W.Global, Base, Address + 4 * N, 4, W.R[Register + N][L]);
  return true;
}

/// Returns the word that replaces \p Old; none for codes that do not exist.
static std::optional<uint64_t> combine(unsigned Code, bool IsSigned,
                                       uint64_t Old, uint64_t B, uint64_t C) {
  auto Less = [&](uint64_t X, uint64_t Y) {
    return IsSigned ? int32_t(uint32_t(X)) < int32_t(uint32_t(Y)) : X < Y;
  };
  switch (Code) {
  case 0:
    return Old + B;
  case 1:
    return B;
  case 2:
    return Old == B ? C : Old;
  case 4:
    return uint32_t(Old + 1) > B || Old == 0xffffffff ? 0 : Old + 1;
  case 5:
    return uint32_t(Old - 1) > B ? B : Old - 1;
  case 6:
    return Less(Old, B) ? B : Old;
  case 7:
    return Less(B, Old) ? B : Old;
  case 10:
    return Old & B;
  case 11:
    return Old | B;
  case 12:
    return Old ^ B;
  }
  return std::nullopt;
}

bool LaneJudge::atomic() {
  bool IsRed = secondary() == 6;
  if ((IsRed ? a(16, 19) : a(23, 26)) != 14)
    return false;
  constexpr uint32_t Base = JudgeWarp::GlobalBase;
  Access A = accessOf(b(21, 23));
  unsigned Code = b(2, 5);
  uint32_t Address = W.R[a(9, 15)][L];
  auto Value = [&](unsigned Register) -> uint64_t {
    return A.Bytes == 8 ? sourcePair(Register) : W.R[Register][L];
  };
  uint64_t Operand = Value(IsRed ? a(2, 8) : a(16, 22));
  uint64_t Other = Code == 2 ? Value(b(14, 20)) : 0;
  uint64_t Old = load(W.Global, Base, Address, A.Bytes);
  std::optional<uint64_t> New = combine(Code, A.IsSigned, Old, Operand, Other);
  if (!New)
    return false;
  store(W.Global, Base, Address, A.Bytes, *New);
  if (Faulted || IsRed)
    return true;
  W.R[a(2, 8)][L] = uint32_t(Old);
  if (A.Bytes == 8)
    W.R[a(2, 8) + 1][L] = uint32_t(Old >> 32);
  return true;
}

/// The predicate field is what is voted about.
bool LaneJudge::vote() {
  bool IsAll = a(10), Result = IsAll;
  if (IsAll == bool(a(9)))
    return false;
  for (L = 0; L != JudgeWarp::Lanes; ++L) {
    if (!(W.Active >> L & 1))
      continue;
    bool Mine = judgeCondition(b(7, 11), W.C[b(12, 13)][L]);
    Result = IsAll ? Result && Mine : Result || Mine;
  }
  for (L = 0; L != JudgeWarp::Lanes; ++L)
    if (W.Active >> L & 1)
      W.C[b(4, 5)][L] = Result ? FlagS : FlagZ;
  return true;
}

} // namespace heddle::model
