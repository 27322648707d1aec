//===- Copy.cpp - Copies and sets of memory -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of the device are those of the bytes, so that a copy is memmove
// once its ends are known to be there. They are looked up when it is asked for
// and, since memory may be freed before a graph is launched, when it runs.
//
//===----------------------------------------------------------------------===//

#include "Copy.h"
#include "Array.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Support/CheckedSize.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace llvm;

namespace heddle::driver {
namespace {

/// From the first byte of \p End to the one in row \p Y of plane \p Z.
CheckedSize offset(const CopyEnd &End, uint64_t Y, uint64_t Z) {
  CheckedSize Rows = CheckedSize(Z) * End.PlaneRows + Y;
  return Rows * End.Pitch;
}

/// Bytes from the first to the last of \p Shape at \p End.
CheckedSize extent(const CopyEnd &End, const CopyShape &Shape) {
  assert(Shape.Width && Shape.Height && Shape.Depth && "an empty copy");
  return offset(End, Shape.Height - 1, Shape.Depth - 1) + Shape.Width;
}

/// Whether the program may access the bytes of a copy with \p Shape at \p End.
/// Where rows lie apart, the gaps between them need not be accessible.
bool isInMemory(const CopyEnd &End, const CopyShape &Shape, bool IsWrite) {
  const bool IsDense = End.Pitch < Shape.Width + sm::hostPageSize() &&
                       (Shape.Depth == 1 || End.PlaneRows == Shape.Height);
  CopyShape Piece = Shape;
  uint64_t Rows = 1, Planes = 1;
  if (!IsDense) {
    std::swap(Rows, Piece.Height);
    std::swap(Planes, Piece.Depth);
  }
  const uint64_t Bytes = *extent(End, Piece).value();
  for (uint64_t Z = 0; Z != Planes; ++Z)
    for (uint64_t Y = 0; Y != Rows; ++Y) {
      const uint64_t First = End.Address + *offset(End, Y, Z).value();
      if (sm::isHostAccessible(First, Bytes, IsWrite))
        continue;
      explain(IsWrite ? "the host has no memory in a part of the range that "
                        "can be written"
                      : "the host has no memory in a part of the range that "
                        "can be read");
      return false;
    }
  return true;
}

bool isAllocated(uint64_t Address, uint64_t Bytes, bool IsWrite) {
  const DeviceMemory &Memory = *Driver::get().Memory;
  std::optional<Allocation> A = Memory.find(Address);
  if (!A || !Memory.isWhole(Address, Bytes))
    return false;
  // A program may have unmapped memory that it registered, or may only read
  // what it mapped.
  const bool MayBeGone =
      A->Kind == Allocation::Registered || A->Kind == Allocation::Mapped;
  return !MayBeGone || sm::isHostAccessible(Address, Bytes, IsWrite);
}

CUresult checkEnd(const CopyEnd &End, const CopyShape &Shape, bool IsWrite) {
  bool AreRowsApart = Shape.Height == 1 || End.Pitch >= Shape.Width;
  bool ArePlanesApart = Shape.Depth == 1 || (End.PlaneRows >= Shape.Height &&
                                             End.Pitch >= Shape.Width);
  CheckedSize Size = extent(End, Shape);
  if (!AreRowsApart || !ArePlanesApart || !End.Address ||
      !(Size + End.Address).isKnown())
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t Bytes = *Size.value();
  if (End.Space == CopyEnd::Host)
    return isInMemory(End, Shape, IsWrite) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_VALUE;
  if (isAllocated(End.Address, Bytes, IsWrite))
    return CUDA_SUCCESS;
  // A part of an allocation is not the host's.
  if (End.Space == CopyEnd::Unified &&
      !Driver::get().Memory->find(End.Address) &&
      sm::isHostAccessible(End.Address, Bytes, IsWrite))
    return CUDA_SUCCESS;
  explain("the range is not in one allocation");
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult check(const CopyEnd &To, const CopyEnd &From, const CopyShape &Shape) {
  // An allocation bounds the size, and is looked up at once: pages are looked
  // at for no copy that is too large.
  const bool IsFromFirst = To.Space == CopyEnd::Host;
  for (bool IsWrite : {!IsFromFirst, IsFromFirst})
    if (CUresult R = checkEnd(IsWrite ? To : From, Shape, IsWrite);
        R != CUDA_SUCCESS)
      return R;
  return CUDA_SUCCESS;
}

/// Both ends were checked.
void copy(const CopyEnd &To, const CopyEnd &From, const CopyShape &Shape) {
  assert(extent(To, Shape).isKnown() && extent(From, Shape).isKnown() &&
         "check() lets no such copy pass");
  auto RowAt = [](const CopyEnd &End, uint64_t Y, uint64_t Z) {
    return End.Address + *offset(End, Y, Z).value();
  };
  for (uint64_t Z = 0; Z != Shape.Depth; ++Z)
    for (uint64_t Y = 0; Y != Shape.Height; ++Y)
      std::memmove(reinterpret_cast<void *>(RowAt(To, Y, Z)),
                   reinterpret_cast<const void *>(RowAt(From, Y, Z)),
                   Shape.Width);
}

/// Reads one end of a CUDA_MEMCPY structure.
CUresult readEnd(CUmemorytype Type, const void *Host, CUdeviceptr Device,
                 CUarray InArray, uint64_t X, uint64_t Y, uint64_t Z,
                 const CopyShape &Shape, CopyEnd &End) {
  switch (int(Type)) {
  case CU_MEMORYTYPE_HOST:
    End.Space = CopyEnd::Host;
    End.Address = reinterpret_cast<uint64_t>(Host);
    break;
  case CU_MEMORYTYPE_DEVICE:
    End.Space = CopyEnd::Device;
    End.Address = Device;
    break;
  case CU_MEMORYTYPE_UNIFIED:
    End.Space = CopyEnd::Unified;
    End.Address = Device;
    break;
  case CU_MEMORYTYPE_ARRAY:
    return arrayEnd(InArray, X, Y, Z, Shape, End);
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!End.Address)
    return CUDA_SUCCESS;
  CheckedSize First = offset(End, Y, Z) + X + End.Address;
  if (!First.isKnown())
    return CUDA_ERROR_INVALID_VALUE;
  End.Address = *First.value();
  return CUDA_SUCCESS;
}

/// Whether \p Count from \p First on end within \p Room, if that is given: a
/// row before the next one begins, and the rows of a plane before the next
/// plane.
bool fits(uint64_t Room, uint64_t First, uint64_t Count) {
  std::optional<uint64_t> End = (CheckedSize(First) + Count).value();
  return !Room || (End && *End <= Room);
}

} // namespace

CUresult makeCopy(const CopyEnd &To, const CopyEnd &From,
                  const CopyShape &Shape, Work &Result) {
  Result.Type = CU_GRAPH_NODE_TYPE_MEMCPY;
  if (!Shape.Width || !Shape.Height || !Shape.Depth)
    return CUDA_SUCCESS;
  if (CUresult R = check(To, From, Shape); R != CUDA_SUCCESS)
    return R;
  Result.Run = [=] {
    CUresult R = check(To, From, Shape);
    if (R == CUDA_SUCCESS)
      copy(To, From, Shape);
    return R;
  };
  return CUDA_SUCCESS;
}

CUresult makeCopy(const CopyEnd &To, const CopyEnd &From, uint64_t Bytes,
                  Work &Result) {
  return makeCopy(To, From, CopyShape{Bytes}, Result);
}

CUresult makeCopy(const CUDA_MEMCPY2D &C, Work &Result) {
  const bool IsFromArray = C.srcMemoryType == CU_MEMORYTYPE_ARRAY;
  const bool IsToArray = C.dstMemoryType == CU_MEMORYTYPE_ARRAY;
  if ((!IsFromArray && !fits(C.srcPitch, C.srcXInBytes, C.WidthInBytes)) ||
      (!IsToArray && !fits(C.dstPitch, C.dstXInBytes, C.WidthInBytes)))
    return CUDA_ERROR_INVALID_VALUE;
  CopyShape Shape{C.WidthInBytes, C.Height};
  CopyEnd To, From;
  To.Pitch = C.dstPitch ? C.dstPitch : C.WidthInBytes;
  From.Pitch = C.srcPitch ? C.srcPitch : C.WidthInBytes;
  if (CUresult R = readEnd(C.srcMemoryType, C.srcHost, C.srcDevice, C.srcArray,
                           C.srcXInBytes, C.srcY, 0, Shape, From);
      R != CUDA_SUCCESS)
    return R;
  if (CUresult R = readEnd(C.dstMemoryType, C.dstHost, C.dstDevice, C.dstArray,
                           C.dstXInBytes, C.dstY, 0, Shape, To);
      R != CUDA_SUCCESS)
    return R;
  return makeCopy(To, From, Shape, Result);
}

CUresult makeCopy(const CUDA_MEMCPY3D &C, Work &Result) {
  const bool IsFromArray = C.srcMemoryType == CU_MEMORYTYPE_ARRAY;
  const bool IsToArray = C.dstMemoryType == CU_MEMORYTYPE_ARRAY;
  auto Fits = [&](uint64_t Pitch, uint64_t X, uint64_t Rows, uint64_t Y) {
    return fits(Pitch, X, C.WidthInBytes) && fits(Rows, Y, C.Height);
  };
  if (C.srcLOD || C.dstLOD ||
      (!IsFromArray && !Fits(C.srcPitch, C.srcXInBytes, C.srcHeight, C.srcY)) ||
      (!IsToArray && !Fits(C.dstPitch, C.dstXInBytes, C.dstHeight, C.dstY)))
    return CUDA_ERROR_INVALID_VALUE;
  CopyShape Shape{C.WidthInBytes, C.Height, C.Depth};
  CopyEnd To, From;
  auto SetPitch = [&](CopyEnd &End, uint64_t Pitch, uint64_t Height) {
    End.Pitch = Pitch ? Pitch : C.WidthInBytes;
    End.PlaneRows = Height ? Height : C.Height;
  };
  SetPitch(To, C.dstPitch, C.dstHeight);
  SetPitch(From, C.srcPitch, C.srcHeight);
  if (CUresult R = readEnd(C.srcMemoryType, C.srcHost, C.srcDevice, C.srcArray,
                           C.srcXInBytes, C.srcY, C.srcZ, Shape, From);
      R != CUDA_SUCCESS)
    return R;
  if (CUresult R = readEnd(C.dstMemoryType, C.dstHost, C.dstDevice, C.dstArray,
                           C.dstXInBytes, C.dstY, C.dstZ, Shape, To);
      R != CUDA_SUCCESS)
    return R;
  return makeCopy(To, From, Shape, Result);
}

/// Fills \p Bytes bytes with elements of \p ElementBytes bytes.
static void fillRow(uint8_t *Row, uint64_t Bytes, unsigned Value,
                    unsigned ElementBytes) {
  assert(Bytes % ElementBytes == 0 && "a row ends with an element");
  if (ElementBytes == 1)
    std::memset(Row, int(Value & 0xff), Bytes);
  else if (ElementBytes == 2)
    std::fill_n(reinterpret_cast<uint16_t *>(Row), Bytes / 2, uint16_t(Value));
  else
    std::fill_n(reinterpret_cast<uint32_t *>(Row), Bytes / 4, Value);
}

CUresult makeSet(CUdeviceptr To, uint64_t Pitch, unsigned Value,
                 unsigned ElementBytes, uint64_t Width, uint64_t Height,
                 Work &Result) {
  assert((ElementBytes == 1 || ElementBytes == 2 || ElementBytes == 4) &&
         "no element of a set");
  Result.Type = CU_GRAPH_NODE_TYPE_MEMSET;
  if (!Width || !Height)
    return CUDA_SUCCESS;
  std::optional<uint64_t> RowBytes =
      (CheckedSize(Width) * ElementBytes).value();
  if (!RowBytes)
    return CUDA_ERROR_INVALID_VALUE;
  CopyShape Shape{*RowBytes, Height};
  CopyEnd End;
  End.Space = CopyEnd::Device;
  End.Address = To;
  End.Pitch = Pitch;
  if (To % ElementBytes || (Height > 1 && Pitch % ElementBytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkEnd(End, Shape, /*IsWrite=*/true); R != CUDA_SUCCESS)
    return R;
  Result.Run = [=] {
    CUresult R = checkEnd(End, Shape, /*IsWrite=*/true);
    for (uint64_t Y = 0; R == CUDA_SUCCESS && Y != Height; ++Y) {
      auto *Row = reinterpret_cast<uint8_t *>(To + Y * Pitch);
      fillRow(Row, Shape.Width, Value, ElementBytes);
    }
    return R;
  };
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
