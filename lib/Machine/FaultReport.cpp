//===- FaultReport.cpp - Put a fault into words ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wording follows compute-sanitizer's, so that its users feel at home.
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/FaultReport.h"
#include "InstructionOperands.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Machine/ImageTable.h"
#include "heddle/Object/KernelNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

Fault launchFault(const Program &P, FaultKind Kind, std::string Message) {
  Fault F;
  F.Kind = Kind;
  F.Message = std::move(Message);
  F.Kernel = P.Kernel.Info.Name;
  F.SourceName = P.Module.SourceName;
  return F;
}

/// ", line 7 (saxpy.cu:3)"; empty without a line.
static std::string lineText(const Program &P, uint32_t Address) {
  std::string Text = P.lineText(Address);
  return Text.empty() ? Text : ", " + Text;
}

/// Where the strands of a warp are that do not have its turn.
static void printApart(llvm::raw_ostream &OS, const Program &P, const Warp &W) {
  for (const Strand &S : W.apart()) {
    OS << "  apart: lane mask " << llvm::format_hex(S.Active & W.live(), 10);
    if (S.IsAtBarrier)
      OS << " waits at barrier " << S.Barrier.Id
         << lineText(P, P.Code[S.PC - 1].Address);
    else
      OS << (S.Awaited ? " waits for lanes" : " runs")
         << lineText(P, P.Code[S.PC].Address);
    OS << '\n';
  }
}

std::string warpPlaces(const Program &P, const Cta &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    OS << "warp " << N;
    switch (W.state()) {
    case WarpState::AtBarrier:
      OS << " waits at barrier " << W.barrier()
         << lineText(P, P.Code[W.pc() - 1].Address) << ", lane mask "
         << llvm::format_hex(W.active(), 10);
      break;
    case WarpState::Done:
      OS << " exited";
      break;
    case WarpState::Running:
    case WarpState::Faulted: {
      std::string Line = P.lineText(P.Code[W.pc()].Address);
      OS << " runs" << (Line.empty() ? "" : " at ") << Line << ", lane mask "
         << llvm::format_hex(W.active(), 10);
      break;
    }
    }
    OS << '\n';
    printApart(OS, P, W);
  }
  return Text;
}

std::optional<unsigned>
parameterOf(const Program &P, const LaunchConfig &Config, abi::Address A) {
  llvm::ArrayRef<object::KernelParam> Params = P.Kernel.Info.Params;
  for (unsigned N = 0; N != Params.size(); ++N) {
    uint32_t Offset = Params[N].Offset;
    const unsigned Bytes = P.Module.Target->GlobalPointerBits / 8;
    if (Params[N].Size < Bytes ||
        uint64_t(Offset) + Bytes > Config.Params.size())
      continue;
    uint64_t Value = 0;
    for (unsigned B = 0; B != Bytes; ++B)
      Value |= uint64_t(Config.Params[Offset + B]) << (8 * B);
    if (abi::Address(Value) == A)
      return N;
  }
  return std::nullopt;
}

std::vector<FaultSource> sourcesOf(const object::SourceMap &Map,
                                   const object::LineEntry &Place) {
  std::vector<FaultSource> Chain;
  for (const object::SourceLocation *L = Map.find(Place.Line, Place.Column); L;
       L = Map.callerOf(*L)) {
    FaultSource S{Map.Files[L->File], L->Line, L->Column, ""};
    if (L->Function != 0)
      S.Function = llvm::demangle(Map.Functions[L->Function - 1]);
    Chain.push_back(std::move(S));
  }
  return Chain;
}

namespace {

std::string hex(uint64_t V) { return "0x" + llvm::utohexstr(V, true); }

std::string bytes(uint64_t N) {
  return llvm::utostr(N) + (N == 1 ? " byte" : " bytes");
}

/// Writes one fault, taking what it needs from the pieces of the machine.
class Reporter {
public:
  Reporter(const Program &Prog, const Cta &Of, const GlobalMemory &Mem,
           const LaunchConfig &LC)
      : P(Prog), C(Of), Memory(Mem), Config(LC) {}

  Fault warpFault();
  Fault barrier(llvm::StringRef Message);
  /// Still not at its end, at the instruction limit or (\p IsStuck) for ever.
  Fault limit(bool IsStuck);
  Fault timeout();

private:
  Fault at(const Warp &W, unsigned Number, uint32_t PC, uint32_t Mask);
  /// At the warp that had the last turn, or another that has not ended.
  Fault atRunning();
  void access(Fault &F, const AccessFault &A);
  void image(Fault &F, const AccessFault &A);
  bool isBehindStack(const AccessFault &A) const;
  std::string heapPlace(uint64_t Address) const;
  std::string globalPlace(const AccessFault &A) const;
  std::string distance(const Buffer &Buf, abi::Address A) const;
  std::string sharedPlace(uint32_t Address) const;
  std::string sharedName(uint32_t Address) const;
  std::string otherSpace(uint64_t Address) const;
  std::string operands(const Fault &F, const LaneContext &L) const;
  std::string waiting() const { return warpPlaces(P, C); }

  const Program &P;
  const Cta &C;
  const GlobalMemory &Memory;
  const LaunchConfig &Config;
};

Fault Reporter::at(const Warp &W, unsigned Number, uint32_t PC, uint32_t Mask) {
  Fault F;
  const DecodedInst &I = P.Code[PC];
  object::LineEntry Place = P.Kernel.lineOf(I.Address);
  F.Kernel = P.Kernel.Info.Name;
  object::Module::Place InPTX = P.Module.placeOf(Place.Line);
  F.SourceName = InPTX.File.str();
  F.Line = InPTX.Line;
  F.Column = Place.Column;
  F.Sources = sourcesOf(P.Module.Sources, Place);
  F.HasPlace = true;
  F.PC = I.Address;
  F.Instruction = instructionText(P, I.Address);
  F.Warp = Number;
  F.LaneMask = Mask;
  uint32_t Lanes = Mask ? Mask : W.valid();
  F.Thread = C.thread(Number, unsigned(llvm::countr_zero(Lanes)));
  F.Block = C.index();
  return F;
}

Fault Reporter::atRunning() {
  unsigned N = C.lastTurn();
  for (unsigned Other = 0;
       C.warp(N).state() != WarpState::Running && Other != C.numWarps();
       ++Other)
    if (C.warp(Other).state() == WarpState::Running)
      N = Other;
  return at(C.warp(N), N, C.warp(N).pc(), C.warp(N).active());
}

std::string Reporter::distance(const Buffer &Buf, abi::Address A) const {
  if (Buf.Kind == Buffer::Heap && A >= Buf.Address &&
      A < Buf.Address + Buf.Size)
    return heapPlace(A.value());
  std::string Where;
  // Of both ways around the address space the shorter one.
  uint64_t Before = Buf.Address - A, After = A - (Buf.Address + Buf.Size);
  if (uint64_t Inside = A - Buf.Address; Inside >= Buf.Size)
    Where = Before < After ? "is " + bytes(Before) + " before"
                           : "is " + bytes(After) + " after";
  else
    Where = Buf.IsFreed ? "is " + bytes(A - Buf.Address) + " inside freed"
                        : "is at the end of, and only partly in,";
  std::optional<unsigned> N = parameterOf(P, Config, Buf.Address);
  std::string Name = N ? P.Kernel.Info.Params[*N].Name
                     : Buf.Kind == Buffer::Variable
                         ? object::nameInPTX(Buf.Name).str()
                         : Buf.Name;
  std::string Parameter = N ? "parameter " + llvm::utostr(*N) + ", " : "";
  const char *Noun = Buf.Kind == Buffer::Variable ? "variable" : "buffer";
  return Where + " " + Noun + " '" + Name + "' (" + Parameter +
         bytes(Buf.Size) + ")";
}

std::string Reporter::globalPlace(const AccessFault &A) const {
  abi::Address Asked(A.Address);
  std::optional<Buffer> B = Memory.holding(Asked);
  if (A.IsWrite && B && B->IsReadOnly)
    return "is in buffer '" + B->Name + "', which the host can only read";
  if (B && B->Kind == Buffer::Registered &&
      !isHostReadable(A.Address & ~uint64_t(7)))
    return "is in buffer '" + B->Name + "', which the host has unmapped";
  std::optional<Buffer> Near = Memory.nearest(Asked);
  // Buffers at addresses of the host may lie terabytes apart.
  constexpr uint64_t Far = uint64_t(1) << 30;
  bool IsFar = Near && Memory.isShared() &&
               Asked + Far - Near->Address > Near->Size + 2 * Far;
  if (Memory.model() == AddressModel::Raw &&
      (!Near || IsFar || !Memory.window(A.Address, A.IsWrite)))
    return A.IsWrite && isHostReadable(A.Address & ~uint64_t(7))
               ? "is in memory that the host can only read"
               : "is not mapped by the host (bounds are unknown)";
  if (Near && !IsFar)
    return distance(*Near, Asked);
  if (Memory.isShared() && isHostReadable(A.Address & ~uint64_t(7)))
    return "is in memory of the host that is no buffer: it was neither "
           "allocated for the device nor registered";
  return Near ? "is in no buffer" : "is not mapped, and there are no buffers";
}

/// ", at 'buf' + 4": the shared variable closest below \p Address; empty where
/// there is none.
std::string Reporter::sharedName(uint32_t Address) const {
  const object::SharedSymbol *Best = nullptr;
  for (const object::SharedSymbol &S : P.Kernel.Info.SharedSymbols)
    if (S.Address <= Address && (!Best || S.Address >= Best->Address))
      Best = &S;
  if (!Best)
    return "";
  return (", at '" + object::nameInPTX(Best->Name) + "' + ").str() +
         llvm::utostr(Address - Best->Address);
}

/// What \p Address, at which there is no global memory, is in another space:
/// the offset of a variable that nobody made a generic address of, or a generic
/// address where the instruction names .global.
std::string Reporter::otherSpace(uint64_t Address) const {
  const auto Word = uint32_t(Address >> 32);
  const auto Offset = uint32_t(Address);
  const bool IsWide = P.Module.Target->GlobalPointerBits == 64;
  if (IsWide && Word == abi::SharedWindowWord)
    return "; it is a generic address of .shared" + sharedName(Offset) +
           ", and the instruction is for .global";
  if (IsWide && Word == abi::LocalWindowWord)
    return "; it is a generic address of .local, and the instruction is for "
           ".global";
  if (Word != 0)
    return "";
  if (Offset >= C.sharedLow() && Offset < C.sharedBytes())
    return "; if it is an address of .shared" + sharedName(Offset) +
           ", cvta.shared is missing, or the instruction lacks .shared";
  if (Offset < uint64_t(C.localWords()) * 4)
    return "; if it is an address of .local, cvta.local is missing, or the "
           "instruction lacks .local";
  return "";
}

/// What the instruction of \p F, an access, read in the lane that faulted:
/// "thread (5,0,0): $r4d=0x20 $r3=0x7".
std::string Reporter::operands(const Fault &F, const LaneContext &L) const {
  std::string Text;
  for (const RegisterUse &R : operandsOf(P, F.PC))
    Text += " " + valuesText(L, R, uint32_t(1) << L.Fault.Lane, /*NumLanes=*/0);
  return Text.empty() ? Text : "thread " + tripleText(F.Thread) + ":" + Text;
}

std::string Reporter::sharedPlace(uint32_t Address) const {
  std::string Text;
  // Half of all addresses are nearer to the start from below.
  if (int32_t(Address) < 0)
    return "is " + bytes(-Address) + " before the shared memory of the block";
  if (Address < C.sharedLow())
    return "is " + bytes(C.sharedLow() - Address) +
           " before the first shared variable, where the kernel's parameters "
           "are";
  if (Address >= C.sharedBytes())
    Text = "is " + bytes(Address - C.sharedBytes()) +
           " after the shared memory of the block (" + bytes(C.sharedBytes()) +
           ")";
  else
    Text = "is at the end of the shared memory of the block (" +
           bytes(C.sharedBytes()) + ")";
  return Text + sharedName(Address);
}

/// Behind the static frames of a kernel with a stack there is nothing else.
bool Reporter::isBehindStack(const AccessFault &A) const {
  return P.Kernel.Info.HasStack && A.Address >= uint64_t(C.localWords()) * 4;
}

/// Names the block of the heap closest below \p Address.
std::string Reporter::heapPlace(uint64_t Address) const {
  std::optional<DeviceHeap::Block> B = Memory.heap()->below(Address);
  if (!B)
    return "is in the device heap, before its first block";
  std::string Block = " block of " + bytes(B->Size) + " of the device heap";
  uint64_t Offset = Address - B->Address;
  if (Offset >= B->Size)
    return "is " + bytes(Offset - B->Size) + " after a" + Block;
  if (B->IsFreed)
    return "is " + bytes(Offset) + " inside a freed" + Block;
  return "is at the end of, and only partly in, a" + Block;
}

/// What the launch calls the image in \p Slot, or, where it binds none, the
/// module; empty where neither knows it.
static llvm::StringRef imageName(const LaunchConfig &Config,
                                 const object::Module &M, abi::ImageKind Kind,
                                 uint32_t Slot) {
  if (Config.Images)
    return Config.Images->nameOf(Kind, Slot);
  for (const abi::ImageReference &I : M.Images)
    if (I.Kind == Kind && Slot-- == 0)
      return I.Name;
  return "";
}

/// Textures and surfaces.
void Reporter::image(Fault &F, const AccessFault &A) {
  static constexpr llvm::StringLiteral Names[] = {"texture", "sampler",
                                                  "surface"};
  const auto Kind = abi::ImageKind(A.Image);
  const bool IsSurface = Kind == abi::ImageKind::Surface;
  const std::string What = Names[A.Image].str();
  // The silicon has slots only.
  const auto Slot = uint32_t(A.Address);
  const bool HasHandles = P.Module.Target->GlobalPointerBits == 64;
  const bool IsOdd = HasHandles && A.Address != abi::imageHandle(Kind, Slot);
  const llvm::StringRef Name =
      IsOdd ? "" : imageName(Config, P.Module, Kind, Slot);
  const std::string Which = !Name.empty() ? "'" + Name.str() + "'"
                            : HasHandles  ? "handle " + hex(A.Address)
                                          : "slot " + llvm::utostr(Slot);
  F.Thread = C.thread(F.Warp, A.Lane);
  std::string Who =
      " by thread " + tripleText(F.Thread) + " in block " + tripleText(F.Block);
  switch (A.Reason) {
  case AccessFault::Unbound:
    F.Kind = IsSurface ? FaultKind::UnboundSurface : FaultKind::UnboundTexture;
    F.Message = "access to " + What + " " + Which +
                ", to which nothing is bound," + Who;
    return;
  case AccessFault::OutsideSurface:
    F.Kind = FaultKind::OobSurface;
    F.Message = "access beyond surface " + Which + Who;
    return;
  case AccessFault::MisalignedSurface:
    F.Kind = FaultKind::Misaligned;
    F.Message = "misaligned access of size " + llvm::utostr(A.Bytes) +
                " to surface " + Which + Who;
    return;
  case AccessFault::MisalignedImage: {
    const BoundImage &Bound = IsSurface ? Config.Images->Surfaces[Slot]
                                        : Config.Images->Textures[Slot];
    F.Kind = FaultKind::Misaligned;
    F.Address = Bound.Address.value();
    F.Message = "access to misaligned " + What + " " + Which + Who +
                "; its address " + Bound.Address.str() +
                " is not a multiple of the " +
                bytes(Bound.Image->format().texelBytes()) + " of a texel";
    return;
  }
  case AccessFault::None:
  case AccessFault::OutOfBounds:
  case AccessFault::Misaligned:
  case AccessFault::Null:
  case AccessFault::Illegal:
  case AccessFault::WrongImage:
    break;
  }
  F.Kind = FaultKind::TextureFormat;
  F.Message = "invalid access to " + What + " " + Which + Who + "; " + A.Detail;
}

void Reporter::access(Fault &F, const AccessFault &A) {
  if (A.Reason >= AccessFault::Unbound)
    return image(F, A);
  static constexpr llvm::StringLiteral Names[] = {
      "__global__", "__shared__", "__local__", "__constant__", "generic"};
  F.Thread = C.thread(F.Warp, A.Lane);
  F.Address = A.Address;
  std::string What = Names[unsigned(A.Where)].str() +
                     (A.IsWrite ? " write" : " read") + " of size " +
                     llvm::utostr(A.Bytes) + " by thread " +
                     tripleText(F.Thread) + " in block " + tripleText(F.Block) +
                     "; address " + abi::Address(A.Address).str() + " ";
  if (A.Reason == AccessFault::Misaligned) {
    F.Kind = FaultKind::Misaligned;
    F.Message =
        "misaligned " + What + "is not a multiple of " + llvm::utostr(A.Bytes);
    return;
  }
  F.Message = "invalid " + What;
  if (A.Reason == AccessFault::Null) {
    F.Kind = FaultKind::NullPointer;
    F.Message += "is in the null page" + otherSpace(A.Address);
    return;
  }
  switch (A.Where) {
  case Space::Global: {
    F.Kind = FaultKind::OobGlobal;
    F.Message += globalPlace(A) + otherSpace(A.Address);
    return;
  }
  case Space::Shared:
    F.Kind = FaultKind::OobShared;
    F.Message += sharedPlace(A.Address);
    return;
  case Space::Local:
    if (isBehindStack(A)) {
      F.Kind = FaultKind::StackOverflow;
      F.Message = "stack overflow beyond the " + bytes(Config.StackBytes) +
                  " of a thread (" + Config.StackLimitName.str() +
                  ") by thread " + tripleText(F.Thread) + " in block " +
                  tripleText(F.Block);
      return;
    }
    F.Kind = FaultKind::OobLocal;
    F.Message += "is beyond the " + bytes(C.localWords() * 4) +
                 " of local memory of a thread";
    return;
  case Space::Const:
    F.Kind = FaultKind::OobConst;
    F.Message += A.IsWrite ? "is in constant memory, which no kernel writes to"
                           : "is beyond the constant bank";
    return;
  // A lane's own space is known by the time that it faults.
  case Space::Generic:
  case Space::None:
    break;
  }
}

Fault Reporter::warpFault() {
  const Warp &W = C.warp(C.lastTurn());
  const WarpFault &Why = W.fault();
  Fault F = at(W, C.lastTurn(), Why.PC, Why.Mask);
  std::string Who =
      " by thread " + tripleText(F.Thread) + " in block " + tripleText(F.Block);
  switch (Why.Reason) {
  case WarpFault::None:
    break;
  case WarpFault::Access:
    access(F, W.lanes().Fault);
    F.Details = operands(F, W.lanes());
    break;
  case WarpFault::Illegal: {
    F.Kind = FaultKind::IllegalInstruction;
    auto Complaint = P.Complaints.find(Why.PC);
    F.Message = "illegal instruction" + Who;
    if (Complaint != P.Complaints.end())
      F.Message += "; " + Complaint->second;
    break;
  }
  case WarpFault::BadBarrier:
    F.Kind = FaultKind::IllegalInstruction;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::BadTarget:
    F.Kind = FaultKind::IllegalInstruction;
    F.Message = "jump to an address that is not an instruction's" + Who;
    break;
  case WarpFault::Trap:
    F.Kind = FaultKind::Trap;
    F.Message = "trap executed" + Who;
    break;
  case WarpFault::Host:
    F.Kind = Why.Refusal;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::StackMismatch:
    F.Kind = FaultKind::StackMismatch;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::StackOverflow:
    F.Kind = FaultKind::StackOverflow;
    F.Message = "divergence stack overflow beyond " +
                llvm::utostr(DivergenceStack::MaxEntries) + " entries" + Who;
    break;
  }
  return F;
}

Fault Reporter::barrier(llvm::StringRef Message) {
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    if (W.state() != WarpState::AtBarrier)
      continue;
    Fault F = at(W, N, W.pc() - 1, W.active());
    F.Kind = FaultKind::Barrier;
    F.Message = ("barrier " + llvm::Twine(W.barrier()) + " in block " +
                 tripleText(F.Block) + " " + Message)
                    .str();
    F.Details = waiting();
    return F;
  }
  llvm_unreachable("no warp waits");
}

Fault Reporter::limit(bool IsStuck) {
  for (unsigned N = 0; N != C.numWarps(); ++N)
    if (C.warp(N).state() == WarpState::AtBarrier)
      return barrier(
          IsStuck ? "can never be met: the warps that should come spin for ever"
                  : "was not met by all warps before the instruction limit");
  std::string Limit = IsStuck
                          ? "for ever"
                          : "after " + llvm::utostr(Config.MaxInstructions) +
                                " warp-instructions";
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    uint32_t Held = W.held();
    if (W.state() != WarpState::Running || !Held)
      continue;
    Fault F = at(W, N, W.pc(), W.active());
    F.Kind = FaultKind::Deadlock;
    F.Message = std::string("lanes of a warp wait for lanes of the same warp "
                            "that ") +
                (IsStuck ? "do not arrive" : "had not arrived") +
                ", in block " + tripleText(F.Block) + ", " + Limit;
    F.Details = "lanes " + hex(W.active()) + " run, lanes " + hex(Held) +
                " are held on the divergence stack";
    for (const StackEntry &E : llvm::reverse(W.stack().entries()))
      F.Details += std::string("\n") + entryName(E.Kind) + " entry, lanes " +
                   hex(E.Mask);
    return F;
  }
  Fault F = atRunning();
  F.Kind = FaultKind::InstructionLimit;
  F.Message = IsStuck
                  ? "block " + tripleText(F.Block) +
                        " can never end: its warps spin, and nothing that they "
                        "read changes any more"
                  : "instruction limit reached in block " +
                        tripleText(F.Block) + ", " + Limit;
  F.Details = waiting();
  return F;
}

Fault Reporter::timeout() {
  Fault F = atRunning();
  F.Kind = FaultKind::Timeout;
  llvm::raw_string_ostream(F.Message)
      << "time limit of " << llvm::format("%g", *Config.TimeLimit)
      << " s reached in block " << tripleText(F.Block);
  F.Details = waiting();
  return F;
}

} // namespace

Fault ctaFault(const Program &P, const Cta &C, CtaEnd End,
               const GlobalMemory &Memory, const LaunchConfig &Config) {
  Reporter R(P, C, Memory, Config);
  switch (End) {
  case CtaEnd::Done:
    break;
  case CtaEnd::Fault:
    return R.warpFault();
  case CtaEnd::Barrier:
    return R.barrier("can never be met: no warp is left that could arrive");
  case CtaEnd::Paused:
    return R.limit(false);
  case CtaEnd::Stuck:
    return R.limit(true);
  case CtaEnd::Late:
    return R.timeout();
  }
  llvm_unreachable("not a fault");
}

} // namespace heddle::sm
