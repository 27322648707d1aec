//===- CodeJSON.cpp - Machine code of an object for the page --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeJSON.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Inspect/Listing.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;

namespace heddle::explain {

static std::string wordsOf(ArrayRef<uint8_t> Bytes) {
  std::string Text;
  for (size_t N = 0; N + 4 <= Bytes.size(); N += 4)
    Text += fmt::format("{}{:08x}", N ? " " : "",
                        support::endian::read32le(Bytes.data() + N));
  return Text;
}

/// [address, words, text, line] of each instruction.
static json::Array instructionsOf(const object::Kernel &K,
                                  const inspect::Disassembler &D) {
  json::Array Code;
  D.disassemble(K.Code, [&](const inspect::Disassembler::Instruction &I) {
    Code.push_back(json::Array{I.Address, wordsOf(I.Bytes),
                               inspect::singleSpaced(StringRef(I.Text).trim()),
                               K.lineOf(I.Address).Line});
  });
  return Code;
}

/// Threads of the CTA that occupancy is reckoned for.
static uint32_t threadsOf(const object::KernelInfo &Info) {
  for (const auto &Of : {Info.ReqNtid, Info.MaxNtid})
    if (const uint32_t Threads =
            Of[0] * std::max(Of[1], 1u) * std::max(Of[2], 1u))
      return Threads;
  return 256;
}

/// Percentages, by the number of registers a thread has.
static json::Array occupancies(const KernelReport &K, const abi::Geometry &G,
                               uint32_t Threads, unsigned Most) {
  json::Array Of;
  Of.push_back(nullptr);
  const auto Shared = uint32_t(object::sharedBytesOn(K.Info, G));
  for (unsigned N = 1; N <= Most; ++N) {
    const abi::Occupancy O = abi::computeOccupancy(G, Threads, N, Shared);
    Of.push_back(O.MaxWarps ? 100.0 * O.ActiveWarps / O.MaxWarps : 0.0);
  }
  return Of;
}

static void addUse(json::Object &Into, const KernelReport &K,
                   const abi::Geometry &G) {
  json::Array Live;
  unsigned Most = K.Info.Registers;
  for (const tesla::LinePressure &L : K.Pressure.Lines) {
    Live.push_back(json::Array{L.Line, L.Registers});
    Most = std::max(Most, L.Registers);
  }
  const uint32_t Threads = threadsOf(K.Info);
  Into["live"] = std::move(Live);
  Into["registers"] = K.Info.Registers;
  Into["threads"] = Threads;
  Into["occupancy"] = occupancies(K, G, Threads, Most);
}

Expected<StringMap<json::Object>> codeOf(const CompileResult &Result) {
  StringMap<json::Object> Kernels;
  Expected<object::Module> M = object::readModule(MemoryBufferRef(
      StringRef(Result.Output.data(), Result.Output.size()), "object"));
  if (!M)
    return M.takeError();
  auto D = inspect::Disassembler::create(*M);
  if (!D)
    return D.takeError();
  for (const object::Kernel &K : M->Kernels)
    Kernels[K.Info.Name]["code"] = instructionsOf(K, **D);
  for (const KernelReport &K : Result.Kernels)
    addUse(Kernels[K.Info.Name], K, *Result.Geometry);
  return Kernels;
}

static Error notStats(const Twine &Why) {
  return createStringError("these are no statistics of --stats=json for this "
                           "code: " +
                           Why);
}

/// Adds up [address, issues] and what the clock says of launches of one kernel.
static Error addInstructions(const json::Object &Launch, json::Object &Kernel) {
  const json::Array *Instructions = Launch.getArray("instructions");
  const json::Array *Code = Kernel.getArray("code");
  if (!Instructions || !Code)
    return Error::success();
  std::map<int64_t, StringRef> Texts;
  for (const json::Value &I : *Code)
    Texts[*(*I.getAsArray())[0].getAsInteger()] =
        *(*I.getAsArray())[2].getAsString();
  json::Object Executed;
  if (const json::Object *Before = Kernel.getObject("executed"))
    Executed = *Before;
  for (const json::Value &V : *Instructions) {
    const json::Object *I = V.getAsObject();
    const json::Object *Counters = I ? I->getObject("counters") : nullptr;
    const std::optional<int64_t> PC = I ? I->getInteger("pc") : std::nullopt;
    if (!Counters || !PC)
      return notStats("an instruction has no counters");
    auto Found = Texts.find(*PC);
    const std::optional<StringRef> Text = I->getString("text");
    if (Found == Texts.end() ||
        (Text && inspect::singleSpaced(Text->trim()) != Found->second))
      return notStats("at address " + Twine(*PC) + " is '" +
                      (Text ? *Text : StringRef()) + "'");
    const std::string Key = std::to_string(*PC);
    Executed[Key] = Counters->getInteger("issued").value_or(0) +
                    Executed.getInteger(Key).value_or(0);
  }
  Kernel["executed"] = std::move(Executed);
  return Error::success();
}

Error addExecuted(StringRef Stats, StringMap<json::Object> &Kernels) {
  Expected<json::Value> Read = json::parse(Stats);
  if (!Read)
    return notStats(toString(Read.takeError()));
  const json::Object *Top = Read->getAsObject();
  const json::Array *Launches = Top ? Top->getArray("launches") : nullptr;
  if (!Launches)
    return notStats("there are no launches");
  size_t NumAdded = 0;
  for (const json::Value &V : *Launches) {
    const json::Object *L = V.getAsObject();
    std::optional<StringRef> Name = L ? L->getString("kernel") : std::nullopt;
    if (L && !Name)
      Name = L->getString("name");
    if (!Name)
      return notStats("a launch has no name");
    auto Found = Kernels.find(*Name);
    // A launch has a name of its own in a job; of one kernel there is no doubt.
    if (Found == Kernels.end() && Kernels.size() == 1)
      Found = Kernels.begin();
    if (Found == Kernels.end())
      continue;
    if (Error E = addInstructions(*L, Found->second))
      return E;
    ++NumAdded;
  }
  if (!Launches->empty() && NumAdded == 0)
    return notStats("none of the launches is of a kernel of this module");
  return Error::success();
}

} // namespace heddle::explain
