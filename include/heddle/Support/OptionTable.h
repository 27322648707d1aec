//===- OptionTable.h - Options with what they set ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A table whose rows say all of an option: its spelling, its help, the words
/// that shells complete, and the function that gives its value to a structure.
/// A tool that takes the options of a table adds its rows and calls apply.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_OPTIONTABLE_H
#define HEDDLE_SUPPORT_OPTIONTABLE_H

#include "heddle/Support/CommandLine.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// An option that changes a \p T.
template <class T> struct OptionSetter {
  /// The option; the table sets its Id.
  OptionRow Row;
  /// \p Name is the row's, for messages.
  llvm::Error (*Set)(T &To, llvm::StringRef Name,
                     const ParsedOption &O) = nullptr;
  /// Names the option without which this one is pointless, for the message
  /// "--NAME goes with WHAT only"; null where all is well. Asked when all
  /// options have been set.
  const char *(*Lacks)(const T &Of) = nullptr;
};

/// Rows have the ids from \p First on, in their order, but other names of an
/// option have its id.
template <class T> class OptionTable {
public:
  OptionTable(llvm::ArrayRef<OptionSetter<T>> Rows, unsigned First)
      : Setters(Rows), FirstId(First) {}

  /// The rows for a ToolInfo.
  std::vector<OptionRow> rows() const {
    std::vector<OptionRow> Result;
    for (const OptionSetter<T> &S : Setters) {
      Result.push_back(S.Row);
      Result.back().Id = FirstId + unsigned(mainOf(S) - Setters.begin());
    }
    return Result;
  }

  /// False when \p O is of another table.
  llvm::Expected<bool> apply(const ParsedOption &O, T &To) const {
    const OptionSetter<T> *S = setterOf(O);
    if (!S)
      return false;
    if (llvm::Error E = S->Set(To, S->Row.Name, O))
      return std::move(E);
    return true;
  }

  /// Applies \p Options, for a tool all of whose options are in the table.
  llvm::Error applyAll(llvm::ArrayRef<ParsedOption> Options, T &To) const {
    for (const ParsedOption &O : Options) {
      llvm::Expected<bool> IsOwn = apply(O, To);
      if (!IsOwn)
        return IsOwn.takeError();
      assert(*IsOwn && "an option of no table");
    }
    return llvm::Error::success();
  }

  /// Checks the companions after all of \p Options were applied.
  llvm::Error checkCompanions(llvm::ArrayRef<ParsedOption> Options,
                              const T &Of) const {
    for (const ParsedOption &O : Options) {
      const OptionSetter<T> *S = setterOf(O);
      const char *Missing = S && S->Lacks ? S->Lacks(Of) : nullptr;
      if (Missing)
        return llvm::createStringError(llvm::Twine("--") + S->Row.Name +
                                       " goes with " + Missing + " only");
    }
    return llvm::Error::success();
  }

  /// The row with the name, which is written without dashes; null: none.
  const OptionSetter<T> *find(llvm::StringRef Name) const {
    const auto *It = llvm::find_if(
        Setters, [&](const OptionSetter<T> &S) { return Name == S.Row.Name; });
    return It == Setters.end() ? nullptr : It;
  }

  llvm::ArrayRef<OptionSetter<T>> setters() const { return Setters; }
  /// The first id that another table can have.
  unsigned end() const { return FirstId + unsigned(Setters.size()); }

private:
  /// A row without help is another name of the first that sets the same.
  const OptionSetter<T> *mainOf(const OptionSetter<T> &S) const {
    if (S.Row.Help)
      return &S;
    return llvm::find_if(Setters, [&](const OptionSetter<T> &Other) {
      return Other.Set == S.Set;
    });
  }
  const OptionSetter<T> *setterOf(const ParsedOption &O) const {
    return O.Id >= FirstId && O.Id < end() ? &Setters[O.Id - FirstId] : nullptr;
  }

  llvm::ArrayRef<OptionSetter<T>> Setters;
  unsigned FirstId;
};

/// Gives a whole number from \p Least to \p Most to \p Slot, which has room for
/// it.
template <class N>
llvm::Error setNumber(llvm::StringRef Name, const ParsedOption &O,
                      uint64_t Least, uint64_t Most, N &Slot) {
  llvm::Expected<uint64_t> Number = numberValue(Name, O, Least, Most);
  if (!Number)
    return Number.takeError();
  Slot = static_cast<N>(*Number);
  return llvm::Error::success();
}

/// Leaves the rows called \p Names out of what --help prints.
inline void makeRare(llvm::ArrayRef<llvm::StringRef> Names,
                     llvm::MutableArrayRef<OptionRow> Rows) {
  for (OptionRow &Row : Rows)
    if (llvm::is_contained(Names, llvm::StringRef(Row.Name)))
      Row.Status = OptionRow::Rare;
}

/// Gives \p Slot a path or a name.
inline llvm::Error setText(llvm::StringRef Text, std::string &Slot) {
  Slot = Text.str();
  return llvm::Error::success();
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_OPTIONTABLE_H
