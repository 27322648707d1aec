//===- JSONFields.h - Fields of JSON objects, with errors -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the fields of an object by name and type. A field that nobody asked
/// for is an error: a misspelt "expect" would else be a test that cannot fail.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JOBS_JSONFIELDS_H
#define HEDDLE_LIB_JOBS_JSONFIELDS_H

#include "JSONPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace heddle::jobs {

/// A JSON file.
struct JSONSource {
  llvm::StringRef Path;
  llvm::StringRef Text;

  /// "FILE:LINE:COL: MESSAGE" for what is at \p Offset.
  llvm::Error errorAt(size_t Offset, const llvm::Twine &Message) const;
};

/// An object and the way to it from the outermost value. Optional fields may be
/// null, which is the same as absent.
class JSONFields {
public:
  JSONFields(const JSONSource &Source, const llvm::json::Object &Object,
             llvm::ArrayRef<JSONStep> Path)
      : Source(Source), Object(Object), Path(Path.begin(), Path.end()) {}

  /// The value of \p Name; null when it is absent or null. From then on the
  /// field is known.
  const llvm::json::Value *find(llvm::StringRef Name);

  /// Texts, numbers and flags go to \p Out, which keeps its value when the
  /// optional field is not there.
  llvm::Error readText(llvm::StringRef Name, std::string &Out);
  llvm::Error readNumber(llvm::StringRef Name, uint64_t Max, uint64_t &Out);
  llvm::Error readFlag(llvm::StringRef Name, bool &Out);
  /// Reads a number that is finite and not negative.
  llvm::Error readReal(llvm::StringRef Name, double &Out);

  /// Fields that must be there.
  llvm::Expected<std::string> text(llvm::StringRef Name);
  llvm::Expected<uint64_t> number(llvm::StringRef Name, uint64_t Max);

  /// Calls \p Read for each element of the list \p Name, which must be there.
  llvm::Error forEach(
      llvm::StringRef Name,
      llvm::function_ref<llvm::Error(const llvm::json::Value &, size_t)> Read);

  /// "FILE:LINE:COL: launches[0].args[1].tol: MESSAGE", at the field \p Name,
  /// or at the object where it is not there.
  llvm::Error error(llvm::StringRef Name, const llvm::Twine &Message) const;
  /// An error on element \p Index of list \p Name.
  llvm::Error error(llvm::StringRef Name, size_t Index,
                    const llvm::Twine &Message) const;

  /// An error on the object itself.
  llvm::Error errorHere(const llvm::Twine &Message) const {
    return errorOn(Path, Message);
  }

  /// The way to element \p Index of list \p Name.
  llvm::SmallVector<JSONStep, 4> pathTo(llvm::StringRef Name,
                                        size_t Index) const;

  /// Fails for a field that was never looked for and is no note.
  llvm::Error finish() const;

private:
  /// The error that field \p Name is missing, with the field that may be a slip
  /// for it.
  llvm::Error missing(llvm::StringRef Name) const;
  llvm::Error errorOn(llvm::ArrayRef<JSONStep> Where,
                      const llvm::Twine &Message) const;

  const JSONSource &Source;
  const llvm::json::Object &Object;
  llvm::SmallVector<JSONStep, 4> Path;
  llvm::SmallVector<std::string, 12> Known;
};

} // namespace heddle::jobs

#endif // HEDDLE_LIB_JOBS_JSONFIELDS_H
