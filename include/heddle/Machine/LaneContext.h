//===- LaneContext.h - A warp as its handlers see it ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of 32 lanes, laid out for vector code: a register is a row of 32
/// words, a condition-code bit is one word with a bit for each lane.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LANECONTEXT_H
#define HEDDLE_MACHINE_LANECONTEXT_H

#include "heddle/Machine/Operation.h"
#include <cstdint>

namespace heddle::texture {
struct BilinearImage;
}

namespace heddle::sm {

constexpr unsigned Lanes = 32;
constexpr uint32_t AllLanes = ~uint32_t(0);

/// Rows behind a warp's registers: one for each memory operand, and the bucket
/// that takes what nobody wants, up to 128 bits of it.
constexpr unsigned ScratchRows = 6;
constexpr unsigned BucketRow = 2;

enum ConditionBit : unsigned { BitZ, BitS, BitC, BitO };

/// A range of a memory that was checked already. Without member initializers,
/// and so without a constructor that host ISAs would share.
struct Window {
  uint32_t Base;
  uint32_t Size;
  uint8_t *Data;
};

/// A range of g[] at a wide address.
struct FarWindow {
  uint64_t Base;
  uint64_t Size;
  uint8_t *Data;
};

/// In a table of locks: the warp holds none. No address in s[].
constexpr uint32_t NoLock = ~uint32_t(0);

/// Windows of g[] that a warp remembers. An instruction mostly goes on in one
/// buffer, and neighbours in different ones: each access of a kernel has the
/// next slot (DecodedInst::Slot), so that no two of a loop with up to so many
/// share one.
constexpr unsigned WindowSlots = 32;

/// Set by a handler that returns false.
struct AccessFault {
  enum ReasonKind : uint8_t {
    None,
    OutOfBounds,
    Misaligned,
    Null,
    Illegal,
    /// The matrix unit cannot compute the product; Detail says why.
    NoProduct,
    /// For images: nothing is bound to the slot, or the handle, in Address.
    Unbound,
    /// The bound image cannot be read, or written, like that; Detail says why.
    WrongImage,
    /// Beyond the surface.
    OutsideSurface,
    /// Address is a place in a row that is no multiple of Bytes.
    MisalignedSurface,
    /// The image does not start at a multiple of its texels' size.
    MisalignedImage,
  };
  ReasonKind Reason = None;
  Space Where = Space::Global;
  bool IsWrite = false;
  uint8_t Bytes = 0;
  uint8_t Lane = 0;
  /// The address that the faulting lane accessed.
  uint64_t Address = 0;
  /// For images: an ImageKind.
  uint8_t Image = 0;
  const char *Detail = nullptr;
};

/// Finds the window of \p Address; Data is null when nothing is mapped there.
using FindWindow = Window (*)(const void *Memory, uint32_t Address);

using FindFarWindow = FarWindow (*)(const void *Memory, uint64_t Address,
                                    bool IsWrite);

struct DecodedInst;
struct LaneContext;

/// Executes \p I, of the unit Texture, for the lanes in \p Mask. False: it
/// faulted.
using ImageAccessor = bool (*)(const DecodedInst &I, LaneContext &L,
                               uint32_t Mask);

/// Executes \p I, of the unit Matrix, for the lanes in \p Mask. Returns false
/// if it faulted.
using MatrixOperator = bool (*)(const DecodedInst &I, LaneContext &L,
                                uint32_t Mask);

/// The known relation between an $a register's lanes, active or not.
enum class AddressShape : uint8_t {
  Other,
  /// The value is the same in all lanes.
  Uniform,
  /// Lane n holds lane 0's plus 4n: one word after another.
  Words,
};

struct alignas(64) LaneContext {
  /// The values as computed; the chip keeps the low 16 bits.
  alignas(64) uint32_t AddressRegs[5][Lanes];
  AddressShape Shapes[5];
  /// [register][ConditionBit]
  uint32_t Condition[4][4];
  /// Indexed by BaseIndex.
  uint32_t *Base[2];
  /// Lanes that execute.
  uint32_t Active;
  /// Registers of the warp; scratch rows follow.
  uint32_t Registers;

  /// Bits that addresses in s[], l[] and c[] lose. The chip cuts the upper 16;
  /// if none is, an address that it would cut is out of bounds.
  uint32_t AddressCut;

  uint8_t *Shared;
  uint32_t SharedBytes;
  /// Stores below this are faults: the launch state and the parameters.
  uint32_t SharedLow;
  /// For each warp of the CTA, the address in s[] that it locked.
  uint32_t *Locks;
  uint32_t NumWarps;
  uint32_t WarpIndex;
  /// Bytes of local memory each lane has. Word w of lane l lies at w*32+l.
  uint32_t LocalBytes;
  uint32_t *Local;
  /// Sixteen constant banks.
  const Window *Banks;
  /// The windows of the last global accesses, by DecodedInst::Slot.
  Window Global[WindowSlots];
  /// The windows of accesses at wide addresses: first of loads, then of writes,
  /// since some memory of the host can only be read.
  FarWindow FarGlobal[2][WindowSlots];
  const void *GlobalMemory;
  /// Whether other host threads access g[], so that atomics must be the host's.
  bool IsConcurrent;
  FindWindow FindGlobal;
  FindFarWindow FindFarGlobal;

  /// The ImageTable of the launch.
  const void *Images;
  ImageAccessor AccessImage;
  /// The textures of the launch that a warp may fetch from at once, by slot.
  const texture::BilinearImage *Bilinear;
  uint32_t NumBilinear;

  MatrixOperator UseMatrix;
  /// The sm_ number of the chip whose sums tensor instructions have.
  uint32_t TensorChip;

  void forgetFarWindows() {
    for (auto &Slots : FarGlobal)
      for (FarWindow &W : Slots)
        W = FarWindow{};
  }

  /// The time that the next instruction reads, if it reads one.
  uint64_t Clock;
  /// $physid without the lane.
  uint32_t PhysicalId;
  /// CTAs of the grid.
  uint32_t Nctaid[3];
  /// SMs of the chip, and the number of this one. The warps that one SM runs at
  /// the same time.
  uint32_t NumSMs, SmId, MaxWarps;
  /// Bytes of s[] that the launch adds, and all behind the parameters.
  uint32_t DynamicShared, TotalShared;

  AccessFault Fault;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LANECONTEXT_H
