//===- SemaTest.cpp - Names and versions apart from the parser ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema/Scopes.h"
#include "Sema/VersionChecker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;

namespace {

struct FeatureRow {
  Feature F;
  StringRef Text;
  Version MinVersion, MinTarget;
};
constexpr FeatureRow Features[] = {
#define FEATURE(NAME, TEXT, VERSION, TARGET)                                   \
  {Feature::NAME, TEXT, VERSION, TARGET},
#include "Sema/LanguageFeatures.def"
};

/// Collects what is said; no message has a place.
class SemaTest : public testing::Test {
protected:
  llvm::SourceMgr Sources;
  std::string Said;
  llvm::raw_string_ostream OS{Said};
  std::unique_ptr<Diagnostics> Reports;
  Module M;

  void SetUp() override {
    Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer("", "test.ptx"),
                               {});
    DiagnosticOptions Options;
    Options.MaxErrors = 0;
    Reports = std::make_unique<Diagnostics>(Sources, OS, Options);
  }
  Diagnostics &diags() { return *Reports; }
  std::string taken() { return std::exchange(Said, {}); }
};

TEST_F(SemaTest, AFeatureNeedsItsVersionAndItsTarget) {
  VersionChecker Versions(M, diags());
  for (const FeatureRow &Row : Features) {
    std::string Name = Row.Text.str();
    M.PTXVersion = Row.MinVersion;
    M.Target = Row.MinTarget;
    EXPECT_FALSE(Versions.needs(SMRange(), Row.F)) << Name;
    EXPECT_EQ(taken(), "");
    --M.PTXVersion;
    EXPECT_TRUE(Versions.needs(SMRange(), Row.F)) << Name;
    EXPECT_NE(taken().find(Name + " needs PTX version " +
                           versionText(Row.MinVersion) + " or higher"),
              std::string::npos)
        << Name;
    ++M.PTXVersion;
    --M.Target;
    EXPECT_TRUE(Versions.needs(SMRange(), Row.F)) << Name;
    EXPECT_NE(taken().find(Name + " needs target sm_" +
                           std::to_string(Row.MinTarget) + " or higher"),
              std::string::npos)
        << Name;
  }
}

TEST_F(SemaTest, ALabelSettlesTheUsesOfItsScopeAndThoseWithin) {
  Scopes Names(M.Allocator, diags());
  Function F("f", SMRange());
  Identifier &Id = Names.symbols().intern("L");
  const Decl *Outside = nullptr, *Inside = nullptr;
  Names.enter();
  Names.setFunction(&F);
  Names.enter();
  Names.addPending(Id, &Outside, SMRange());
  Names.enter();
  Names.addPending(Id, &Inside, SMRange());
  Label Inner("L", SMRange());
  EXPECT_FALSE(Names.declare(Id, &Inner));
  EXPECT_EQ(Inside, &Inner);
  EXPECT_EQ(Outside, nullptr);
  Names.leave();
  Label Outer("L", SMRange());
  EXPECT_FALSE(Names.declare(Id, &Outer));
  EXPECT_EQ(Outside, &Outer);
  EXPECT_EQ(Inside, &Inner);
  Names.leave();
  Names.leave();
  EXPECT_EQ(taken(), "");
}

TEST_F(SemaTest, AMissingLabelIsReportedAtTheEndOfTheFunction) {
  Scopes Names(M.Allocator, diags());
  const Decl *Slot = nullptr;
  Names.enter();
  Names.enter();
  Names.addPending(Names.symbols().intern("gone"), &Slot, SMRange());
  Names.leave();
  EXPECT_EQ(taken(), "");
  Names.leave();
  EXPECT_NE(taken().find("use of undeclared label 'gone'"), std::string::npos);
}

TEST_F(SemaTest, AnUnknownNameIsReportedOnce) {
  Scopes Names(M.Allocator, diags());
  Function F("f", SMRange());
  Identifier &Id = Names.symbols().intern("%x");
  Names.enter();
  Names.setFunction(&F);
  EXPECT_EQ(Names.lookup(Id), nullptr);
  EXPECT_TRUE(Names.undeclared(Id, SMRange(), KReg));
  EXPECT_NE(taken().find("use of undeclared register '%x'"), std::string::npos);
  const auto *Reg = llvm::dyn_cast_or_null<Register>(Names.lookup(Id));
  ASSERT_TRUE(Reg);
  EXPECT_EQ(Reg->Type, ScalarType::None);
  // A late declaration is no second one.
  Register Late("%x", SMRange(), ScalarType::U32, 1);
  EXPECT_FALSE(Names.declare(Id, &Late));
  EXPECT_EQ(Names.lookup(Id), &Late);
  EXPECT_EQ(taken(), "");
}

TEST_F(SemaTest, ARegisterOfARangeComesToLifeWithItsUse) {
  Scopes Names(M.Allocator, diags());
  Function F("f", SMRange());
  Names.enter();
  Names.setFunction(&F);
  SymbolTable &Symbols = Names.symbols();
  Symbols.declareRange(Symbols.intern("%r"),
                       {ScalarType::U32, 1, 4, SMRange()});
  EXPECT_TRUE(Names.declarations().Registers.empty());
  Decl *Third = Names.lookup(Symbols.intern("%r3"));
  ASSERT_TRUE(Third);
  EXPECT_EQ(Names.lookup(Symbols.intern("%r3")), Third);
  EXPECT_EQ(Names.lookup(Symbols.intern("%r4")), nullptr);
  ASSERT_EQ(Names.declarations().Registers.size(), 1u);
  EXPECT_EQ(Names.declarations().Registers[0], Third);
}

} // namespace
