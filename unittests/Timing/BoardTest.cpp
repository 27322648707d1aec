//===- BoardTest.cpp - Boards and their numbers ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Timing/Board.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::timing;

namespace {

TEST(Board, NumbersAreInTheirRange) {
  for (const Board &B : boards()) {
    EXPECT_TRUE(heddle::abi::findGeometry(B.GeometryName)) << B.Name;
    for (auto [N, Info] : llvm::enumerate(ParameterTable)) {
      const Board::Number &Is = B.number(Parameter(N));
      EXPECT_GE(Is.Value, Info.Least) << B.Name << ' ' << Info.Key.str();
      EXPECT_LE(Is.Value, Info.Most) << B.Name << ' ' << Info.Key.str();
      EXPECT_NE(std::string("ACMUI").find(Is.Grade), std::string::npos)
          << B.Name << ' ' << Info.Key.str();
    }
  }
}

/// What the textbook and data sheets say of the boards.
TEST(Board, Peaks) {
  struct {
    const char *Name;
    unsigned SMs;
    double Gigabytes;
  } Known[] = {
      {"8800gtx", 16, 86.4}, {"8800ultra", 16, 103.7}, {"8800gt", 14, 57.6},
      {"fx5600", 16, 76.8},  {"c870", 16, 76.8},       {"gtx280", 30, 141.7},
      {"gtx285", 30, 159.0}, {"gtx260", 24, 111.9},    {"c1060", 30, 102.4}};
  for (const auto &K : Known) {
    const Board *B = findBoard(K.Name);
    ASSERT_TRUE(B) << K.Name;
    EXPECT_EQ(B->numSMs(), K.SMs) << K.Name;
    EXPECT_NEAR(B->bytesPerSecond() / 1e9, K.Gigabytes, 0.1) << K.Name;
  }
}

TEST(Board, DefaultsRunTheirCode) {
  EXPECT_EQ(defaultBoard(10, true).Name, "8800gtx");
  EXPECT_EQ(defaultBoard(11, true).Name, "8800gt");
  EXPECT_EQ(defaultBoard(12, true).Name, "gtx280");
  EXPECT_EQ(defaultBoard(13, true).Name, "gtx280");
  EXPECT_EQ(defaultBoard(99, false).Name, "tx1");
}

class BoardFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("board", "yaml", Path));
  }
  void TearDown() override { llvm::sys::fs::remove(Path); }

  llvm::Expected<Board> read(llvm::StringRef Text) {
    llvm::cantFail(writeOutputFile(Path, Text));
    return readBoardFile(Path);
  }
  /// The error without the path.
  std::string error(llvm::StringRef Text) {
    llvm::Expected<Board> B = read(Text);
    if (B)
      return "none";
    std::string Message = llvm::toString(B.takeError());
    EXPECT_TRUE(llvm::StringRef(Message).starts_with(Path)) << Message;
    return Message.substr(Path.size());
  }

  llvm::SmallString<64> Path;
};

TEST_F(BoardFile, ChangesSomeNumbers) {
  llvm::Expected<Board> B =
      read("# mine\nbase: gtx280\nname: slow\nsp_mhz: 648\npartitions: 4\n");
  ASSERT_TRUE(bool(B)) << llvm::toString(B.takeError());
  EXPECT_EQ(B->Name, "slow");
  EXPECT_EQ((*B)[Parameter::SPClock], 648);
  EXPECT_EQ(B->count(Parameter::Partitions), 4u);
  EXPECT_EQ(B->number(Parameter::Partitions).Grade, '-');
  EXPECT_EQ(B->numSMs(), 30u);
  EXPECT_EQ(B->GeometryName, "gt200");
}

TEST_F(BoardFile, ErrorsNameTheLine) {
  EXPECT_EQ(error("base: gtx280\ntpcs: 0\n"),
            ":2: 'tpcs' is a number from 1 to 64, not '0'");
  EXPECT_EQ(error("base: gtx280\n\npartitions: 1000000000\n"),
            ":3: 'partitions' is a number from 1 to 64, not '1000000000'");
  EXPECT_EQ(error("base: gtx280\nsp_mhz: fast\n"),
            ":2: 'sp_mhz' is a number from 1 to 10000, not 'fast'");
  EXPECT_EQ(error("base: gtx280\nsp_mhz: nan\n"),
            ":2: 'sp_mhz' is a number from 1 to 10000, not 'nan'");
  EXPECT_EQ(error("base: gtx280\nsp_mzh: 5\n"),
            ":2: a board has no 'sp_mzh'; near it: sp_mhz");
  EXPECT_EQ(error("base: gtx281\n"), ":1: there is no board 'gtx281'");
  EXPECT_EQ(error("sp_mhz: 5\nbase: gtx280\n"), ":1: 'base' comes first");
  EXPECT_EQ(error("base: gtx280\nsp_mhz: 5\nsp_mhz: 6\n"),
            ":3: 'sp_mhz' is there twice");
  EXPECT_EQ(error("base: gtx280\ngeometry: round\n"),
            ":2: there is no geometry 'round'");
  EXPECT_EQ(error("base: gtx280\nsp_mhz: [1, 2]\n"),
            ":2: a board is a list of KEY: VALUE");
  EXPECT_EQ(error("- 1\n"), ":1: a board is a list of KEY: VALUE");
  EXPECT_EQ(error("base: gtx280\nconst_l1_bytes: 100\n"),
            ":2: a cache of 100 bytes has no sets of 4 lines of 64 bytes");
  EXPECT_NE(error(""), "none");
  EXPECT_NE(error("base: \"gtx280\n"), "none");
}

} // namespace
