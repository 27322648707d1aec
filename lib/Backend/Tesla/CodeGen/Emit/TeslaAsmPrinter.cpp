//===- TeslaAsmPrinter.cpp - Machine code to the MC layer -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaAsmPrinter.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaFixupKinds.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaTargetStreamer.h"
#include "Select/TeslaCalls.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaTargetMachine.h"
#include "Tesla.h"
#include "TeslaVariables.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/IndependentLanes.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "heddle/Object/ManagedVariables.h"
#include "heddle/Object/Module.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"

using namespace llvm;
using namespace heddle;

static bool isImplicit(const MachineOperand &MO) {
  return (MO.isReg() && MO.isImplicit()) || MO.isRegMask();
}

void TeslaAsmPrinter::getAnalysisUsage(AnalysisUsage &AU) const {
  AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
  AsmPrinter::getAnalysisUsage(AU);
}

bool TeslaAsmPrinter::runOnMachineFunction(MachineFunction &F) {
  Frequencies = &getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
  return AsmPrinter::runOnMachineFunction(F);
}

/// The instruction of the chip that \p MI, a fetch with a quad for its block,
/// stands for.
static MCInst slotFetch(const MachineInstr &MI, const TargetRegisterInfo &TRI) {
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode() == Tesla::TEXFETCH_Q ? Tesla::TEXFETCH
                                                     : Tesla::TEXAUTO);
  Inst.addOperand(MCOperand::createReg(
      TRI.getSubReg(MI.getOperand(0).getReg(), Tesla::sub0)));
  // Behind the quad that is tied to the first come mask, texture, sampler and
  // the number of coordinates.
  for (unsigned N = 2; N != 6; ++N)
    Inst.addOperand(MCOperand::createImm(MI.getOperand(N).getImm()));
  // No offsets, whatever the lanes beside do, no derivatives, no exit or join.
  for (int64_t Modifier : {0, 0, 0, 1, 0, 0})
    Inst.addOperand(MCOperand::createImm(Modifier));
  Inst.addOperand(MCOperand::createImm(tesla::CondAlways));
  Inst.addOperand(MCOperand::createReg(0));
  return Inst;
}

MCInst TeslaAsmPrinter::lower(const MachineInstr &MI) {
  if (MI.getOpcode() == Tesla::TEXAUTO_Q || MI.getOpcode() == Tesla::TEXFETCH_Q)
    return slotFetch(MI, *MF->getSubtarget().getRegisterInfo());
  MCInst Inst;
  Inst.setOpcode(tesla::emittedAs(MI.getOpcode()));
  for (const MachineOperand &MO : MI.operands()) {
    if (isImplicit(MO))
      continue;
    if (MO.isReg())
      Inst.addOperand(MCOperand::createReg(MO.getReg()));
    else if (MO.isImm())
      Inst.addOperand(MCOperand::createImm(MO.getImm()));
    else if (MO.isGlobal())
      Inst.addOperand(MCOperand::createExpr(
          addressOf(*MO.getGlobal(), MO.getOffset(), MO.getTargetFlags())));
    else if (MO.isMBB())
      Inst.addOperand(MCOperand::createExpr(
          MCSymbolRefExpr::create(MO.getMBB()->getSymbol(), OutContext)));
    else
      llvm_unreachable("operand kind that no Tesla instruction has");
  }
  return Inst;
}

void TeslaAsmPrinter::emitInstruction(const MachineInstr *MI) {
  if (MI->getOpcode() == Tesla::MEMBAR)
    return;
  markLine(*MI);
  if (Names)
    Names->visit(*MI, CodeBytes);
  MCInst Inst = lower(*MI);
  if (Inst.getOpcode() == Tesla::BAR)
    Barriers = std::max<unsigned>(Barriers, Inst.getOperand(0).getImm() + 1);
  if (MCTargetStreamer *Target = OutStreamer->getTargetStreamer())
    static_cast<TeslaTargetELFStreamer *>(Target)->noteInstruction(
        Inst.getOpcode());
  ++Instructions;
  CodeBytes +=
      MF->getSubtarget().getInstrInfo()->get(Inst.getOpcode()).getSize();
  Remarks.count(*MI);
  WeightedInstructions +=
      Frequencies->getBlockFreqRelativeToEntryBlock(MI->getParent());
  EmitToStreamer(*OutStreamer, Inst);
}

/// Starts a new entry of the line map where the PTX place changes.
void TeslaAsmPrinter::markLine(const MachineInstr &MI) {
  const DebugLoc &DL = MI.getDebugLoc();
  unsigned Line = DL ? DL.getLine() : 0, Column = DL ? DL.getCol() : 0;
  if (!Lines.empty() && Lines.back().Entry.Line == Line &&
      Lines.back().Entry.Column == Column)
    return;
  MCSymbol *Label = OutContext.createTempSymbol("line");
  OutStreamer->emitLabel(Label);
  Lines.push_back({Label, {CodeBytes, Line, Column}});
}

void TeslaAsmPrinter::emitStartOfAsmFile(Module &M) {
  Constants = TeslaConstantLayout::compute(M);
  Remarks.startModule(M);
}

void TeslaAsmPrinter::emitFunctionBodyStart() {
  Remarks.start(*MF);
  if (Names)
    Names->start(*MF);
  if (isTeslaDeviceFunction(MF->getFunction())) {
    if (Dwarf)
      Dwarf->startFunction(MF->getName(), CodeBytes);
    return;
  }
  Current = &MF->getFunction();
  CurrentSymbol = CurrentFnSym;
  Lines.clear();
  Instructions = 0;
  CodeBytes = 0;
  WeightedInstructions = 0;
  Barriers = 0;
  if (Dwarf)
    Dwarf->startFunction(MF->getName(), 0);
}

/// Whether no part of \p F's kernel follows it in the module.
static bool isLastOfKernel(const Function &F) {
  const Module &M = *F.getParent();
  for (auto Next = std::next(F.getIterator()); Next != M.end(); ++Next)
    if (!Next->isDeclaration())
      return !isTeslaDeviceFunction(*Next);
  return true;
}

void TeslaAsmPrinter::emitFunctionBodyEnd() {
  Remarks.finish(getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE());
  if (Names)
    Names->finish(CodeBytes);
  if (!isTeslaDeviceFunction(MF->getFunction()))
    Use.start(*MF, Constants.Bytes);
  Use.add(*MF);
  Literals = MF->getInfo<TeslaMachineFunctionInfo>()->literals().words().vec();
  if (Dwarf)
    Dwarf->finishFunction(CodeBytes);
  if (isLastOfKernel(MF->getFunction()))
    finishKernel();
}

/// Emits what is known of the kernel when all that it calls is behind it.
void TeslaAsmPrinter::finishKernel() {
  Use.finish();
  object::KernelInfo &Info = Use.info();
  Info.Barriers = Barriers;
  OutStreamer->pushSection();
  TeslaNotes Notes(*OutStreamer);
  Notes.emitInfo(Info);
  Notes.emitLines(Info.Name, CurrentSymbol, Lines);
  Notes.emitLiterals(Info.Name, Literals);
  if (Names)
    Notes.emitRegisterNames(Info.Name, Names->take());
  OutStreamer->popSection();
  if (Dwarf) {
    std::vector<object::LineEntry> Entries;
    for (const TeslaNotes::LineMark &L : Lines)
      Entries.push_back(L.Entry);
    Dwarf->finishKernel(Entries, CodeBytes);
  }
  if (Kernels)
    Kernels->push_back({std::move(Info), Instructions, CodeBytes,
                        unsigned(4 * Literals.size()), WeightedInstructions,
                        Use.pressure()});
}

void TeslaAsmPrinter::emitEndOfAsmFile(Module &M) {
  emitConstants();
  TeslaNotes Notes(*OutStreamer);
  Notes.emitImages(M);
  Notes.emitArch(M);
  Notes.emitGeometry(M, TM);
  const object::SourceMap Sources = heddle::tesla::sourceMapOf(M);
  Notes.emitSources(Sources);
  if (Dwarf)
    Dwarf->emit(*this, Sources);
  // Text has no target streamer.
  if (MCTargetStreamer *Target = OutStreamer->getTargetStreamer())
    for (auto [Name, Flag] :
         {std::pair(abi::MappedDoublesFlag, object::FlagsMappedDoubles),
          std::pair(abi::NarrowPointersFlag, object::FlagsNarrowPointers),
          std::pair(abi::IndependentLanesFlag, object::FlagsIndependentLanes)})
      if (M.getModuleFlag(Name))
        static_cast<TeslaTargetELFStreamer *>(Target)->addFlags(Flag);
  Notes.emitFiles(SourceName, Files);
}

//===----------------------------------------------------------------------===//
// Module variables
//===----------------------------------------------------------------------===//

/// The address of \p GV, a variable that a loader places or a function, plus \p
/// Offset.
const MCExpr *TeslaAsmPrinter::addressOf(const GlobalValue &GV, int64_t Offset,
                                         unsigned Flags) {
  const MCExpr *Address = MCSymbolRefExpr::create(
      getSymbol(&GV),
      Flags & TeslaHighWord ? Tesla::HighWord : MCSymbolRefExpr::VK_None,
      OutContext);
  if (Offset == 0)
    return Address;
  return MCBinaryExpr::createAdd(
      Address, MCConstantExpr::create(Offset, OutContext), OutContext);
}

/// A zero that a loader replaces.
void TeslaAsmPrinter::emitAddressByte(const TeslaImage::AddressWord &A) {
  MCSymbol *Here = OutContext.createTempSymbol();
  OutStreamer->emitLabel(Here);
  OutStreamer->emitRelocDirective(
      *MCSymbolRefExpr::create(Here, OutContext),
      (Twine(Tesla::ByteRelocation) + Twine(int(A.Byte))).str(),
      addressOf(*A.Variable, A.Addend), SMLoc(), *TM.getMCSubtargetInfo());
  OutStreamer->emitInt8(0);
}

/// Emits what \p GV starts with, under its symbol.
void TeslaAsmPrinter::emitImage(const GlobalVariable &GV) {
  MCSymbol *Symbol = getSymbol(&GV);
  OutStreamer->emitSymbolAttribute(Symbol, MCSA_ELF_TypeObject);
  OutStreamer->emitLabel(Symbol);
  uint64_t Size = GV.getDataLayout().getTypeAllocSize(GV.getValueType());
  OutStreamer->emitELFSize(Symbol, MCConstantExpr::create(Size, OutContext));
  if (GV.getInitializer()->isNullValue()) {
    OutStreamer->emitZeros(Size);
    return;
  }
  TeslaImage Image = cantFail(TeslaImage::build(GV, Constants),
                              "checked by checkTeslaVariables");
  StringRef Bytes(Image.Bytes.data(), Image.Bytes.size());
  uint64_t Done = 0;
  for (const TeslaImage::AddressWord &A : Image.Addresses) {
    OutStreamer->emitBytes(Bytes.slice(Done, A.Offset));
    if (A.Byte >= 0) {
      emitAddressByte(A);
      Done = A.Offset + 1;
      continue;
    }
    unsigned PointerBytes = teslaModel(TM).GlobalPointerBits / 8;
    OutStreamer->emitValue(addressOf(*A.Variable, A.Addend), PointerBytes);
    Done = A.Offset + PointerBytes;
  }
  OutStreamer->emitBytes(Bytes.substr(Done));
  // The loader of a .global variable adds the zeros behind.
  if (GV.getAddressSpace() == abi::Constant)
    OutStreamer->emitZeros(Size - Bytes.size());
  else if (!Image.isWhole())
    emitParts(GV, Image);
}

/// Emits the places in \p GV where the bytes of its section belong.
void TeslaAsmPrinter::emitParts(const GlobalVariable &GV,
                                const TeslaImage &Image) {
  OutStreamer->switchSection(OutContext.getELFSection(
      object::PartsPrefix + GV.getName(), ELF::SHT_PROGBITS, 0));
  uint64_t End = Image.Bytes.size();
  for (size_t N = 0; N != Image.Parts.size(); ++N) {
    const TeslaImage::Part &P = Image.Parts[N];
    bool IsLast = N + 1 == Image.Parts.size();
    OutStreamer->emitInt64(P.Offset);
    OutStreamer->emitInt64((IsLast ? End : Image.Parts[N + 1].Begin) - P.Begin);
  }
}

static Align alignmentOf(const GlobalVariable &GV) {
  return GV.getDataLayout().getValueOrABITypeAlignment(GV.getAlign(),
                                                       GV.getValueType());
}

void TeslaAsmPrinter::emitGlobalVariable(const GlobalVariable *GV) {
  if (GV->getAddressSpace() != abi::Global || GV->isDeclaration())
    return;
  bool IsZero = GV->getInitializer()->isNullValue();
  unsigned Flags = ELF::SHF_ALLOC | ELF::SHF_WRITE;
  if (GV->hasAttribute(ManagedAttribute))
    Flags |= object::ManagedSectionFlag;
  OutStreamer->switchSection(OutContext.getELFSection(
      (IsZero ? object::ZeroPrefix : object::DataPrefix) + GV->getName(),
      IsZero ? ELF::SHT_NOBITS : ELF::SHT_PROGBITS, Flags));
  OutStreamer->emitValueToAlignment(alignmentOf(*GV));
  emitImage(*GV);
}

void TeslaAsmPrinter::emitConstants() {
  if (Constants.Address.empty())
    return;
  OutStreamer->switchSection(OutContext.getELFSection(
      object::ConstantSection, ELF::SHT_PROGBITS, ELF::SHF_ALLOC));
  for (const auto &[GV, Address] : Constants.Address) {
    OutStreamer->emitValueToAlignment(alignmentOf(*GV));
    emitImage(*GV);
  }
}
