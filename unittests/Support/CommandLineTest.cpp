//===- CommandLineTest.cpp - Options the way ptxas takes them -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/CommandLine.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle;

namespace {

constexpr OptionRow Rows[] = {
    {1, "o", OptionRow::Value, " FILE", "output"},
    {2, "fmad", OptionRow::Flag, "", "fuse"},
    {3, "O", OptionRow::Joined, "0 ... -O3", "effort"},
    {4, "Wno-", OptionRow::Joined},
    {5, "stats", OptionRow::Optional, "[=FORM]", "numbers",
     OptionRow::Supported, "text|json"},
    {6, "maxrregcount", OptionRow::Value, "=N", "registers"},
    {7, "trace", OptionRow::Value, "", nullptr, OptionRow::NotYet},
    {8, "quiet", OptionRow::Value, "", nullptr, OptionRow::Ignored},
};

/// Each option as "ID=VALUE" or "ID", then the files.
std::string parse(ArrayRef<const char *> Args) {
  Expected<ParsedCommandLine> P = parseCommandLine(Rows, Args);
  if (!P)
    return toString(P.takeError());
  std::string Text;
  for (const ParsedOption &O : P->Options)
    Text += std::to_string(O.Id) + (O.HasValue ? "=" + O.Value : "") + " ";
  for (const std::string &File : P->Files)
    Text += File + " ";
  for (const std::string &Name : P->Ignored)
    Text += "!" + Name + " ";
  return Text;
}

TEST(CommandLine, FourSpellings) {
  EXPECT_EQ(parse({"-o=a", "x"}), "1=a x ");
  EXPECT_EQ(parse({"-o", "a", "x"}), "1=a x ");
  EXPECT_EQ(parse({"--o=a", "x"}), "1=a x ");
  EXPECT_EQ(parse({"--o", "a", "x"}), "1=a x ");
  EXPECT_EQ(parse({"-maxrregcount", "16"}), "6=16 ");
}

TEST(CommandLine, Flags) {
  EXPECT_EQ(parse({"-fmad", "false", "x"}), "2=false x ");
  EXPECT_EQ(parse({"--fmad=true", "x"}), "2=true x ");
  EXPECT_EQ(parse({"-fmad", "x"}), "2 x ");
}

TEST(CommandLine, JoinedAndOptional) {
  EXPECT_EQ(parse({"-O3", "-O", "2", "-O=1"}), "3=3 3=2 3=1 ");
  EXPECT_EQ(parse({"-Wno-unused"}), "4=unused ");
  EXPECT_EQ(parse({"--stats", "x"}), "5 x ");
  EXPECT_EQ(parse({"--stats", "json", "x"}), "5=json x ");
  EXPECT_EQ(parse({"--stats", "json:f", "x"}), "5=json:f x ");
  EXPECT_EQ(parse({"--stats=text"}), "5=text ");
}

TEST(CommandLine, Files) {
  EXPECT_EQ(parse({"-", "a"}), "- a ");
  EXPECT_EQ(parse({"--", "-o", "--x"}), "-o --x ");
}

TEST(CommandLine, Mistakes) {
  EXPECT_EQ(parse({"-o"}), "option '-o' needs a value");
  EXPECT_EQ(parse({"--fmda"}),
            "unknown option '--fmda'; did you mean '--fmad'?");
  EXPECT_EQ(parse({"--frobnicate=1"}), "unknown option '--frobnicate=1'");
  EXPECT_EQ(parse({"--trace=x"}), "option '--trace' is not supported yet");
  EXPECT_EQ(parse({"--quiet", "1", "--quiet=2"}), "!--quiet ");
}

TEST(CommandLine, ForeignOptions) {
  auto TakesOne = [](StringRef Name, bool HasValue) {
    return Name != "print-after" ? -1 : HasValue ? 0 : 1;
  };
  Expected<ParsedCommandLine> P =
      parseCommandLine(Rows, {"-print-after", "p", "x"}, TakesOne);
  ASSERT_TRUE(!!P);
  EXPECT_EQ(P->Foreign, (std::vector<std::string>{"-print-after", "p"}));
  EXPECT_EQ(P->Files, std::vector<std::string>{"x"});
  P = parseCommandLine(Rows, {"-print-after"}, TakesOne);
  EXPECT_EQ(toString(P.takeError()), "option '-print-after' needs a value");
}

TEST(CommandLine, Values) {
  ParsedOption O;
  EXPECT_TRUE(*flagValue("x", O));
  O.HasValue = true;
  O.Value = "maybe";
  EXPECT_EQ(toString(flagValue("x", O).takeError()),
            "option '--x' is true or false, not 'maybe'");
  O.Value = "7";
  EXPECT_EQ(*numberValue("x", O, 0, 7), 7u);
  EXPECT_EQ(toString(numberValue("x", O, 0, 6).takeError()),
            "option '--x' takes a number from 0 to 6, not '7'");
}

TEST(CommandLine, Help) {
  EXPECT_EQ(formatHelp("usage\n", Rows),
            "usage\n"
            "  -o FILE                    output\n"
            "  --fmad                     fuse\n"
            "  -O0 ... -O3                effort\n"
            "  --stats[=FORM]             numbers\n"
            "  --maxrregcount=N           registers\n");
}

} // namespace
