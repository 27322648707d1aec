//===- ModuleLifter.cpp - Kernels, variables, debug information -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleLifter.h"
#include "FunctionLifter.h"
#include "SourceLocations.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/IndependentLanes.h"
#include "heddle/ABI/MappedDouble.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/ImageList.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle {

using ptx::ScalarType;

static std::string quoted(SMRange Range) {
  const char *Start = Range.Start.getPointer();
  StringRef Text(Start, size_t(Range.End.getPointer() - Start));
  return ("'" + Text + "'").str();
}

static abi::LaunchLimits limitsOf(const LiftOptions &Options,
                                  const abi::Chip &Chip) {
  const abi::Geometry &G =
      Options.Geometry ? *Options.Geometry : abi::defaultGeometry(Chip);
  return abi::launchLimits(abi::targetModel(Chip), G);
}

ModuleLifter::ModuleLifter(ArrayRef<const ptx::Module *> Sources,
                           llvm::Module &M, const LiftOptions &Options,
                           const abi::Chip &Chip, Diagnostics &Diags)
    : Sources(Sources), M(M), Context(M.getContext()), Options(Options),
      Chip(Chip), Diags(Diags), Limits(limitsOf(Options, Chip)), Debug(M) {
  const abi::TargetModel &Target = abi::targetModel(Chip);
  M.setTargetTriple(Target.Triple);
  M.setDataLayout(Target.DataLayout);
  M.setSourceFileName(Sources.front()->FileName);
  M.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                  DEBUG_METADATA_VERSION);
  for (const ptx::Module *Source : Sources)
    collectNames(*Source);
  if (Options.Geometry && Options.Geometry != &abi::defaultGeometry(Chip))
    M.addModuleFlag(llvm::Module::Error, abi::GeometryFlag,
                    MDString::get(Context, Options.Geometry->Name));
  if (AddressSize == 32 && Target.GlobalPointerBits == 64)
    M.addModuleFlag(llvm::Module::Error, abi::NarrowPointersFlag, 1);
  if (HasIndependentLanes)
    M.addModuleFlag(llvm::Module::Error, abi::IndependentLanesFlag, 1);
  if (mapsDoubles())
    M.addModuleFlag(llvm::Module::Error, abi::MappedDoublesFlag, 1);
  for (const SourceFile &F : Diags.files())
    Files.push_back(Debug.createFile(sys::path::filename(F.Name),
                                     sys::path::parent_path(F.Name)));
  // NoDebug: positions in the PTX are kept on instructions, and code generation
  // forgets which register of the PTX is where.
  Debug.createCompileUnit(dwarf::DW_LANG_C, fileOf(Sources.front()->HeaderEnd),
                          "heddle",
                          /*isOptimized=*/true,
                          /*Flags=*/"", /*RV=*/0, /*SplitName=*/"",
                          Options.RegisterNames ? DICompileUnit::FullDebug
                                                : DICompileUnit::NoDebug);
}

void ModuleLifter::collectNames(const ptx::Module &Source) {
  for (const ptx::Function *F : Source.Functions) {
    ModuleNames.insert(F->Name);
    if (F->IsEntry || F->Link != ptx::Linkage::Internal)
      SharedNames.insert(F->Name);
  }
  for (const ptx::Variable *Var : Source.Variables) {
    ModuleNames.insert(Var->Name);
    if (Var->Link != ptx::Linkage::Internal)
      SharedNames.insert(Var->Name);
  }
  AddressSize = std::max(AddressSize, Source.AddressSize);
  unsigned Buffer = Diags.sources().FindBufferContainingLoc(Source.HeaderEnd);
  FlushesAll.resize(std::max<size_t>(FlushesAll.size(), Buffer));
  FlushesAll[Buffer - 1] = Source.Target != 0 && Source.Target < 20;
  HasIndependentLanes |= Source.Target >= abi::FirstIndependentTarget &&
                         Chip.has(abi::Feature::WarpExchange);
}

bool ModuleLifter::flushesAll(const ptx::Function &F) const {
  return FlushesAll[Diags.sources().FindBufferContainingLoc(F.Range.Start) - 1];
}

/// A name with the number of its module in it: no name of PTX has a dot.
std::string ModuleLifter::privateName(StringRef Name, SMRange Where) const {
  if (Sources.size() == 1 ||
      (!M.getNamedValue(Name) && !ImageNames.contains(Name) &&
       !SharedNames.contains(Name)))
    return Name.str();
  unsigned Buffer = Diags.sources().FindBufferContainingLoc(Where.Start);
  return (Name + "." + Twine(Buffer)).str();
}

DIFile *ModuleLifter::fileOf(SMLoc Loc) const {
  return Files[Diags.sources().FindBufferContainingLoc(Loc) - 1];
}

void ModuleLifter::unsupported(SMRange Range, const Twine &Detail) {
  Diags.error(Range.Start, quoted(Range) + " is not supported yet" + Detail,
              Range);
}

void ModuleLifter::refuseFunctionAddress(SMRange Where) {
  Diags.error(Where.Start,
              "the address of function " + quoted(Where) +
                  " cannot be taken: " + Chip.Name + " has no indirect calls",
              Where);
}

void ModuleLifter::noteFmaAsMad(SMRange Where) {
  if (!std::exchange(WarnedOfFma, true))
    Diags.warning("fma-as-mad", Where.Start,
                  quoted(Where) +
                      " is computed as mad, which truncates the product",
                  Where);
}

std::pair<unsigned, unsigned> ModuleLifter::position(SMLoc Loc) const {
  return Diags.position(Loc);
}

Type *ModuleLifter::typeOf(ScalarType Type) const {
  if (Type == ScalarType::F32 || (Type == ScalarType::F64 && mapsDoubles()))
    return Type::getFloatTy(Context);
  if (Type == ScalarType::F64)
    return Type::getDoubleTy(Context);
  unsigned Bits = ptx::bitWidth(Type);
  return Type::getIntNTy(Context, Bits ? Bits : 64);
}

DISubprogram *ModuleLifter::subprogramFor(const ptx::Function &F) {
  unsigned Line = position(F.Range.Start).first;
  DIFile *File = fileOf(F.Range.Start);
  auto *Type = Debug.createSubroutineType(Debug.getOrCreateTypeArray({}));
  return Debug.createFunction(File, F.Name, F.Name, File, Line, Type, Line,
                              DINode::FlagZero, DISubprogram::SPFlagDefinition);
}

void ModuleLifter::nameRegister(const ptx::Register &R, unsigned Component,
                                AllocaInst &Slot, DISubprogram &In) {
  static constexpr StringLiteral Components[] = {".x", ".y", ".z", ".w"};
  std::string Name = R.Name.str();
  if (R.VectorWidth != 1)
    Name += Components[Component];
  unsigned Bits = Slot.getAllocatedType()->getPrimitiveSizeInBits();
  StringRef TypeName = ptx::typeName(R.Type);
  if (R.Type == ScalarType::F64 && mapsDoubles())
    TypeName = ptx::typeName(ScalarType::F32);
  DIBasicType *Type =
      Debug.createBasicType(TypeName, Bits, dwarf::DW_ATE_unsigned);
  unsigned Line = position(R.Range.Start).first;
  DILocalVariable *Var = Debug.createAutoVariable(
      &In, Name, In.getFile(), Line, Type, /*AlwaysPreserve=*/true);
  Debug.insertDeclare(&Slot, Var, Debug.createExpression(),
                      DILocation::get(Context, Line, 0, &In),
                      Slot.getParent()->getTerminator());
}

/// The parameters whose address \p F takes.
static SmallPtrSet<const ptx::Decl *, 2>
addressedParams(const ptx::Function &F) {
  SmallPtrSet<const ptx::Decl *, 2> Result;
  ptx::forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    auto *I = dyn_cast<ptx::Instruction>(&S);
    if (!I || (I->opcode() != ptx::OpMov && I->opcode() != ptx::OpCvta))
      return;
    for (const ptx::Operand &Op : I->Operands)
      if (const ptx::Variable *Var = Op.baseVariable();
          Var && Var->IsParameter && !isImageParameter(*Var))
        Result.insert(Var);
  });
  return Result;
}

/// A parameter is a value, or, if it is an array or its address is taken, a
/// pointer to the bytes at its place in shared memory.
llvm::Function *ModuleLifter::declareKernel(const ptx::Function &F) {
  SmallVector<Type *, 8> Types;
  SmallPtrSet<const ptx::Decl *, 2> InMemory = addressedParams(F);
  bool Failed = false;
  for (const ptx::Decl *Param : F.Params) {
    const auto *Var = dyn_cast<ptx::Variable>(Param);
    if (!Var || Var->IsUnsized) {
      unsupported(Param->Range, ": a parameter without a size");
      Failed = true;
      continue;
    }
    if (!Var->Dims.empty() && isImageParameter(*Var)) {
      unsupported(Param->Range, ": an array of images");
      Failed = true;
      continue;
    }
    if (!Var->Dims.empty())
      InMemory.insert(Var);
    if (InMemory.contains(Var)) {
      Types.push_back(PointerType::get(Context, abi::Shared));
      continue;
    }
    // A mapped double still takes its eight bytes.
    bool IsMapped = Var->Type == ScalarType::F64 && mapsDoubles();
    Types.push_back(IsMapped ? Type::getInt64Ty(Context) : typeOf(Var->Type));
  }
  if (Failed)
    return nullptr;
  auto *FTy = FunctionType::get(Type::getVoidTy(Context), Types, false);
  llvm::Function *Target =
      llvm::Function::Create(FTy, GlobalValue::ExternalLinkage, F.Name, M);
  Target->setCallingConv(CallingConv::PTX_Kernel);
  for (auto [Index, Param] : enumerate(F.Params)) {
    Target->getArg(Index)->setName(Param->Name);
    const auto &Var = *cast<ptx::Variable>(Param);
    StringRef TypeName = ptx::typeName(Var.Type);
    Target->addParamAttr(Index, Attribute::get(Context, "ptx-type", TypeName));
    if (!InMemory.contains(Param))
      continue;
    auto *Bytes = ArrayType::get(Type::getInt8Ty(Context), Var.byteSize());
    Target->addParamAttr(Index, Attribute::getWithByValType(Context, Bytes));
    Target->addParamAttr(
        Index, Attribute::getWithAlignment(Context, Align(Var.Align)));
  }
  addKernelAttributes(F, *Target);
  return Target;
}

/// Adds the attributes that every function of a module has, or inlining would
/// be refused.
void ModuleLifter::addAttributes(llvm::Function &Target) {
  Target.addFnAttr(Attribute::NoUnwind);
  Target.addFnAttr(Attribute::Convergent);
  Target.addFnAttr(Attribute::NullPointerIsValid);
  // Integer arithmetic on the bits of a float stays that: as fneg or fabs it
  // would promise less about NaN than PTX does.
  Target.addFnAttr(Attribute::NoImplicitFloat);
  if (Options.Checks)
    Target.addFnAttr(Attribute::SanitizeThread);
  attributes::TargetChip.set(Target, Chip.Name);
  if (AddressSize != 0)
    attributes::AddressSize.set(Target, AddressSize);
  if (!Chip.has(abi::Feature::IeeeFloat))
    Target.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
}

void ModuleLifter::addKernelAttributes(const ptx::Function &F,
                                       llvm::Function &Target) {
  addAttributes(Target);
  const ptx::FunctionDirectives &Said = F.Directives;
  unsigned Limit = Options.MaxRegisters;
  if (!Options.MaxRegistersByBuffer.empty())
    Limit = Options.MaxRegistersByBuffer
                [Diags.sources().FindBufferContainingLoc(F.Range.Start) - 1];
  if (unsigned N = Said.MaxNReg.value_or(Limit))
    attributes::RegisterBudget.set(Target, N);
  if (Said.MaxNReg)
    attributes::MaxNReg.set(Target, *Said.MaxNReg);
  // .maxnctapersm is what PTX before 2.0 calls it.
  if (std::optional<unsigned> N =
          Said.MinNCTAPerSM ? Said.MinNCTAPerSM : Said.MaxNCTAPerSM)
    attributes::MinCTAsPerSM.set(Target, *N);
  if (Said.MaxNTid)
    attributes::MaxNTid.set(Target, *Said.MaxNTid);
  if (Said.ReqNTid)
    attributes::ReqNTid.set(Target, *Said.ReqNTid);
  if (Said.ReqNCTAPerCluster) {
    ptx::Extent3 Cluster = *Said.ReqNCTAPerCluster;
    // Extents that are not written are 1.
    for (uint32_t &Extent : Cluster)
      Extent = std::max(Extent, 1u);
    attributes::ReqCluster.set(Target, Cluster);
    if (Said.BlocksAreClusters)
      attributes::BlocksAreClusters.set(Target);
  }
}

bool ModuleLifter::checkDirectives(const ptx::Function &F) {
  const ptx::FunctionDirectives &D = F.Directives;
  bool IsAlone = D.ReqNCTAPerCluster == ptx::Extent3{1, 1, 1};
  // A rank is a limit, which a cluster of one CTA keeps.
  const bool IsLarger = (D.ReqNCTAPerCluster || D.ExplicitCluster) && !IsAlone;
  const bool NeedsClusters = IsLarger && !Chip.has(abi::Feature::Tensors);
  if (NeedsClusters)
    unsupported(D.Clusters, ": every CTA is a cluster of its own");
  return !NeedsClusters;
}

void ModuleLifter::liftKernel(const ptx::Function &F) {
  if (!checkDirectives(F))
    return;
  if (llvm::Function *Target = declareKernel(F))
    FunctionLifter(*this, F, *Target).lift();
}

/// Whether another module may call \p F.
static bool isCallable(const ptx::Function &F) {
  return F.Body && !F.IsEntry &&
         (F.Link == ptx::Linkage::Visible || F.Link == ptx::Linkage::Weak);
}

/// Whether the value of \p Var, or a part of it, is the address of a function.
static bool hasFunctions(const ptx::Init *Value) {
  return Value && (isa_and_nonnull<ptx::Function>(Value->Symbol) ||
                   any_of(Value->Elements, [](const ptx::Init &Element) {
                     return hasFunctions(&Element);
                   }));
}

/// The host finds variables of .global and .const by name, also those that no
/// other module sees. A variable whose value the chip cannot have exists only
/// once code uses it.
bool ModuleLifter::isAlwaysThere(const ptx::Variable &Var) const {
  if (Var.Link == ptx::Linkage::Extern || isImage(Var) ||
      Var.Space == ptx::StateSpace::Local)
    return false;
  if (Var.Link == ptx::Linkage::Visible)
    return true;
  if (Var.Space != ptx::StateSpace::Const &&
      Var.Space != ptx::StateSpace::Global)
    return Var.Space == ptx::StateSpace::Shared;
  return Chip.has(abi::Feature::HostCalls) || !hasFunctions(Var.Initializer);
}

/// Whether \p Op takes or makes tiles of tensors in shared memory.
static bool isOfTiles(ptx::Opcode Op) {
  return Op == ptx::OpCpAsyncBulkTensor ||
         Op == ptx::OpCpReduceAsyncBulkTensor || Op == ptx::OpTcgen05Cp ||
         Op == ptx::OpWgmmaMmaAsync || Op == ptx::OpWgmmaMmaAsyncSp ||
         Op == ptx::OpTcgen05Mma || Op == ptx::OpTcgen05MmaSp ||
         Op == ptx::OpTcgen05MmaWs || Op == ptx::OpTcgen05MmaWsSp;
}

static bool hasTiles(const ptx::Module &Source) {
  bool Has = false;
  for (const ptx::Function *F : Source.Functions)
    if (F->Body)
      ptx::forEachStmt(*F->Body, [&](const ptx::Stmt &S) {
        const auto *I = dyn_cast<ptx::Instruction>(&S);
        Has |= I && isOfTiles(I->opcode());
      });
  return Has;
}

/// The chips that copy tiles start shared memory at a multiple of 1024, so that
/// a variable may have a tile, whose place is a multiple of 128, and be
/// declared with less. Here something may lie before it.
static void alignTiles(llvm::Module &M) {
  const Align OfTile(128);
  for (GlobalVariable &Var : M.globals()) {
    const bool IsDynamic = Var.isDeclaration();
    if (Var.getAddressSpace() == abi::Shared &&
        (IsDynamic || M.getDataLayout().getTypeAllocSize(Var.getValueType()) >=
                          OfTile.value()))
      Var.setAlignment(std::max(Var.getAlign().valueOrOne(), OfTile));
  }
}

void ModuleLifter::lift() {
  collectImages();
  for (const ptx::Module *Source : Sources)
    for (const ptx::Variable *Var : Source->Variables)
      if (!Var->Definition && isAlwaysThere(*Var))
        globalFor(*Var);
  for (const ptx::Module *Source : Sources)
    for (const ptx::Function *F : Source->Functions) {
      if (F->Body && F->IsEntry && !F->Definition &&
          (Options.Kernels.empty() || is_contained(Options.Kernels, F->Name)))
        liftKernel(*F);
      else if (Options.IsPart && isCallable(*F))
        calleeFor(*F, F->Range);
    }
  liftDeviceFunctions();
  if (Chip.has(abi::Feature::WideAddresses) &&
      any_of(Sources, [](const ptx::Module *Of) { return hasTiles(*Of); }))
    alignTiles(M);
  for (const abi::ImageReference &Image : Images)
    addImage(M, Image);
  if (Options.SourceLocations)
    for (const ptx::Module *Source : Sources)
      liftSourceLocations(*Source, Diags, Debug, M);
  Debug.finalize();
}

} // namespace heddle
