//===- DiagnosticsTest.cpp - How diagnostics are printed and counted ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

struct Fixture {
  llvm::SourceMgr Sources;
  std::string Text;
  llvm::raw_string_ostream OS{Text};

  Fixture() {
    Sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer("one\ntwo three\n", "a.ptx"), {});
  }
};

TEST(Diagnostics, PrintsPlaceLineAndCaret) {
  Fixture F;
  Diagnostics D(F.Sources, F.OS);
  D.error(D.locFor(2, 5), "no three");
  D.note({}, "nowhere");
  D.finish();
  EXPECT_EQ(F.Text, "a.ptx:2:5: error: no three\ntwo three\n    ^\n"
                    "a.ptx: note: nowhere\n");
  EXPECT_EQ(D.numErrors(), 1u);
}

TEST(Diagnostics, LinesCountOnThroughBuffers) {
  Fixture F;
  Diagnostics D(F.Sources, F.OS);
  EXPECT_EQ(D.files().size(), 1u);
  // Without an end of line behind the last, and empty.
  for (auto [Text, Name] : {std::pair("x\ny", "b.ptx"), {"", "c.ptx"}})
    F.Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(Text, Name),
                                 {});
  ASSERT_EQ(D.files().size(), 3u);
  EXPECT_EQ(D.files()[1].Name, "b.ptx");
  EXPECT_EQ(D.files()[1].FirstLine, 4u);
  EXPECT_EQ(D.files()[2].FirstLine, 6u);
  for (unsigned Buffer = 1; Buffer != 4; ++Buffer)
    for (const char &C : F.Sources.getMemoryBuffer(Buffer)->getBuffer()) {
      llvm::SMLoc Loc = llvm::SMLoc::getFromPointer(&C);
      auto [Line, Column] = D.position(Loc);
      EXPECT_EQ(D.locFor(Line, Column), Loc);
    }
  D.error(D.locFor(5, 1), "there");
  D.finish();
  EXPECT_EQ(F.Text, "b.ptx:2:1: error: there\ny\n^\n");
}

TEST(Diagnostics, NamedWarnings) {
  Fixture F;
  DiagnosticOptions Options;
  Options.DisabledWarnings.insert("recursion");
  Options.WarningsAsErrors.insert("modifier-order");
  Diagnostics D(F.Sources, F.OS, Options);
  D.warning("recursion", D.locFor(1, 1), "unheard");
  D.note(D.locFor(1, 1), "unheard, too");
  D.warning("block-size", {}, "heard");
  D.warning("modifier-order", {}, "refused");
  D.finish();
  EXPECT_EQ(F.Text, "a.ptx: warning: heard [-Wblock-size]\n"
                    "a.ptx: error: refused [-Wmodifier-order]\n");
  EXPECT_EQ(D.numWarnings(), 1u);
  EXPECT_TRUE(D.hadError());
}

TEST(Diagnostics, StopsAtTheLimit) {
  Fixture F;
  DiagnosticOptions Options;
  Options.MaxErrors = 2;
  Diagnostics D(F.Sources, F.OS, Options);
  for (int I = 0; I != 5; ++I) {
    D.error({}, "again");
    D.note({}, "see");
  }
  D.finish();
  EXPECT_EQ(F.Text, "a.ptx: error: again\na.ptx: note: see\n"
                    "a.ptx: error: again\na.ptx: note: see\n"
                    "a.ptx: error: 3 more errors not shown (limit 2, see "
                    "--max-errors)\n");
  EXPECT_EQ(D.numErrors(), 5u);
}

TEST(Diagnostics, JSONIsAList) {
  for (int Count : {0, 1, 2}) {
    Fixture F;
    DiagnosticOptions Options;
    Options.Format = DiagnosticOptions::JSON;
    Diagnostics D(F.Sources, F.OS, Options);
    llvm::SMLoc Loc = D.locFor(2, 1);
    llvm::SMRange Range(Loc, D.locFor(2, 4));
    for (int I = 0; I != Count; ++I)
      D.warning("ir", Loc, "bad byte \xff", Range, llvm::SMFixIt(Range, "TWO"));
    D.finish();
    auto Value = llvm::json::parse(F.Text);
    ASSERT_TRUE(bool(Value)) << F.Text;
    ASSERT_TRUE(Value->getAsArray());
    ASSERT_EQ(Value->getAsArray()->size(), size_t(Count));
    if (Count == 0)
      continue;
    const llvm::json::Object &First = *(*Value->getAsArray())[0].getAsObject();
    EXPECT_EQ(First.getString("file"), "a.ptx");
    EXPECT_EQ(First.getInteger("line"), 2);
    EXPECT_EQ(First.getInteger("column"), 1);
    EXPECT_EQ(First.getString("severity"), "warning");
    EXPECT_EQ(First.getString("name"), "ir");
    EXPECT_EQ(First.getArray("ranges")->size(), 1u);
    EXPECT_EQ(First.getArray("fixits")->size(), 1u);
  }
}

} // namespace
