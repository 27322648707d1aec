//===- MatrixMove.cpp - Between rows of memory and fragments --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/MatrixMove.h"
#include "heddle/Matrix/FragmentLayout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cassert>
#include <cstring>
#include <vector>

using namespace llvm;

namespace heddle::matrix {
namespace {

enum Direction : uint8_t { Load, Store, Transpose };

struct MoveRow {
  const char *Name;
  Direction Way;
  const char *Layout, *Shape;
  /// The size of an element in memory.
  unsigned Bits;
};

constexpr MoveRow Moves[] = {
#define HEDDLE_MATRIX_MOVE(NAME, TEXT, DIRECTION, LAYOUT, SHAPE, BITS)         \
  {TEXT, DIRECTION, LAYOUT, SHAPE, BITS},
#include "heddle/Matrix/MatrixMoves.def"
};

constexpr unsigned Lanes = 32, Registers = 4;

/// The first bit of a place in the four registers of a lane.
struct BitPlace {
  uint8_t Lane, First;
};
struct BitMove {
  BitPlace From, To;
};
struct MovePlan {
  /// The move of each element, which has the size of an element in memory.
  std::vector<BitMove> Elements;
  uint32_t Mask;
};

} // namespace

unsigned numMatrixMoves() { return std::size(Moves); }

StringRef matrixMoveName(MatrixMove M) { return Moves[unsigned(M)].Name; }

std::optional<MatrixMove> findMatrixMove(StringRef Name) {
  const auto *Row =
      find_if(Moves, [&](const MoveRow &R) { return Name == R.Name; });
  if (Row == std::end(Moves))
    return std::nullopt;
  return MatrixMove(Row - std::begin(Moves));
}

static MovePlan makePlan(const MoveRow &R) {
  // A fragment's elements have a byte or a half each.
  const unsigned Container = R.Bits == 16 ? 16 : 8;
  const FragmentLayout *Layout =
      findFragment(R.Layout, R.Shape, "d", Container == 16 ? "b16" : "b8");
  assert(Layout && "no such row of Fragments.def");
  auto InFragment = [&](Holder H) -> BitPlace {
    return {uint8_t(H.Lane), uint8_t(H.Element * Container)};
  };
  auto InMemory = [&](const Place &P) -> BitPlace {
    return {uint8_t(P.Part * Layout->rows() + P.Row),
            uint8_t(P.Column * R.Bits)};
  };
  MovePlan Plan;
  Plan.Mask = (1u << R.Bits) - 1;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    for (unsigned N = 0; N != Layout->Elements; ++N) {
      const Place At = Layout->placeOf({Lane, N});
      const BitPlace Here = InFragment({Lane, N});
      switch (R.Way) {
      case Load:
        Plan.Elements.push_back({InMemory(At), Here});
        break;
      case Store:
        Plan.Elements.push_back({Here, InMemory(At)});
        break;
      case Transpose:
        Plan.Elements.push_back(
            {InFragment(Layout->holderOf({At.Column, At.Row, At.Part})), Here});
        break;
      }
    }
  return Plan;
}

static const MovePlan &planOf(MatrixMove M) {
  static const std::vector<MovePlan> Plans = [] {
    std::vector<MovePlan> All;
    for (const MoveRow &R : Moves)
      All.push_back(makePlan(R));
    return All;
  }();
  return Plans[unsigned(M)];
}

void moveMatrix(MatrixMove M, const uint32_t *From, uint32_t *To) {
  const MovePlan &Plan = planOf(M);
  std::array<uint32_t, Registers * Lanes> Moved = {};
  auto WordOf = [](BitPlace P) {
    return size_t(P.First / 32) * Lanes + P.Lane;
  };
  for (const BitMove &E : Plan.Elements) {
    // An element of 6 bits may lie in two words.
    const size_t First = WordOf(E.From);
    uint64_t Bits = From[First];
    if (E.From.First % 32 > 26 && E.From.First < 96)
      Bits |= uint64_t(From[First + Lanes]) << 32;
    Moved[WordOf(E.To)] |= uint32_t(Bits >> E.From.First % 32 & Plan.Mask)
                           << E.To.First % 32;
  }
  std::memcpy(To, Moved.data(), sizeof(Moved));
}

} // namespace heddle::matrix
