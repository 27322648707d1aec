//===- RuntimeTest.cpp - Elements, arguments and comparison ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Argument.h"
#include "heddle/Runtime/Compare.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <thread>

using namespace llvm;
using namespace heddle::runtime;

namespace {

using Bytes = SmallVector<uint8_t, 8>;

Bytes elements(ElementType Type, ArrayRef<StringRef> Values) {
  Bytes Out;
  for (StringRef V : Values)
    EXPECT_FALSE(bool(parseElement(Type, V, Out))) << V.str();
  return Out;
}

TEST(Elements, ParseAndFormat) {
  auto RoundTrip = [](ElementType Type, StringRef Text) {
    Bytes B = elements(Type, {Text});
    EXPECT_EQ(B.size(), elementSize(Type));
    return formatElement(Type, B.data());
  };
  EXPECT_EQ(RoundTrip(ElementType::U8, "255"), "255");
  EXPECT_EQ(RoundTrip(ElementType::S8, "-128"), "-128");
  EXPECT_EQ(RoundTrip(ElementType::U64, "18446744073709551615"),
            "18446744073709551615");
  EXPECT_EQ(RoundTrip(ElementType::S64, "-9223372036854775808"),
            "-9223372036854775808");
  EXPECT_EQ(RoundTrip(ElementType::B32, "0xdeadbeef"), "0xdeadbeef");
  EXPECT_EQ(RoundTrip(ElementType::F32, "2.5"), "2.5");
  EXPECT_EQ(RoundTrip(ElementType::F32, "0f40200000"), "2.5");
  EXPECT_EQ(RoundTrip(ElementType::F32, "0.1"), "0.100000001");
  EXPECT_EQ(RoundTrip(ElementType::F64, "0.1"), "0.10000000000000001");
  EXPECT_EQ(RoundTrip(ElementType::F64, "0d4004000000000000"), "2.5");
  EXPECT_EQ(RoundTrip(ElementType::F16, "1.5"), "1.5");
  EXPECT_EQ(RoundTrip(ElementType::F32, "-inf"), "-inf");
  EXPECT_EQ(RoundTrip(ElementType::F32, "nan"), "nan");
}

TEST(Elements, RefuseWhatDoesNotFit) {
  auto Refused = [](ElementType Type, StringRef Text) {
    Bytes Out;
    Error E = parseElement(Type, Text, Out);
    bool Failed = static_cast<bool>(E);
    consumeError(std::move(E));
    return Failed;
  };
  EXPECT_TRUE(Refused(ElementType::U8, "256"));
  EXPECT_TRUE(Refused(ElementType::U32, "-1"));
  EXPECT_TRUE(Refused(ElementType::S8, "128"));
  EXPECT_TRUE(Refused(ElementType::S32, "2147483648"));
  EXPECT_TRUE(Refused(ElementType::U32, ""));
  EXPECT_TRUE(Refused(ElementType::U32, "1x"));
  EXPECT_TRUE(Refused(ElementType::F32, "abc"));
  EXPECT_TRUE(Refused(ElementType::F32, ""));
  EXPECT_TRUE(Refused(ElementType::F32, "0f12"));
}

std::string argumentError(StringRef Text) {
  Expected<Argument> A = parseArgument(Text);
  return A ? "" : toString(A.takeError());
}

TEST(Argument, Scalars) {
  Expected<Argument> A = parseArgument("s32=-1");
  ASSERT_TRUE(!!A);
  EXPECT_EQ(A->Kind, Argument::Scalar);
  EXPECT_EQ(A->Bytes, Bytes({255, 255, 255, 255}));
  A = parseArgument("bytes=00ff10");
  ASSERT_TRUE(!!A);
  EXPECT_EQ(A->Kind, Argument::RawBytes);
  EXPECT_EQ(A->Bytes, Bytes({0, 255, 16}));
}

TEST(Argument, Generators) {
  auto Contents = [](StringRef Text) {
    Expected<Argument> A = parseArgument(Text);
    EXPECT_TRUE(!!A) << toString(A.takeError());
    EXPECT_EQ(A->Size, A->Bytes.size());
    return A->Bytes;
  };
  EXPECT_EQ(Contents("buf=u8:1,2,3"), Bytes({1, 2, 3}));
  EXPECT_EQ(Contents("buf=u16:iota:3"), Bytes({0, 0, 1, 0, 2, 0}));
  EXPECT_EQ(Contents("buf=s8:fill:2:-1"), Bytes({255, 255}));
  EXPECT_EQ(Contents("buf=f32:iota:2"), elements(ElementType::F32, {"0", "1"}));
  EXPECT_EQ(Contents("buf=u32:rand:4:7"), Contents("buf=u32:rand:4:7"));
  EXPECT_NE(Contents("buf=u32:rand:4:7"), Contents("buf=u32:rand:4:8"));
  Bytes Random = Contents("buf=f32:rand:100:1");
  for (size_t I = 0; I != 100; ++I) {
    double V = loadFloat(ElementType::F32, &Random[I * 4]);
    EXPECT_TRUE(V >= 0 && V < 1) << V;
  }
  Expected<Argument> Zeros = parseArgument("buf=zeros:1000000");
  ASSERT_TRUE(!!Zeros);
  EXPECT_EQ(Zeros->Size, 1000000u);
  EXPECT_TRUE(Zeros->Bytes.empty());
  Expected<Argument> Same = parseArgument("buf=#2+16");
  ASSERT_TRUE(!!Same);
  EXPECT_EQ(Same->BufferOf, 2u);
  EXPECT_EQ(Same->Offset, 16u);
}

TEST(Argument, Mistakes) {
  EXPECT_EQ(argumentError("7"),
            "argument '7': expected KIND=VALUE, as in u32=7");
  EXPECT_EQ(argumentError("i32=7"), "argument 'i32=7': unknown kind 'i32'");
  EXPECT_EQ(argumentError("u8=256"),
            "argument 'u8=256': '256' is not a value of type u8");
  EXPECT_EQ(argumentError("buf=u32:iota:x"),
            "argument 'buf=u32:iota:x': 'x' is not a number of elements");
  EXPECT_EQ(argumentError("bytes=abc"), "argument 'bytes=abc': 'abc' is not a "
                                        "sequence of hexadecimal bytes");
  for (StringRef Text :
       {"", "buf=", "buf=f99:1", "buf=u32", "buf=u32:", "buf=u32:fill:3",
        "buf=u32:iota:99999999999", "buf=u32:rand:3:x", "buf=#", "buf=#x",
        "buf=#1+", "buf=@/nonexistent/file", "buf=zeros:x"})
    EXPECT_NE(argumentError(Text), "") << Text.str();
}

std::string mismatch(CompareRule Rule, double Tolerance, ElementType Type,
                     ArrayRef<StringRef> Got, ArrayRef<StringRef> Want,
                     bool ExactNaN = false) {
  Expectation E;
  E.Rule = Rule;
  E.Tolerance = Tolerance;
  E.Type = Type;
  E.ExactNaN = ExactNaN;
  return findMismatch(E, elements(Type, Got), elements(Type, Want))
      .value_or("");
}

TEST(Compare, Exact) {
  constexpr auto Rule = CompareRule::Exact;
  EXPECT_EQ(mismatch(Rule, 0, ElementType::U32, {"1", "2"}, {"1", "2"}), "");
  EXPECT_EQ(
      mismatch(Rule, 0, ElementType::U32, {"1", "2", "3"}, {"1", "4", "5"}),
      "2 of 3 elements differ, first at [1]: got 2, expected 4");
  EXPECT_NE(mismatch(Rule, 0, ElementType::F32, {"0"}, {"-0"}), "");
  EXPECT_EQ(mismatch(Rule, 0, ElementType::F32, {"0f7fffffff"}, {"0f7fc00000"}),
            "");
  EXPECT_NE(mismatch(Rule, 0, ElementType::F32, {"0f7fffffff"}, {"0f7fc00000"},
                     /*ExactNaN=*/true),
            "");
  EXPECT_NE(mismatch(Rule, 0, ElementType::U32, {"1"}, {"1", "2"}), "");
}

TEST(Compare, Tolerances) {
  constexpr auto F32 = ElementType::F32;
  EXPECT_EQ(mismatch(CompareRule::Relative, 0.1, F32, {"100"}, {"109"}), "");
  EXPECT_NE(mismatch(CompareRule::Relative, 0.1, F32, {"100"}, {"112"}), "");
  EXPECT_NE(mismatch(CompareRule::Relative, 0.1, F32, {"1"}, {"inf"}), "");
  EXPECT_EQ(mismatch(CompareRule::Absolute, 0.5, F32, {"1"}, {"1.5"}), "");
  EXPECT_NE(mismatch(CompareRule::Absolute, 0.5, F32, {"1"}, {"1.75"}), "");
  EXPECT_EQ(mismatch(CompareRule::Absolute, 0.5, F32, {"inf"}, {"inf"}), "");
  EXPECT_NE(mismatch(CompareRule::Absolute, 0.5, F32, {"inf"}, {"-inf"}), "");
  EXPECT_EQ(mismatch(CompareRule::Absolute, 0, F32, {"0"}, {"-0"}), "");
  EXPECT_EQ(mismatch(CompareRule::Absolute, 0, F32, {"nan"}, {"nan"}), "");
  EXPECT_NE(mismatch(CompareRule::Absolute, 1e30, F32, {"nan"}, {"1"}), "");
  EXPECT_EQ(mismatch(CompareRule::Ulp, 1, F32, {"1"}, {"0x1.000002p0"}), "");
  EXPECT_NE(mismatch(CompareRule::Ulp, 1, F32, {"1"}, {"0x1.000004p0"}), "");
  EXPECT_EQ(mismatch(CompareRule::Ulp, 2, F32, {"0f00000001"}, {"0f80000001"}),
            "");
  EXPECT_EQ(mismatch(CompareRule::Ulp, 0, F32, {"0"}, {"-0"}), "");
  EXPECT_EQ(mismatch(CompareRule::Near, 1e-3, F32, {"0", "1000"},
                     {"0.0005", "1000.5"}),
            "");
}

TEST(Compare, WholeBuffers) {
  constexpr auto S32 = ElementType::S32;
  EXPECT_EQ(mismatch(CompareRule::MismatchFraction, 0.25, S32,
                     {"1", "2", "3", "4"}, {"1", "2", "3", "5"}),
            "");
  EXPECT_NE(mismatch(CompareRule::MismatchFraction, 0.24, S32,
                     {"1", "2", "3", "4"}, {"1", "2", "3", "5"}),
            "");
  EXPECT_EQ(
      mismatch(CompareRule::Sorted, 0, S32, {"3", "-1", "2"}, {"-1", "2", "3"}),
      "");
  EXPECT_NE(
      mismatch(CompareRule::Sorted, 0, S32, {"3", "-1", "2"}, {"-1", "2", "2"}),
      "");
}

heddle::object::KernelInfo kernelWithParams() {
  heddle::object::KernelInfo Info;
  Info.Name = "k";
  Info.Params = {{"n", "u32", 0, 4, 4},
                 {"a", "f32", 4, 4, 4},
                 {"x", "u64", 8, 8, 8},
                 {"t", "b8", 16, 3, 1}};
  return Info;
}

std::vector<ArgumentValue> goodArguments() {
  std::vector<ArgumentValue> Values(4);
  Values[0].Type = ElementType::S32;
  Values[0].Bytes = {1, 0, 0, 0};
  Values[1].Type = ElementType::F32;
  Values[1].Bytes = {2, 0, 0, 0};
  Values[2].Kind = ArgumentValue::Pointer;
  Values[2].Address = heddle::abi::Address(0x1000);
  Values[3].Kind = ArgumentValue::RawBytes;
  Values[3].Bytes = {7, 8, 9};
  return Values;
}

TEST(PackArguments, LaysOutTheBlock) {
  Bytes Block;
  auto Fault = packArguments(/*PointerBytes=*/4, kernelWithParams(),
                             goodArguments(), Block);
  ASSERT_FALSE(Fault) << Fault->Message;
  EXPECT_EQ(Block, Bytes({1, 0, 0, 0, 2, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 7,
                          8, 9}));
}

TEST(PackArguments, NamesTheFault) {
  using heddle::sm::FaultKind;
  Bytes Block;
  auto Fault = [&](ArrayRef<ArgumentValue> Values) {
    return packArguments(/*PointerBytes=*/4, kernelWithParams(), Values, Block);
  };
  std::vector<ArgumentValue> Good = goodArguments();
  auto F = Fault(ArrayRef(Good).drop_back());
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Kind, FaultKind::MissingArgument);
  EXPECT_EQ(F->Message, "kernel 'k' takes 4 arguments, got 3; none for "
                        "parameter 't' (.b8)");
  std::vector<ArgumentValue> Many = Good;
  Many.push_back(Good[0]);
  F = Fault(Many);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Kind, FaultKind::ArgumentCount);
  std::vector<ArgumentValue> Wrong = Good;
  Wrong[0] = Good[1];
  F = Fault(Wrong);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Kind, FaultKind::ArgumentType);
  EXPECT_EQ(F->Message, "parameter 0 'n' of kernel 'k' is u32, got f32");
  Wrong = Good;
  Wrong[1] = Good[2];
  F = Fault(Wrong);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Message, "parameter 1 'a' of kernel 'k' is f32, got a buffer");
  Wrong = Good;
  Wrong[3].Bytes.pop_back();
  F = Fault(Wrong);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Message,
            "parameter 3 't' of kernel 'k' is an array of 3 bytes, got 2 "
            "bytes");
}

TEST(LaunchRequest, StartsHostThreadsForLargeLaunchesOnly) {
  const unsigned Processors = std::max(std::thread::hardware_concurrency(), 1u);
  auto Threads = [](uint32_t Grid, uint32_t Block) {
    LaunchRequest Request;
    Request.Grid = {Grid, 1, 1};
    Request.Block = {Block, 1, 1};
    return Request.suitableHostThreads();
  };
  EXPECT_EQ(Threads(1, 1024), 1u);
  EXPECT_EQ(Threads(63, 64), 1u);
  EXPECT_EQ(Threads(64, 64), std::min(2u, Processors));
  EXPECT_EQ(Threads(1u << 20, 256), Processors);
  EXPECT_EQ(Threads(~0u, ~0u), Processors);
}

} // namespace
