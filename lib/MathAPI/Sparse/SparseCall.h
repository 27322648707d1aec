//===- SparseCall.h - A call of cuSPARSE ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SPARSE_SPARSECALL_H
#define HEDDLE_MATHAPI_SPARSE_SPARSECALL_H

#include "Descriptors.h"
#include <functional>

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace heddle::math {

/// The state behind a handle of cuSPARSE.
struct SparseHandle {
  CUstream Stream = nullptr;
  cusparsePointerMode_t Pointers = CUSPARSE_POINTER_MODE_HOST;
};
using SparseHandles = Handles<SparseHandle, cusparseHandle_t>;

/// The description of a matrix of the older functions.
struct OldDescription {
  cusparseMatrixType_t Type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t Fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t Diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t Base = CUSPARSE_INDEX_BASE_ZERO;
};
using OldDescriptions = Handles<OldDescription, cusparseMatDescr_t>;

/// Calls need no memory of the program beside their operands. They ask for
/// some, since a null pointer stands for the question in some calls.
inline constexpr size_t WorkspaceBytes = 256;

cusparseStatus_t sparseStatusOf(CUresult Result);

/// A factor of the host, or of the device where the work runs.
struct SparseFactor {
  cudaDataType_t Type = CUDA_R_32F;
  alignas(16) char Bytes[16] = {};
  const void *Place = nullptr;

  template <typename T> T load() const {
    NumberArray A;
    A.Type = Type;
    A.Data = const_cast<void *>(Place ? Place : Bytes);
    return A.load<T>(0);
  }
};

/// One call: what its arguments are, and its work. The first thing that is
/// wrong is its status.
class SparseCall {
public:
  SparseCall(const char *Name, cusparseHandle_t Handle);

  const char *name() const { return Name; }
  bool isValid() const { return Status == CUSPARSE_STATUS_SUCCESS; }
  bool hasDevicePointers() const {
    return Handle && Handle->Pointers == CUSPARSE_POINTER_MODE_DEVICE;
  }

  /// The call has an argument that is not allowed unless \p Holds.
  void require(bool Holds) { fail(Holds, CUSPARSE_STATUS_INVALID_VALUE); }
  /// The call asks for what is not here unless \p Holds.
  void support(bool Holds) { fail(Holds, CUSPARSE_STATUS_NOT_SUPPORTED); }

  /// Looks \p H up; something that is empty where there is no such object.
  template <typename T, typename H> std::shared_ptr<T> find(H Which) {
    std::shared_ptr<T> Found = Handles<T, H>::get().find(Which);
    require(Found != nullptr);
    return Found ? Found : std::make_shared<T>();
  }
  /// Adds an operand, which the work checks, and returns a copy.
  SparseMatrix matrix(const char *Which, cusparseSpMatDescr_t H) {
    return operand<SparseMatrix>(Which, H);
  }
  DenseMatrix matrix(const char *Which, cusparseDnMatDescr_t H) {
    return operand<DenseMatrix>(Which, H);
  }
  SparseVector vector(const char *Which, cusparseSpVecDescr_t H) {
    return operand<SparseVector>(Which, H);
  }
  DenseVector vector(const char *Which, cusparseDnVecDescr_t H) {
    return operand<DenseVector>(Which, H);
  }
  template <typename T> void check(const char *Which, T Object) {
    Checks.push_back([Name = Name, Which, Object = std::move(Object)] {
      return isSound(Name, Which, Object);
    });
  }
  OldDescription description(cusparseMatDescr_t H) {
    return *find<OldDescription>(H);
  }
  /// Adds memory of \p Count elements.
  template <typename T>
  void memory(const char *Which, const T *Address, int64_t Count) {
    require(Count >= 0);
    Checks.push_back([=, Name = Name] {
      return areAccessible(Name,
                           {{Which, Address, bytesOf(Count, 1, 1, sizeof(T))}});
    });
  }
  SparseFactor factor(const char *Which, const void *Place,
                      cudaDataType_t Type);
  /// The work writes \p Place, which is the host's or the device's.
  void result(const char *Which, void *Place, size_t Bytes);
  /// The host needs what the work finds out.
  void waits() { Waits = true; }

  /// Runs \p Work if nothing is wrong with the arguments. It returns whether
  /// what it read was sound.
  cusparseStatus_t run(std::function<bool()> Work);
  /// Answers a question for the size of a workspace.
  cusparseStatus_t workspace(size_t *Bytes);

private:
  template <typename T, typename H> T operand(const char *Which, H Object) {
    std::shared_ptr<T> Found = find<T>(Object);
    check(Which, *Found);
    return *Found;
  }
  void fail(bool Holds, cusparseStatus_t With);

  const char *const Name;
  std::shared_ptr<SparseHandle> Handle;
  cusparseStatus_t Status = CUSPARSE_STATUS_SUCCESS;
  llvm::SmallVector<std::function<bool()>, 6> Checks;
  bool Waits = false;
};

/// Forgets the object of \p Which. Null names none, and that is no mistake.
template <typename T, typename H> cusparseStatus_t destroyObject(H Which) {
  return !Which || Handles<T, H>::get().remove(Which)
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_INVALID_VALUE;
}

inline bool isTransposed(cusparseOperation_t O) {
  return O != CUSPARSE_OPERATION_NON_TRANSPOSE;
}

/// Whether numbers of \p Type are operands where sums have \p ComputeType.
inline bool isOperandOf(cudaDataType_t ComputeType, cudaDataType_t Type) {
  return elementBytes(Type) != 0 &&
         (isComplexType(ComputeType) || !isComplexType(Type));
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_SPARSE_SPARSECALL_H
