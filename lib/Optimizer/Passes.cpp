//===- Passes.cpp - Registry of our passes --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "PassFeatures.h"
#include "PassNames.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

static bool addModulePass(StringRef Name, ModulePassManager &Manager,
                          ArrayRef<PassBuilder::PipelineElement>) {
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)                \
  if (Name == NAME) {                                                          \
    Manager.addPass(CONSTRUCTOR);                                              \
    return true;                                                               \
  }
#include "Passes.def"
  return false;
}

static bool addFunctionPass(StringRef Name, FunctionPassManager &Manager,
                            ArrayRef<PassBuilder::PipelineElement>) {
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)              \
  if (Name == NAME) {                                                          \
    Manager.addPass(CONSTRUCTOR);                                              \
    return true;                                                               \
  }
#include "Passes.def"
  return false;
}

void nameOwnPasses(PassInstrumentationCallbacks &Callbacks) {
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)                \
  Callbacks.addClassToPassName(decltype(CONSTRUCTOR)::name(), NAME);
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)              \
  Callbacks.addClassToPassName(decltype(CONSTRUCTOR)::name(), NAME);
#include "Passes.def"
}

void registerPasses(PassBuilder &Builder) {
  if (PassInstrumentationCallbacks *PIC =
          Builder.getPassInstrumentationCallbacks())
    nameOwnPasses(*PIC);
  Builder.registerPipelineParsingCallback(addModulePass);
  Builder.registerPipelineParsingCallback(addFunctionPass);
}

static void printPass(raw_ostream &OS, StringRef Name, StringRef Summary,
                      std::optional<abi::Feature> MakesUpFor) {
  OS << Name << "\n  " << Summary << '\n';
  if (MakesUpFor)
    OS << "  for chips without " << abi::featureInfo(*MakesUpFor).Name << '\n';
}

void printPasses(raw_ostream &OS) {
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)                \
  printPass(OS, NAME, SUMMARY, lackOf<decltype(CONSTRUCTOR)>());
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)              \
  printPass(OS, NAME, SUMMARY, lackOf<decltype(CONSTRUCTOR)>());
#include "Passes.def"
}

} // namespace heddle
