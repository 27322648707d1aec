//===- ParsedProgram.cpp - A program compiled kernel by kernel ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Compiler/ParsedProgram.h"
#include "CompileModules.h"
#include "heddle/PTXParser/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace llvm;

namespace heddle {

struct ParsedProgram::Trees {
  ModuleList Modules;
};

ParsedProgram::ParsedProgram(std::unique_ptr<Trees> Of) : Of(std::move(Of)) {}
ParsedProgram::~ParsedProgram() = default;

Expected<std::unique_ptr<ParsedProgram>>
ParsedProgram::parse(Diagnostics &Diags) {
  if (Error E = checkRoom(Diags.sources()))
    return std::move(E);
  ModuleList Modules = parseModules(/*IsPart=*/false, Diags);
  if (Modules.empty())
    return nullptr;
  return std::unique_ptr<ParsedProgram>(
      new ParsedProgram(std::make_unique<Trees>(Trees{std::move(Modules)})));
}

std::vector<ParsedProgram::Kernel> ParsedProgram::kernels() const {
  std::vector<Kernel> Found;
  for (const auto &Source : Of->Modules)
    for (const ptx::Function *F : Source->Functions)
      if (F->IsEntry && F->Body && !F->Definition)
        Found.push_back({F->Name, size_t(F->Body->Range.End.getPointer() -
                                         F->Range.Start.getPointer())});
  return Found;
}

/// Whether \p Body reads where a whole grid meets: code that does has a
/// variable of the module for that, which other code lacks.
static bool readsGridWorkspace(const ptx::Block &Body) {
  auto Reads = [](const auto &Self, const ptx::Operand &Op) -> bool {
    if (Op.OpKind == ptx::Operand::SpecialRegisterOp)
      return Op.SReg == ptx::SRegEnvReg;
    return any_of(Op.Elements,
                  [&](const ptx::Operand &E) { return Self(Self, E); }) ||
           (Op.Second && Self(Self, *Op.Second));
  };
  bool Found = false;
  ptx::forEachStmt(Body, [&](const ptx::Stmt &S) {
    if (const auto *I = dyn_cast<ptx::Instruction>(&S))
      Found = Found || any_of(I->Operands, [&](const ptx::Operand &Op) {
                return Reads(Reads, Op);
              });
  });
  return Found;
}

bool ParsedProgram::hasSameVariables() const {
  auto IsModuleWide = [](const ptx::Variable *Var) {
    return Var->Space == ptx::StateSpace::Global ||
           Var->Space == ptx::StateSpace::Const;
  };
  // A launcher converts texels as all kernels together fetch them, which the
  // object of one kernel does not know.
  auto IsImage = [](const ptx::Variable *Var) {
    return Var->Space == ptx::StateSpace::Tex || ptx::isOpaque(Var->Type);
  };
  return none_of(Of->Modules, [&](const auto &Source) {
    if (any_of(Source->Variables, IsImage))
      return true;
    return any_of(Source->Functions, [&](const ptx::Function *F) {
      return any_of(F->Variables, IsModuleWide) ||
             (F->Body && readsGridWorkspace(*F->Body));
    });
  });
}

Expected<std::unique_ptr<CompileResult>>
ParsedProgram::compile(std::vector<std::string> Names, CompileOptions Options,
                       bool WithSources, Diagnostics &Diags) const {
  assert(!Names.empty() && "no kernel would mean all");
  assert(!Options.Judge && !Options.IsPart && "these are for a whole text");
  // The names are whole; those of launches might mean other kernels, too.
  Options.Entries.clear();
  return compileModules(Of->Modules, std::move(Names), Options, WithSources,
                        Diags);
}

} // namespace heddle
