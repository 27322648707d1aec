//===- AheadOfTime.cpp - Host code for later ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostTranslate/AheadOfTime.h"
#include "HostCompiler.h"
#include "KernelModule.h"
#include "heddle/HostCode/ProgramKey.h"
#include "heddle/SM/Executable.h"
#include "heddle/SM/HostIsa.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;

namespace heddle::hosttranslate {

namespace {

/// One module for all kernels, and the tables that say what is in it.
class TranslationBuilder {
public:
  TranslationBuilder(sm::HostIsa Wanted, TargetMachine &Host)
      : Isa(Wanted), Machine(Host), Whole("translation", Context), Link(Whole) {
    Whole.setTargetTriple(Host.getTargetTriple().str());
    Whole.setDataLayout(Host.createDataLayout());
  }

  /// Fails where \p K stays interpreted.
  Error add(const object::Module &M, const object::Kernel &K);
  /// The heddleTranslation_t; to be called last.
  Module &finish(StringRef Symbol, StringRef Object);

private:
  Constant *text(StringRef Text);
  Constant *number(uint64_t Value) {
    return ConstantInt::get(Type::getInt64Ty(Context), Value);
  }
  Constant *hidden(Constant *Value, const Twine &Name);

  const sm::HostIsa Isa;
  TargetMachine &Machine;
  LLVMContext Context;
  Module Whole;
  Linker Link;
  /// A heddleTranslatedKernel_t each.
  std::vector<Constant *> Rows;
};

Constant *TranslationBuilder::hidden(Constant *Value, const Twine &Name) {
  return new GlobalVariable(Whole, Value->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, Value, Name);
}

Constant *TranslationBuilder::text(StringRef Text) {
  return hidden(ConstantDataArray::getString(Context, Text), "text");
}

Error TranslationBuilder::add(const object::Module &M,
                              const object::Kernel &K) {
  Expected<sm::ProgramPtr> Program = sm::decodeKernel(M, K);
  if (!Program)
    return Program.takeError();
  Expected<FlowGraph> G = flowToTranslate(**Program, sm::Coverage::Complete);
  if (!G)
    return G.takeError();
  const sm::Executable E(**Program, Isa);
  KernelModule Built =
      buildKernelModule(Context, E, *G, sm::Coverage::Complete);
  optimize(Built, Machine);
  std::unique_ptr<Module> Code = std::move(Built.M);
  Code->setTargetTriple(Whole.getTargetTriple());
  Code->setDataLayout(Whole.getDataLayout());
  const std::string Name = "heddle_kernel_" + std::to_string(Rows.size());
  Code->getFunction(KernelName)->setName(Name);
  if (Link.linkInModule(std::move(Code)))
    return createStringError("its code does not fit that of others");
  Function *F = Whole.getFunction(Name);
  F->setLinkage(GlobalValue::InternalLinkage);
  std::vector<uint32_t> Exits;
  for (const KernelExit &X : Built.Exits) {
    Exits.push_back(X.Node);
    Exits.push_back(X.Faulted);
  }
  Rows.push_back(ConstantStruct::getAnon(
      {text(K.Info.Name), text(hostcode::programKey(E)), F,
       hidden(ConstantDataArray::get(Context, Exits), "exits"),
       number(Exits.size())}));
  return Error::success();
}

Module &TranslationBuilder::finish(StringRef Symbol, StringRef Object) {
  Type *Pointer = PointerType::getUnqual(Context);
  Type *Size = Type::getInt64Ty(Context);
  StructType *Row =
      StructType::get(Context, {Pointer, Pointer, Pointer, Pointer, Size});
  Constant *Table = hidden(
      ConstantArray::get(ArrayType::get(Row, Rows.size()), Rows), "kernels");
  Constant *Bytes =
      hidden(ConstantDataArray::getString(Context, Object, /*AddNull=*/false),
             "object");
  Constant *Fields[] = {nullptr,
                        text(hostcode::interfaceKey()),
                        text(sm::hostIsaName(Isa)),
                        Bytes,
                        number(Object.size()),
                        Table,
                        number(Rows.size())};
  Fields[0] = number(std::size(Fields) * sizeof(uint64_t));
  Constant *Translation = ConstantStruct::getAnon(Fields);
  new GlobalVariable(Whole, Translation->getType(), /*isConstant=*/true,
                     GlobalValue::ExternalLinkage, Translation, Symbol);
  return Whole;
}

} // namespace

/// Here and not in HostCompiler.cpp, so that tools that make no code for other
/// hosts are not linked with what does.
static void initializeOthers() {
  static std::once_flag Once;
  std::call_once(Once, [] {
#if defined(HEDDLE_TRANSLATES_FOR_AARCH64)
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
#endif
  });
}

Error translateAhead(const object::Module &M, StringRef Bytes,
                     const AheadOfTimeOptions &Options, raw_ostream &OS) {
  const sm::HostIsa Isa = sm::resolveHostIsa(Options.Isa);
  if (!hasSemantics(Isa))
    return createStringError("this build makes no host code for " +
                             sm::hostIsaName(Isa));
  if (!sm::isOfThisHost(Isa))
    initializeOthers();
  Expected<std::unique_ptr<TargetMachine>> Machine = hostMachine(Isa);
  if (!Machine)
    return Machine.takeError();
  TranslationBuilder Builder(Isa, **Machine);
  for (const object::Kernel &K : M.Kernels)
    if (Error E = Builder.add(M, K)) {
      std::string Why = toString(std::move(E));
      if (Options.Note)
        Options.Note(K.Info.Name, Why);
    }
  Module &Whole = Builder.finish(Options.Symbol, Bytes);
  switch (Options.Output) {
  case HostOutput::IR:
    OS << Whole;
    return Error::success();
  case HostOutput::Assembly:
    writeAssembly(Whole, **Machine, OS);
    return Error::success();
  case HostOutput::Object: {
    Expected<std::unique_ptr<MemoryBuffer>> Object = compile(Whole, **Machine);
    if (!Object)
      return Object.takeError();
    OS << (*Object)->getBuffer();
    return Error::success();
  }
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::hosttranslate
