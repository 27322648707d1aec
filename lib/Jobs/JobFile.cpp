//===- JobFile.cpp - Reads job files --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONFields.h"
#include "JobImage.h"
#include "JobTensorMap.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Runtime/Argument.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;

namespace heddle::jobs {

using namespace runtime;

namespace {

class JobReader {
public:
  JobReader(const JSONSource &Source, Job &J)
      : Source(Source), Folder(sys::path::parent_path(Source.Path)), J(J) {}

  Error read(const json::Object &O);

private:
  Error readLaunch(JSONFields &Fields, JobLaunch &L);
  Error readModules(JSONFields &Fields);
  Error readDim(JSONFields &Fields, StringRef Name, sm::Dim3 &D);
  Error readArgument(JSONFields &Fields, JobArgument &A);
  Error readBuffer(JSONFields &Fields, JobArgument &A);
  Error readRule(JSONFields &Fields, Expectation &Rule);
  Error readScalar(JSONFields &Fields, JobArgument &A);
  Error readImages(JSONFields &Fields, StringRef Name, abi::ImageKind Kind,
                   JobLaunch &L);
  Error readImage(JSONFields &Fields, JobImage &I);
  Error readContents(JSONFields &Fields, StringRef Name, uint64_t Size,
                     std::optional<SmallVector<uint8_t, 8>> &Out);
  /// The file called \p Name, from now on one of the job's.
  std::string resolve(StringRef Name);

  const JSONSource &Source;
  StringRef Folder;
  Job &J;
};

std::string JobReader::resolve(StringRef Name) {
  SmallString<256> Path(sys::path::is_absolute(Name) ? "" : Folder);
  sys::path::append(Path, Name);
  J.Files.push_back(Path.str().str());
  return J.Files.back();
}

Error JobReader::readDim(JSONFields &Fields, StringRef Name, sm::Dim3 &D) {
  uint32_t *Slots[] = {&D.X, &D.Y, &D.Z};
  size_t Count = 0;
  auto Read = [&](const json::Value &V, size_t I) -> Error {
    std::optional<uint64_t> N = V.getAsUINT64();
    if (!N || !isUInt<32>(*N))
      return Fields.error(Name, I, "expected a number of 32 bits");
    if (I < std::size(Slots))
      *Slots[I] = static_cast<uint32_t>(*N);
    ++Count;
    return Error::success();
  };
  if (Error E = Fields.forEach(Name, Read))
    return E;
  if (Count == 0 || Count > std::size(Slots))
    return Fields.error(Name, "expected a list of one to three numbers");
  return Error::success();
}

Error JobReader::readContents(JSONFields &Fields, StringRef Name, uint64_t Size,
                              std::optional<SmallVector<uint8_t, 8>> &Out) {
  const json::Value *V = Fields.find(Name);
  if (!V)
    return Error::success();
  SmallVector<uint8_t, 8> Bytes;
  if (std::optional<StringRef> File = V->getAsString()) {
    Expected<SmallVector<uint8_t, 8>> Contents = readBytes(resolve(*File));
    if (!Contents)
      return Fields.error(Name, toString(Contents.takeError()));
    Bytes = std::move(*Contents);
  } else if (const json::Object *Inline = V->getAsObject();
             Inline && Inline->size() == 1 && Inline->getString("hex")) {
    if (Error E = parseHexBytes(*Inline->getString("hex"), Bytes))
      return Fields.error(Name, toString(std::move(E)));
  } else {
    return Fields.error(Name,
                        "expected null, the name of a file or {\"hex\": ...}");
  }
  if (Bytes.size() != Size)
    return Fields.error(Name, "has " + Twine(Bytes.size()) +
                                  " bytes, the buffer " + Twine(Size));
  Out = std::move(Bytes);
  return Error::success();
}

Error JobReader::readRule(JSONFields &Fields, Expectation &Rule) {
  std::string Elem = "u8", Compare = "exact", NaN;
  if (Error E = Fields.readText("elem", Elem))
    return E;
  if (Error E = Fields.readText("compare", Compare))
    return E;
  if (Error E = Fields.readReal("tol", Rule.Tolerance))
    return E;
  if (Error E = Fields.readText("nan", NaN))
    return E;
  std::optional<ElementType> Type = parseElementType(Elem);
  if (!Type)
    return Fields.error("elem", "unknown type '" + Elem + "'");
  std::optional<CompareRule> Compared = parseCompareRule(Compare);
  if (!Compared)
    return Fields.error("compare", "unknown rule '" + Compare +
                                       "'; known: exact, rel, abs, ulp, "
                                       "mismatch_fraction, sorted");
  if (Fields.find("nan") && NaN != "exact")
    return Fields.error("nan", "expected \"exact\"");
  Rule.Type = *Type;
  Rule.Rule = *Compared;
  Rule.ExactNaN = NaN == "exact";
  return Error::success();
}

Error JobReader::readBuffer(JSONFields &Fields, JobArgument &A) {
  A.IsBuffer = true;
  Expected<uint64_t> Size = Fields.number("bytes", UINT32_MAX);
  if (!Size)
    return Size.takeError();
  A.Size = *Size;
  if (Error E = Fields.readText("id", A.Id))
    return E;
  if (Error E = readContents(Fields, "init", A.Size, A.Init))
    return E;
  if (const json::Value *V = Fields.find("undefined")) {
    std::optional<bool> Is = V->getAsBoolean();
    if (!Is || (*Is && A.Init))
      return Fields.error("undefined", "expected true, without 'init', or "
                                       "false");
    A.IsUndefined = *Is;
  }
  if (Error E = readContents(Fields, "expect", A.Size, A.Want))
    return E;
  return readRule(Fields, A.Rule);
}

Error JobReader::readScalar(JSONFields &Fields, JobArgument &A) {
  const json::Value *V = Fields.find("value");
  std::string Bits;
  if (Error E = Fields.readText("bits", Bits))
    return E;
  const auto Wrong = [&] {
    return Fields.error("value",
                        "expected a value of type " + elementName(A.Type));
  };
  // Valid or not, what 'bits' stands for is not looked at twice.
  if (V && !V->getAsString() && !V->getAsNumber())
    return Wrong();
  if (Fields.find("bits")) {
    std::optional<uint64_t> Value =
        parseNumber(Bits, maskTrailingOnes<uint64_t>(elementSize(A.Type) * 8));
    if (!Value)
      return Fields.error("bits",
                          "'" + Bits + "' does not fit " + elementName(A.Type));
    appendBits(A.Type, *Value, A.Bytes);
    return Error::success();
  }
  if (!V)
    return Fields.errorHere("needs 'value' or 'bits'");
  std::string Text;
  if (std::optional<StringRef> Given = V->getAsString())
    Text = Given->str();
  else if (isFloat(A.Type) && std::isfinite(*V->getAsNumber()))
    Text = formatv("{0:e17}", *V->getAsNumber()).str();
  else if (std::optional<int64_t> N = V->getAsInteger(); N && !isFloat(A.Type))
    Text = itostr(*N);
  else if (std::optional<uint64_t> U = V->getAsUINT64(); U && !isFloat(A.Type))
    Text = utostr(*U);
  if (Error E = parseElement(A.Type, Text, A.Bytes)) {
    consumeError(std::move(E));
    return Wrong();
  }
  return Error::success();
}

/// A texture with its sampler, a sampler, or a surface; then its contents.
Error JobReader::readImage(JSONFields &Fields, JobImage &I) {
  if (Error E = readImageSpec(Fields, I.Spec))
    return E;
  if (I.Spec.Kind != abi::ImageKind::Sampler) {
    const uint64_t Size = I.Spec.Layout.bytes();
    if (Error E = Fields.readText("id", I.Id))
      return E;
    if (Error E = readContents(Fields, "init", Size, I.Init))
      return E;
    if (Error E = readContents(Fields, "expect", Size, I.Want))
      return E;
    if (Error E = readRule(Fields, I.Rule))
      return E;
  }
  return Fields.finish();
}

Error JobReader::readImages(JSONFields &Fields, StringRef Name,
                            abi::ImageKind Kind, JobLaunch &L) {
  if (!Fields.find(Name))
    return Error::success();
  return Fields.forEach(Name, [&](const json::Value &V, size_t I) -> Error {
    const json::Object *Image = V.getAsObject();
    if (!Image)
      return Fields.error(Name, I, "expected an object");
    JSONFields ImageFields(Source, *Image, Fields.pathTo(Name, I));
    JobImage &New = L.Images.emplace_back();
    New.Spec.Kind = Kind;
    if (Error E = readImage(ImageFields, New))
      return E;
    for (const JobImage &Before : ArrayRef(L.Images).drop_back())
      if (Before.Spec.Kind == Kind && Before.Spec.Name == New.Spec.Name)
        return ImageFields.error("name",
                                 "'" + New.Spec.Name + "' is bound twice");
    return Error::success();
  });
}

Error JobReader::readArgument(JSONFields &Fields, JobArgument &A) {
  Expected<std::string> Kind = Fields.text("kind");
  if (!Kind)
    return Kind.takeError();
  if (std::optional<abi::ImageKind> Handle = findHandleKind(*Kind)) {
    Expected<std::string> Name = Fields.text("value");
    if (!Name)
      return Name.takeError();
    if (Name->empty())
      return Fields.error("value", "expected a name");
    A.Handle = std::move(*Name);
    A.HandleKind = *Handle;
    return Fields.finish();
  }
  if (*Kind == "tensormap") {
    if (Error E = readTensorMap(Fields, A))
      return E;
    return Fields.finish();
  }
  std::optional<ElementType> Type = parseElementType(*Kind);
  if (!Type && *Kind != "buf")
    return Fields.error("kind", "unknown kind '" + *Kind + "'");
  A.Type = Type.value_or(A.Type);
  if (Error E = Type ? readScalar(Fields, A) : readBuffer(Fields, A))
    return E;
  return Fields.finish();
}

Error JobReader::readLaunch(JSONFields &Fields, JobLaunch &L) {
  if (Error E = Fields.readText("entry", L.Entry))
    return E;
  L.Name = L.Entry;
  if (Error E = Fields.readText("name", L.Name))
    return E;
  if (Error E = Fields.readText("expect_fault", L.ExpectFault))
    return E;
  if (Fields.find("expect_fault") && !sm::findFault(L.ExpectFault))
    return Fields.error("expect_fault", "there is no fault '" + L.ExpectFault +
                                            "'; docs/Faults.md lists them");
  if (Error E = readDim(Fields, "grid", L.Grid))
    return E;
  if (Error E = readDim(Fields, "block", L.Block))
    return E;
  uint64_t Shared = 0;
  if (Error E = Fields.readNumber("dynamic_shared_bytes", UINT32_MAX, Shared))
    return E;
  L.DynamicSharedBytes = static_cast<uint32_t>(Shared);
  auto Read = [&](const json::Value &V, size_t I) -> Error {
    const json::Object *Arg = V.getAsObject();
    if (!Arg)
      return Fields.error("args", I, "expected an object");
    JSONFields ArgFields(Source, *Arg, Fields.pathTo("args", I));
    return readArgument(ArgFields, L.Arguments.emplace_back());
  };
  if (Error E = Fields.forEach("args", Read))
    return E;
  for (auto [Name, Kind] : {std::pair("textures", abi::ImageKind::Texture),
                            std::pair("samplers", abi::ImageKind::Sampler),
                            std::pair("surfaces", abi::ImageKind::Surface)})
    if (Error E = readImages(Fields, Name, Kind, L))
      return E;
  return Fields.finish();
}

/// A name, or a list of names.
Error JobReader::readModules(JSONFields &Fields) {
  const json::Value *Module = Fields.find("module");
  if (!Module || Module->kind() != json::Value::Array) {
    Expected<std::string> Name = Fields.text("module");
    if (!Name)
      return Name.takeError();
    J.ModulePaths.push_back(resolve(*Name));
    return Error::success();
  }
  if (Module->getAsArray()->empty())
    return Fields.error("module", "expected at least one file name");
  return Fields.forEach("module", [&](const json::Value &V, size_t I) -> Error {
    std::optional<StringRef> Name = V.getAsString();
    if (!Name)
      return Fields.error("module", I, "expected a file name");
    J.ModulePaths.push_back(resolve(*Name));
    return Error::success();
  });
}

Error JobReader::read(const json::Object &O) {
  JSONFields Fields(Source, O, {});
  if (Error E = readModules(Fields))
    return E;
  if (Error E = Fields.readText("arch", J.Arch))
    return E;
  auto Read = [&](const json::Value &V, size_t I) -> Error {
    const json::Object *Launch = V.getAsObject();
    if (!Launch)
      return Fields.error("launches", I, "expected an object");
    JSONFields LaunchFields(Source, *Launch, Fields.pathTo("launches", I));
    return readLaunch(LaunchFields, J.Launches.emplace_back());
  };
  if (Error E = Fields.forEach("launches", Read))
    return E;
  return Fields.finish();
}

/// LLVM's "[LINE:COL, byte=N]: MESSAGE" in our form.
Error syntaxError(StringRef Path, Error E) {
  std::string Text = toString(std::move(E));
  auto [Place, Message] = StringRef(Text).split("]: ");
  StringRef LineAndColumn = Place.split(',').first;
  if (!LineAndColumn.consume_front("["))
    return createStringError(Path + ": " + Text);
  return createStringError(Path + ":" + LineAndColumn + ": " + Message);
}

} // namespace

bool isJobFile(StringRef Path) {
  if (Path.ends_with_insensitive(".json"))
    return true;
  // A second reader would miss the beginning of a pipe.
  if (!sys::fs::is_regular_file(Path))
    return false;
  auto File = MemoryBuffer::getFile(Path);
  if (!File)
    return false;
  StringRef Text = (*File)->getBuffer();
  Text.consume_front("\xEF\xBB\xBF");
  return Text.ltrim().starts_with("{");
}

Expected<Job> readJob(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  JSONSource Source{Path, (*File)->getBuffer()};
  // Some editors put a byte-order mark in front of UTF-8.
  Source.Text.consume_front("\xEF\xBB\xBF");
  if (isNestedTooDeeply(Source.Text))
    return createStringError("'" + Path + "': nested too deeply for a job");
  Expected<json::Value> V = json::parse(Source.Text);
  if (!V)
    return syntaxError(Path, V.takeError());
  if (std::optional<size_t> Twice = findRepeatedName(Source.Text))
    return Source.errorAt(*Twice, "this field is there twice");
  const json::Object *O = V->getAsObject();
  if (!O)
    return createStringError("'" + Path + "': not a job, which is an object");
  Job J;
  if (Error E = JobReader(Source, J).read(*O))
    return std::move(E);
  return J;
}

} // namespace heddle::jobs
