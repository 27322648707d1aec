//===- SolverCall.h - A call of cuSOLVER ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SOLVER_SOLVERCALL_H
#define HEDDLE_MATHAPI_SOLVER_SOLVERCALL_H

#include "../Common/DeviceWork.h"
#include "../Common/Handles.h"
#include "heddle-cuda/solver_types.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <functional>

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace heddle::math {

/// The state behind a handle of cuSOLVER's dense part.
struct SolverHandle {
  CUstream Stream = nullptr;
};
using SolverHandles = Handles<SolverHandle, cusolverDnHandle_t>;

cusolverStatus_t solverStatusOf(CUresult Result);

/// One call: what its arguments are, and its work. The first thing that is
/// wrong is its status.
class SolverCall {
public:
  SolverCall(const char *Name, cusolverDnHandle_t Handle);

  /// The call has an argument that is not allowed unless \p Holds.
  void require(bool Holds) { fail(Holds, CUSOLVER_STATUS_INVALID_VALUE); }
  void size(int Number) { require(Number >= 0); }
  void mode(cublasOperation_t O) { require(O <= CUBLAS_OP_C); }
  void mode(cublasFillMode_t U) { require(U <= CUBLAS_FILL_MODE_UPPER); }

  template <typename T>
  void matrix(const char *Which, const T *Address, int64_t Rows, int64_t Cols,
              int64_t Leading) {
    require(Rows >= 0 && Cols >= 0 && Leading >= std::max<int64_t>(Rows, 1));
    Operands.push_back(
        {Which, Address, bytesOf(Cols, Leading, Rows, sizeof(T))});
  }
  template <typename T>
  void vector(const char *Which, const T *Address, int64_t Count) {
    Operands.push_back({Which, Address, bytesOf(Count, 1, 1, sizeof(T))});
  }

  /// Runs \p Work if nothing is wrong with the arguments.
  cusolverStatus_t run(std::function<void()> Work);
  /// Does so for work that checks more memory, and returns whether it was
  /// there.
  cusolverStatus_t runChecked(std::function<bool()> Work);
  /// Answers a question for the size of a workspace: the work has its own, and
  /// programs allocate what they are told.
  cusolverStatus_t workspace(int *Size);

private:
  void fail(bool Holds, cusolverStatus_t With);

  const char *const Name;
  std::shared_ptr<SolverHandle> Handle;
  cusolverStatus_t Status = CUSOLVER_STATUS_SUCCESS;
  llvm::SmallVector<Operand, 8> Operands;
};

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SOLVER_SOLVERCALL_H
