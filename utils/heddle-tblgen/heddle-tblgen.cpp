//===- heddle-tblgen.cpp - C++ of the rows of operations ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A TableGen program: it reads include/heddle/ABI/Operations.td and writes
// one of the files that C++ includes of it. Each unit has a file of its own, so
// that a new row changes the file of its unit, and those that are about all.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace {

enum class Output { SemKinds, Units, UnitOps, Operations, DecodeCases };

/// SemKinds are 10 bits of an instruction's TSFlags, operations of a unit 8 of
/// an Operation.
constexpr int64_t MaxSemKinds = 1024;
constexpr size_t MaxUnitOps = 256;
constexpr unsigned MaxSources = 3;

using Records = std::vector<Record *>;

/// The records of \p Class in the order of the file.
Records inOrder(const RecordKeeper &Keeper, StringRef Class) {
  Records Found = Keeper.getAllDerivedDefinitions(Class);
  llvm::sort(Found, LessRecordByID());
  return Found;
}

bool isOf(const Record *Row, const Record *Unit) {
  return Row->getValueAsDef("Executor") == Unit;
}

/// The variants of all rows of \p Unit, in the order of the file.
Records variantsOf(const RecordKeeper &Keeper, const Record *Unit) {
  Records All;
  for (const Record *Row : inOrder(Keeper, "OperationRow"))
    if (isOf(Row, Unit))
      append_range(All, Row->getValueAsListOfDefs("Variants"));
  if (All.size() > MaxUnitOps)
    PrintFatalError(Unit->getLoc(), "more operations than an Operation counts");
  return All;
}

/// HEDDLE_SEM_KIND(NAME, NUMBER, CLASS) for each.
void writeSemKinds(raw_ostream &OS, const RecordKeeper &Keeper) {
  DenseMap<int64_t, const Record *> ByNumber;
  for (const Record *Row : inOrder(Keeper, "SemKindValue")) {
    const int64_t Number = Row->getValueAsInt("Number");
    if (Number < 0 || Number >= MaxSemKinds)
      PrintFatalError(Row->getLoc(), "a number that TSFlags have no room for");
    if (!ByNumber.try_emplace(Number, Row).second)
      PrintFatalError(Row->getLoc(),
                      "the number is that of " + ByNumber[Number]->getName());
    OS << "HEDDLE_SEM_KIND(" << Row->getValueAsString("EnumName") << ", "
       << Number << ", "
       << Row->getValueAsDef("Class")->getValueAsString("EnumName") << ")\n";
  }
  OS << "#undef HEDDLE_SEM_KIND\n";
}

/// HEDDLE_UNIT(NAME) for each but the last, which HEDDLE_FLOW_UNIT is for.
void writeUnits(raw_ostream &OS, const RecordKeeper &Keeper) {
  for (const Record *Unit : inOrder(Keeper, "ExecutionUnit")) {
    const StringRef Name = Unit->getValueAsString("Name");
    const bool IsFlow = Unit->getValueAsString("Type") != (Name + "Op").str();
    OS << (IsFlow ? "HEDDLE_FLOW_UNIT(" : "HEDDLE_UNIT(") << Name << ")\n";
  }
  OS << "#undef HEDDLE_UNIT\n#undef HEDDLE_FLOW_UNIT\n";
}

const Record *unitOfName(const RecordKeeper &Keeper, StringRef Name) {
  for (const Record *Unit : inOrder(Keeper, "ExecutionUnit"))
    if (Unit->getValueAsString("Name") == Name)
      return Unit;
  PrintFatalError("there is no unit '" + Name + "'");
}

/// The enumeration of a unit's operations, and a macro that lists them. That of
/// what steers lanes begins with what does not.
void writeUnitOps(raw_ostream &OS, const RecordKeeper &Keeper, StringRef Name) {
  const Record *Unit = unitOfName(Keeper, Name);
  const StringRef Type = Unit->getValueAsString("Type");
  const std::string Macro = "HEDDLE_" + Name.upper() + "_OPS";
  const Records Ops = variantsOf(Keeper, Unit);
  OS << "#ifndef " << Macro << "\n#define " << Macro << "(X) \\\n";
  for (const Record *Op : Ops)
    OS << "  X(" << Op->getValueAsString("Name") << ") \\\n";
  OS << "\n#include <cstdint>\nnamespace heddle::sm {\nenum class " << Type
     << " : uint8_t {\n";
  if (Type != (Name + "Op").str())
    OS << "  Plain,\n";
  for (const Record *Op : Ops)
    OS << "  " << Op->getValueAsString("Name") << ",\n";
  OS << "};\n} // namespace heddle::sm\n#endif\n";
}

/// Writes the shapes of \p Op's result and sources: "Pair(Word, Word)".
void writeShapes(raw_ostream &OS, const Record *Op) {
  const StringRef Text = Op->getValueAsString("Shapes");
  auto [Result, Rest] = Text.split('(');
  if (!Rest.consume_back(")"))
    PrintFatalError(Op->getLoc(), "shapes are RESULT(SOURCE, ...)");
  SmallVector<StringRef, MaxSources> Sources;
  if (!Rest.empty())
    Rest.split(Sources, ',');
  if (Sources.size() > MaxSources)
    PrintFatalError(Op->getLoc(), "more sources than an instruction has");
  OS << Result;
  Sources.resize(MaxSources, "None");
  for (StringRef Source : Sources)
    OS << ", " << Source.trim();
}

/// HEDDLE_OPERATION(UNIT, NUMBER, NAME, SPACE, ACCESS, TRAITS, RULE, RESULT, A,
/// B, C) for each, by unit and the number in it.
void writeOperations(raw_ostream &OS, const RecordKeeper &Keeper) {
  for (const Record *Unit : inOrder(Keeper, "ExecutionUnit"))
    for (auto [Number, Op] : enumerate(variantsOf(Keeper, Unit))) {
      OS << "HEDDLE_OPERATION(" << Unit->getValueAsString("Name") << ", "
         << Number << ", " << Op->getValueAsString("Name") << ", "
         << Op->getValueAsString("Space") << ", "
         << Op->getValueAsString("Access") << ", 0";
      for (StringRef Trait : Op->getValueAsListOfStrings("Traits"))
        OS << " | " << Trait;
      OS << ", " << Op->getValueAsString("Rule") << ", ";
      writeShapes(OS, Op);
      OS << ")\n";
    }
  OS << "#undef HEDDLE_OPERATION\n";
}

/// A case of DecodedInstBuilder::run for each SemKind.
void writeDecodeCases(raw_ostream &OS, const RecordKeeper &Keeper) {
  for (const Record *Row : inOrder(Keeper, "SemKindValue")) {
    StringRef Function = Row->getValueAsString("Decode");
    OS << "case SemKind::" << Row->getValueAsString("EnumName") << ":\n  ";
    if (Function.consume_back("()")) {
      OS << Function << "();\n  break;\n";
      continue;
    }
    const StringRef Type =
        Row->getValueAsDef("Executor")->getValueAsString("Type");
    OS << Function << '(';
    ListSeparator Comma;
    for (const Record *Op : Row->getValueAsListOfDefs("Variants"))
      OS << Comma << Type << "::" << Op->getValueAsString("Name");
    OS << ");\n  break;\n";
  }
}

} // namespace

int main(int argc, char **argv) {
  cl::opt<Output> What(
      cl::desc("What to write:"), cl::Required,
      cl::values(
          clEnumValN(Output::SemKinds, "gen-sem-kinds", "the SemKinds"),
          clEnumValN(Output::Units, "gen-units", "the units"),
          clEnumValN(Output::UnitOps, "gen-unit-ops", "operations of --unit"),
          clEnumValN(Output::Operations, "gen-operations", "all operations"),
          clEnumValN(Output::DecodeCases, "gen-decode-cases",
                     "cases of the decoder")));
  cl::opt<std::string> Unit("unit", cl::desc("A unit's name"));
  InitLLVM Init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], [&](raw_ostream &OS, RecordKeeper &Keeper) {
    emitSourceFileHeader("Rows of Operations.td", OS, Keeper);
    switch (What) {
    case Output::SemKinds:
      writeSemKinds(OS, Keeper);
      break;
    case Output::Units:
      writeUnits(OS, Keeper);
      break;
    case Output::UnitOps:
      writeUnitOps(OS, Keeper, Unit);
      break;
    case Output::Operations:
      writeOperations(OS, Keeper);
      break;
    case Output::DecodeCases:
      writeDecodeCases(OS, Keeper);
      break;
    }
    return false;
  });
}
