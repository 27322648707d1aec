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
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/IndependentLanes.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/ImageList.h"
#include "heddle/Intrinsics/VariableAttributes.h"
#include "heddle/Object/ManagedVariables.h"
#include "heddle/Object/Module.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
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
  CurrentInfo = object::KernelInfo();
  Pressure = tesla::KernelPressure();
  Lines.clear();
  Instructions = 0;
  CodeBytes = 0;
  WeightedInstructions = 0;
  Barriers = 0;
  if (Dwarf)
    Dwarf->startFunction(MF->getName(), 0);
}

unsigned TeslaAsmPrinter::usedRegisters() const {
  const TargetRegisterInfo &TRI = *MF->getSubtarget().getRegisterInfo();
  unsigned Used = 0;
  for (const MachineBasicBlock &MBB : *MF)
    for (const MachineInstr &MI : MBB) {
      // The name of a register that nothing defines is no use of it.
      if (MI.isDebugInstr())
        continue;
      for (const MachineOperand &MO : MI.operands()) {
        // A register that is read without having been written is zero, or of no
        // interest.
        if (!MO.isReg() || !MO.getReg().isPhysical() || MO.isUndef())
          continue;
        for (MCRegAliasIterator A(MO.getReg(), &TRI, true); A.isValid(); ++A)
          if (Tesla::GPR32RegClass.contains(*A) && *A != Tesla::R127)
            Used = std::max<unsigned>(Used, TRI.getEncodingValue(*A) + 1);
      }
    }
  return Used;
}

/// Stores to and loads from slots that register allocation made.
void TeslaAsmPrinter::countSpills(object::KernelInfo &Info) const {
  for (const MachineBasicBlock &MBB : *MF)
    for (const MachineInstr &MI : MBB)
      if (const MachineMemOperand *Spill = teslaSpillOf(MI))
        ++(Spill->isStore() ? Info.SpillStores : Info.SpillLoads);
}

object::KernelInfo TeslaAsmPrinter::describe() const {
  const Function &F = MF->getFunction();
  const auto &MFInfo = *MF->getInfo<TeslaMachineFunctionInfo>();
  const TeslaSharedLayout &Layout = MFInfo.layout();
  const DataLayout &DL = F.getDataLayout();
  object::KernelInfo Info;
  Info.Name = F.getName().str();
  for (const Argument &A : F.args()) {
    object::KernelParam P;
    P.Name = A.getName().str();
    P.Type = F.getAttributes()
                 .getParamAttr(A.getArgNo(), "ptx-type")
                 .getValueAsString()
                 .str();
    P.Offset = Layout.ParamAddress[A.getArgNo()] - abi::SharedParams;
    auto [Size, Alignment] = teslaParameterExtent(A);
    P.Size = Size;
    P.Align = Alignment.value();
    Info.Params.push_back(P);
  }
  for (const auto &[GV, Address] : Layout.Variables) {
    uint32_t Size =
        GV->isDeclaration() ? 0 : DL.getTypeAllocSize(GV->getValueType());
    Info.SharedSymbols.push_back({GV->getName().str(), Address, Size});
  }
  Info.ConstantBytes = Constants.Bytes;
  Info.SharedBytes = Layout.StaticBytes;
  Info.DynamicSharedOffset = Layout.DynamicOffset;
  Info.MaxNtid = attributes::MaxNTid.get(F);
  Info.ReqNtid = attributes::ReqNTid.get(F);
  Info.ReqCluster = attributes::ReqCluster.get(F);
  return Info;
}

/// Adds what the current function, a kernel or part of one, uses.
void TeslaAsmPrinter::addUse(object::KernelInfo &Info) {
  const auto &MFInfo = *MF->getInfo<TeslaMachineFunctionInfo>();
  Info.Registers = std::max(Info.Registers, usedRegisters());
  // The launch says how large the stack is.
  if (attributes::OnStack.isSet(MF->getFunction()))
    Info.HasStack = true;
  else
    Info.LocalBytes = std::max<uint32_t>(Info.LocalBytes, MFInfo.FrameEnd);
  countSpills(Info);
  addPressure(MFInfo.Pressure);
  Stacks[&MF->getFunction()] = {MFInfo.StackDepth, MFInfo.Calls};
}

/// The peak is that of the function that has the highest.
void TeslaAsmPrinter::addPressure(const tesla::KernelPressure &Of) {
  auto All = std::move(Pressure.Lines);
  All.insert(All.end(), Of.Lines.begin(), Of.Lines.end());
  unsigned CostlyPeak = std::max(Pressure.CostlyPeak, Of.CostlyPeak);
  auto [Widest, WidestPlace] =
      Of.Widest > Pressure.Widest
          ? std::pair(Of.Widest, Of.WidestPlace)
          : std::pair(Pressure.Widest, Pressure.WidestPlace);
  if (Of.Peak >= Pressure.Peak)
    Pressure = Of;
  Pressure.Lines = std::move(All);
  Pressure.CostlyPeak = CostlyPeak;
  Pressure.Widest = Widest;
  Pressure.WidestPlace = WidestPlace;
}

/// The deepest stack while the current kernel runs. Functions stand behind
/// their callers.
unsigned TeslaAsmPrinter::stackDepth() const {
  DenseMap<const Function *, unsigned> Depths;
  unsigned Deepest = 0;
  for (const auto &[F, Use] : reverse(Stacks)) {
    Deepest = Use.Own;
    for (const auto &[Callee, Below] : Use.Calls)
      Deepest = std::max(Deepest, Below + 1 + Depths.lookup(Callee));
    Depths[F] = Deepest;
  }
  return Deepest;
}

void TeslaAsmPrinter::emitLines() {
  MCSection *Section = OutContext.getELFSection(
      object::LinesPrefix + CurrentInfo.Name, ELF::SHT_PROGBITS, 0);
  OutStreamer->switchSection(Section);
  for (const LineMark &L : Lines) {
    OutStreamer->emitAbsoluteSymbolDiff(L.Label, CurrentSymbol, 4);
    OutStreamer->emitIntValue(L.Entry.Line, 4);
    OutStreamer->emitIntValue(L.Entry.Column, 4);
  }
}

void TeslaAsmPrinter::emitLiterals() {
  if (Literals.empty())
    return;
  OutStreamer->switchSection(OutContext.getELFSection(
      object::LiteralsPrefix + CurrentInfo.Name, ELF::SHT_PROGBITS, 0));
  for (uint32_t Word : Literals)
    OutStreamer->emitInt32(Word);
}

void TeslaAsmPrinter::emitRegisterNames() {
  if (!Names)
    return;
  OutStreamer->switchSection(OutContext.getELFSection(
      object::RegistersPrefix + CurrentInfo.Name, ELF::SHT_PROGBITS, 0));
  SmallVector<char, 0> Bytes = object::encodeRegisterMap(Names->take());
  OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
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
    CurrentInfo = describe();
  addUse(CurrentInfo);
  Literals = MF->getInfo<TeslaMachineFunctionInfo>()->literals().words().vec();
  if (Dwarf)
    Dwarf->finishFunction(CodeBytes);
  if (isLastOfKernel(MF->getFunction()))
    finishKernel();
}

/// Emits what is known of the kernel when all that it calls is behind it.
void TeslaAsmPrinter::finishKernel() {
  CurrentInfo.StackDepth = stackDepth();
  CurrentInfo.Barriers = Barriers;
  Stacks.clear();
  llvm::sort(Pressure.Lines, [](const auto &A, const auto &B) {
    return std::tie(A.Line, A.Registers) < std::tie(B.Line, B.Registers);
  });
  OutStreamer->pushSection();
  OutStreamer->switchSection(OutContext.getELFSection(
      object::InfoPrefix + CurrentInfo.Name, ELF::SHT_PROGBITS, 0));
  SmallVector<char, 0> Bytes = object::encodeKernelInfo(CurrentInfo);
  OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
  emitLines();
  emitLiterals();
  emitRegisterNames();
  OutStreamer->popSection();
  if (Dwarf) {
    std::vector<object::LineEntry> Entries;
    for (const LineMark &L : Lines)
      Entries.push_back(L.Entry);
    Dwarf->finishKernel(Entries, CodeBytes);
  }
  if (Kernels)
    Kernels->push_back({std::move(CurrentInfo), Instructions, CodeBytes,
                        unsigned(4 * Literals.size()), WeightedInstructions,
                        Pressure});
}

/// Emits the places of .loc always, so that faults can name them.
void TeslaAsmPrinter::emitSources(const Module &M) {
  object::SourceMap Sources = heddle::tesla::sourceMapOf(M);
  if (!Sources.empty()) {
    OutStreamer->switchSection(OutContext.getELFSection(
        object::SourceMapSection, ELF::SHT_PROGBITS, 0));
    SmallVector<char, 0> Bytes = object::encodeSourceMap(Sources);
    OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
  }
  if (Dwarf)
    Dwarf->emit(*this, Sources);
}

/// Reports weigh code on the chip that it was asked for.
void TeslaAsmPrinter::emitArch(const Module &M) {
  auto *Name = dyn_cast_or_null<MDString>(M.getModuleFlag(abi::ArchFlag));
  if (!Name)
    return;
  OutStreamer->switchSection(
      OutContext.getELFSection(object::ArchSection, ELF::SHT_PROGBITS, 0));
  OutStreamer->emitBytes(Name->getString());
}

/// A launch is held against this where it is not the chip's own.
void TeslaAsmPrinter::emitGeometry(const Module &M) {
  auto *Name = dyn_cast_or_null<MDString>(M.getModuleFlag(abi::GeometryFlag));
  const abi::Geometry *G =
      Name ? abi::findGeometry(Name->getString()) : nullptr;
  if (!G)
    return;
  OutStreamer->switchSection(
      OutContext.getELFSection(object::GeometrySection, ELF::SHT_PROGBITS, 0));
  SmallVector<char, 0> Bytes = object::encodeCompiledGeometry(
      {G->Name, *G, abi::launchLimits(teslaModel(TM), *G)});
  OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
}

/// Emits the images that a loader has to bind.
void TeslaAsmPrinter::emitImages(const Module &M) {
  std::vector<abi::ImageReference> Images = imagesOf(M);
  if (Images.empty())
    return;
  OutStreamer->switchSection(
      OutContext.getELFSection(object::ImagesSection, ELF::SHT_PROGBITS, 0));
  SmallVector<char, 0> Bytes = object::encodeImages(Images);
  OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
}

void TeslaAsmPrinter::emitEndOfAsmFile(Module &M) {
  emitConstants();
  emitImages(M);
  emitArch(M);
  emitGeometry(M);
  emitSources(M);
  // Text has no target streamer.
  if (MCTargetStreamer *Target = OutStreamer->getTargetStreamer())
    for (auto [Name, Flag] :
         {std::pair(abi::MappedDoublesFlag, object::FlagsMappedDoubles),
          std::pair(abi::NarrowPointersFlag, object::FlagsNarrowPointers),
          std::pair(abi::IndependentLanesFlag, object::FlagsIndependentLanes)})
      if (M.getModuleFlag(Name))
        static_cast<TeslaTargetELFStreamer *>(Target)->addFlags(Flag);
  if (SourceName.empty())
    return;
  OutStreamer->switchSection(
      OutContext.getELFSection(object::SourceSection, ELF::SHT_PROGBITS, 0));
  OutStreamer->emitBytes(SourceName);
  if (Files.empty())
    return;
  OutStreamer->switchSection(
      OutContext.getELFSection(object::FilesSection, ELF::SHT_PROGBITS, 0));
  SmallVector<char, 0> Bytes = object::encodeFiles(Files);
  OutStreamer->emitBytes(StringRef(Bytes.data(), Bytes.size()));
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
