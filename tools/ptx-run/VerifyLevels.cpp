//===- VerifyLevels.cpp - Hold code against its PTX -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyLevels.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Judge/Judge.h"
#include "heddle/Machine/Fault.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/Program.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/SM/Launch.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// All bytes that kernels can write.
auto contentsOf(const sm::GlobalMemory &Memory) {
  std::vector<std::pair<uint64_t, std::vector<uint8_t>>> Contents;
  for (const sm::Buffer &B : Memory.buffers())
    if (B.Data)
      Contents.push_back({B.Address.value(), {B.Data, B.Data + B.Size}});
  return Contents;
}

template <class SnapshotT>
void restore(const SnapshotT &From, const sm::GlobalMemory &Memory) {
  for (const auto &[Address, Bytes] : From)
    if (const sm::Buffer *B = Memory.find(abi::Address(Address)))
      copy(Bytes, B->Data);
}

/// Approximations may differ by this, relative to what they are.
constexpr double Tolerance = 0x1p-10;

template <class T> bool areClose(T A, T B) {
  return std::isfinite(A) && std::isfinite(B) &&
         std::fabs(A - B) <=
             T(Tolerance) * std::max(std::fabs(A), std::fabs(B));
}

/// Whether two patterns are the same number of type \p T: any NaN is as good as
/// another. Patterns of .bN may be integers, too, and small negative ones look
/// like NaNs that have a sign.
template <class T, class BitsT>
bool areSame(BitsT X, BitsT Y, bool IsBits, bool IsApproximate) {
  const auto A = std::bit_cast<T>(X), B = std::bit_cast<T>(Y);
  if (std::isnan(A) && std::isnan(B))
    return !IsBits || !std::signbit(A) || !std::signbit(B);
  return IsApproximate && areClose(A, B);
}

/// Whether both halves of words are close, as f16 or as bf16: approximations
/// of these have errors of up to 2^-7, or of 2^-8 where they are small.
bool areCloseHalves(uint32_t X, uint32_t Y) {
  const auto AreClose = [](const fltSemantics &S, uint16_t V, uint16_t W) {
    const auto Value = [&](uint16_t Bits) {
      return APFloat(S, APInt(16, Bits)).convertToFloat();
    };
    const float A = std::fabs(Value(V)), B = std::fabs(Value(W));
    const float Distance = std::fabs(Value(V) - Value(W));
    // Words of small integers look like denormals.
    const auto IsUsual = [](float M) { return M == 0 || M >= 0x1p-14F; };
    return std::isfinite(A) && std::isfinite(B) &&
           (Distance <= 0x1p-6F * std::max(A, B) ||
            (Distance <= 0x1p-8F && IsUsual(A) && IsUsual(B)));
  };
  for (unsigned At : {0U, 16U}) {
    const auto V = uint16_t(X >> At), W = uint16_t(Y >> At);
    if (V != W && !AreClose(APFloat::IEEEhalf(), V, W) &&
        !AreClose(APFloat::BFloat(), V, W))
      return false;
  }
  return true;
}

/// Whether the words at \p At agree, which an instruction with \p Type wrote;
/// None: no instruction did.
bool agree(ArrayRef<uint8_t> A, ArrayRef<uint8_t> B, uint64_t At,
           ptx::ScalarType Type, const judge::Outcome &Of) {
  using enum ptx::ScalarType;
  const bool IsApproximate = Of.IsApproximate;
  const uint32_t X = support::endian::read32le(A.data() + At);
  const uint32_t Y = support::endian::read32le(B.data() + At);
  if (X == Y)
    return true;
  const bool MayHoldHalves = Type == F16 || Type == BF16 || Type == F16x2 ||
                             Type == BF16x2 || Type == B16 || Type == B32;
  if (Of.HasApproximateHalves && MayHoldHalves && areCloseHalves(X, Y))
    return true;
  if (Type == F32 || Type == B32)
    return areSame<float>(X, Y, Type == B32, IsApproximate);
  if (Type == S32 || Type == U32)
    return IsApproximate && areClose(Type == S32 ? double(int32_t(X)) : X,
                                     Type == S32 ? double(int32_t(Y)) : Y);
  const uint64_t Pair = At / 8 * 8;
  if (ptx::bitWidth(Type) != 64 || Pair + 8 > A.size())
    return false;
  const uint64_t V = support::endian::read64le(A.data() + Pair);
  const uint64_t W = support::endian::read64le(B.data() + Pair);
  if (Type == F64 || Type == B64)
    return areSame<double>(V, W, Type == B64, IsApproximate);
  return IsApproximate && areClose(double(int64_t(V)), double(int64_t(W)));
}

/// The first word that differs, if any does, of memory that is at \p Begin.
/// \p TypeAt says what wrote it.
std::optional<uint64_t>
firstDifference(ArrayRef<uint8_t> A, ArrayRef<uint8_t> B,
                const judge::Outcome &Of, uint64_t Begin,
                function_ref<ptx::ScalarType(uint64_t At)> TypeAt) {
  const auto IsOpen = [&](uint64_t At) {
    return Of.Doubts.lookup((Begin + At) / 4) == judge::Doubt::Open;
  };
  uint64_t At = 0;
  for (; At + 4 <= A.size(); At += 4)
    if (std::memcmp(A.data() + At, B.data() + At, 4) != 0 && !IsOpen(At) &&
        !agree(A, B, At, TypeAt(At), Of))
      return At;
  for (; At != A.size(); ++At)
    if (A[At] != B[At] && !IsOpen(At))
      return At;
  return std::nullopt;
}

std::string wordAt(ArrayRef<uint8_t> Bytes, uint64_t At) {
  if (At + 4 > Bytes.size())
    return fmt::format("0x{:02x}", Bytes[At]);
  const uint32_t Word = support::endian::read32le(Bytes.data() + At);
  return fmt::format("0x{:08x} ({}, {:g})", Word, Word,
                     std::bit_cast<float>(Word));
}

judge::Launch launchOf(const sm::Program &P, const sm::GlobalMemory &Memory,
                       const sm::LaunchConfig &Config) {
  judge::Launch L;
  L.Grid = {Config.Grid.X, Config.Grid.Y, Config.Grid.Z};
  L.Block = {Config.Block.X, Config.Block.Y, Config.Block.Z};
  L.DynamicSharedBytes = Config.DynamicSharedBytes;
  L.Params = Config.Params;
  if (Config.Cluster)
    L.ClusterSize = Config.Cluster->count();
  else if (P.Kernel.Info.hasCluster())
    for (uint32_t Extent : P.Kernel.Info.ReqCluster)
      L.ClusterSize *= std::max(Extent, 1U);
  L.HasIeee = P.Module.ComputeCapability >= 20;
  if (!Config.ConstantBanks.empty())
    L.Constants = Config.ConstantBanks[0];
  L.ParamOffset = [&P](StringRef Name) -> std::optional<uint32_t> {
    for (const object::KernelParam &K : P.Kernel.Info.Params)
      if (K.Name == Name)
        return K.Offset;
    return std::nullopt;
  };
  L.ConstantOffset = [&P](StringRef Name) -> std::optional<uint32_t> {
    for (const object::ConstantSymbol &S : P.Module.ConstantSymbols)
      if (S.Name == Name)
        return S.Offset;
    return std::nullopt;
  };
  L.GlobalAddress = [&Memory](StringRef Name) -> std::optional<uint64_t> {
    for (const sm::Buffer &B : Memory.buffers())
      if (B.Kind == sm::Buffer::Variable && B.Name == Name)
        return B.Address.value();
    return std::nullopt;
  };
  L.Global = [&Memory, Last = static_cast<const sm::Buffer *>(nullptr)](
                 uint64_t Address, unsigned Bytes,
                 bool IsWrite) mutable -> uint8_t * {
    if (!Last || Address < Last->Address.value() ||
        Address - Last->Address.value() >= Last->Size)
      Last = Memory.find(abi::Address(Address));
    if (!Last || !Last->Data || (IsWrite && Last->IsReadOnly))
      return nullptr;
    const uint64_t Offset = Address - Last->Address.value();
    return Offset + Bytes <= Last->Size ? Last->Data + Offset : nullptr;
  };
  return L;
}

} // namespace

LevelCheck::LevelCheck(const RunOptions &Options, raw_ostream &To)
    : Diags(Sources, To, Options.Diagnostics), OS(To) {}

Error LevelCheck::prepare(RunOptions &Options) {
  std::vector<std::string> Paths = Options.Inputs;
  if (!Options.JobPath.empty()) {
    Expected<jobs::Job> Job = jobs::readJob(Options.JobPath);
    if (!Job)
      return Job.takeError();
    Paths = Job->ModulePaths;
  }
  if (Options.Compile.FuseMulAdd || Options.Compile.FmaAsMad)
    return createStringError("--verify-levels compares with what the PTX says; "
                             "it does not go with --fmad or --fma-as-mad");
  if (Options.Settings.Schedule.any() || Options.Settings.Schedule.isAllLate())
    return createStringError("--verify-levels is of one run of a launch; it "
                             "does not go with other schedules, or with late "
                             "copies");
  if (Paths.size() != 1 || !StringRef(Paths.front()).ends_with(".ptx"))
    return createStringError("--verify-levels takes one file of PTX");
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Paths.front());
  if (!File)
    return File.takeError();
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  // The compiler says what is wrong with it.
  DiagnosticOptions Silent;
  Diagnostics Unheard(Sources, nulls(), Silent);
  Module = ptx::parseModule(Unheard);
  if (!Module)
    return Error::success();
  Options.Settings.Execution.Run = [this](const sm::Executable &Code,
                                          sm::GlobalMemory &Memory,
                                          const sm::LaunchConfig &Config) {
    return run(Code, Memory, Config);
  };
  return Error::success();
}

Error LevelCheck::reportRefusal(const judge::Outcome &Of) const {
  std::string Where;
  if (Of.At) {
    auto [Line, Column] = Diags.position(Of.At->Range.Start);
    Where = fmt::format("{}:{}:{}: ", Module->FileName.str(), Line, Column);
  }
  return createStringError(Where + "--verify-levels cannot evaluate " +
                           Of.Message +
                           (Of.At ? ": " + Of.At->spelling() : Twine()));
}

void LevelCheck::report(const sm::Program &P, const judge::Outcome &Of,
                        const Twine &What, StringRef Note,
                        const ptx::Instruction *At) {
  if (Of.DependsOnOrder) {
    OS << "ptx-run: kernel '" << P.Kernel.Info.Name
       << "' may compute something else in another order of its threads; "
          "--verify-levels does not compare it\n";
    return;
  }
  if (Of.DependsOnApproximation) {
    OS << "ptx-run: kernel '" << P.Kernel.Info.Name
       << "' goes by the last bits of approximations; --verify-levels does "
          "not compare it\n";
    return;
  }
  ++Differences;
  OS << "ptx-run: kernel '" << P.Kernel.Info.Name
     << "' is not what its PTX says: " << What << '\n';
  if (!At)
    return;
  auto [Line, Column] = Diags.position(At->Range.Start);
  const auto Size =
      size_t(At->Range.End.getPointer() - At->Range.Start.getPointer());
  OS << Module->FileName << ':' << Line << ':' << Column << ": note: " << Note
     << ": " << StringRef(At->Range.Start.getPointer(), Size) << '\n';
}

void LevelCheck::compare(const sm::Program &P, const judge::Outcome &Of,
                         const sm::GlobalMemory &Memory,
                         const Snapshot &Judged) {
  for (const auto &[Address, Want] : Judged) {
    const sm::Buffer *B = Memory.find(abi::Address(Address));
    if (!B || B->Size != Want.size() || B->Kind == sm::Buffer::Heap)
      continue;
    const ArrayRef<uint8_t> Got(B->Data, B->Size);
    const std::optional<uint64_t> At = firstDifference(
        Want, Got, Of, Address, [&, Begin = Address](uint64_t Byte) {
          const ptx::Instruction *I = Of.Writers.lookup((Begin + Byte) / 4);
          return I ? I->type() : ptx::ScalarType::None;
        });
    if (!At)
      continue;
    report(P, Of,
           fmt::format("byte {} of '{}' is {}, and the PTX gives {}", *At,
                       B->Name, wordAt(Got, *At), wordAt(Want, *At)),
           "by the PTX, this is the last to write it",
           Of.Writers.lookup((Address + *At) / 4));
    return;
  }
}

Expected<sm::LaunchResult> LevelCheck::run(const sm::Executable &Code,
                                           sm::GlobalMemory &Memory,
                                           const sm::LaunchConfig &Config) {
  const sm::Program &P = sm::programOf(Code);
  const Snapshot Before = contentsOf(Memory);
  Expected<sm::LaunchResult> Result = sm::launch(Code, Memory, Config);
  // A launch that did not begin has nothing to compare.
  if (!Result || Result->Interrupted ||
      (Result->TheFault && Result->Stats.WarpInstructions == 0))
    return Result;
  // How fast the host is, no PTX says.
  if (Result->TheFault && Result->TheFault->Kind == sm::FaultKind::Timeout)
    return Result;
  // Threads that go round for ever, with others waiting for them or without.
  const bool MayNeverEnd =
      Result->TheFault &&
      (Result->TheFault->Kind == sm::FaultKind::InstructionLimit ||
       Result->TheFault->Kind == sm::FaultKind::Barrier);
  const Snapshot After = contentsOf(Memory);
  restore(Before, Memory);
  judge::Launch L = launchOf(P, Memory, Config);
  L.Module = Module.get();
  L.TensorChip = Config.TensorChip ? Config.TensorChip : Module->Target;
  // A part suffices of a launch that never ends.
  constexpr uint64_t LongEnough = uint64_t(1) << 24;
  if (MayNeverEnd)
    L.MaxInstructions = 32 * std::min(LongEnough / 32, Config.MaxInstructions);
  for (const ptx::Function *F : Module->Functions)
    if (F->IsEntry && F->Name == P.Kernel.Info.Name)
      L.Kernel = F;
  if (!L.Kernel)
    return createStringError("--verify-levels: the PTX has no kernel '" +
                             P.Kernel.Info.Name + "'");
  const judge::Outcome Of = judge::run(L);
  const Snapshot Judged = contentsOf(Memory);
  restore(After, Memory);
  // A launch may end only behind what the judge waits for.
  if (Of.Kind == judge::Outcome::Refused && MayNeverEnd &&
      Of.Instructions > L.MaxInstructions) {
    OS << "ptx-run: kernel '" << P.Kernel.Info.Name << "' does not end within "
       << L.MaxInstructions
       << " instructions of threads of its PTX; --verify-levels does not "
          "compare it\n";
    return Result;
  }
  if (Of.Kind == judge::Outcome::Refused)
    return reportRefusal(Of);
  if ((Of.Kind == judge::Outcome::Faulted) != Result->TheFault.has_value())
    report(P, Of,
           Result->TheFault
               ? "it faults: " + Result->TheFault->Message
               : "it does not fault, and the PTX does: " + Of.Message,
           "by the PTX, it faults here", Of.At);
  else if (!Result->TheFault)
    compare(P, Of, Memory, Judged);
  return Result;
}

} // namespace heddle
