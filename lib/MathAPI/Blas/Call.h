//===- Call.h - A call of cuBLAS --------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_CALL_H
#define HEDDLE_MATHAPI_BLAS_CALL_H

#include "../Common/DeviceWork.h"
#include "../Common/Handles.h"
#include "Status.h"
#include "heddle-cuda/blas_types.h"
#include "llvm/ADT/SmallVector.h"
#include <initializer_list>

namespace heddle::math {

/// The state behind a handle of cuBLAS.
struct BlasHandle {
  CUstream Stream = nullptr;
  cublasPointerMode_t Pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t Atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t Math = 0;
  int SMCount = 0;
};

using BlasHandles = Handles<BlasHandle, cublasHandle_t>;

/// A factor of a call: a value of the host, or one that the device has when the
/// work runs.
template <typename T> struct Scalar {
  T Value = T();
  const T *Place = nullptr;
  operator T() const { return Place ? *Place : Value; }
};

/// Checks the arguments of a call, and gives its work to the handle's stream.
class Call {
public:
  Call(const char *Name, cublasHandle_t Handle);

  const char *name() const { return Name; }
  BlasHandle &handle() { return *Handle; }
  bool isValid() const { return Status == CUBLAS_STATUS_SUCCESS; }
  bool hasDevicePointers() const {
    return Handle && Handle->Pointers == CUBLAS_POINTER_MODE_DEVICE;
  }

  /// The call has an argument that is not allowed unless \p Holds.
  void require(bool Holds) { fail(Holds, CUBLAS_STATUS_INVALID_VALUE); }
  /// The call asks for what is not here unless \p Holds.
  void support(bool Holds) { fail(Holds, CUBLAS_STATUS_NOT_SUPPORTED); }

  /// \p Numbers are numbers of elements, which the host's libraries have int
  /// for.
  void counts(std::initializer_list<int64_t> Numbers);
  void mode(cublasOperation_t O) { require(O <= CUBLAS_OP_C); }
  void mode(cublasFillMode_t U) { require(U <= CUBLAS_FILL_MODE_UPPER); }
  void mode(cublasDiagType_t D) { require(D <= CUBLAS_DIAG_UNIT); }
  void mode(cublasSideMode_t S) { require(S <= CUBLAS_SIDE_RIGHT); }

  /// Adds operands: memory that the work accesses.
  void memory(const char *Which, const void *Address, uint64_t Bytes);
  template <typename T>
  void vector(const char *Which, const T *Address, int64_t N, int64_t Inc) {
    stride(Inc);
    memory(Which, Address, bytesOf(N, Inc, 1, sizeof(T)));
  }
  template <typename T>
  void matrix(const char *Which, const T *Address, int64_t Rows, int64_t Cols,
              int64_t LD) {
    leading(Rows, LD);
    memory(Which, Address, bytesOf(Cols, LD, Rows, sizeof(T)));
  }
  template <typename T>
  void packed(const char *Which, const T *Address, int64_t N) {
    if (isValid())
      memory(Which, Address, bytesOf(1, 0, N * (N + 1) / 2, sizeof(T)));
  }
  /// Adds \p Count pointers to matrices, which the work checks.
  template <typename T>
  void pointers(const char *Which, const T *const *Address, int64_t Count) {
    memory(Which, Address, bytesOf(1, 0, Count, sizeof(T *)));
  }
  void stride(int64_t Inc);
  void leading(int64_t Rows, int64_t LD);

  template <typename T> Scalar<T> scalar(const char *Which, const T *Place) {
    require(Place != nullptr);
    if (hasDevicePointers()) {
      memory(Which, Place, sizeof(T));
      return {T(), Place};
    }
    return {Place ? *Place : T(), nullptr};
  }
  /// The work writes \p Place, or reads and writes it.
  template <typename T> void result(const char *Which, T *Place) {
    require(Place != nullptr);
    if (hasDevicePointers())
      memory(Which, Place, sizeof(T));
    else
      Waits = true;
  }

  /// Runs \p Work if nothing is wrong with the arguments.
  cublasStatus_t run(std::function<void()> Work);
  /// Does so for work that checks more memory, and returns whether it was
  /// there.
  cublasStatus_t runChecked(std::function<bool()> Work);

private:
  void fail(bool Holds, cublasStatus_t With);

  const char *const Name;
  std::shared_ptr<BlasHandle> Handle;
  cublasStatus_t Status = CUBLAS_STATUS_SUCCESS;
  llvm::SmallVector<Operand, 8> Operands;
  /// The host needs the result when the call returns.
  bool Waits = false;
};

/// The letters of BLAS.
inline char letter(cublasOperation_t O) { return "NTC"[O]; }
inline char letter(cublasFillMode_t U) { return "LU"[U]; }
inline char letter(cublasDiagType_t D) { return "NU"[D]; }
inline char letter(cublasSideMode_t S) { return "LR"[S]; }

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLAS_CALL_H
