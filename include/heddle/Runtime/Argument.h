//===- Argument.h - Kernel arguments from text ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the ARG texts of command lines: TYPE=VALUE, bytes=HEX and the buffer
/// generators, buf=@FILE, buf=zeros:BYTES, buf=undef:BYTES, buf=TYPE:v,v,v,
/// buf=TYPE:iota:N, buf=TYPE:fill:N:V, buf=TYPE:rand:N:SEED and
/// buf=#I[+OFFSET].
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ARGUMENT_H
#define HEDDLE_RUNTIME_ARGUMENT_H

#include "heddle/ABI/ImageAccess.h"
#include "heddle/Runtime/Elements.h"

namespace heddle::runtime {

struct Argument {
  enum KindType : uint8_t {
    /// One value of Type, in Bytes.
    Scalar,
    /// A whole parameter array, in Bytes.
    RawBytes,
    /// A new buffer of Size bytes that starts with Bytes; the rest is zero.
    NewBuffer,
    /// Address of the buffer of parameter BufferOf, plus Offset.
    SameBuffer,
    /// The handle of Image.
    Handle,
  };

  KindType Kind = Scalar;
  /// The type of the scalar, or of the buffer's elements where the text names
  /// it.
  std::optional<ElementType> Type;
  llvm::SmallVector<uint8_t, 8> Bytes;
  uint64_t Size = 0;
  /// Checkers take the bytes of a new buffer for bytes that nobody wrote.
  bool IsUndefined = false;
  /// The file that Bytes come from; empty: none.
  std::string Path;
  /// The name of the image that a handle is for.
  std::string Image;
  abi::ImageKind ImageKind = abi::ImageKind::Texture;
  unsigned BufferOf = 0;
  uint64_t Offset = 0;
};

/// The kind of image for whose handle an argument's kind stands: "tex",
/// "sampler", "surf".
std::optional<abi::ImageKind> findHandleKind(llvm::StringRef Name);

/// Reads one ARG. Files are read here.
llvm::Expected<Argument> parseArgument(llvm::StringRef Text);

/// Reads what follows "buf=" in an ARG.
llvm::Expected<Argument> parseContents(llvm::StringRef Text);

/// Reads an even number of hexadecimal digits.
llvm::Error parseHexBytes(llvm::StringRef Text,
                          llvm::SmallVectorImpl<uint8_t> &Out);

/// The contents of \p Path, "-" being standard input.
llvm::Expected<llvm::SmallVector<uint8_t, 8>> readBytes(llvm::StringRef Path);

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_ARGUMENT_H
