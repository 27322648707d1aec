//===- JSONFields.cpp - Fields of JSON objects, with errors ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONFields.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace heddle::jobs {
namespace {

/// Fields that are for people and for the programs that make job files, at any
/// place; so is every name that starts with "//".
constexpr StringRef Notes[] = {"note", "marks", "covers", "class",
                               "extra_args"};

bool isNote(StringRef Name) {
  return Name.starts_with("//") || is_contained(Notes, Name);
}

/// "; did you mean 'expect'?", or nothing.
std::string suggestion(StringRef Name, ArrayRef<std::string> Known) {
  StringRef Best =
      nearestWord(Name, SmallVector<StringRef, 16>(Known.begin(), Known.end()));
  return Best.empty() ? "" : ("; did you mean '" + Best + "'?").str();
}

} // namespace

Error JSONSource::errorAt(size_t Offset, const Twine &Message) const {
  StringRef Before = Text.take_front(Offset);
  size_t Line = Before.count('\n') + 1;
  size_t Column = Offset - (Before.rfind('\n') + 1) + 1;
  return createStringError(Path + ":" + Twine(Line) + ":" + Twine(Column) +
                           ": " + Message);
}

Error JSONFields::errorOn(ArrayRef<JSONStep> Where,
                          const Twine &Message) const {
  std::string Names;
  for (const JSONStep &Step : Where) {
    if (Step.Key.empty())
      Names += "[" + utostr(Step.Index) + "]";
    else
      Names += (Names.empty() ? "" : ".") + Step.Key;
  }
  return Source.errorAt(findJSON(Source.Text, Where),
                        Names + (Names.empty() ? "" : ": ") + Message);
}

Error JSONFields::error(StringRef Name, const Twine &Message) const {
  SmallVector<JSONStep, 4> Where = Path;
  Where.push_back({Name.str(), 0});
  return errorOn(Where, Message);
}

SmallVector<JSONStep, 4> JSONFields::pathTo(StringRef Name,
                                            size_t Index) const {
  SmallVector<JSONStep, 4> Where = Path;
  Where.push_back({Name.str(), 0});
  Where.push_back({"", Index});
  return Where;
}

Error JSONFields::error(StringRef Name, size_t Index,
                        const Twine &Message) const {
  return errorOn(pathTo(Name, Index), Message);
}

const json::Value *JSONFields::find(StringRef Name) {
  if (!is_contained(Known, Name))
    Known.push_back(Name.str());
  const json::Value *V = Object.get(Name);
  return V && V->kind() != json::Value::Null ? V : nullptr;
}

Error JSONFields::readText(StringRef Name, std::string &Out) {
  const json::Value *V = find(Name);
  if (!V)
    return Error::success();
  std::optional<StringRef> Text = V->getAsString();
  if (!Text)
    return error(Name, "expected a text");
  Out = Text->str();
  return Error::success();
}

Error JSONFields::readNumber(StringRef Name, uint64_t Max, uint64_t &Out) {
  const json::Value *V = find(Name);
  if (!V)
    return Error::success();
  std::optional<uint64_t> Number = V->getAsUINT64();
  if (!Number || *Number > Max)
    return error(Name, "expected a number from 0 to " + Twine(Max));
  Out = *Number;
  return Error::success();
}

Error JSONFields::readFlag(StringRef Name, bool &Out) {
  const json::Value *V = find(Name);
  if (!V)
    return Error::success();
  std::optional<bool> Is = V->getAsBoolean();
  if (!Is)
    return error(Name, "expected true or false");
  Out = *Is;
  return Error::success();
}

Error JSONFields::readReal(StringRef Name, double &Out) {
  const json::Value *V = find(Name);
  if (!V)
    return Error::success();
  std::optional<double> Number = V->getAsNumber();
  if (!Number || !std::isfinite(*Number) || *Number < 0)
    return error(Name, "expected a finite number that is not negative");
  Out = *Number;
  return Error::success();
}

Error JSONFields::missing(StringRef Name) const {
  SmallVector<StringRef, 8> Others;
  for (const auto &[Key, Value] : Object)
    if (!isNote(Key) && !is_contained(Known, StringRef(Key)))
      Others.push_back(Key);
  llvm::sort(Others);
  StringRef Slip = nearestWord(Name, Others);
  return errorHere(
      "'" + Name + "' is missing" +
      (Slip.empty() ? "" : "; did you write '" + Slip + "' for it?"));
}

Expected<std::string> JSONFields::text(StringRef Name) {
  std::string Text;
  if (!find(Name))
    return missing(Name);
  if (Error E = readText(Name, Text))
    return std::move(E);
  return Text;
}

Expected<uint64_t> JSONFields::number(StringRef Name, uint64_t Max) {
  uint64_t Number = 0;
  if (!find(Name))
    return missing(Name);
  if (Error E = readNumber(Name, Max, Number))
    return std::move(E);
  return Number;
}

Error JSONFields::forEach(
    StringRef Name, function_ref<Error(const json::Value &, size_t)> Read) {
  const json::Value *V = find(Name);
  if (!V)
    return missing(Name);
  const json::Array *List = V->getAsArray();
  if (!List)
    return error(Name, "expected a list");
  for (auto [Index, Element] : enumerate(*List))
    if (Error E = Read(Element, Index))
      return E;
  return Error::success();
}

Error JSONFields::finish() const {
  for (const auto &[Key, Value] : Object) {
    StringRef Name = Key;
    if (!is_contained(Known, Name) && !isNote(Name))
      return error(Name, "unknown field" + suggestion(Name, Known));
  }
  return Error::success();
}

} // namespace heddle::jobs
