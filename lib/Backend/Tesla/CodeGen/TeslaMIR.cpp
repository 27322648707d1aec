//===- TeslaMIR.cpp - Machine IR in and out -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ptx-opt needs: single machine passes on MIR text, and code generation
/// that stops on the way.
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "TeslaCalls.h"
#include "TeslaTargetMachine.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

using namespace llvm;
using namespace heddle;

namespace {
/// Keeps what is reported as text.
class Collector : public DiagnosticHandler {
public:
  explicit Collector(std::string &Out) : Text(Out) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getSeverity() != DS_Error)
      return true;
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    DI.print(Printer);
    OS << '\n';
    return true;
  }

private:
  std::string &Text;
};
} // namespace

static Error errorOf(std::string Text) {
  while (StringRef(Text).ends_with("\n"))
    Text.pop_back();
  return createStringError(Text);
}

static Error addNamedPass(legacy::PassManager &PM, TargetPassConfig &TPC,
                          StringRef Name) {
  const PassInfo *Info = PassRegistry::getPassRegistry()->getPassInfo(Name);
  if (!Info || !Info->getNormalCtor())
    return createStringError("there is no machine pass '" + Name + "'");
  Pass *P = Info->getNormalCtor()();
  std::string Banner = ("After " + P->getPassName()).str();
  TPC.addMachinePrePasses();
  PM.add(P);
  TPC.addMachinePostPasses(Banner);
  return Error::success();
}

/// Runs part of code generation over \p M and prints what comes out.
static Error run(Module &M, MIRParser *Parser,
                 const tesla::CodeGenOptions &Options,
                 ArrayRef<std::string> RunPasses, raw_ostream &OS) {
  std::unique_ptr<TargetMachine> TM = tesla::createTargetMachine(Options);
  auto &LTM = static_cast<TeslaTargetMachine &>(*TM);
  std::string Problems;
  M.getContext().setDiagnosticHandler(std::make_unique<Collector>(Problems));
  M.setTargetTriple(LTM.model().Triple);
  M.setDataLayout(TM->createDataLayout());
  if (Options.MaxRegisters)
    for (Function &F : M)
      attributes::RegisterBudget.set(F, Options.MaxRegisters);

  if (!Parser) {
    makeTeslaCalleesPrivate(M);
    checkTeslaLegality(M, LTM);
  }
  if (!Problems.empty())
    return errorOf(Problems);

  legacy::PassManager PM;
  auto *MMIWP = new MachineModuleInfoWrapperPass(&LTM);
  if (Parser && Parser->parseMachineFunctions(M, MMIWP->getMMI())) {
    delete MMIWP;
    return errorOf(Problems);
  }
  TargetPassConfig *TPC = LTM.createPassConfig(PM);
  TPC->setDisableVerify(false);
  PM.add(TPC);
  PM.add(MMIWP);
  for (const std::string &Name : RunPasses)
    if (Error Problem = addNamedPass(PM, *TPC, Name))
      return Problem;
  if (RunPasses.empty()) {
    if (TPC->addISelPasses())
      return createStringError("code generation cannot be set up");
    TPC->addMachinePasses();
  }
  TPC->setInitialized();
  PM.add(createPrintMIRPass(OS));
  PM.run(M);
  return Problems.empty() ? Error::success() : errorOf(Problems);
}

Error heddle::tesla::runMIRPasses(std::unique_ptr<MemoryBuffer> Buffer,
                                  const CodeGenOptions &Options,
                                  ArrayRef<std::string> RunPasses,
                                  raw_ostream &OS) {
  initializeCodeGen();
  LLVMContext Context;
  std::string Problems;
  Context.setDiagnosticHandler(std::make_unique<Collector>(Problems));
  std::unique_ptr<MIRParser> Parser =
      createMIRParser(std::move(Buffer), Context);
  std::unique_ptr<Module> M =
      Parser
          ? Parser->parseIRModule(
                [](StringRef Triple, StringRef) -> std::optional<std::string> {
                  return abi::targetModelOrDefault(Triple).DataLayout;
                })
          : nullptr;
  if (!M)
    return errorOf(Problems);
  return run(*M, Parser.get(), Options, RunPasses, OS);
}

Error heddle::tesla::printMIR(Module &M, const CodeGenOptions &Options,
                              raw_ostream &OS) {
  return run(M, nullptr, Options, {}, OS);
}

bool heddle::tesla::stopsBeforeEnd() {
  return !TargetPassConfig::willCompleteCodeGenPipeline();
}
