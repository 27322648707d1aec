//===- JobTest.cpp - Job files by the C API -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "heddle-c/jobs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::capi;

namespace {

/// A folder with the kernels of the fixture and a job that runs one of them.
class JobFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("heddle-job", Folder));
    write("scale.ptx", Scale);
    Path = write("job.json",
                 R"({"module": "scale.ptx", "launches": [{"entry": "scale",
                     "grid": [1], "block": [32], "args": [
                       {"kind": "buf", "bytes": 128, "init": null},
                       {"kind": "f32", "value": 2},
                       {"kind": "u32", "value": 32}]}]})");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) {
    llvm::SmallString<64> To = Folder;
    llvm::sys::path::append(To, Name);
    std::error_code EC;
    llvm::raw_fd_ostream(To, EC) << Text;
    EXPECT_FALSE(EC);
    return To.str().str();
  }

  llvm::SmallString<64> Folder;
  std::string Path;
};

void append(void *To, const char *Data, size_t Size) {
  static_cast<std::string *>(To)->append(Data, Size);
}

TEST_F(JobFile, GivesOneDocument) {
  const heddleSetting_t Options[] = {{"O", "0"}, {"maxrregcount", "20"}};
  std::string Text;
  ASSERT_OK(heddleRunJob(Path.c_str(), Options, 2, append, &Text));
  llvm::Expected<llvm::json::Value> Document = llvm::json::parse(Text);
  ASSERT_TRUE(bool(Document)) << llvm::toString(Document.takeError());
  const llvm::json::Object &O = *Document->getAsObject();
  const llvm::json::Array *Verdicts = O.getArray("verdicts");
  ASSERT_TRUE(Verdicts && Verdicts->size() == 1);
  const llvm::json::Object &V = *(*Verdicts)[0].getAsObject();
  EXPECT_EQ(V.getBoolean("passed"), true);
  EXPECT_EQ(V.getString("kernel"), "scale");
  EXPECT_LE(V.getInteger("registers").value_or(99), 20);
  EXPECT_FALSE(O.getBoolean("refused").value_or(true));
  EXPECT_FALSE(O.get("stats"));
}

TEST_F(JobFile, RefusesWhatIsMissing) {
  std::string Text;
  EXPECT_EQ(heddleRunJob(nullptr, nullptr, 0, append, &Text),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleRunJob(Path.c_str(), nullptr, 0, nullptr, &Text),
            heddleErrorInvalidValue);
  EXPECT_EQ(heddleRunJob(Path.c_str(), nullptr, 1, append, &Text),
            heddleErrorInvalidValue);
  const heddleSetting_t Nameless = {nullptr, "1"};
  EXPECT_EQ(heddleRunJob(Path.c_str(), &Nameless, 1, append, &Text),
            heddleErrorInvalidValue);
  EXPECT_EQ(Text, "");
}

} // namespace
