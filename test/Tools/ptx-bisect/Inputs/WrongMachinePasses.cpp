//===- WrongMachinePasses.cpp - Machine passes that are wrong on purpose --===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linked into a ptx-run of the tests' own, whose target machine has one pass
/// more. -wrong-machine=NAME makes the mistake of that name, once in each
/// function, behind the passes on SSA form or before those that emit.
///
//===----------------------------------------------------------------------===//

#include "Target/TeslaPassConfig.h"
#include "Target/TeslaTargetMachine.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<std::string> Wrong("wrong-machine",
                                  cl::desc("The mistake to make"));

namespace {

enum class Stage { OnSSA, BeforeEmission };

struct Mistake {
  const char *Name;
  Stage When;
  /// The beginning of the instruction's name, and what it becomes: another
  /// instruction, or a change that the rest says.
  const char *From, *To;
};
const Mistake Mistakes[] = {
    {"sub-as-add", Stage::OnSSA, "SUB_B32_rr", "ADD_B32_rr"},
    {"xor-as-or", Stage::OnSSA, "XOR_B32_rr", "OR_B32_rr"},
    {"shift-signed", Stage::OnSSA, "SHR_U32_rr", "SHR_S32_rr"},
    {"swap-sub", Stage::OnSSA, "SUB_B32_rr", "swap"},
    {"other-constant", Stage::BeforeEmission, "MOV_B32_i", "count"},
    {"drop-store", Stage::BeforeEmission, "ST_G_B32", "drop"},
    {"forget-update", Stage::BeforeEmission, "ADD_B32_rr", "drop"},
};

class WrongMachinePass : public MachineFunctionPass {
public:
  static char ID;
  explicit WrongMachinePass(const Mistake &M)
      : MachineFunctionPass(ID), TheMistake(M) {}

  StringRef getPassName() const override { return "Wrong machine pass"; }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (skipFunction(MF.getFunction()))
      return false;
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB)
        if (TII.getName(MI.getOpcode()) == TheMistake.From)
          return make(MI, TII);
    return false;
  }

private:
  bool make(MachineInstr &MI, const TargetInstrInfo &TII) {
    const StringRef To = TheMistake.To;
    if (To == "drop") {
      MI.eraseFromParent();
    } else if (To == "swap") {
      const Register First = MI.getOperand(1).getReg();
      MI.getOperand(1).setReg(MI.getOperand(2).getReg());
      MI.getOperand(2).setReg(First);
    } else if (To == "count") {
      MI.getOperand(1).setImm(MI.getOperand(1).getImm() + 1);
    } else {
      for (unsigned N = 0; N != TII.getNumOpcodes(); ++N)
        if (TII.getName(N) == To) {
          MI.setDesc(TII.get(N));
          return true;
        }
      return false;
    }
    return true;
  }

  const Mistake &TheMistake;
};
char WrongMachinePass::ID = 0;

class WrongPassConfig : public TeslaPassConfig {
public:
  using TeslaPassConfig::TeslaPassConfig;
  void addMachineSSAOptimization() override {
    TeslaPassConfig::addMachineSSAOptimization();
    add(Stage::OnSSA);
  }
  void addPreEmitPass() override {
    add(Stage::BeforeEmission);
    TeslaPassConfig::addPreEmitPass();
  }

private:
  void add(Stage Now) {
    for (const Mistake &M : Mistakes)
      if (Wrong == M.Name && M.When == Now)
        addPass(new WrongMachinePass(M));
  }
};

class WrongTargetMachine : public TeslaTargetMachine {
public:
  using TeslaTargetMachine::TeslaTargetMachine;
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override {
    return new WrongPassConfig(*this, PM);
  }
};

/// Before main: later calls of initializeCodeGen change nothing.
const bool IsRegistered = [] {
  heddle::tesla::initializeCodeGen();
  RegisterTargetMachine<WrongTargetMachine> TM(
      heddle::tesla::getTheTeslaTarget());
  return true;
}();

} // namespace
