//===- TeslaCodeGen.cpp - NVVM IR to Tesla machine code -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/TeslaCodeGen.h"
#include "Emit/TeslaAsmPrinter.h"
#include "IR/TeslaLimits.h"
#include "Select/TeslaCalls.h"
#include "Target/TeslaObservedPasses.h"
#include "Target/TeslaTargetMachine.h"
#include "Tesla.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/Reports.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MIRPrinter.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include <mutex>

using namespace llvm;
using namespace heddle;
using namespace heddle::tesla;

static void initializeOnce() {
  initializeTargetInfo();
  initializeTargetMC();
  Target &T = getTheTeslaTarget();
  RegisterTargetMachine<TeslaTargetMachine> TM(T);
  PassRegistry &PR = *PassRegistry::getPassRegistry();
  initializeCore(PR);
  initializeCodeGen(PR);
  initializeTransformUtils(PR);
  initializeTeslaDAGToDAGISelLegacyPass(PR);
#define IR_PASS(NAME, CLASS)                                                   \
  initialize##CLASS##Pass(PR);                                                 \
  assert(PR.getPassInfo(StringRef(NAME)) && "named otherwise");
#define MACHINE_PASS(NAME, CLASS) IR_PASS(NAME, CLASS)
#include "TeslaPasses.def"
}

void heddle::tesla::initializeCodeGen() {
  static std::once_flag Flag;
  std::call_once(Flag, initializeOnce);
}

std::unique_ptr<TargetMachine>
heddle::tesla::createTargetMachine(const CodeGenOptions &Options) {
  heddle::tesla::initializeCodeGen();
  static const CodeGenOptLevel Levels[] = {
      CodeGenOptLevel::None, CodeGenOptLevel::Less, CodeGenOptLevel::Default,
      CodeGenOptLevel::Aggressive};
  TargetOptions TargetOpts;
  // One section a kernel: branch targets are absolute within it.
  TargetOpts.FunctionSections = true;
  const abi::Chip *Chip = abi::findChip(StringRef(Options.Chip));
  const abi::TargetModel &Model =
      Chip ? abi::targetModel(*Chip) : abi::targetModels().front();
  return std::unique_ptr<TargetMachine>(getTheTeslaTarget().createTargetMachine(
      Model.Triple, Options.Chip, "", TargetOpts, Reloc::Static,
      CodeModel::Small, Levels[std::min(Options.OptLevel, 3u)]));
}

namespace {

/// Whether \p Message is the allocator's, or TeslaInstrInfo's, that registers
/// are short. Neither names a place.
bool isShortage(StringRef Message) {
  return Message.contains("ran out of registers") ||
         Message.contains(NoRegisterForCopy);
}

/// Turns LLVM's reports into diagnostics at the PTX line. Remarks are the
/// business of the owner of the context.
std::unique_ptr<DiagnosticHandler> makeHandler(Diagnostics &Diags,
                                               bool &OutOfRegisters,
                                               DiagnosticHandler *Outer) {
  return std::make_unique<ReportHandler>(
      [&Diags, &OutOfRegisters, Outer](const DiagnosticInfo &DI) {
        if (DI.getSeverity() == DS_Remark && Outer)
          return Outer->handleDiagnostics(DI);
        if (DI.getSeverity() != DS_Error)
          return true;
        PlacedReport R = placeReport(DI, Diags);
        if (isShortage(R.Message))
          OutOfRegisters = true;
        else
          Diags.error(R.Loc, R.Message);
        return true;
      });
}

/// Puts the context's own handler back.
class HandlerScope {
public:
  using MakeFn = function_ref<std::unique_ptr<DiagnosticHandler>(
      DiagnosticHandler *Outer)>;
  HandlerScope(LLVMContext &C, MakeFn Make)
      : Context(C), Old(C.getDiagnosticHandler()) {
    C.setDiagnosticHandler(Make(Old.get()));
  }
  ~HandlerScope() { Context.setDiagnosticHandler(std::move(Old)); }

private:
  LLVMContext &Context;
  std::unique_ptr<DiagnosticHandler> Old;
};

} // namespace

/// The register budget travels as a function attribute; the smaller one wins.
static void applyRegisterBudget(Module &M, unsigned MaxRegisters) {
  if (MaxRegisters == 0)
    return;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    uint64_t Own = attributes::RegisterBudget.get(F);
    if (Own == 0 || Own > MaxRegisters)
      attributes::RegisterBudget.set(F, MaxRegisters);
  }
}

static bool addEmission(legacy::PassManager &PM, LLVMTargetMachine &TM,
                        MachineModuleInfoWrapperPass &MMIWP,
                        CodeGenOutput Output, raw_pwrite_stream &OS,
                        const CodeGenOptions &Options,
                        std::vector<KernelCode> &Kernels) {
  if (Output == CodeGenOutput::MIR) {
    PM.add(createPrintMIRPass(OS));
    return true;
  }
  auto Type = Output == CodeGenOutput::Object ? CodeGenFileType::ObjectFile
                                              : CodeGenFileType::AssemblyFile;
  Expected<std::unique_ptr<MCStreamer>> Streamer =
      TM.createMCStreamer(OS, nullptr, Type, MMIWP.getMMI().getContext());
  if (!Streamer) {
    consumeError(Streamer.takeError());
    return false;
  }
  auto *Printer = new TeslaAsmPrinter(TM, std::move(*Streamer));
  Printer->setKernelSink(&Kernels, Options.SourceName, Options.Files);
  if (Options.LineTables)
    Printer->addLineTables();
  if (Options.RegisterNames)
    Printer->addRegisterNames();
  PM.add(Printer);
  return true;
}

bool heddle::tesla::compileModule(Module &M, TargetMachine &Target,
                                  const CodeGenOptions &Options,
                                  CodeGenOutput Output, raw_pwrite_stream &OS,
                                  Diagnostics &Diags,
                                  std::vector<KernelCode> &Kernels,
                                  bool &OutOfRegisters) {
  OutOfRegisters = false;
  auto &LTM = static_cast<TeslaTargetMachine &>(Target);
  LTM.forgetFunctions();
  HandlerScope Scope(M.getContext(), [&](DiagnosticHandler *Outer) {
    return makeHandler(Diags, OutOfRegisters, Outer);
  });
  M.setTargetTriple(LTM.model().Triple);
  M.setDataLayout(LTM.createDataLayout());
  applyRegisterBudget(M, Options.MaxRegisters);
  // A module that was compiled before has them.
  if (none_of(M, isTeslaDeviceFunction))
    makeTeslaCalleesPrivate(M);
  checkTeslaLimits(M, Options.MaxSharedBytes, Options.LaunchStateInShared);
  checkTeslaLegality(M, LTM);
  if (Diags.hadError())
    return false;

  ObservedPassManager PM(Options.Observer);
  auto *MMIWP = new MachineModuleInfoWrapperPass(&LTM);
  TargetPassConfig *TPC = LTM.createPassConfig(PM);
  TPC->setDisableVerify(!Options.VerifyEach);
  PM.add(TPC);
  PM.add(MMIWP);
  if (TPC->addISelPasses())
    return false;
  TPC->addMachinePasses();
  TPC->setInitialized();
  PM.stopObserving();
  if (!addEmission(PM, LTM, *MMIWP, Output, OS, Options, Kernels))
    return false;
  PM.add(createFreeMachineFunctionPass());
  PM.run(M);
  return !OutOfRegisters && !Diags.hadError();
}
