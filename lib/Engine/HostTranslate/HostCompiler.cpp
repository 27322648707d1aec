//===- HostCompiler.cpp - From LLVM IR to code in memory ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCompiler.h"
#include "FunctionPasses.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include <cstring>
#include <mutex>

using namespace llvm;

namespace heddle::hosttranslate {

/// Only those who translate pay for the tables of the host's target.
static void initializeHost() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

/// The other kind of host that code is made for is AArch64, with Linux.
static Triple tripleOf(sm::HostIsa Isa) {
  return Triple(sm::isOfThisHost(Isa) ? sys::getProcessTriple()
                                      : "aarch64-unknown-linux-gnu");
}

static orc::JITTargetMachineBuilder machineBuilder(const Triple &Host) {
  initializeHost();
  orc::JITTargetMachineBuilder Builder(Host);
  // Which instructions there are beyond these, functions say: code for less
  // than this processor has may be for another one.
  if (Host.isX86())
    Builder.setCPU("x86-64");
  else if (Host.isAArch64())
    Builder.setCPU("generic");
  else
    Builder.setCPU(std::string(sys::getHostCPUName()));
  Builder.setCodeGenOptLevel(CodeGenOptLevel::Default);
  // ORC's linker takes this model wherever the code comes to be.
  Builder.setRelocationModel(Reloc::PIC_);
  Builder.setCodeModel(CodeModel::Small);
  return Builder;
}

Expected<std::unique_ptr<TargetMachine>> hostMachine(sm::HostIsa Isa) {
  return machineBuilder(tripleOf(Isa)).createTargetMachine();
}

void optimize(Module &M, TargetMachine &Machine, bool CopiesWords) {
  FunctionPasses Passes(&Machine);
  Passes.add(SROAPass(SROAOptions::PreserveCFG));
  Passes.add(EarlyCSEPass(/*UseMemorySSA=*/false));
  Passes.add(SimplifyCFGPass());
  Passes.add(InstCombinePass());
  LoopPassManager Loops;
  Loops.addPass(LICMPass(LICMOptions()));
  Passes.add(createFunctionToLoopPassAdaptor(std::move(Loops),
                                             /*UseMemorySSA=*/true));
  Passes.add(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.add(SimplifyCFGPass());
  // These become vectors. Of other code it brings nothing and takes long.
  if (CopiesWords)
    Passes.add(SLPVectorizerPass());
  Passes.add(ADCEPass());
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasOptNone())
      Passes.run(F);
}

void writeAssembly(const Module &M, TargetMachine &Machine, raw_ostream &OS) {
  std::unique_ptr<Module> Copy = CloneModule(M);
  Copy->setDataLayout(Machine.createDataLayout());
  SmallString<0> Text;
  raw_svector_ostream To(Text);
  legacy::PassManager Passes;
  // Targets that have an assembler write its language.
  cantFail(
      errorCodeToError(Machine.addPassesToEmitFile(
                           Passes, To, nullptr, CodeGenFileType::AssemblyFile)
                           ? std::make_error_code(std::errc::not_supported)
                           : std::error_code()));
  Passes.run(*Copy);
  OS << Text;
}

/// The bytes of the host's stack that one function may have.
static constexpr uint64_t MaxFrame = uint64_t(2) << 20;

Expected<std::unique_ptr<MemoryBuffer>> compile(Module &M,
                                                TargetMachine &Machine) {
  M.setDataLayout(Machine.createDataLayout());
  // Without optimization every value has a place of its own there.
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr("warn-stack-size", std::to_string(MaxFrame));
  uint64_t Frame = 0;
  M.getContext().setDiagnosticHandlerCallBack(
      [](const DiagnosticInfo *Info, void *To) {
        if (Info->getKind() == DK_StackSize)
          *static_cast<uint64_t *>(To) =
              cast<DiagnosticInfoStackSize>(Info)->getResourceSize();
      },
      &Frame);
  Expected<std::unique_ptr<MemoryBuffer>> Object =
      orc::SimpleCompiler(Machine)(M);
  M.getContext().setDiagnosticHandlerCallBack(nullptr);
  if (Frame && Object)
    return createStringError("its host code would need " + Twine(Frame) +
                             " bytes of stack");
  return Object;
}

/// Defines the functions that LLVM calls for copies whose size is not known.
static Error defineMemoryFunctions(orc::LLJIT &JIT) {
  orc::SymbolMap Symbols;
  auto Define = [&](const char *Name, auto *Function) {
    Symbols[JIT.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Function),
                                          JITSymbolFlags::Exported |
                                              JITSymbolFlags::Callable};
  };
  Define("memcpy", &std::memcpy);
  Define("memmove", &std::memmove);
  Define("memset", &std::memset);
  return JIT.getMainJITDylib().define(orc::absoluteSymbols(std::move(Symbols)));
}

Expected<HostCode> load(std::unique_ptr<MemoryBuffer> Object) {
  Expected<std::unique_ptr<orc::LLJIT>> JIT =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(
              machineBuilder(Triple(sys::getProcessTriple())))
          .setPlatformSetUp(orc::setUpInactivePlatform)
          .create();
  if (!JIT)
    return JIT.takeError();
  if (Error Err = defineMemoryFunctions(**JIT))
    return std::move(Err);
  if (Error Err = (*JIT)->addObjectFile(std::move(Object)))
    return std::move(Err);
  return HostCode(std::move(*JIT));
}

Expected<void *> HostCode::find(StringRef Name) const {
  Expected<orc::ExecutorAddr> At = JIT->lookup(Name);
  if (!At)
    return At.takeError();
  return At->toPtr<void *>();
}

} // namespace heddle::hosttranslate
