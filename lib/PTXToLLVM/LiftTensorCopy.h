//===- LiftTensorCopy.h - Tiles of tensors ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTTENSORCOPY_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTTENSORCOPY_H

#include "LiftContext.h"
#include "heddle/ABI/TensorMap.h"

namespace heddle {

/// The map, the coordinates and the offsets of a tile.
struct TileOperands {
  llvm::Value *Map;
  llvm::SmallVector<llvm::Value *, 5> Coordinates;
  /// Three of im2col, and of its modes along W the halo and the offset.
  llvm::SmallVector<llvm::Value *, 3> Offsets;
  unsigned Rank;
  /// One of HEDDLE_TENSOR_MAP_TILED and what follows it.
  unsigned Mode;
  /// tile::gather4 and scatter4: a column and four rows.
  bool IsRows;

  bool isIm2col() const { return Mode != HEDDLE_TENSOR_MAP_TILED; }
};

/// Reads the tile in \p Op, `[map, {...}]`, of \p I. False, after a report, for
/// a map that is not in a place for it.
bool readTile(LiftContext &C, const ptx::Instruction &I, const ptx::Operand &Op,
              const ptx::Operand *Offsets, TileOperands &To);

/// The coordinates of the tile as routines take them: five, or of im2col
/// channel, W, H, D and N, of which H and D are 0 where there are none.
llvm::SmallVector<llvm::Value *, 5> coordinatesOf(LiftContext &C,
                                                  const TileOperands &Tile);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTTENSORCOPY_H
