//===- ConvertTest.cpp - Conversions against a judge ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SingleInst.h"
#include "heddle/ABI/ConvertOps.inc"
#include "heddle/Model/ConvertJudge.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;
using heddle::model::judgeConversion;

namespace {

class ConvertTest : public testing::TestWithParam<HostIsa> {};

bool isFloat(CvtType T) { return T == CvtType::F16 || T == CvtType::F32; }

uint32_t operand(Random &R) {
  static constexpr uint32_t Special[] = {
      0,          1,          0x7f,       0x80,       0xff,       0x7fff,
      0x8000,     0xffff,     0x7c00,     0x7e00,     0x7fffffff, 0x80000000,
      0xffffffff, 0x3f000000, 0x3fc00000, 0x40200000, 0xbf000000, 0x4effffff,
      0x4f000000, 0x4f7fffff, 0x4f800000, 0xcf000000, 0xcf000001, 0x7f800000,
      0xff800000, 0x7fc00000, 0x00000001, 0x2e800000, 0x477fefff, 0x477ff000,
      0x33000000, 0x33000001, 0x387fc000, 0x38800000};
  uint32_t Kind = R.next() % 4, V = R.next();
  if (Kind == 0)
    return Special[V % std::size(Special)] ^ (V & 0x80000000);
  if (Kind == 1) // near one, where rounding to integers happens
    return (V & 0x807fffff) | (0x70 + R.next() % 0x30) << 23;
  return Kind == 2 ? V & 0x1ffff : V;
}

bool mayFollow(CvtType From, CvtType To) {
  // f32 to 8 bits and back takes two steps, and so does nothing here.
  bool FromByte = From == CvtType::U8 || From == CvtType::S8;
  bool ToByte = To == CvtType::U8 || To == CvtType::S8;
  // int32 to f16 is an erratum of the chip that the compiler avoids.
  bool FromWord = From == CvtType::U32 || From == CvtType::S32;
  return !(isFloat(From) && ToByte) && !(FromByte && To == CvtType::F16) &&
         !(FromWord && To == CvtType::F16);
}

TEST_P(ConvertTest, AgreesWithJudge) {
  Random R(unsigned(GetParam()) + 77);
  SingleInst S(GetParam());
  HandlerPair H = S.Table.Convert(ConvertOp::Any);
  for (unsigned From = 0; From != 8; ++From)
    for (unsigned To = 0; To != 8; ++To) {
      if (!mayFollow(CvtType(From), CvtType(To)))
        continue;
      for (unsigned Round = 0; Round != 1200; ++Round) {
        bool Same = From == To && isFloat(CvtType(From));
        S.I.Flags = uint16_t(
            (R.next() & 1 ? Abs1 : 0) | (R.next() & 1 ? Negate : 0) |
            (isFloat(CvtType(To)) && R.next() % 4 == 0 ? Saturate : 0) |
            (Same && R.next() & 1 ? RoundToInt : 0));
        S.I.Sub[0] = uint8_t(From);
        S.I.Sub[1] = uint8_t(To);
        S.I.Sub[2] = uint8_t(R.next() & 3);
        for (unsigned N = 0; N != Lanes; ++N)
          S.row(0)[N] = operand(R);
        uint32_t Mask = Round & 1 ? AllLanes : R.next();
        S.dst().fill(0xdeadbeef);
        ASSERT_TRUE(S.run(H, Mask));
        for (unsigned N = 0; N != Lanes; ++N)
          ASSERT_EQ(S.dst()[N], Mask >> N & 1
                                    ? judgeConversion(S.I, S.row(0)[N])
                                    : 0xdeadbeef)
              << From << " to " << To << " flags " << S.I.Flags << " mode "
              << unsigned(S.I.Sub[2]) << std::hex << ' ' << S.row(0)[N];
      }
    }
}

TEST_P(ConvertTest, VectorFormsAreTheGeneralForm) {
  struct Form {
    ConvertOp Op;
    CvtType From, To;
    RoundingMode Mode;
  };
  static constexpr Form Forms[] = {
      {ConvertOp::ZeroExtend16, CvtType::U16, CvtType::U32,
       RoundingMode::Nearest},
      {ConvertOp::SignExtend16, CvtType::S16, CvtType::S32,
       RoundingMode::Nearest},
      {ConvertOp::S32ToF32, CvtType::S32, CvtType::F32, RoundingMode::Nearest},
      {ConvertOp::U32ToF32, CvtType::U32, CvtType::F32, RoundingMode::Nearest},
      {ConvertOp::F32ToS32RZ, CvtType::F32, CvtType::S32, RoundingMode::Zero},
  };
  Random R(5);
  SingleInst S(GetParam());
  for (const Form &F : Forms) {
    S.I.Sub[0] = uint8_t(F.From);
    S.I.Sub[1] = uint8_t(F.To);
    S.I.Sub[2] = uint8_t(F.Mode);
    HandlerPair H = S.Table.Convert(F.Op);
    for (unsigned Round = 0; Round != 5000; ++Round) {
      for (unsigned N = 0; N != Lanes; ++N)
        S.row(0)[N] = operand(R);
      ASSERT_TRUE(S.run(H));
      for (unsigned N = 0; N != Lanes; ++N)
        ASSERT_EQ(S.dst()[N], judgeConversion(S.I, S.row(0)[N]))
            << unsigned(F.Op) << std::hex << ' ' << S.row(0)[N];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(HostIsas, ConvertTest,
                         testing::ValuesIn(supportedIsas()));

} // namespace
