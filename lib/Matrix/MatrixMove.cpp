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
  /// Where elements have 16 bits, the places that the halves of each word come
  /// from, as numbers of halves.
  std::vector<std::array<uint16_t, 2>> Halves;
  /// Whether each word comes from one word.
  bool HasWords = false;
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

static size_t wordOf(BitPlace P) {
  return size_t(P.First / 32) * Lanes + P.Lane;
}

/// Adds what a plan knows of elements of 16 bits.
static void addHalves(MovePlan &Plan) {
  assert(Plan.Elements.size() == 2 * Registers * Lanes && "some stay");
  Plan.Halves.resize(Registers * Lanes);
  for (const BitMove &E : Plan.Elements)
    Plan.Halves[wordOf(E.To)][E.To.First / 16 % 2] =
        uint16_t(2 * wordOf(E.From) + E.From.First / 16 % 2);
  Plan.HasWords = all_of(Plan.Halves, [](const std::array<uint16_t, 2> &H) {
    return H[0] % 2 == 0 && H[1] == H[0] + 1;
  });
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
  if (R.Bits == 16)
    addHalves(Plan);
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

using MovedWords = std::array<uint32_t, Registers * Lanes>;

static void moveHalves(const MovePlan &Plan, const uint32_t *From,
                       MovedWords &To) {
  auto HalfAt = [&](unsigned H) { return From[H / 2] >> H % 2 * 16 & 0xffff; };
  for (size_t N = 0; N != To.size(); ++N) {
    const auto [Low, High] = Plan.Halves[N];
    To[N] = Plan.HasWords ? From[Low / 2] : HalfAt(Low) | HalfAt(High) << 16;
  }
}

static void moveElements(const MovePlan &Plan, const uint32_t *From,
                         MovedWords &To) {
  To = {};
  for (const BitMove &E : Plan.Elements) {
    // An element of 6 bits may lie in two words.
    const size_t First = wordOf(E.From);
    uint64_t Bits = From[First];
    if (E.From.First % 32 > 26 && E.From.First < 96)
      Bits |= uint64_t(From[First + Lanes]) << 32;
    To[wordOf(E.To)] |= uint32_t(Bits >> E.From.First % 32 & Plan.Mask)
                        << E.To.First % 32;
  }
}

void moveMatrix(MatrixMove M, const uint32_t *From, uint32_t *To) {
  const MovePlan &Plan = planOf(M);
  MovedWords Moved;
  if (Plan.Halves.empty())
    moveElements(Plan, From, Moved);
  else
    moveHalves(Plan, From, Moved);
  std::memcpy(To, Moved.data(), sizeof(Moved));
}

} // namespace heddle::matrix
