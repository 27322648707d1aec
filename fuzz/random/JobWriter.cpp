//===- JobWriter.cpp - Programs as job files ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobWriter.h"
#include "Evaluator.h"
#include "Generator.h"
#include "Writer.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

class JobWriter {
public:
  JobWriter(const Program &P, StringRef Folder)
      : P(P), Base(fmt::format("random-{}", P.Seed)), Folder(Folder.str()) {}

  Error run();

private:
  Error write(StringRef Ending, StringRef Bytes);
  Expected<json::Value> file(StringRef Ending,
                             const std::vector<uint8_t> &Bytes);
  static json::Object buffer(size_t Bytes, json::Value Init,
                             json::Value Expected);
  Expected<json::Array> arguments();

  const Program &P;
  /// The names of the files without their endings.
  std::string Base, Folder;
};

Error JobWriter::write(StringRef Ending, StringRef Bytes) {
  return writeOutputFile(Folder + "/" + Base + Ending.str(), Bytes);
}

/// A file with \p Bytes, as a job names it.
Expected<json::Value> JobWriter::file(StringRef Ending,
                                      const std::vector<uint8_t> &Bytes) {
  if (Error E = write(Ending, toStringRef(Bytes)))
    return std::move(E);
  return json::Value(Base + Ending.str());
}

json::Object JobWriter::buffer(size_t Bytes, json::Value Init,
                               json::Value Expected) {
  return json::Object{{"kind", "buf"},
                      {"bytes", int64_t(Bytes)},
                      {"init", std::move(Init)},
                      {"expect", std::move(Expected)}};
}

/// Those of k(out, common, in, n).
Expected<json::Array> JobWriter::arguments() {
  const std::vector<uint8_t> Input = inputBytes(P), Common = commonBytes(P);
  const Outcome Result = evaluate(P);
  json::Value Files[4] = {nullptr, nullptr, nullptr, nullptr};
  const std::pair<const char *, const std::vector<uint8_t> *> Contents[] = {
      {".out.bin", &Result.Output},
      {".common.bin", &Common},
      {".common.out.bin", &Result.Common},
      {".in.bin", &Input}};
  for (auto [Place, Content] : zip_equal(Files, Contents)) {
    Expected<json::Value> Name = file(Content.first, *Content.second);
    if (!Name)
      return Name.takeError();
    Place = std::move(*Name);
  }
  return json::Array{
      buffer(Result.Output.size(), nullptr, std::move(Files[0])),
      buffer(Common.size(), std::move(Files[1]), std::move(Files[2])),
      buffer(Input.size(), std::move(Files[3]), nullptr),
      json::Object{{"kind", "u32"}, {"value", int64_t(P.N)}}};
}

Error JobWriter::run() {
  if (!P.Images.empty())
    return createStringError("--write-jobs: program " + Twine(P.Seed) +
                             " has images; its job cannot be written");
  if (Error E = write(".ptx", writePTX(P)))
    return E;
  Expected<json::Array> Arguments = arguments();
  if (!Arguments)
    return Arguments.takeError();
  json::Value Job = json::Object{
      {"module", Base + ".ptx"},
      {"arch", P.Chip},
      {"launches", json::Array{json::Object{
                       {"name", Base},
                       {"entry", "k"},
                       {"grid", json::Array{int64_t(P.Blocks), 1, 1}},
                       {"block", json::Array{int64_t(P.Threads), 1, 1}},
                       {"args", std::move(*Arguments)}}}}};
  std::string Text;
  raw_string_ostream(Text) << formatv("{0:2}\n", Job);
  return write(".json", Text);
}

} // namespace

Error writeJobs(const SupervisorOptions &Options) {
  for (uint64_t I = 0; I != Options.Count; ++I) {
    Program P = generateProgram(Options.Seed + I, Options.Generator);
    P.ClearsRegisters = true;
    if (Error E = JobWriter(P, Options.Folder).run())
      return E;
  }
  return Error::success();
}

} // namespace heddle::ptxrandom
