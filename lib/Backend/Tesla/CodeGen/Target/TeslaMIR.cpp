//===- TeslaMIR.cpp - Machine IR in and out -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Services for ptx-opt: single machine passes on MIR text, and code generation
/// that stops on the way.
///
//===----------------------------------------------------------------------===//

#include "Select/TeslaCalls.h"
#include "Tesla.h"
#include "TeslaTargetMachine.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/Reports.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace heddle;

static Error errorOf(std::string Text) {
  while (StringRef(Text).ends_with("\n"))
    Text.pop_back();
  return createStringError(Text);
}

/// Keeps the errors that are reported as text in \p Problems. \p File is where
/// machine IR comes from: what LLVM makes of its YAML has no name.
static std::unique_ptr<DiagnosticHandler> keepErrors(std::string &Problems,
                                                     std::string File) {
  return std::make_unique<ReportHandler>(
      [&Problems, File = std::move(File)](const DiagnosticInfo &DI) {
        if (DI.getSeverity() != DS_Error)
          return true;
        raw_string_ostream OS(Problems);
        const auto *Parsed = dyn_cast<DiagnosticInfoMIRParser>(&DI);
        if (!Parsed) {
          OS << textOf(DI) << '\n';
          return true;
        }
        const SMDiagnostic &D = Parsed->getDiagnostic();
        SMDiagnostic Named(*D.getSourceMgr(), D.getLoc(), File, D.getLineNo(),
                           D.getColumnNo(), D.getKind(), D.getMessage(),
                           D.getLineContents(), D.getRanges(), D.getFixIts());
        Named.print(/*ProgName=*/nullptr, OS, /*ShowColors=*/false);
        return true;
      });
}

/// An error at the first place where \p Buffer is no YAML. LLVM's reader of
/// machine IR keeps some of them for itself and reads on after others.
static Error checkYAML(MemoryBufferRef Buffer) {
  std::string Problem;
  SourceMgr Sources;
  Sources.setDiagHandler(
      [](const SMDiagnostic &D, void *Out) {
        raw_string_ostream OS(*static_cast<std::string *>(Out));
        D.print(/*ProgName=*/nullptr, OS, /*ShowColors=*/false);
      },
      &Problem);
  yaml::Stream Documents(Buffer, Sources, /*ShowColors=*/false);
  if (Documents.validate() && Problem.empty())
    return Error::success();
  return errorOf(Problem);
}

namespace {
/// Sees which passes are added, in their order.
class PassList final : public legacy::PassManager {
public:
  void add(Pass *P) override {
    note(*P);
    legacy::PassManager::add(P);
  }

  /// The first pass that wants registers assigned that no pass before it
  /// assigns; empty when there is none.
  StringRef wantsRegisters() const { return Wants; }

private:
  enum RegisterState : uint8_t { Virtual, Assigned, Rewritten };

  void note(const Pass &P) {
    const PassRegistry &Registry = *PassRegistry::getPassRegistry();
    const PassInfo *Info = Registry.getPassInfo(P.getPassID());
    // These passes behind allocation cannot do without assigned registers.
    AnalysisID Later[] = {&MachineCopyPropagationID, &PostRAMachineSinkingID,
                          &PrologEpilogCodeInserterID};
    bool IsRewriter = P.getPassID() == &VirtRegRewriterID;
    bool IsLater = is_contained(Later, P.getPassID());
    if (Wants.empty() && Info &&
        ((IsRewriter && State < Assigned) || (IsLater && State < Rewritten)))
      Wants = Info->getPassArgument();
    if (IsRewriter || Info == Registry.getPassInfo(StringRef("regallocfast")))
      State = Rewritten;
    else if (assigns(P))
      State = std::max(State, Assigned);
  }

  /// Whether \p P assigns registers: such a pass hands the map of them on.
  static bool assigns(const Pass &P) {
    AnalysisUsage Usage;
    P.getAnalysisUsage(Usage);
    return is_contained(Usage.getRequiredSet(), &VirtRegMap::ID) &&
           is_contained(Usage.getPreservedSet(), &VirtRegMap::ID);
  }

  RegisterState State = Virtual;
  StringRef Wants;
};
} // namespace

/// An error when a function has virtual registers, but pass \p Wants registers
/// that are assigned. The text of machine IR does not have what the allocator
/// chose.
static Error checkAssigned(const Module &M, const MachineModuleInfo &MMI,
                           StringRef File, StringRef Wants) {
  for (const Function &F : M) {
    const MachineFunction *MF = MMI.getMachineFunction(F);
    if (MF && !MF->getProperties().hasProperty(
                  MachineFunctionProperties::Property::NoVRegs))
      return createStringError(File + ": error: function '" + F.getName() +
                               "' has virtual registers, and no pass before '" +
                               Wants + "' assigns them");
  }
  return Error::success();
}

namespace {
class PassNames final : public PassRegistrationListener {
public:
  explicit PassNames(bool IsToRun) : IsToRun(IsToRun) { enumeratePasses(); }
  void passEnumerate(const PassInfo *Info) override {
    if (!IsToRun || Info->getNormalCtor())
      Names.push_back(Info->getPassArgument().str());
  }

  const bool IsToRun;
  std::vector<std::string> Names;
};
} // namespace

std::vector<std::string> tesla::machinePassNames(bool IsToRun) {
  return PassNames(IsToRun).Names;
}

static Error unknownPass(StringRef Name) {
  std::vector<std::string> Known = tesla::machinePassNames(/*IsToRun=*/true);
  SmallVector<StringRef, 0> Names(Known.begin(), Known.end());
  StringRef Near = nearestWord(Name, Names);
  return createStringError(
      "there is no machine pass '" + Name + "'" +
      (Near.empty() ? "" : "; did you mean '" + Near.str() + "'?"));
}

static Error addNamedPass(legacy::PassManager &PM, TargetPassConfig &TPC,
                          StringRef Name) {
  const PassInfo *Info = PassRegistry::getPassRegistry()->getPassInfo(Name);
  if (!Info || !Info->getNormalCtor())
    return unknownPass(Name);
  Pass *P = Info->getNormalCtor()();
  std::string Banner = ("After " + P->getPassName()).str();
  TPC.addMachinePrePasses();
  PM.add(P);
  TPC.addMachinePostPasses(Banner);
  return Error::success();
}

/// Runs part of code generation over \p M, which comes from \p File, and prints
/// what comes out.
static Error run(Module &M, MIRParser *Parser, StringRef File,
                 const tesla::CodeGenOptions &Options,
                 ArrayRef<std::string> RunPasses, raw_ostream &OS) {
  std::unique_ptr<TargetMachine> TM = tesla::createTargetMachine(Options);
  auto &LTM = static_cast<TeslaTargetMachine &>(*TM);
  std::string Problems;
  M.getContext().setDiagnosticHandler(keepErrors(Problems, File.str()));
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

  PassList PM;
  auto *MMIWP = new MachineModuleInfoWrapperPass(&LTM);
  if (Parser && (Parser->parseMachineFunctions(M, MMIWP->getMMI()) ||
                 !Problems.empty())) {
    delete MMIWP;
    return errorOf(Problems);
  }
  MachineModuleInfo &MMI = MMIWP->getMMI();
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
  if (StringRef Wants = PM.wantsRegisters(); Parser && !Wants.empty())
    if (Error Problem = checkAssigned(M, MMI, File, Wants))
      return Problem;
  PM.run(M);
  return Problems.empty() ? Error::success() : errorOf(Problems);
}

/// The chip that \p M was made for: that of its functions, else the first with
/// its triple.
static std::string chipOf(const Module &M) {
  for (const Function &F : M)
    if (StringRef Chip = attributes::TargetChip.get(F); !Chip.empty())
      return Chip.str();
  for (const abi::Chip &C : abi::chips())
    if (abi::targetModel(C).Triple == M.getTargetTriple())
      return C.Name;
  return tesla::CodeGenOptions().Chip;
}

Error heddle::tesla::runMIRPasses(std::unique_ptr<MemoryBuffer> Buffer,
                                  const CodeGenOptions &Options,
                                  ArrayRef<std::string> RunPasses,
                                  raw_ostream &OS) {
  initializeCodeGen();
  LLVMContext Context;
  std::string Problems;
  if (Error Problem = checkYAML(Buffer->getMemBufferRef()))
    return Problem;
  const std::string File = Buffer->getBufferIdentifier().str();
  Context.setDiagnosticHandler(keepErrors(Problems, File));
  std::unique_ptr<MIRParser> Parser =
      createMIRParser(std::move(Buffer), Context);
  std::unique_ptr<Module> M =
      Parser
          ? Parser->parseIRModule(
                [](StringRef Triple, StringRef) -> std::optional<std::string> {
                  return abi::targetModelOrDefault(Triple).DataLayout;
                })
          : nullptr;
  if (!M || !Problems.empty())
    return errorOf(Problems);
  CodeGenOptions ForChip = Options;
  if (ForChip.Chip.empty())
    ForChip.Chip = chipOf(*M);
  return run(*M, Parser.get(), File, ForChip, RunPasses, OS);
}

Error heddle::tesla::printMIR(Module &M, const CodeGenOptions &Options,
                              raw_ostream &OS) {
  return run(M, nullptr, M.getSourceFileName(), Options, {}, OS);
}

bool heddle::tesla::stopsBeforeEnd() {
  return !TargetPassConfig::willCompleteCodeGenPipeline();
}
