//===- HostServices.cpp - What a launch asks of its host ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/HostServices.h"
#include "heddle/ABI/HostServices.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Support/OneLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <tuple>

namespace heddle::sm {

bool PrintedOutput::accepts() {
  if (Deadline && std::chrono::steady_clock::now() >= *Deadline)
    return false;
  std::lock_guard<std::mutex> Guard(Lock);
  return !IsFull;
}

bool PrintedOutput::add(uint64_t Cta, uint32_t Thread, llvm::StringRef Text) {
  if (Text.empty())
    return true;
  std::lock_guard<std::mutex> Guard(Lock);
  IsFull |= Text.size() > MaxBytes - All.size();
  bool Continues = !Pieces.empty() && Pieces.back().Cta == Cta &&
                   Pieces.back().Thread == Thread;
  IsFull |= !Continues && Pieces.size() == MaxTexts;
  if (IsFull)
    return false;
  if (!Continues)
    Pieces.push_back({Cta, Thread, uint32_t(All.size()), 0});
  Pieces.back().Size += uint32_t(Text.size());
  All += Text;
  return true;
}

std::string PrintedOutput::take(uint64_t LastCta) {
  std::lock_guard<std::mutex> Guard(Lock);
  llvm::sort(Pieces, [](const Piece &A, const Piece &B) {
    return std::tuple(A.Cta, A.Thread, A.Begin) <
           std::tuple(B.Cta, B.Thread, B.Begin);
  });
  std::string Sorted;
  Sorted.reserve(All.size());
  for (const Piece &P : Pieces)
    if (P.Cta <= LastCta)
      Sorted.append(All, P.Begin, P.Size);
  All.clear();
  Pieces.clear();
  return Sorted;
}

bool usesHeap(const Program &P) {
  return llvm::any_of(P.Code, [](const DecodedInst &I) {
    return I.isHostCall() &&
           abi::HostService(I.Sub[0]) == abi::HostService::Allocate;
  });
}

namespace {

/// The services for one lane of a warp.
class LaneServices {
public:
  LaneServices(Warp &W, unsigned Lane) : W(W), L(W.lanes()), Lane(Lane) {}

  /// The result; none: the warp faulted.
  std::optional<uint64_t> run(abi::HostService Service, uint64_t A, uint64_t B);

private:
  uint8_t *byteAt(uint64_t Address, bool IsWrite = false) const;
  bool read(uint64_t Address, void *To, uint64_t Bytes) const;
  bool write(uint64_t Address, const void *From, uint64_t Bytes) const;
  std::optional<uint64_t> exchange(uint64_t Address, uint64_t Record,
                                   bool Compares);
  std::optional<uint64_t> print(uint64_t Format, uint64_t Arguments);
  std::optional<uint64_t> assertion(uint64_t Record);
  std::optional<uint64_t> release(uint64_t Address);
  std::nullopt_t misuse(uint64_t Rule, uint64_t Value);
  std::nullopt_t fail(FaultKind Kind, std::string Text) {
    W.failHost(Lane, Kind, std::move(Text));
    return std::nullopt;
  }
  std::nullopt_t badRead(uint64_t Address) {
    return fail(FaultKind::OobGlobal, "invalid access by the host to " +
                                          abi::Address(Address).str() +
                                          ", where nothing is,");
  }

  Warp &W;
  LaneContext &L;
  unsigned Lane;
};

/// Null where there is none.
uint8_t *LaneServices::byteAt(uint64_t Address, bool IsWrite) const {
  GenericPlace P = placeOf(Address);
  switch (P.Where) {
  case Space::Global: {
    FarWindow M = L.FindFarGlobal(L.GlobalMemory, P.Address, IsWrite);
    return P.Address - M.Base < M.Size ? M.Data + (P.Address - M.Base)
                                       : nullptr;
  }
  case Space::Shared:
    return P.Address < L.SharedBytes ? L.Shared + P.Address : nullptr;
  case Space::Local:
    if (P.Address >= L.LocalBytes)
      return nullptr;
    // Words of a lane are a row apart.
    return reinterpret_cast<uint8_t *>(L.Local + (P.Address >> 2) * Lanes +
                                       Lane) +
           (P.Address & 3);
  case Space::Const:
    return P.Address < L.Banks[0].Size ? L.Banks[0].Data + P.Address : nullptr;
  case Space::Generic:
  case Space::None:
    break;
  }
  return nullptr;
}

bool LaneServices::read(uint64_t Address, void *To, uint64_t Bytes) const {
  auto *Out = static_cast<uint8_t *>(To);
  for (uint64_t N = 0; N != Bytes; ++N) {
    const uint8_t *From = byteAt(Address + N);
    if (!From)
      return false;
    Out[N] = *From;
  }
  return true;
}

bool LaneServices::write(uint64_t Address, const void *From,
                         uint64_t Bytes) const {
  if (placeOf(Address).Where == Space::Const)
    return false;
  for (uint64_t N = 0; N != Bytes; ++N) {
    uint8_t *To = byteAt(Address + N, /*IsWrite=*/true);
    if (!To)
      return false;
    *To = static_cast<const uint8_t *>(From)[N];
  }
  return true;
}

/// Atomic among themselves: CTAs on other host threads may do the same.
std::optional<uint64_t> LaneServices::exchange(uint64_t Address,
                                               uint64_t Record, bool Compares) {
  static std::mutex OneAtATime;
  constexpr unsigned Bytes = 16;
  if (Address % Bytes)
    return fail(FaultKind::Misaligned, "misaligned atomic of size 16 at " +
                                           abi::Address(Address).str());
  std::array<uint8_t, Bytes> Old, Expected, New;
  std::lock_guard<std::mutex> Guard(OneAtATime);
  uint64_t OfNew = Record + (Compares ? Bytes : 0);
  if (!read(Address, Old.data(), Bytes) ||
      !read(Record, Expected.data(), Bytes) || !read(OfNew, New.data(), Bytes))
    return badRead(Address);
  if ((!Compares || Old == Expected) && !write(Address, New.data(), Bytes))
    return badRead(Address);
  write(OfNew + Bytes, Old.data(), Bytes);
  return 0;
}

std::optional<uint64_t> LaneServices::print(uint64_t Format,
                                            uint64_t Arguments) {
  constexpr uint64_t Dropped = ~uint64_t(0);
  PrintedOutput *Output = W.cta().config().Output;
  if (Output && !Output->accepts())
    return Dropped;
  auto Read = [&](uint64_t Address, void *To, uint64_t Bytes) {
    return read(Address, To, Bytes);
  };
  std::optional<std::string> Text = readText(Format, Read);
  if (!Text)
    return badRead(Format);
  FormattedText Done = formatText(*Text, Arguments, Read);
  if (Done.BadAddress)
    return badRead(*Done.BadAddress);
  bool Fits = !Done.IsTooLong &&
              (!Output || Output->add(W.cta().number(),
                                      W.number() * Lanes + Lane, Done.Text));
  return Fits ? Done.Count : Dropped;
}

std::optional<uint64_t> LaneServices::assertion(uint64_t Record) {
  auto Read = [&](uint64_t Address, void *To, uint64_t Bytes) {
    return read(Address, To, Bytes);
  };
  abi::AssertRecord R;
  if (!read(Record, &R, sizeof(R)))
    return badRead(Record);
  // A text that cannot be read must not hide that the assertion failed. A fault
  // is one line, whatever a program writes.
  auto TextAt = [&](uint64_t Address) {
    return onOneLine(readText(Address, Read).value_or("?"));
  };
  return fail(FaultKind::Assert, "assertion '" + TextAt(R.Message) +
                                     "' failed at " + TextAt(R.File) + ":" +
                                     llvm::utostr(uint32_t(R.Line)) + " in '" +
                                     TextAt(R.Function) + "'");
}

std::optional<uint64_t> LaneServices::release(uint64_t Address) {
  if (Address == 0)
    return 0;
  const DeviceHeap *Heap = W.cta().memory().heap();
  std::string Why = Heap ? W.heap()->release(Address)
                         : std::string("is no block of the device heap");
  if (!Why.empty())
    return fail(FaultKind::BadFree,
                "free of " + abi::Address(Address).str() + ", which " + Why);
  W.forgetWindows();
  return 0;
}

std::nullopt_t LaneServices::misuse(uint64_t Rule, uint64_t Value) {
  switch (Rule) {
#define HEDDLE_MISUSE(ID, NUMBER, FAULT, TEXT)                                 \
  case uint64_t(abi::Misuse::ID):                                              \
    return fail(FaultKind::FAULT, llvm::formatv(TEXT, Value));
#include "heddle/ABI/Misuses.def"
  }
  return fail(FaultKind::IllegalInstruction,
              "an instruction has no rule " + llvm::utostr(Rule));
}

std::optional<uint64_t> LaneServices::run(abi::HostService Service, uint64_t A,
                                          uint64_t B) {
  switch (Service) {
  case abi::HostService::BadCall:
    if (A == 0)
      return fail(FaultKind::NullFunction, "call of a null function pointer");
    return fail(FaultKind::BadFunction,
                "call of " + abi::Address(A).str() +
                    ", which is no function of the call's prototype");
  case abi::HostService::Print:
    return print(A, B);
  case abi::HostService::Assert:
    return assertion(A);
  case abi::HostService::Allocate: {
    DeviceHeap *Heap = W.heap();
    return Heap ? Heap->allocate(A) : 0;
  }
  case abi::HostService::Free:
    return release(A);
  case abi::HostService::StackOverflow:
    return fail(FaultKind::StackOverflow, "alloca of " + llvm::utostr(A) +
                                              " bytes, more than is left of " +
                                              llvm::utostr(B));
  case abi::HostService::Exchange128:
    return exchange(A, B, /*Compares=*/false);
  case abi::HostService::CompareAndSwap128:
    return exchange(A, B, /*Compares=*/true);
  case abi::HostService::Misuse:
    return misuse(A, B);
  }
  return fail(FaultKind::IllegalInstruction,
              "the host has no service " + llvm::utostr(unsigned(Service)));
}

} // namespace

bool callHost(Warp &W, const DecodedInst &I, uint32_t Mask) {
  LaneContext &L = W.lanes();
  auto Row = [&](const Source &S) {
    return L.Base[S.Base] + size_t(S.Row) * Lanes;
  };
  const uint32_t *A = Row(I.Src[0]), *B = Row(I.Src[1]);
  uint32_t *Dst = L.Base[WarpRows] + size_t(I.DstRow) * Lanes;
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
    unsigned Lane = unsigned(llvm::countr_zero(Rest));
    auto Pair = [&](const uint32_t *From) {
      return uint64_t(From[Lanes + Lane]) << 32 | From[Lane];
    };
    std::optional<uint64_t> Result =
        LaneServices(W, Lane).run(abi::HostService(I.Sub[0]), Pair(A), Pair(B));
    if (!Result)
      return false;
    Dst[Lane] = uint32_t(*Result);
    Dst[Lanes + Lane] = uint32_t(*Result >> 32);
  }
  return true;
}

} // namespace heddle::sm
