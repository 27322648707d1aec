//===- Module.h - The ELF container, read and checked -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layout of an object and its reader. Little-endian ELF, of the class and the
/// machine that the chip's TargetModel has:
///
///   .text.NAME           code of kernel NAME, from address 0
///   .heddle.info.NAME    KernelInfo, encoded by encodeKernelInfo
///   .heddle.lines.NAME   {u32 address, u32 line, u32 column} per entry,
///                        ascending addresses
///   .heddle.arch         what the chip was asked for as, "sm_75", without a
///                        terminating zero; only where it stands for many
///   .heddle.geometry     CompiledGeometry, encoded by encodeCompiledGeometry;
///                        only where launches may be other than on the chip's
///                        own geometry
///   .heddle.registers.NAME  RegisterMap, encoded by encodeRegisterMap; only on
///                        request
///   .heddle.source       name of the PTX file, without a terminating zero
///   .heddle.files        list of PTXFile, encoded by encodeFiles; only where
///                        several modules were linked
///   .heddle.loc          SourceMap, encoded by encodeSourceMap; only where the
///                        PTX has .loc
///   .heddle.images       textures, samplers and surfaces that code names,
///                        encoded by encodeImages; only where there are some
///   .debug_*             the same places as DWARF, for other tools; code
///                        sections lie one after another there, from address 0
///   .data.NAME           first contents of .global variable NAME, whose symbol
///                        has its size: zeros behind are left out; or, where
///   .bss.NAME            all of it is zero, its size; sh_addralign counts
///   .heddle.parts.NAME   where .data.NAME holds only parts of the variable:
///                        {u64 offset in the variable, u64 bytes} of each,
///                        ascending; all else is zero
///   .heddle.const        the image of c0[]; object symbols in it are the
///                        .const variables, by offset and size
///   .rela.SECTION        places in code and data that take the address of a
///                        .global variable (RelocationType); the symbol names
///                        the variable's section
///
/// An object that is still to be linked has none of the sections with code and
/// data but
///
///   .heddle.ptx          the module's PTX; symbols of functions lie where they
///                        are declared in it
///   .heddle.part         its Part, encoded by encodePart
///   .bss .heddle.const .heddle.shared   without contents: the variables of the
///                        space, by offset and size
///
/// Symbols have the bindings that .visible, .weak, .common and .extern mean.
///
/// e_flags: bits 0..7 the chip's compute capability times ten (10 = g80),
/// bit 8 set when code uses an extension that no real chip executes, bit 9 when
/// PTX was compiled with map_f64_to_f32, bit 10 when PTX has addresses of 32
/// bits on a chip with 64.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_MODULE_H
#define HEDDLE_OBJECT_MODULE_H

#include "heddle/ABI/DivergenceRules.h"
#include "heddle/Object/CompiledGeometry.h"
#include "heddle/Object/ImageList.h"
#include "heddle/Object/KernelInfo.h"
#include "heddle/Object/OperationMap.h"
#include "heddle/Object/PTXFile.h"
#include "heddle/Object/RegisterMap.h"
#include "heddle/Object/SourceMap.h"
#include "heddle/Object/Variable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace heddle::object {

inline constexpr llvm::StringLiteral TextPrefix = ".text.";
inline constexpr llvm::StringLiteral InfoPrefix = ".heddle.info.";
inline constexpr llvm::StringLiteral LinesPrefix = ".heddle.lines.";
inline constexpr llvm::StringLiteral ArchSection = ".heddle.arch";
inline constexpr llvm::StringLiteral GeometrySection = ".heddle.geometry";
inline constexpr llvm::StringLiteral LiteralsPrefix = ".heddle.literals.";
inline constexpr llvm::StringLiteral RegistersPrefix = ".heddle.registers.";
inline constexpr llvm::StringLiteral SourceSection = ".heddle.source";
inline constexpr llvm::StringLiteral FilesSection = ".heddle.files";
inline constexpr llvm::StringLiteral PTXSection = ".heddle.ptx";
inline constexpr llvm::StringLiteral PartSection = ".heddle.part";
inline constexpr llvm::StringLiteral SharedSection = ".heddle.shared";
inline constexpr llvm::StringLiteral SourceMapSection = ".heddle.loc";
inline constexpr llvm::StringLiteral ImagesSection = ".heddle.images";
inline constexpr llvm::StringLiteral DataPrefix = ".data.";
inline constexpr llvm::StringLiteral ZeroPrefix = ".bss.";
inline constexpr llvm::StringLiteral PartsPrefix = ".heddle.parts.";
inline constexpr llvm::StringLiteral ConstantSection = ".heddle.const";
inline constexpr uint32_t FlagsChipMask = 0xff;
inline constexpr uint32_t FlagsExtension = 0x100;
inline constexpr uint32_t FlagsMappedDoubles = 0x200;
inline constexpr uint32_t FlagsNarrowPointers = 0x400;
inline constexpr uint32_t FlagsIndependentLanes = 0x800;

/// The bank of c[] that has Module::AddressTable.
inline constexpr unsigned AddressBank = 14;

struct Kernel {
  KernelInfo Info;
  std::vector<LineEntry> Lines;
  std::vector<uint8_t> Code;
  /// c1[] while it runs; empty where the code reads none of it.
  std::vector<uint8_t> Literals;
  /// Immediates that are addresses.
  std::vector<Relocation> Relocations;
  /// Empty where nobody asked for it.
  RegisterMap Registers;

  /// The PTX place of the instruction at \p Address; line 0 when unknown.
  LineEntry lineOf(uint32_t Address) const;
};

/// An object, read into memory and checked: section bounds, sizes, metadata.
struct Module {
  /// Never null.
  const abi::TargetModel *Target = &abi::targetModels().front();
  /// 10 for g80, 11 for g84, 12 for gt215, 13 for gt200.
  unsigned ComputeCapability = 0;
  bool UsesExtensions = false;
  /// An f64 in memory is an f32 in the low of its eight bytes.
  bool MapsDoubles = false;
  /// Parameters that are addresses have 32 bits, whatever the chip's have.
  bool NarrowPointers = false;
  /// Lanes of a warp may meet in an exchange or a barrier from different
  /// branches.
  bool IndependentLanes = false;
  /// Which lanes of a warp that parts at a branch go on at once. Code of
  /// NVIDIA's compilers relies on those that branch: its loops for locks end by
  /// a branch out of them.
  abi::FirstSide SideThatGoesOn = abi::FirstSide::FallThrough;
  /// The geometry that the code was compiled for; if empty, that of its chip.
  std::optional<CompiledGeometry> Geometry;
  std::string SourceName;
  /// The files of the modules where several were linked; SourceName is the
  /// first. Empty otherwise.
  std::vector<PTXFile> Files;
  /// The object is still to be linked, and has no code.
  std::optional<Part> ToLink;
  /// The sources that the PTX was made from, as far as it says.
  SourceMap Sources;
  /// The references of each kind in the order of its slots.
  std::vector<abi::ImageReference> Images;
  std::vector<Kernel> Kernels;
  std::vector<Variable> Variables;
  /// First contents of c0[], which all kernels share, and its parts.
  std::vector<uint8_t> Constants;
  std::vector<ConstantSymbol> ConstantSymbols;
  /// Words of Constants that are addresses.
  std::vector<Relocation> ConstantRelocations;
  /// c14[], which code of NVIDIA's compilers takes the addresses of variables
  /// from, and its words that are addresses. Empty in objects of ours.
  std::vector<uint8_t> AddressTable;
  std::vector<Relocation> AddressRelocations;

  /// Not read from the object: a compiler for checkers leaves it here.
  std::optional<OperationMap> Operations;

  /// The architecture that was asked for where the chip stands for many:
  /// "sm_75". Empty: the chip itself.
  std::string Arch;

  const Kernel *findKernel(llvm::StringRef Name) const;

  /// The SM that code was compiled for.
  const abi::Geometry &geometry() const;

  /// The SM that its occupancy is reckoned on: the one that it was compiled for
  /// where that was chosen, else the one of the chip that it was asked for as.
  const abi::Geometry &occupancyGeometry() const;

  /// Bytes of an address in parameters.
  unsigned pointerBytes() const {
    return NarrowPointers ? 4 : Target->GlobalPointerBits / 8;
  }

  /// A line of a file.
  struct Place {
    llvm::StringRef File;
    uint32_t Line = 0;
    /// An index into Files; 0 where that is empty.
    size_t FileIndex = 0;
  };
  /// The file and line that \p Line of a LineEntry stands for; a line of no
  /// file is taken for one of the first.
  Place placeOf(uint32_t Line) const;
  /// "line 7", or "line 7 of b.ptx" where several modules were linked.
  std::string lineText(uint32_t Line) const;
};

/// The bytes of .heddle.info.NAME.
llvm::SmallVector<char, 0> encodeKernelInfo(const KernelInfo &Info);

/// Reads what encodeKernelInfo wrote. Fails on truncated or foreign bytes, and
/// on sizes beyond the limits, which are larger where addresses have 64 bits
/// (\p IsWide).
llvm::Expected<KernelInfo> decodeKernelInfo(llvm::ArrayRef<uint8_t> Bytes,
                                            bool IsWide = false);

/// Whether \p Bytes are a text file with machine code, as CUDA 1.x and 2.x made
/// them.
bool isTextCubin(llvm::StringRef Bytes);

/// Whether \p Bytes are those of an object, ours or not.
bool isELFOrTextCubin(llvm::StringRef Bytes);

/// Reads a whole object: one of ours, or NVIDIA's of compute capability 1.0 to
/// 1.3, ELF or text. Every malformed input is an error that says what is
/// wrong; nothing is trusted. \p Target is what it must be made for; null: what
/// its chip has.
llvm::Expected<Module> readModule(llvm::MemoryBufferRef Buffer,
                                  const abi::TargetModel *Target = nullptr);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_MODULE_H
