//===- SourceLocations.cpp - Lift .loc ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLocations.h"
#include "heddle/Intrinsics/SourceLocations.h"
#include "heddle/PTXParser/Stmt.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace heddle {
namespace {

/// Names of inlined functions: the strings of section .debug_str, which is in
/// the tree as text.
class DebugStrings {
public:
  explicit DebugStrings(const ptx::Module &Source);
  /// The string at \p Label + \p Offset; empty where there is none.
  StringRef at(StringRef Label, uint64_t Offset) const;

private:
  void read(StringRef Items);

  std::string Bytes;
  StringMap<size_t> Labels;
};

DebugStrings::DebugStrings(const ptx::Module &Source) {
  for (const ptx::Stmt *S : Source.Body) {
    const auto *Section = dyn_cast<ptx::SectionDirective>(S);
    if (!Section)
      continue;
    StringRef Text = Section->Text;
    StringRef Head = Text.take_until([](char C) { return C == '{'; });
    if (Head.contains(".debug_str"))
      read(Text.drop_front(Head.size()));
  }
}

/// The text was parsed, so what is neither a label nor a number is a word or a
/// comment.
void DebugStrings::read(StringRef Items) {
  unsigned Width = 1;
  while (!Items.empty()) {
    if (Items.starts_with("//")) {
      Items = Items.drop_until([](char C) { return C == '\n'; });
      continue;
    }
    StringRef Word = Items.take_while(
        [](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '.'; });
    if (Word.empty()) {
      Items = Items.drop_front();
      continue;
    }
    Items = Items.drop_front(Word.size());
    uint64_t Value;
    StringRef Bits = Word;
    if (Bits.consume_front(".b") && !Bits.getAsInteger(10, Value)) {
      Width = unsigned(Value / 8);
    } else if (!Word.getAsInteger(0, Value)) {
      for (unsigned B = 0; B != Width; ++B)
        Bytes += char(Value >> (8 * B));
    } else if (Items.ltrim().starts_with(":")) {
      Labels[Word] = Bytes.size();
    }
  }
}

StringRef DebugStrings::at(StringRef Label, uint64_t Offset) const {
  auto It = Labels.find(Label);
  if (It == Labels.end() || Offset >= Bytes.size() - It->second)
    return "";
  StringRef Rest = StringRef(Bytes).drop_front(It->second + Offset);
  return Rest.take_until([](char C) { return C == 0; });
}

class SourceLocationLifter {
public:
  SourceLocationLifter(const ptx::Module &Source, const Diagnostics &Positions,
                       DIBuilder &Debug, llvm::Module &M)
      : Source(Source), Positions(Positions), Debug(Debug), M(M),
        Names(Source) {}

  void run();

private:
  using Key = std::tuple<unsigned, unsigned, unsigned>;

  void addFile(const ptx::Stmt &S);
  DIFile *file(unsigned Number);
  DISubprogram *function(StringRef Name, DIFile *File);
  void liftFunction(const ptx::Function &F);
  void mark(SMLoc At, DILocation *Where);
  DILocation *lift(const ptx::LocDirective &L, StringRef Function);

  const ptx::Module &Source;
  const Diagnostics &Positions;
  DIBuilder &Debug;
  llvm::Module &M;
  DebugStrings Names;
  // Any 32-bit number may be a file's.
  std::map<unsigned, DIFile *> Files;
  std::map<std::pair<std::string, DIFile *>, DISubprogram *> Functions;
  /// Places of the current function so far, for those inlined at them.
  std::map<Key, DILocation *> Places;
  bool IsSomewhere = false;
};

void SourceLocationLifter::addFile(const ptx::Stmt &S) {
  if (const auto *F = dyn_cast<ptx::FileDirective>(&S))
    Files[F->Number] = Debug.createFile(F->Name, "");
}

DIFile *SourceLocationLifter::file(unsigned Number) {
  DIFile *&File = Files[Number];
  if (!File)
    File = Debug.createFile(("<file " + Twine(Number) + ">").str(), "");
  return File;
}

DISubprogram *SourceLocationLifter::function(StringRef Name, DIFile *File) {
  DISubprogram *&F = Functions[{Name.str(), File}];
  if (!F)
    F = Debug.createFunction(
        File, Name, "", File, /*LineNo=*/0,
        Debug.createSubroutineType(Debug.getOrCreateTypeArray({})),
        /*ScopeLine=*/0, DINode::FlagZero, DISubprogram::SPFlagDefinition);
  return F;
}

DILocation *SourceLocationLifter::lift(const ptx::LocDirective &L,
                                       StringRef Function) {
  if (L.Line == 0)
    return nullptr;
  LLVMContext &C = M.getContext();
  DILocation *Caller = nullptr;
  StringRef Name = Function;
  if (const ptx::InlinedLocation *I = L.Inlined) {
    Name = Names.at(I->FunctionName, I->NameOffset);
    // The place was a .loc before, but one of another function may have left
    // nothing.
    DILocation *&Known = Places[{I->File, I->Line, I->Column}];
    if (!Known)
      Known = DILocation::get(C, I->Line, I->Column,
                              function(Function, file(I->File)));
    Caller = Known;
  }
  return DILocation::get(C, L.Line, L.Column, function(Name, file(L.File)),
                         Caller);
}

void SourceLocationLifter::mark(SMLoc At, DILocation *Where) {
  auto [Line, Column] = Positions.position(At);
  addSourceMark(M, Line, Column, Where);
  IsSomewhere = Where != nullptr;
}

void SourceLocationLifter::liftFunction(const ptx::Function &F) {
  Places.clear();
  // Locations of the function before this one end with it.
  if (IsSomewhere)
    mark(F.Range.Start, nullptr);
  ptx::forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    const auto *L = dyn_cast<ptx::LocDirective>(&S);
    if (!L)
      return;
    DILocation *Where = lift(*L, F.Name);
    mark(L->Range.Start, Where);
    if (Where)
      Places[{L->File, L->Line, L->Column}] = Where;
  });
}

void SourceLocationLifter::run() {
  std::vector<const ptx::Function *> InOrder;
  for (const ptx::Stmt *S : Source.Body)
    addFile(*S);
  for (const ptx::Function *F : Source.Functions)
    if (F->Body) {
      ptx::forEachStmt(*F->Body, [&](const ptx::Stmt &S) { addFile(S); });
      InOrder.push_back(F);
    }
  sort(InOrder, [](const ptx::Function *A, const ptx::Function *B) {
    return A->Range.Start.getPointer() < B->Range.Start.getPointer();
  });
  for (const ptx::Function *F : InOrder)
    liftFunction(*F);
}

} // namespace

void liftSourceLocations(const ptx::Module &Source,
                         const Diagnostics &Positions, DIBuilder &Debug,
                         llvm::Module &M) {
  SourceLocationLifter(Source, Positions, Debug, M).run();
}

} // namespace heddle
