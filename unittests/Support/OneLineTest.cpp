//===- OneLineTest.cpp - Texts of others as a part of a line --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/OneLine.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

TEST(OneLine, EscapesWhatEndsLines) {
  EXPECT_EQ(onOneLine("a\nPASS b\r\x0b\x0c"), "a\\nPASS b\\r\\x0b\\x0c");
  // A separator of lines, and the next line of ISO 6429, in UTF-8.
  EXPECT_EQ(onOneLine("a\xe2\x80\xa8z"), "a\\xe2\\x80\\xa8z");
  EXPECT_EQ(onOneLine("a\xc2\x85z"), "a\\xc2\\x85z");
  EXPECT_EQ(onOneLine(llvm::StringRef("\0\x1b[1m\x7f", 6)),
            "\\x00\\x1b[1m\\x7f");
}

TEST(OneLine, KeepsWhatIsShown) {
  EXPECT_EQ(onOneLine(""), "");
  EXPECT_EQ(onOneLine("i < n\t\\n"), "i < n\t\\n");
  EXPECT_EQ(onOneLine("gr\xc3\xb6\xc3\x9f"
                      "er"),
            "gr\xc3\xb6\xc3\x9f"
            "er");
}

TEST(OneLine, EscapesWhatIsNoUTF8) {
  EXPECT_EQ(onOneLine("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(onOneLine("\xe2\x80"), "\\xe2\\x80");
  // A newline in two bytes, which strict decoders refuse.
  EXPECT_EQ(onOneLine("\xc0\x8a"), "\\xc0\\x8a");
}

TEST(OneLine, PrefixesEachLine) {
  EXPECT_EQ(prefixLines("", "| "), "");
  EXPECT_EQ(prefixLines("a\n\nPASS b\rPASS c", "| "),
            "| a\n| \n| PASS b\\rPASS c\n");
}

} // namespace
