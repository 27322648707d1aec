//===- RobustnessTest.cpp - Input that nobody means -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseText.h"
#include "gtest/gtest.h"

using namespace heddle::ptx;

namespace {

const std::string Header = ".version 1.4\n.target sm_10\n";

std::string repeat(llvm::StringRef Text, size_t Count) {
  std::string Result;
  Result.reserve(Text.size() * Count);
  for (size_t I = 0; I != Count; ++I)
    Result += Text;
  return Result;
}

TEST(Robustness, NestedScopes) {
  constexpr size_t Depth = 10000;
  ParsedText P(Header + ".entry k {\n" + repeat("{ ", Depth) + "bra L;" +
               repeat("} ", Depth) + "\nL: exit;\n}\n");
  EXPECT_TRUE(P.M) << P.Said.substr(0, 500);
}

TEST(Robustness, PrintingNestedScopes) {
  constexpr size_t Depth = 300000;
  ParsedText P(Header + ".entry k {\n" + repeat("{bra L;", Depth) +
               repeat("}", Depth) + "\nL: exit;\n}\n");
  ASSERT_TRUE(P.M) << P.Said.substr(0, 500);
  llvm::raw_null_ostream Nowhere;
  dumpAST(*P.M, Nowhere);
}

TEST(Robustness, DeepArraysAreRefused) {
  ParsedText P(Header + ".global .u32 x" + repeat("[1]", 100000) + ";\n");
  EXPECT_FALSE(P.M);
  EXPECT_NE(P.Said.find("more than 64 dimensions"), std::string::npos);
}

TEST(Robustness, ControlBytesAreShownEscaped) {
  ParsedText P(Header + ".global .u32 \x1b[31m x;\n");
  EXPECT_FALSE(P.M);
  EXPECT_EQ(P.Said.find('\x1b'), std::string::npos);
  EXPECT_NE(P.Said.find("<1B>[31m"), std::string::npos);
}

TEST(Robustness, OfALongLineAPartIsShown) {
  ParsedText P(Header + ".entry k { " + repeat("exit; ", 100000) + "bogus; }");
  EXPECT_FALSE(P.M);
  EXPECT_LT(P.Said.size(), 1000u);
}

TEST(Robustness, NestedExpressionsAreRefused) {
  for (const char *Open : {"(", "-", "~", "1?"}) {
    ParsedText P(Header + ".global .u32 x = " + repeat(Open, 100000) + "1;\n");
    EXPECT_FALSE(P.M);
    EXPECT_NE(P.Said.find("nested too deeply"), std::string::npos) << Open;
  }
}

TEST(Robustness, NestedLists) {
  ParsedText P(Header + ".entry k { mov.b64 " + repeat("{", 100000) +
               "; exit; }\n");
  EXPECT_FALSE(P.M);
}

TEST(Robustness, ManyNames) {
  std::string Text = Header + ".entry k {\n.reg .u32 %r<1000000>;\n";
  for (unsigned I = 0; I != 100000; ++I) {
    std::string N = std::to_string(I);
    Text += "L" + N + ": mov.u32 %r" + N + ", " + N + "; bra L" +
            std::to_string(I / 2) + ";\n";
  }
  ParsedText P(Text + "}\n");
  ASSERT_TRUE(P.M) << P.Said.substr(0, 500);
  EXPECT_EQ(P.function().Registers.size(), 100000u);
  EXPECT_EQ(P.function().Labels.size(), 100000u);
}

TEST(Robustness, ManyMistakes) {
  ParsedText P(Header + ".entry k {\n" +
               repeat("add.u32 %a, %b, nothing;\n", 20000) + "}\n");
  EXPECT_FALSE(P.M);
}

TEST(Robustness, BytesThatAreNoPTX) {
  struct {
    std::string Text;
    const char *Message;
  } Cases[] = {
      {"", "expected '.version'"},
      {std::string("\0\0\0", 3), "byte 0x00 is not part of PTX"},
      {"\xef\xbb\xbf" + Header, "byte-order mark of UTF-8"},
      {Header + "\xff\xfe", "byte 0xff is not part of PTX"},
      {Header + "/*", "comment is never closed"},
      {Header + "\"abc", "string is never closed"},
      {Header + ".entry k {", "expected '}', found end of file"},
      {Header + ".entry k", "expected ';'"},
      {Header + ".entry", "expected a kernel name, found end of file"},
      {Header + ".entry k { add", "'add' needs a type"},
      {Header + ".entry k { @", "expected a predicate register"},
      {Header + ".global .u32 x[3] = {1,", "expected a constant"},
  };
  for (const auto &Case : Cases) {
    ParsedText P(Case.Text);
    EXPECT_FALSE(P.M) << Case.Text;
    EXPECT_NE(P.Said.find(Case.Message), std::string::npos)
        << Case.Message << " in:\n"
        << P.Said;
  }
}

TEST(Robustness, CarriageReturns) {
  ParsedText P(
      ".version 1.4\r\n.target sm_10\r\n.entry k {\r\n exit;\r\n}\r\n");
  EXPECT_TRUE(P.M) << P.Said;
}

TEST(Robustness, LongLine) {
  std::string Text = Header + ".entry k { .reg .u32 %r<2>;";
  Text += repeat(" add.u32 %r0, %r1, %r1;", 200000) + "}";
  ParsedText P(Text);
  EXPECT_TRUE(P.M) << P.Said.substr(0, 500);
}

} // namespace
