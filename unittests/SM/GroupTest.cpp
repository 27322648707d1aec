//===- GroupTest.cpp - Warps in one handler -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group handler does to each warp what the handler of one warp does, with any
// operands, registers that overlap, and faults.
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "gtest/gtest.h"
#include <cstring>
#include <type_traits>

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr unsigned MaxWarps = 8, NumRows = 12, SharedBytes = 512;
constexpr uint32_t GlobalBase = 0x10000, GlobalBytes = 1024;

Window findWindow(const void *Memory, uint32_t Address) {
  if (Address - GlobalBase >= GlobalBytes)
    return {};
  return {GlobalBase, GlobalBytes,
          static_cast<uint8_t *>(const_cast<void *>(Memory))};
}

/// The same bytes are at three wide addresses, the last of which go on over a
/// multiple of 2^32.
constexpr uint64_t FarBases[] = {0x700010000, 0x800010000, 0x8fffffe00};

FarWindow findFarWindow(const void *Memory, uint64_t Address, bool) {
  for (uint64_t Base : FarBases)
    if (Address - Base < GlobalBytes)
      return {Base, GlobalBytes,
              static_cast<uint8_t *>(const_cast<void *>(Memory))};
  return {};
}

/// Takes an operand in memory.
constexpr unsigned OperandRow = 10;

/// All that instructions can change.
struct State {
  alignas(64) std::array<std::array<Row, NumRows>, MaxWarps> Rows;
  alignas(64) std::array<uint8_t, SharedBytes> Shared;
  alignas(64) std::array<uint8_t, GlobalBytes> Global;
  std::array<LaneContext, MaxWarps> Warps = {};

  State() = default;
  State(const State &O) { *this = O; }
  State &operator=(const State &O) {
    Rows = O.Rows;
    Shared = O.Shared;
    Global = O.Global;
    Warps = O.Warps;
    for (unsigned K = 0; K != MaxWarps; ++K) {
      LaneContext &L = Warps[K];
      L.Base[WarpRows] = L.Base[ConstantRows] = Rows[K][0].data();
      L.Active = AllLanes;
      L.Shared = Shared.data();
      L.SharedBytes = SharedBytes;
      L.GlobalMemory = Global.data();
      L.FindGlobal = findWindow;
      L.FindFarGlobal = findFarWindow;
      // A window looks into the state it was found for.
      for (Window &W : L.Global)
        W = {};
      L.forgetFarWindows();
    }
    return *this;
  }

  bool operator==(const State &O) const {
    bool Same = Rows == O.Rows && Shared == O.Shared && Global == O.Global;
    for (unsigned K = 0; K != MaxWarps; ++K) {
      const LaneContext &A = Warps[K], &B = O.Warps[K];
      Same &= !std::memcmp(A.AddressRegs, B.AddressRegs, sizeof(A.AddressRegs));
      Same &= !std::memcmp(A.Shapes, B.Shapes, sizeof(A.Shapes));
      Same &= !std::memcmp(A.Condition, B.Condition, sizeof(A.Condition));
      Same &= A.Fault.Reason == B.Fault.Reason &&
              A.Fault.Lane == B.Fault.Lane &&
              A.Fault.Address == B.Fault.Address;
    }
    return Same;
  }
};

uint32_t word(Random &R) {
  static constexpr uint32_t Special[] = {
      0,          0x80000000, 1,          0x007fffff, 0x00800000, 0x3f800000,
      0x7f7fffff, 0xff800000, 0x7fffffff, 0xffffffff, 31,         32};
  uint32_t V = R.next();
  // Mostly numbers that are not far from one, for which there are fast ways.
  if (V % 8 == 0)
    return Special[V / 8 % std::size(Special)];
  return V % 8 == 1 ? R.next() : (R.next() & 0x83ffffff) + 0x3c000000;
}

/// $a registers of each shape, some of which leave the memory.
void fillAddresses(LaneContext &L, Random &R) {
  for (unsigned Register = 1; Register != 5; ++Register) {
    uint32_t First = R.next() % 130 * (R.next() % 16 ? 4 : 3),
             Shape = R.next() % 3;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      L.AddressRegs[Register][Lane] = Shape == 0   ? R.next() % 130 * 4
                                      : Shape == 1 ? First
                                                   : First + Lane * 4;
    L.Shapes[Register] = AddressShape(Shape);
  }
}

/// Rows 8 and 9: wide addresses in one buffer, in a row, the same, or anywhere,
/// rarely outside, misaligned or in another one. Row 11: such in s[].
void fillFarAddresses(std::array<Row, NumRows> &Rows, Random &R) {
  uint64_t Base = FarBases[R.next() % std::size(FarBases)];
  uint32_t First = R.next() % 230 * 4, Shape = R.next() % 4;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint32_t Offset = Shape == 0   ? First
                      : Shape == 1 ? R.next() % (R.next() % 64 ? 240 : 260) * 4
                                   : First + Lane * 4;
    // What its neighbours do says nothing of the last one.
    if (Lane == Lanes - 1 && R.next() % 8 == 0)
      Offset += R.next() % 2 ? 2 : 4;
    uint64_t Address = Base + Offset;
    if (R.next() % 1024 == 0)
      Address += uint64_t(1) << 32;
    Rows[8][Lane] = uint32_t(Address);
    Rows[9][Lane] = uint32_t(Address >> 32);
    Rows[11][Lane] = Offset % (R.next() % 64 ? SharedBytes - 8 : 2048);
  }
}

void fill(State &S, Random &R) {
  bool Special = R.next() % 4 == 0;
  for (auto &Rows : S.Rows)
    for (Row &Row : Rows)
      for (uint32_t &V : Row)
        V = Special ? word(R) : (R.next() & 0x80ffffff) + 0x3f000000;
  for (uint8_t &B : S.Shared)
    B = uint8_t(R.next());
  for (uint8_t &B : S.Global)
    B = uint8_t(R.next());
  for (LaneContext &L : S.Warps) {
    fillAddresses(L, R);
    for (auto &C : L.Condition)
      for (uint32_t &Plane : C)
        Plane = R.next();
    // Row 8: addresses in g[], in a row or anywhere, rarely outside.
    Row &A = S.Rows[unsigned(&L - S.Warps.data())][8];
    uint32_t First = GlobalBase + R.next() % 230 * 4;
    bool InRow = R.next() % 2;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      A[Lane] = InRow ? First + Lane * 4
                      : GlobalBase + R.next() % (R.next() % 64 ? 256 : 260) * 4;
  }
}

BoundInst randomInst(Random &R) {
  BoundInst I;
  for (Source &S : I.Src) {
    S.Row = uint16_t(R.next() % 6);
    S.Shift = R.next() % 2 ? 16 : 0;
  }
  I.DstRow = uint16_t(R.next() % 6);
  I.DstShift = R.next() % 2 ? 16 : 0;
  I.CCDst = uint8_t(R.next() % 4);
  I.CondReg = uint8_t(R.next() % 4);
  I.Flags = R.next() % 2 ? 0
                         : R.next() & (WritesCondition | Saturate | Signed |
                                       Signed2 | High | Abs1 | Abs2 | Negate);
  for (uint32_t &V : I.Invert)
    V = R.next() % 2 ? 0 : R.next() % 2 ? 0x80000000 : ~0u;
  I.Imm = R.next() % 2;
  return I;
}

class GroupTest : public testing::TestWithParam<HostIsa> {
protected:
  /// Runs \p H both ways. \p Prepare(I, R), or Prepare(I, State, R), gives an
  /// instruction its particulars. With \p Masked also by the handler for some
  /// lanes, which looks at addresses lane by lane.
  template <class PrepareT>
  void compare(const HandlerPair &H, const char *Unit, unsigned Op,
               PrepareT Prepare, unsigned Rounds = 60, bool Masked = false) {
    ASSERT_TRUE(H.Group) << Unit << ' ' << Op;
    FloatEnvironment Guest;
    for (unsigned Round = 0; Round != Rounds; ++Round) {
      Random R(Op * 1000 + Round);
      State Start;
      fill(Start, R);
      BoundInst I = randomInst(R);
      I.Body = H;
      if constexpr (std::is_invocable_v<PrepareT, BoundInst &, State &,
                                        Random &>)
        Prepare(I, Start, R);
      else
        Prepare(I, R);
      State One(Start), All(Start), Some(Start);
      unsigned Warps = 1 + R.next() % MaxWarps, Done = 0, SomeDone = 0;
      LaneContext *Contexts[MaxWarps];
      for (unsigned K = 0; K != Warps; ++K)
        Contexts[K] = &All.Warps[K];
      while (Done != Warps && H.Full(I, One.Warps[Done], AllLanes))
        ++Done;
      while (Masked && SomeDone != Warps &&
             H.Masked(I, Some.Warps[SomeDone], AllLanes))
        ++SomeDone;
      if (Masked) {
        ASSERT_EQ(Done, SomeDone) << Unit << ' ' << Op << " round " << Round;
        ASSERT_TRUE(One == Some) << Unit << ' ' << Op << " round " << Round;
      }
      ASSERT_EQ(H.Group(I, Contexts, Warps), Done)
          << Unit << ' ' << Op << " round " << Round;
      // An operand in memory need not come to its row.
      for (State *S : {&One, &All})
        for (auto &Rows : S->Rows)
          Rows[OperandRow] = {};
      ASSERT_TRUE(One == All) << Unit << ' ' << Op << " round " << Round;
    }
  }

  const HandlerTable &T = handlersFor(GetParam());
};

TEST_P(GroupTest, Moves) {
  for (MoveOp Op :
       {MoveOp::Mov32, MoveOp::Mov16, MoveOp::FromCondition,
        MoveOp::ToCondition, MoveOp::FromAddress, MoveOp::ShlAddress,
        MoveOp::AddAddress, MoveOp::FromSpecial, MoveOp::Vote, MoveOp::Nop})
    compare(T.Move(Op), "move", unsigned(Op), [](BoundInst &I, Random &R) {
      I.Sub[0] = uint8_t(R.next() % 4);
      I.Sub[1] = uint8_t(R.next() % 4);
      I.Imm = R.next() % 5;
    });
}

TEST_P(GroupTest, Integers) {
  for (unsigned Op = 0; Op <= unsigned(IntegerOp::MulAddCarry); ++Op)
    compare(T.Integer(IntegerOp(Op)), "integer", Op,
            [](BoundInst &I, Random &R) { I.Sub[0] = uint8_t(R.next() % 4); });
}

TEST_P(GroupTest, Floats) {
  for (unsigned Op = 0; Op <= unsigned(FloatOp::Quad); ++Op)
    compare(T.Float(FloatOp(Op)), "float", Op, [](BoundInst &I, Random &R) {
      I.Sub[0] = uint8_t(R.next() % 16);
      I.Sub[1] = uint8_t(R.next());
    });
}

TEST_P(GroupTest, SpecialFunctions) {
  for (unsigned Op = 0; Op <= unsigned(SfuOp::Ex2); ++Op)
    compare(T.Sfu(SfuOp(Op)), "function", Op, [](DecodedInst &, Random &) {});
}

TEST_P(GroupTest, Conversions) {
  for (unsigned Op = 0; Op <= unsigned(ConvertOp::F32ToS32RZ); ++Op)
    compare(T.Convert(ConvertOp(Op)), "conversion", Op,
            [](BoundInst &I, Random &R) {
              for (uint8_t &S : I.Sub)
                S = uint8_t(R.next() % 4);
            });
}

TEST_P(GroupTest, MemoryAccesses) {
  for (MemoryOp Op : {MemoryOp::LoadShared, MemoryOp::StoreShared,
                      MemoryOp::LoadGlobal, MemoryOp::StoreGlobal})
    compare(T.Memory(Op), "memory", unsigned(Op), [](BoundInst &I, Random &R) {
      I.Src[0].Row = 8;
      I.Src[1].Shift = 0;
      I.Flags = 0;
      I.Sub[0] = uint8_t(R.next() % 5);
      I.Sub[1] = uint8_t(R.next() % 2 ? MemType::B32 : MemType(R.next() % 5));
      I.Imm = R.next() % 3 * 4;
    });
}

TEST_P(GroupTest, FarAccesses) {
  for (MemoryOp Op : {MemoryOp::LoadFarGlobal, MemoryOp::StoreFarGlobal,
                      MemoryOp::LoadGeneric, MemoryOp::StoreGeneric,
                      MemoryOp::LoadFarShared, MemoryOp::StoreFarShared})
    compare(
        T.Memory(Op), "far memory", unsigned(Op),
        [Op](BoundInst &I, State &S, Random &R) {
          for (auto &Rows : S.Rows)
            fillFarAddresses(Rows, R);
          bool IsShared =
              Op == MemoryOp::LoadFarShared || Op == MemoryOp::StoreFarShared;
          I.Src[0] = {uint16_t(IsShared ? 11 : 8), WarpRows, 0};
          I.Src[1].Shift = 0;
          I.Flags = 0;
          I.Sub[1] =
              uint8_t(R.next() % 2 ? MemType::B32 : MemType(R.next() % 7));
          I.Imm = uint32_t(R.next() % 4 ? 0 : int32_t(R.next() % 17) - 8);
          I.Address = R.next() % 64 * 8;
        },
        1000, /*Masked=*/true);
}

void addOperand(BoundInst &I, Random &R) {
  MemoryOperand &M = I.Mem[0];
  M.Space = MemoryOperand::Shared;
  M.Type = R.next() % 2 ? MemType::B32 : MemType(R.next() % 5);
  M.AddressReg = uint8_t(R.next() % 5);
  M.Offset = uint16_t(R.next() % 8 * 16);
  M.Row = OperandRow;
  I.Src[0] = {OperandRow, WarpRows, 0};
}

TEST_P(GroupTest, MemoryOperands) {
  HandlerPair Body = T.Float(FloatOp::AddRN), Move = T.Move(MoveOp::Mov32);
  for (unsigned Predicated = 0; Predicated != 2; ++Predicated)
    compare(T.WithMemory, "operand", Predicated, [&](BoundInst &I, Random &R) {
      addOperand(I, R);
      I.Body = Body;
      I.Cond = Predicated ? 0x05 : CondAlways;
    });
  compare(T.MoveFromMemory, "operand", 2, [&](BoundInst &I, Random &R) {
    addOperand(I, R);
    I.Body = Move;
  });
  compare(T.Predicated, "operand", 3, [&](BoundInst &I, Random &) {
    I.Body = Body;
    I.Cond = 0x05;
  });
}

TEST_P(GroupTest, WordsInMemory) {
  for (FloatOp Op : {FloatOp::Mad, FloatOp::AddRN, FloatOp::MulRN})
    for (unsigned Source = 0; Source != 3; ++Source) {
      HandlerPair Entry = T.WithMemory;
      Entry.Group = T.FloatWord(Op, Source);
      compare(
          Entry, "word", unsigned(Op) * 3 + Source,
          [&](BoundInst &I, Random &R) {
            addOperand(I, R);
            I.Mem[0].Type = MemType::B32;
            std::swap(I.Src[0], I.Src[Source]);
            if (Source != 0)
              I.Src[0] = {uint16_t(R.next() % 6), WarpRows, 0};
            I.Body = T.Float(Op);
            I.Cond = CondAlways;
          },
          200);
    }
  EXPECT_FALSE(T.FloatWord(FloatOp::Min, 0));
}

INSTANTIATE_TEST_SUITE_P(HostIsas, GroupTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
