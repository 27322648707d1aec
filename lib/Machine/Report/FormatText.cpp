//===- FormatText.cpp - printf for kernels --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/HostServices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdio>

namespace heddle::sm {

/// Wider fields only fill memory.
static constexpr int MaxWidth = 4096;

std::optional<std::string> readText(uint64_t Address, ReadMemoryFn Read) {
  std::string Text;
  char C;
  while (Text.size() < MaxTextBytes && Read(Address + Text.size(), &C, 1)) {
    if (C == 0)
      return Text;
    Text += C;
  }
  return std::nullopt;
}

namespace {

/// Takes one argument after another.
class Formatter {
public:
  Formatter(llvm::StringRef Format, uint64_t Arguments, ReadMemoryFn Read)
      : Rest(Format), Next(Arguments), Read(Read) {}

  FormattedText run();

private:
  uint64_t argument(unsigned Bytes);
  void number(std::string &Spec, int Most);
  void conversion();
  void convert(const std::string &Spec, char Kind, bool IsLong);
  template <class T> void print(const std::string &Spec, T Value);
  void append(llvm::StringRef Text);
  bool failed() const { return Result.BadAddress || Result.IsTooLong; }

  llvm::StringRef Rest;
  uint64_t Next;
  ReadMemoryFn Read;
  FormattedText Result;
};

uint64_t Formatter::argument(unsigned Bytes) {
  uint64_t Value = 0;
  Next = llvm::alignTo(Next, Bytes);
  if (!failed() && !Read(Next, &Value, Bytes))
    Result.BadAddress = Next;
  Next += Bytes;
  ++Result.Count;
  return Value;
}

void Formatter::append(llvm::StringRef Text) {
  Result.IsTooLong |= Text.size() > MaxTextBytes - Result.Text.size();
  if (!Result.IsTooLong)
    Result.Text += Text;
}

template <class T> void Formatter::print(const std::string &Spec, T Value) {
  int Length = std::snprintf(nullptr, 0, Spec.c_str(), Value);
  if (Length <= 0)
    return;
  std::string Text(size_t(Length) + 1, '\0');
  std::snprintf(Text.data(), Text.size(), Spec.c_str(), Value);
  Text.pop_back();
  append(Text);
}

/// A width or a precision: digits, or * and an argument.
void Formatter::number(std::string &Spec, int Most) {
  int Value = 0;
  if (Rest.consume_front("*")) {
    Value = int(argument(4));
    // As C says, a negative width is a flag and a width.
    Spec += llvm::itostr(std::clamp(Value, -Most, Most));
    return;
  }
  llvm::StringRef Digits = Rest.take_while(llvm::isDigit);
  Rest = Rest.drop_front(Digits.size());
  if (!Digits.empty() && Digits.getAsInteger(10, Value))
    Value = Most;
  if (!Digits.empty())
    Spec += llvm::itostr(std::min(Value, Most));
}

void Formatter::convert(const std::string &Spec, char Kind, bool IsLong) {
  switch (Kind) {
  case 'd':
  case 'i':
    if (IsLong)
      return print(Spec + "ll" + Kind, (long long)(argument(8)));
    return print(Spec + Kind, int(argument(4)));
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    if (IsLong)
      return print(Spec + "ll" + Kind, (unsigned long long)(argument(8)));
    return print(Spec + Kind, unsigned(argument(4)));
  case 'c':
    return print(Spec + Kind, int(argument(4)));
  case 'p':
    return print(Spec + Kind, reinterpret_cast<void *>(argument(8)));
  case 's': {
    uint64_t Address = argument(8);
    if (Address == 0)
      return print(Spec + Kind, "(null)");
    std::optional<std::string> Text = readText(Address, Read);
    if (!Text) {
      Result.BadAddress = Address;
      return;
    }
    return print(Spec + Kind, Text->c_str());
  }
  default:
    return print(Spec + Kind, llvm::bit_cast<double>(argument(8)));
  }
}

/// Handles the text behind a percent sign. Text that is no conversion is
/// printed as it is.
void Formatter::conversion() {
  llvm::StringRef Start = Rest;
  if (Rest.consume_front("%")) {
    append("%");
    return;
  }
  std::string Spec = "%";
  llvm::StringRef Flags = Rest.take_while(
      [](char C) { return llvm::StringRef("-+ #0").contains(C); });
  Spec += Flags.take_front(8);
  Rest = Rest.drop_front(Flags.size());
  number(Spec, MaxWidth);
  if (Rest.consume_front(".")) {
    std::string Precision;
    number(Precision, MaxWidth);
    // A negative precision is none.
    if (!llvm::StringRef(Precision).starts_with("-"))
      Spec += "." + Precision;
  }
  bool IsLong = false, IsShort = false, IsByte = false;
  for (;; Rest = Rest.drop_front()) {
    if (Rest.starts_with("l") || Rest.starts_with("j") ||
        Rest.starts_with("z") || Rest.starts_with("t") || Rest.starts_with("L"))
      IsLong = true;
    else if (Rest.starts_with("h")) {
      IsByte = IsShort;
      IsShort = true;
    } else {
      break;
    }
  }
  if (Rest.empty() || !llvm::StringRef("diuoxXcpsfFeEgGaA").contains(Rest[0])) {
    append("%");
    Rest = Start;
    return;
  }
  char Kind = Rest[0];
  Rest = Rest.drop_front();
  if (llvm::StringRef("diuoxX").contains(Kind) && IsShort && !IsLong)
    Spec += IsByte ? "hh" : "h";
  convert(Spec, Kind, IsLong);
}

FormattedText Formatter::run() {
  while (!Rest.empty() && !failed()) {
    auto [Plain, Behind] = Rest.split('%');
    append(Plain);
    bool HasPercent = Plain.size() != Rest.size();
    Rest = Behind;
    if (HasPercent)
      conversion();
  }
  return std::move(Result);
}

} // namespace

FormattedText formatText(llvm::StringRef Format, uint64_t Arguments,
                         ReadMemoryFn Read) {
  return Formatter(Format, Arguments, Read).run();
}

} // namespace heddle::sm
