//===- JobFile.cpp - Reads job files --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Argument.h"
#include "heddle/Runtime/Job.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle::runtime {
namespace {

Error prefixed(const Twine &Where, Error E) {
  return createStringError(Where + ": " + toString(std::move(E)));
}

class JobReader {
public:
  explicit JobReader(StringRef Path) : Folder(sys::path::parent_path(Path)) {}

  Error read(const json::Object &O, Job &J);

private:
  Error readLaunch(const json::Object &O, JobLaunch &L);
  Error readArgument(const json::Object &O, JobArgument &A);
  Error readBuffer(const json::Object &O, JobArgument &A);
  Error readScalar(const json::Object &O, JobArgument &A);
  Error readContents(const json::Object &O, StringRef Key, uint64_t Size,
                     std::optional<SmallVector<uint8_t, 8>> &Out);
  std::string resolve(StringRef Name) const {
    if (sys::path::is_absolute(Name))
      return Name.str();
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  StringRef Folder;
};

Error readDim(const json::Object &O, StringRef Key, sm::Dim3 &D) {
  const json::Array *A = O.getArray(Key);
  if (!A || A->empty() || A->size() > 3)
    return createStringError("'" + Key +
                             "' must be a list of up to three "
                             "numbers");
  uint32_t *Fields[] = {&D.X, &D.Y, &D.Z};
  for (size_t I = 0; I != A->size(); ++I) {
    std::optional<int64_t> N = (*A)[I].getAsInteger();
    if (!N || !isUInt<32>(*N))
      return createStringError("'" + Key +
                               "' has an entry that is not a "
                               "32-bit number");
    *Fields[I] = static_cast<uint32_t>(*N);
  }
  return Error::success();
}

Error JobReader::readContents(const json::Object &O, StringRef Key,
                              uint64_t Size,
                              std::optional<SmallVector<uint8_t, 8>> &Out) {
  const json::Value *V = O.get(Key);
  if (!V || V->getAsNull())
    return Error::success();
  SmallVector<uint8_t, 8> Bytes;
  if (std::optional<StringRef> File = V->getAsString()) {
    Expected<SmallVector<uint8_t, 8>> Contents = readBytes(resolve(*File));
    if (!Contents)
      return Contents.takeError();
    Bytes = std::move(*Contents);
  } else if (const json::Object *Inline = V->getAsObject();
             Inline && Inline->getString("hex")) {
    if (Error E = parseHexBytes(*Inline->getString("hex"), Bytes))
      return E;
  } else {
    return createStringError("'" + Key +
                             "' must be null, a file name or {\"hex\": ...}");
  }
  if (Bytes.size() != Size)
    return createStringError("'" + Key + "' has " + Twine(Bytes.size()) +
                             " bytes, the buffer " + Twine(Size));
  Out = std::move(Bytes);
  return Error::success();
}

Error JobReader::readBuffer(const json::Object &O, JobArgument &A) {
  A.IsBuffer = true;
  std::optional<int64_t> Size = O.getInteger("bytes");
  if (!Size || *Size < 0)
    return createStringError("'bytes' must be the size of the buffer");
  A.Size = *Size;
  A.Id = O.getString("id").value_or("").str();
  if (Error E = readContents(O, "init", A.Size, A.Init))
    return E;
  if (Error E = readContents(O, "expect", A.Size, A.Want))
    return E;
  StringRef Elem = O.getString("elem").value_or("u8");
  StringRef Compare = O.getString("compare").value_or("exact");
  std::optional<ElementType> Type = parseElementType(Elem);
  std::optional<CompareRule> Rule = parseCompareRule(Compare);
  if (!Type)
    return createStringError("unknown 'elem' \"" + Elem + "\"");
  if (!Rule)
    return createStringError("unknown 'compare' \"" + Compare + "\"");
  A.Rule.Type = *Type;
  A.Rule.Rule = *Rule;
  A.Rule.Tolerance = O.getNumber("tol").value_or(0);
  A.Rule.ExactNaN = O.getString("nan").value_or("") == "exact";
  return Error::success();
}

Error JobReader::readScalar(const json::Object &O, JobArgument &A) {
  if (std::optional<StringRef> Bits = O.getString("bits")) {
    uint64_t Value;
    if (Bits->getAsInteger(0, Value) ||
        !isUIntN(elementSize(A.Type) * 8, Value))
      return createStringError("'bits' \"" + *Bits + "\" does not fit " +
                               elementName(A.Type));
    appendBits(A.Type, Value, A.Bytes);
    return Error::success();
  }
  const json::Value *V = O.get("value");
  if (!V)
    return createStringError("needs 'value' or 'bits'");
  if (std::optional<StringRef> Text = V->getAsString())
    return parseElement(A.Type, *Text, A.Bytes);
  if (!isFloat(A.Type)) {
    if (std::optional<int64_t> N = V->getAsInteger())
      return parseElement(A.Type, itostr(*N), A.Bytes);
    if (std::optional<uint64_t> N = V->getAsUINT64())
      return parseElement(A.Type, utostr(*N), A.Bytes);
  } else if (std::optional<double> D = V->getAsNumber()) {
    return parseElement(A.Type, formatv("{0:e17}", *D).str(), A.Bytes);
  }
  return createStringError("'value' is not a value of type " +
                           elementName(A.Type));
}

Error JobReader::readArgument(const json::Object &O, JobArgument &A) {
  StringRef Kind = O.getString("kind").value_or("");
  if (Kind == "buf")
    return readBuffer(O, A);
  std::optional<ElementType> Type = parseElementType(Kind);
  if (!Type)
    return createStringError("unknown 'kind' \"" + Kind + "\"");
  A.Type = *Type;
  return readScalar(O, A);
}

Error JobReader::readLaunch(const json::Object &O, JobLaunch &L) {
  L.Entry = O.getString("entry").value_or("").str();
  L.Name = O.getString("name").value_or(L.Entry).str();
  L.ExpectFault = O.getString("expect_fault").value_or("").str();
  if (Error E = readDim(O, "grid", L.Grid))
    return E;
  if (Error E = readDim(O, "block", L.Block))
    return E;
  int64_t Shared = O.getInteger("dynamic_shared_bytes").value_or(0);
  if (!isUInt<32>(Shared))
    return createStringError("'dynamic_shared_bytes' is not a size");
  L.DynamicSharedBytes = static_cast<uint32_t>(Shared);
  const json::Array *Args = O.getArray("args");
  if (!Args)
    return createStringError("'args' must be a list");
  for (const json::Value &V : *Args) {
    const json::Object *Arg = V.getAsObject();
    if (!Arg)
      return createStringError("'args' must be a list of objects");
    size_t Index = L.Arguments.size();
    if (Error E = readArgument(*Arg, L.Arguments.emplace_back()))
      return prefixed("args[" + Twine(Index) + "]", std::move(E));
  }
  return Error::success();
}

Error JobReader::read(const json::Object &O, Job &J) {
  std::optional<StringRef> Module = O.getString("module");
  if (!Module)
    return createStringError("'module' must be the name of a file");
  J.ModulePath = resolve(*Module);
  J.Arch = O.getString("arch").value_or("").str();
  const json::Array *Launches = O.getArray("launches");
  if (!Launches)
    return createStringError("'launches' must be a list");
  for (const json::Value &V : *Launches) {
    const json::Object *Launch = V.getAsObject();
    if (!Launch)
      return createStringError("'launches' must be a list of objects");
    size_t Index = J.Launches.size();
    if (Error E = readLaunch(*Launch, J.Launches.emplace_back()))
      return prefixed("launches[" + Twine(Index) + "]", std::move(E));
  }
  return Error::success();
}

/// Whether lists and objects of \p Text nest deeper than any job's. LLVM's
/// reader takes them by recursion and would use up the stack.
bool isNestedTooDeeply(StringRef Text) {
  constexpr unsigned MaxDepth = 64;
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\' && I + 1 != Text.size())
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{') && ++Depth > MaxDepth)
      return true;
    else if (!InString && (C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return false;
}

} // namespace

Expected<Job> readJob(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(Path);
  if (!File)
    return createStringError("cannot read '" + Path +
                             "': " + File.getError().message());
  if (isNestedTooDeeply((*File)->getBuffer()))
    return createStringError("'" + Path + "': nested too deeply for a job");
  Expected<json::Value> V = json::parse((*File)->getBuffer());
  if (!V)
    return prefixed("'" + Path + "'", V.takeError());
  const json::Object *O = V->getAsObject();
  if (!O)
    return createStringError("'" + Path + "': not a job, which is an object");
  Job J;
  if (Error E = JobReader(Path).read(*O, J))
    return prefixed("'" + Path + "'", std::move(E));
  return J;
}

} // namespace heddle::runtime
