//===- SolverCall.cpp - A call of cuSOLVER --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolverCall.h"

namespace heddle::math {

cusolverStatus_t solverStatusOf(CUresult Result) {
  switch (Result) {
  case CUDA_SUCCESS:
    return CUSOLVER_STATUS_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return CUSOLVER_STATUS_ALLOC_FAILED;
  case CUDA_ERROR_NOT_INITIALIZED:
  case CUDA_ERROR_NO_DEVICE:
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  default:
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

SolverCall::SolverCall(const char *Name, cusolverDnHandle_t Which)
    : Name(Name), Handle(SolverHandles::get().find(Which)) {
  fail(Handle != nullptr, CUSOLVER_STATUS_NOT_INITIALIZED);
}

void SolverCall::fail(bool Holds, cusolverStatus_t With) {
  if (!Holds && Status == CUSOLVER_STATUS_SUCCESS)
    Status = With;
}

cusolverStatus_t SolverCall::workspace(int *Size) {
  constexpr int Elements = 64;
  require(Size != nullptr);
  if (Status == CUSOLVER_STATUS_SUCCESS)
    *Size = Elements;
  return Status;
}

cusolverStatus_t SolverCall::run(std::function<void()> Work) {
  return runChecked([Work = std::move(Work)] {
    Work();
    return true;
  });
}

cusolverStatus_t SolverCall::runChecked(std::function<bool()> Work) {
  if (Status != CUSOLVER_STATUS_SUCCESS) {
    logFailure(Name, Status == CUSOLVER_STATUS_NOT_INITIALIZED
                         ? "CUSOLVER_STATUS_NOT_INITIALIZED: no such handle"
                         : "CUSOLVER_STATUS_INVALID_VALUE: an argument is out "
                           "of its range");
    return Status;
  }
  return solverStatusOf(
      runInStream(Name, Handle->Stream,
                  [Name = Name, Operands = Operands, Work = std::move(Work)] {
                    return areAccessible(Name, Operands) && Work();
                  }));
}

} // namespace heddle::math
