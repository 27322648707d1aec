//===- Plan.cpp - Which bytes of a program become jumps -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Redirect/Plan.h"
#include <algorithm>

namespace heddle::redirect {

namespace {
/// Room for jumps in bodies that are not executed any more.
struct Spare {
  uint64_t Begin, End;
};

class Layout {
public:
  Layout(Machine M, const std::vector<ElfSymbol> &All) : M(M) {
    Starts.reserve(All.size());
    for (const ElfSymbol &S : All)
      // AArch64 marks data between instructions by symbols of such names.
      if (!S.Name.starts_with('$'))
        Starts.push_back(S.Address);
    std::sort(Starts.begin(), Starts.end());
  }

  void place(const Redirected &R);
  void placeShort();
  Plan take() { return std::move(Result); }

private:
  /// Bytes that belong to \p F: its own, and what the linker puts behind it up
  /// to where a function can start.
  uint64_t room(const ElfSymbol &F) const;
  uint64_t takeSpare();

  Machine M;
  Plan Result;
  std::vector<uint64_t> Starts;
  std::vector<Spare> Spares;
  std::vector<const Redirected *> Short;
};
} // namespace

/// The alignment of functions that compilers generate.
static constexpr uint64_t Alignment = 16;
/// The alignment of a jump in spare bytes, which AArch64's instructions need.
static constexpr uint64_t SpareAlignment = 4;

static uint64_t roundUp(uint64_t Value, uint64_t To) {
  return (Value + To - 1) / To * To;
}

uint64_t Layout::room(const ElfSymbol &F) const {
  uint64_t End = F.Address + F.Size;
  if (F.Address % Alignment == 0)
    End = roundUp(End, Alignment);
  auto Next = std::upper_bound(Starts.begin(), Starts.end(), F.Address);
  if (Next != Starts.end())
    End = std::min(End, *Next);
  return End - F.Address;
}

void Layout::place(const Redirected &R) {
  const ElfSymbol &F = R.Function;
  unsigned Size = sizeOfJump(M);
  uint64_t Room = room(F);
  if (Room < Size) {
    Short.push_back(&R);
    return;
  }
  Result.Patches.push_back({F.Address, jumpThrough(M, R.Slot)});
  Spares.push_back({F.Address + roundUp(Size, SpareAlignment),
                    F.Address + std::min(F.Size, Room)});
}

uint64_t Layout::takeSpare() {
  for (; !Spares.empty(); Spares.pop_back()) {
    Spare &S = Spares.back();
    if (S.Begin + sizeOfJump(M) > S.End)
      continue;
    uint64_t At = S.Begin;
    S.Begin = At + roundUp(sizeOfJump(M), SpareAlignment);
    return At;
  }
  return 0;
}

void Layout::placeShort() {
  for (const Redirected *R : Short) {
    const ElfSymbol &F = R->Function;
    uint64_t At = takeSpare();
    std::optional<std::string> Code;
    if (At && room(F) >= sizeOfNearJump(M))
      Code = nearJump(M, F.Address, At);
    if (!Code) {
      Result.Problem =
          "there is no room for a jump at '" + std::string(F.Name) + "'";
      return;
    }
    Result.Patches.push_back({At, jumpThrough(M, R->Slot)});
    Result.Patches.push_back({F.Address, *Code});
  }
}

/// Functions that are one: linkers fold those of equal code, and which of them
/// was called is not to be known.
static std::string findFolded(const std::vector<Redirected> &Functions) {
  std::vector<const ElfSymbol *> Sorted;
  for (const Redirected &R : Functions)
    Sorted.push_back(&R.Function);
  auto Less = [](const ElfSymbol *A, const ElfSymbol *B) {
    return A->Address < B->Address;
  };
  std::sort(Sorted.begin(), Sorted.end(), Less);
  auto Same = [](const ElfSymbol *A, const ElfSymbol *B) {
    return A->Address == B->Address;
  };
  auto Found = std::adjacent_find(Sorted.begin(), Sorted.end(), Same);
  if (Found == Sorted.end())
    return "";
  return "the linker made '" + std::string((*Found)->Name) + "' and '" +
         std::string((*(Found + 1))->Name) +
         "' one function; link without --icf=all";
}

Plan planJumps(Machine M, const std::vector<Redirected> &Functions,
               const std::vector<ElfSymbol> &All) {
  Plan Failed;
  Failed.Problem = findFolded(Functions);
  if (!Failed.Problem.empty())
    return Failed;
  Layout L(M, All);
  for (const Redirected &R : Functions)
    L.place(R);
  L.placeShort();
  return L.take();
}

} // namespace heddle::redirect
