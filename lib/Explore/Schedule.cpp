//===- Schedule.cpp - An order of warps, to be run again ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explore/Schedule.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace heddle::explore {

static constexpr int64_t Version = 1;

namespace {

/// The hash of bytes that come one after another.
class Hasher {
public:
  void add(ArrayRef<uint8_t> Bytes) {
    uint64_t Parts[] = {Sum, Bytes.size(), xxh3_64bits(Bytes)};
    Sum = xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(Parts), sizeof(Parts)));
  }
  uint64_t sum() const { return Sum; }

private:
  uint64_t Sum = 0;
};

} // namespace

LaunchIdentity identityOf(const sm::Program &P, const sm::GlobalMemory &Memory,
                          const sm::LaunchConfig &Config) {
  LaunchIdentity Id;
  if (const abi::Chip *C = abi::findChip(P.Module.ComputeCapability))
    Id.Chip = C->Name;
  Id.Kernel = P.Kernel.Info.Name;
  Id.Grid = {Config.Grid.X, Config.Grid.Y, Config.Grid.Z};
  Id.Block = {Config.Block.X, Config.Block.Y, Config.Block.Z};
  Id.DynamicSharedBytes = Config.DynamicSharedBytes;
  Id.NumSMs = Config.NumSMs;
  Id.CodeHash = xxh3_64bits(P.Kernel.Code);
  Hasher Data;
  Data.add(Config.Params);
  for (ArrayRef<uint8_t> Bank : Config.ConstantBanks)
    Data.add(Bank);
  for (const sm::Buffer &B : Memory.buffers())
    if (B.Data)
      Data.add({B.Data, size_t(B.Size)});
  Id.DataHash = Data.sum();
  return Id;
}

// Numbers of 64 bits are text, as many readers of JSON have but 53.
static std::string hex(uint64_t N) { return "0x" + utohexstr(N, true); }

static json::Value arrayOf(ArrayRef<uint32_t> Numbers) {
  json::Array List;
  for (uint32_t N : Numbers)
    List.push_back(N);
  return List;
}

std::string scheduleText(const Schedule &S) {
  json::Array Preemptions;
  for (const Preemption &P : S.Preemptions) {
    json::Object O{{"point", P.Point},
                   {"line", P.Line},
                   {"block", arrayOf(P.Block)},
                   {"warp", P.Warp}};
    if (!P.File.empty())
      O["file"] = json::fixUTF8(P.File);
    Preemptions.push_back(std::move(O));
  }
  json::Object Root{{"schema", Version},
                    {"launch", S.Launch},
                    {"chip", S.Of.Chip},
                    {"kernel", S.Of.Kernel},
                    {"grid", arrayOf(S.Of.Grid)},
                    {"block", arrayOf(S.Of.Block)},
                    {"smem", S.Of.DynamicSharedBytes},
                    {"num_sms", S.Of.NumSMs},
                    {"code", hex(S.Of.CodeHash)},
                    {"data", hex(S.Of.DataHash)},
                    {"priorities", hex(S.Seed)},
                    {"points", arrayOf(S.Points)},
                    {"preemptions", std::move(Preemptions)}};
  return formatv("{0:2}\n", json::Value(std::move(Root)));
}

namespace {

bool readHex(const json::Object &O, StringRef Name, uint64_t &To,
             json::Path P) {
  std::optional<StringRef> Text = O.getString(Name);
  if (Text && Text->consume_front("0x") && !Text->getAsInteger(16, To))
    return true;
  P.field(Name).report("expected a number of the form \"0x12ab\"");
  return false;
}

bool fits(uint64_t N, uint32_t &To, json::Path P) {
  To = uint32_t(N);
  if (N == To)
    return true;
  P.report("expected a number below 2^32");
  return false;
}

bool readWord(json::ObjectMapper &M, StringLiteral Name, uint32_t &To,
              json::Path P) {
  uint64_t N = 0;
  return M.map(Name, N) && fits(N, To, P.field(Name));
}

bool readWords(json::ObjectMapper &M, StringLiteral Name,
               std::vector<uint32_t> &To, json::Path P) {
  std::vector<uint64_t> List;
  if (!M.map(Name, List))
    return false;
  for (uint64_t N : List)
    if (!fits(N, To.emplace_back(), P.field(Name)))
      return false;
  return true;
}

bool readTriple(json::ObjectMapper &M, StringLiteral Name,
                std::array<uint32_t, 3> &To, json::Path P) {
  std::vector<uint32_t> List;
  if (!readWords(M, Name, List, P))
    return false;
  if (List.size() == To.size()) {
    std::copy(List.begin(), List.end(), To.begin());
    return true;
  }
  P.field(Name).report("expected three numbers");
  return false;
}

template <class ListT, class FnT>
bool ascends(const ListT &List, FnT KeyOf, json::Path P) {
  for (size_t N = 1; N < List.size(); ++N)
    if (KeyOf(List[N]) <= KeyOf(List[N - 1])) {
      P.index(unsigned(N)).report("expected ascending numbers");
      return false;
    }
  return true;
}

} // namespace

static bool fromJSON(const json::Value &V, Preemption &To, json::Path P) {
  json::ObjectMapper M(V, P);
  return M && M.map("point", To.Point) && readWord(M, "line", To.Line, P) &&
         readWord(M, "warp", To.Warp, P) &&
         readTriple(M, "block", To.Block, P) && M.mapOptional("file", To.File);
}

static bool fromJSON(const json::Value &V, Schedule &To, json::Path P) {
  json::ObjectMapper M(V, P);
  int64_t Schema = 0;
  if (!M || !M.map("schema", Schema))
    return false;
  if (Schema != Version) {
    P.field("schema").report("this version reads schema 1");
    return false;
  }
  const json::Object &O = *V.getAsObject();
  return M.map("launch", To.Launch) && M.map("chip", To.Of.Chip) &&
         M.map("kernel", To.Of.Kernel) &&
         readTriple(M, "grid", To.Of.Grid, P) &&
         readTriple(M, "block", To.Of.Block, P) &&
         readWord(M, "smem", To.Of.DynamicSharedBytes, P) &&
         readWord(M, "num_sms", To.Of.NumSMs, P) &&
         readHex(O, "code", To.Of.CodeHash, P) &&
         readHex(O, "data", To.Of.DataHash, P) &&
         readHex(O, "priorities", To.Seed, P) &&
         readWords(M, "points", To.Points, P) &&
         ascends(
             To.Points, [](uint32_t A) { return A; }, P.field("points")) &&
         M.map("preemptions", To.Preemptions) &&
         ascends(
             To.Preemptions, [](const Preemption &X) { return X.Point; },
             P.field("preemptions"));
}

Expected<Schedule> parseSchedule(StringRef Path, StringRef Text) {
  auto Fail = [&](Error E) {
    return createStringError("'" + Path +
                             "' is no schedule: " + toString(std::move(E)));
  };
  Expected<json::Value> V = json::parse(Text);
  if (!V)
    return Fail(V.takeError());
  Schedule S;
  json::Path::Root Root("schedule");
  if (!fromJSON(*V, S, Root))
    return Fail(Root.getError());
  return S;
}

} // namespace heddle::explore
