// Sparse matrices of all formats and types against dense references; solutions of
// triangular and tridiagonal systems; conversions; what is wrong.
//
// REQUIRES: cusparse
// RUN: %math %s -lcusparse -lcuda -o %t && %t 2>&1 | FileCheck %s
// RUN: %t index 2>&1 | FileCheck --check-prefix=INDEX %s
// CHECK: cusparseSpMV: fault: vecX has 20 bytes at 0x{{[0-9A-Fa-f]+}}, 16 bytes before the end of its allocation of 16
// CHECK: done
// INDEX: cusparseSpMV: fault: an entry beyond the rows or columns has 1 bytes at 0
// INDEX: done
#include "check.h"
#include "sparse_types.h"
#include <map>

extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *);
cusparseStatus_t cusparseDestroy(cusparseHandle_t);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t, cusparsePointerMode_t);
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t, cusparseIndexBase_t);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *,
                                   cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t, cudaDataType_t);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *,
                                   cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t, cudaDataType_t);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *,
                                   cusparseIndexType_t, cusparseIndexBase_t, cudaDataType_t);
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, int64_t, int64_t, void *, void *,
                                   void *, cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t,
                                   cudaDataType_t, cusparseOrder_t);
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, int64_t, void *, void *,
                                          cusparseIndexType_t, cusparseIndexBase_t, cudaDataType_t);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *, int64_t, void *, cudaDataType_t);
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *, int64_t, int64_t, void *, void *, cusparseIndexType_t,
                                     cusparseIndexBase_t, cudaDataType_t);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *, int64_t, int64_t, int64_t, void *, cudaDataType_t,
                                     cusparseOrder_t);
cusparseStatus_t cusparseDestroySpMat(cusparseSpMatDescr_t);
cusparseStatus_t cusparseDestroyDnVec(cusparseDnVecDescr_t);
cusparseStatus_t cusparseSpMatGetSize(cusparseSpMatDescr_t, int64_t *, int64_t *, int64_t *);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t, cusparseSpMatAttribute_t, const void *, size_t);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t, void *, void *, void *);
cusparseStatus_t cusparseSpMV(cusparseHandle_t, cusparseOperation_t, const void *, cusparseSpMatDescr_t,
                              cusparseDnVecDescr_t, const void *, cusparseDnVecDescr_t, cudaDataType_t, unsigned,
                              void *);
cusparseStatus_t cusparseSpMM(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                              cusparseSpMatDescr_t, cusparseDnMatDescr_t, const void *, cusparseDnMatDescr_t,
                              cudaDataType_t, unsigned, void *);
cusparseStatus_t cusparseSDDMM(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                               cusparseDnMatDescr_t, cusparseDnMatDescr_t, const void *, cusparseSpMatDescr_t,
                               cudaDataType_t, unsigned, void *);
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *);
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t, cusparseOperation_t, const void *, cusparseSpMatDescr_t,
                                       cusparseDnVecDescr_t, cusparseDnVecDescr_t, cudaDataType_t, unsigned,
                                       cusparseSpSVDescr_t, void *);
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t, cusparseOperation_t, const void *, cusparseSpMatDescr_t,
                                    cusparseDnVecDescr_t, cusparseDnVecDescr_t, cudaDataType_t, unsigned,
                                    cusparseSpSVDescr_t);
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *);
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                                       cusparseSpMatDescr_t, cusparseDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType_t, unsigned, cusparseSpSMDescr_t, void *);
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                                    cusparseSpMatDescr_t, cusparseDnMatDescr_t, cusparseDnMatDescr_t, cudaDataType_t,
                                    unsigned, cusparseSpSMDescr_t);
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *);
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                                        cusparseSpMatDescr_t, cusparseSpMatDescr_t, const void *, cusparseSpMatDescr_t,
                                        cudaDataType_t, unsigned, cusparseSpGEMMDescr_t, size_t *, void *);
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
                                     cusparseSpMatDescr_t, cusparseSpMatDescr_t, const void *, cusparseSpMatDescr_t,
                                     cudaDataType_t, unsigned, cusparseSpGEMMDescr_t);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t, cusparseSpMatDescr_t, cusparseDnMatDescr_t, unsigned, void *);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t, cusparseDnMatDescr_t, cusparseSpMatDescr_t, unsigned,
                                                void *);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t, cusparseDnMatDescr_t, cusparseSpMatDescr_t, unsigned,
                                               void *);
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t, int, int, int, const void *, const int *, const int *, void *,
                                    int *, int *, cudaDataType_t, cusparseAction_t, cusparseIndexBase_t, unsigned,
                                    void *);
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t, const int *, int, int, int *, cusparseIndexBase_t);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t, const int *, int, int, int *, cusparseIndexBase_t);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t, int, int, int, int *, int *, int *, void *);
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t, int, int *);
cusparseStatus_t cusparseAxpby(cusparseHandle_t, const void *, cusparseSpVecDescr_t, const void *,
                               cusparseDnVecDescr_t);
cusparseStatus_t cusparseSpVV(cusparseHandle_t, cusparseOperation_t, cusparseSpVecDescr_t, cusparseDnVecDescr_t, void *,
                              cudaDataType_t, void *);
cusparseStatus_t cusparseGather(cusparseHandle_t, cusparseDnVecDescr_t, cusparseSpVecDescr_t);
cusparseStatus_t cusparseScatter(cusparseHandle_t, cusparseSpVecDescr_t, cusparseDnVecDescr_t);
cusparseStatus_t cusparseDgtsv2(cusparseHandle_t, int, int, const double *, const double *, const double *, double *,
                                int, void *);
cusparseStatus_t cusparseSgtsv2StridedBatch(cusparseHandle_t, int, const float *, const float *, const float *, float *,
                                            int, int, void *);
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t, int, int, cusparseMatDescr_t, int, const int *, const int *,
                                      cusparseMatDescr_t, int, const int *, const int *, cusparseMatDescr_t, int *,
                                      int *, void *);
cusparseStatus_t cusparseDcsrgeam2(cusparseHandle_t, int, int, const double *, cusparseMatDescr_t, int, const double *,
                                   const int *, const int *, const double *, cusparseMatDescr_t, int, const double *,
                                   const int *, const int *, cusparseMatDescr_t, double *, int *, int *, void *);
cusparseStatus_t cusparseDnnz(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, const double *, int,
                              int *, int *);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t, csrilu02Info_t, int *);
cusparseStatus_t cusparseDcsrilu02_analysis(cusparseHandle_t, int, int, cusparseMatDescr_t, const double *, const int *,
                                            const int *, csrilu02Info_t, unsigned, void *);
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t, int64_t *, int64_t *, int64_t *, void **, void **, void **,
                                cusparseIndexType_t *, cusparseIndexType_t *, cusparseIndexBase_t *, cudaDataType_t *);
cusparseStatus_t cusparseDcsrilu02(cusparseHandle_t, int, int, cusparseMatDescr_t, double *, const int *, const int *,
                                   csrilu02Info_t, unsigned, void *);
cusparseStatus_t cusparseSpMMOp_createPlan();
}

static cusparseHandle_t H;
static constexpr cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE,
                                     C = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;

template <typename E> constexpr cudaDataType_t typeOf() {
  return std::is_same_v<E, float>                 ? CUDA_R_32F
         : std::is_same_v<E, double>              ? CUDA_R_64F
         : std::is_same_v<E, std::complex<float>> ? CUDA_C_32F
                                                  : CUDA_C_64F;
}
template <typename E> static bool isNear(E A, E B) { return std::abs(A - B) <= 1e-4 * (1 + std::abs(B)); }

/// A matrix by rows, with about a third of its numbers not 0.
template <typename E> struct Dense {
  int Rows, Cols;
  std::vector<E> V;
  Dense(int Rows, int Cols) : Rows(Rows), Cols(Cols), V(size_t(Rows * Cols)) {}
  E &at(int R, int S) { return V[size_t(R * Cols + S)]; }
  E op(cusparseOperation_t O, int R, int S) { return O == N ? at(R, S) : O == T ? at(S, R) : conjugate(at(S, R)); }
  static Dense random(int Rows, int Cols, bool IsSparse = true) {
    Dense D(Rows, Cols);
    for (E &X : D.V)
      if (!IsSparse || Random() % 3 == 0)
        X = randomValue<E>();
    return D;
  }
};

/// Its arrays in one of the formats, and its descriptor.
template <typename E, typename Index> struct Sparse {
  std::vector<Index> Lines, Others;
  std::vector<E> Values;
  Array<Index> DLines{1000}, DOthers{1000};
  Array<E> DValues{1000};
  cusparseSpMatDescr_t D = nullptr;

  Sparse(Dense<E> &M, cusparseFormat_t F, cusparseIndexBase_t Base = CUSPARSE_INDEX_BASE_ZERO) {
    const auto IndexType = sizeof(Index) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    const bool ByCols = F == CUSPARSE_FORMAT_CSC;
    for (int I = 0; I < (ByCols ? M.Cols : M.Rows); ++I) {
      if (F != CUSPARSE_FORMAT_COO)
        Lines.push_back(Index(Values.size()) + Base);
      for (int J = 0; J < (ByCols ? M.Rows : M.Cols); ++J) {
        const E X = ByCols ? M.at(J, I) : M.at(I, J);
        if (X == E())
          continue;
        if (F == CUSPARSE_FORMAT_COO)
          Lines.push_back(I + Base);
        Others.push_back(J + Base);
        Values.push_back(X);
      }
    }
    if (F != CUSPARSE_FORMAT_COO)
      Lines.push_back(Index(Values.size()) + Base);
    DLines.set(Lines), DOthers.set(Others), DValues.set(Values);
    const auto Count = int64_t(Values.size());
    if (F == CUSPARSE_FORMAT_COO)
      OK(cusparseCreateCoo(&D, M.Rows, M.Cols, Count, DLines.get(), DOthers.get(), DValues.get(), IndexType, Base,
                           typeOf<E>()));
    else
      OK((ByCols ? cusparseCreateCsc : cusparseCreateCsr)(&D, M.Rows, M.Cols, Count, DLines.get(), DOthers.get(),
                                                          DValues.get(), IndexType, IndexType, Base, typeOf<E>()));
  }
  ~Sparse() { OK(cusparseDestroySpMat(D)); }
};

template <typename E> static cusparseDnVecDescr_t vectorOf(Array<E> &A) {
  cusparseDnVecDescr_t D;
  OK(cusparseCreateDnVec(&D, int64_t(A.Size), A.get(), typeOf<E>()));
  return D;
}

/// Products with vectors and matrices, whole and sampled.
template <typename E, typename Index>
static void products(cusparseFormat_t F, cusparseIndexBase_t Base, cusparseOperation_t O) {
  auto M = Dense<E>::random(17, 11);
  Sparse<E, Index> A(M, F, Base);
  const int Rows = O == N ? 17 : 11, Inner = O == N ? 11 : 17, Cols = 5;
  E Alpha = randomValue<E>(), Beta = randomValue<E>();
  auto X = Dense<E>::random(Inner, 1, false), Y = Dense<E>::random(Rows, 1, false);
  Array<E> DX(X.V), DY(Y.V);
  OK(cusparseSpMV(H, O, &Alpha, A.D, vectorOf(DX), &Beta, vectorOf(DY), typeOf<E>(), 0, nullptr));
  const auto Got = DY.values();
  for (int R = 0; R < Rows; ++R) {
    E Sum = E();
    for (int K = 0; K < Inner; ++K)
      Sum += M.op(O, R, K) * X.at(K, 0);
    CHECK(isNear(Got[size_t(R)], Alpha * Sum + Beta * Y.at(R, 0)));
  }
  for (cusparseOperation_t OB : {N, T, C}) {
    auto B = Dense<E>::random(OB == N ? Inner : Cols, OB == N ? Cols : Inner, false);
    auto Z = Dense<E>::random(Rows, Cols, false);
    Array<E> DB(B.V), DZ(Z.V);
    cusparseDnMatDescr_t MB, MZ;
    OK(cusparseCreateDnMat(&MB, B.Rows, B.Cols, B.Cols, DB.get(), typeOf<E>(), CUSPARSE_ORDER_ROW));
    // The result lies by columns: its memory has the transposed one of Z.
    OK(cusparseCreateDnMat(&MZ, Rows, Cols, Rows, DZ.get(), typeOf<E>(), CUSPARSE_ORDER_COL));
    OK(cusparseSpMM(H, O, OB, &Alpha, A.D, MB, &Beta, MZ, typeOf<E>(), 0, nullptr));
    const auto Product = DZ.values();
    for (int R = 0; R < Rows; ++R)
      for (int S = 0; S < Cols; ++S) {
        E Sum = E();
        for (int K = 0; K < Inner; ++K)
          Sum += M.op(O, R, K) * B.op(OB, K, S);
        CHECK(isNear(Product[size_t(S * Rows + R)], Alpha * Sum + Beta * Z.V[size_t(S * Rows + R)]));
      }
  }
}

template <typename E> static void allFormats() {
  for (cusparseFormat_t F : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (cusparseOperation_t O : {N, T, C}) {
      products<E, int>(F, CUSPARSE_INDEX_BASE_ZERO, O);
      products<E, int64_t>(F, CUSPARSE_INDEX_BASE_ONE, O);
    }
}

static void blocks() {
  // Blocks of 2 by 2 in 3 rows of blocks, of which the second has none.
  Array<int> Offsets(std::vector<int>{0, 2, 2, 3}), Cols(std::vector<int>{0, 2, 1});
  Array<float> V(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), X(std::vector<float>{1, 2, 3, 4, 5, 6}),
      Y(6);
  cusparseSpMatDescr_t A;
  OK(cusparseCreateBsr(&A, 3, 3, 3, 2, 2, Offsets.get(), Cols.get(), V.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  const float One = 1, Zero = 0;
  OK(cusparseSpMV(H, N, &One, A, vectorOf(X), &Zero, vectorOf(Y), CUDA_R_32F, 0, nullptr));
  CHECK((Y.values() == std::vector<float>{1 + 4 + 25 + 36, 3 + 8 + 35 + 48, 0, 0, 27 + 40, 33 + 48}));
  // Two blocks in each row of blocks, of which one is absent.
  Array<int> Ell(std::vector<int>{1, -1, 0, 1});
  Array<float> W(std::vector<float>{1, 2, 99, 99, 3, 4, 99, 99, 5, 6, 7, 8, 9, 10, 11, 12}), B(std::vector<float>{1, 2, 3, 4}),
      Z(4);
  cusparseSpMatDescr_t E;
  OK(cusparseCreateBlockedEll(&E, 4, 4, 2, 4, Ell.get(), W.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              CUDA_R_32F));
  cusparseDnMatDescr_t MB, MZ;
  OK(cusparseCreateDnMat(&MB, 4, 1, 4, B.get(), CUDA_R_32F, CUSPARSE_ORDER_COL));
  OK(cusparseCreateDnMat(&MZ, 4, 1, 4, Z.get(), CUDA_R_32F, CUSPARSE_ORDER_COL));
  OK(cusparseSpMM(H, N, N, &One, E, MB, &Zero, MZ, CUDA_R_32F, 0, nullptr));
  CHECK((Z.values() == std::vector<float>{3 + 8, 9 + 16, 5 + 12 + 21 + 32, 9 + 20 + 33 + 48}));
  // It is -1 where others count from 1, too.
  Ell.set({2, -1, 1, 2});
  OK(cusparseCreateBlockedEll(&E, 4, 4, 2, 4, Ell.get(), W.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                              CUDA_R_32F));
  OK(cusparseSpMM(H, N, N, &One, E, MB, &Zero, MZ, CUDA_R_32F, 0, nullptr));
  CHECK((Z.values() == std::vector<float>{3 + 8, 9 + 16, 5 + 12 + 21 + 32, 9 + 20 + 33 + 48}));
}

/// Triangular systems: the product with the solution is the right side.
template <typename E> static void triangles() {
  for (unsigned Fill : {0u, 1u})
    for (unsigned Unit : {0u, 1u})
      for (cusparseOperation_t O : {N, T, C}) {
        auto M = Dense<E>::random(9, 9);
        for (int I = 0; I < 9; ++I)
          M.at(I, I) = E(4) + randomValue<E>();
        Sparse<E, int> A(M, CUSPARSE_FORMAT_CSR);
        OK(cusparseSpMatSetAttribute(A.D, CUSPARSE_SPMAT_FILL_MODE, &Fill, 4));
        OK(cusparseSpMatSetAttribute(A.D, CUSPARSE_SPMAT_DIAG_TYPE, &Unit, 4));
        auto Triangle = M;
        for (int R = 0; R < 9; ++R)
          for (int S = 0; S < 9; ++S)
            if (R == S ? Unit != 0 : (S < R) != (Fill == 0))
              Triangle.at(R, S) = R == S ? E(1) : E();
        auto B = Dense<E>::random(9, 2, false);
        E Alpha = E(2);
        std::vector<E> Column;
        for (int R = 0; R < 9; ++R)
          Column.push_back(B.at(R, 0));
        Array<E> X(Column), Y(9), DB(B.V), DC(18);
        cusparseSpSVDescr_t V;
        OK(cusparseSpSV_createDescr(&V));
        STATUS(CUSPARSE_STATUS_INVALID_VALUE,
               cusparseSpSV_solve(H, O, &Alpha, A.D, vectorOf(X), vectorOf(Y), typeOf<E>(), 0, V));
        OK(cusparseSpSV_analysis(H, O, &Alpha, A.D, vectorOf(X), vectorOf(Y), typeOf<E>(), 0, V, nullptr));
        OK(cusparseSpSV_solve(H, O, &Alpha, A.D, vectorOf(X), vectorOf(Y), typeOf<E>(), 0, V));
        cusparseDnMatDescr_t MB, MC;
        OK(cusparseCreateDnMat(&MB, 9, 2, 2, DB.get(), typeOf<E>(), CUSPARSE_ORDER_ROW));
        OK(cusparseCreateDnMat(&MC, 9, 2, 9, DC.get(), typeOf<E>(), CUSPARSE_ORDER_COL));
        cusparseSpSMDescr_t S;
        OK(cusparseSpSM_createDescr(&S));
        OK(cusparseSpSM_analysis(H, O, N, &Alpha, A.D, MB, MC, typeOf<E>(), 0, S, nullptr));
        OK(cusparseSpSM_solve(H, O, N, &Alpha, A.D, MB, MC, typeOf<E>(), 0, S));
        const auto One = Y.values(), Two = DC.values();
        for (int R = 0; R < 9; ++R) {
          E Sum = E(), Sum0 = E(), Sum1 = E();
          for (int K = 0; K < 9; ++K) {
            Sum += Triangle.op(O, R, K) * One[size_t(K)];
            Sum0 += Triangle.op(O, R, K) * Two[size_t(K)];
            Sum1 += Triangle.op(O, R, K) * Two[size_t(9 + K)];
          }
          CHECK(isNear(Sum, Alpha * B.at(R, 0)) && isNear(Sum0, Sum) && isNear(Sum1, Alpha * B.at(R, 1)));
        }
      }
}

static void sparseProducts() {
  auto A = Dense<double>::random(8, 6), B = Dense<double>::random(6, 7);
  Sparse<double, int> SA(A, CUSPARSE_FORMAT_CSR), SB(B, CUSPARSE_FORMAT_CSR);
  Array<int> Offsets(9);
  cusparseSpMatDescr_t D;
  OK(cusparseCreateCsr(&D, 8, 7, 0, Offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  cusparseSpGEMMDescr_t P;
  OK(cusparseSpGEMM_createDescr(&P));
  const double Alpha = 3, Zero = 0;
  size_t Bytes = 0;
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseSpGEMM_copy(H, N, N, &Alpha, SA.D, SB.D, &Zero, D, CUDA_R_64F, 0, P));
  OK(cusparseSpGEMM_compute(H, N, N, &Alpha, SA.D, SB.D, &Zero, D, CUDA_R_64F, 0, P, &Bytes, nullptr));
  CHECK(Bytes > 0);
  OK(cusparseSpGEMM_compute(H, N, N, &Alpha, SA.D, SB.D, &Zero, D, CUDA_R_64F, 0, P, &Bytes, &Bytes));
  int64_t Rows, Cols, Count;
  OK(cusparseSpMatGetSize(D, &Rows, &Cols, &Count));
  Array<int> Indices((size_t(Count)));
  Array<double> Values((size_t(Count))), Full(56);
  OK(cusparseCsrSetPointers(D, Offsets.get(), Indices.get(), Values.get()));
  OK(cusparseSpGEMM_copy(H, N, N, &Alpha, SA.D, SB.D, &Zero, D, CUDA_R_64F, 0, P));
  cusparseDnMatDescr_t M;
  OK(cusparseCreateDnMat(&M, 8, 7, 7, Full.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  OK(cusparseSparseToDense(H, D, M, 0, nullptr));
  const auto Got = Full.values();
  for (int R = 0; R < 8; ++R)
    for (int S = 0; S < 7; ++S) {
      double Sum = 0;
      for (int K = 0; K < 6; ++K)
        Sum += A.at(R, K) * B.at(K, S);
      CHECK(isNear(Got[size_t(R * 7 + S)], 3 * Sum));
    }
  // Sampled: what the pattern of D has of a product of dense matrices.
  auto X = Dense<double>::random(8, 4, false), Y = Dense<double>::random(4, 7, false);
  Array<double> DX(X.V), DY(Y.V);
  cusparseDnMatDescr_t MX, MY;
  OK(cusparseCreateDnMat(&MX, 8, 4, 4, DX.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  OK(cusparseCreateDnMat(&MY, 4, 7, 7, DY.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  OK(cusparseSDDMM(H, N, N, &Alpha, MX, MY, &Zero, D, CUDA_R_64F, 0, nullptr));
  OK(cusparseSparseToDense(H, D, M, 0, nullptr));
  const auto Sampled = Full.values();
  for (int R = 0; R < 8; ++R)
    for (int S = 0; S < 7; ++S) {
      double Sum = 0;
      for (int K = 0; K < 4; ++K)
        Sum += X.at(R, K) * Y.at(K, S);
      CHECK(isNear(Sampled[size_t(R * 7 + S)], Got[size_t(R * 7 + S)] == 0 ? 0 : 3 * Sum));
    }
}

static void conversions() {
  auto M = Dense<double>::random(7, 9);
  Sparse<double, int> A(M, CUSPARSE_FORMAT_CSR), L(M, CUSPARSE_FORMAT_COO), S(M, CUSPARSE_FORMAT_CSC);
  const int Count = int(A.Values.size());
  Array<int> Offsets(10), Indices((size_t(Count))), Rows((size_t(Count)));
  Array<double> Values((size_t(Count))), D(M.V);
  OK(cusparseCsr2cscEx2(H, 7, 9, Count, A.DValues.get(), A.DLines.get(), A.DOthers.get(), Values.get(), Offsets.get(),
                        Indices.get(), CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, 1, nullptr));
  CHECK(Offsets.values() == S.Lines && Indices.values() == S.Others && Values.values() == S.Values);
  OK(cusparseXcsr2coo(H, A.DLines.get(), Count, 7, Rows.get(), CUSPARSE_INDEX_BASE_ZERO));
  CHECK(Rows.values() == L.Lines);
  Array<int> Back(8);
  OK(cusparseXcoo2csr(H, Rows.get(), Count, 7, Back.get(), CUSPARSE_INDEX_BASE_ZERO));
  CHECK(Back.values() == A.Lines);
  // From columns first to rows first, with a permutation.
  Array<int> P((size_t(Count)));
  std::vector<int> ColsOfS;
  for (int I = 0; I < 9; ++I)
    ColsOfS.insert(ColsOfS.end(), size_t(S.Lines[size_t(I) + 1] - S.Lines[size_t(I)]), I);
  Array<int> R(S.Others), Q(ColsOfS);
  OK(cusparseCreateIdentityPermutation(H, Count, P.get()));
  OK(cusparseXcoosortByRow(H, 7, 9, Count, R.get(), Q.get(), P.get(), nullptr));
  CHECK(R.values() == L.Lines && Q.values() == A.Others);
  const auto Order = P.values();
  for (size_t I = 0; I < Order.size(); ++I)
    CHECK(S.Values[size_t(Order[I])] == A.Values[I]);
  // From a dense matrix: first how many, then where.
  cusparseDnMatDescr_t MD;
  OK(cusparseCreateDnMat(&MD, 7, 9, 9, D.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  cusparseSpMatDescr_t New;
  OK(cusparseCreateCsr(&New, 7, 9, 0, Back.get(), nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  OK(cusparseDenseToSparse_analysis(H, MD, New, 0, nullptr));
  int64_t Found, Ignored;
  OK(cusparseSpMatGetSize(New, &Ignored, &Ignored, &Found));
  CHECK(Found == Count);
  OK(cusparseCsrSetPointers(New, Back.get(), Indices.get(), Values.get()));
  OK(cusparseDenseToSparse_convert(H, MD, New, 0, nullptr));
  CHECK(Back.values() == A.Lines && Indices.values() == A.Others && Values.values() == A.Values);
}

static void sparseVectors() {
  Array<int> I(std::vector<int>{1, 4});
  Array<float> V(std::vector<float>{10, 20}), Y(std::vector<float>{1, 2, 3, 4, 5});
  cusparseSpVecDescr_t X;
  OK(cusparseCreateSpVec(&X, 5, 2, I.get(), V.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  const float Alpha = 2, Beta = 3;
  float Sum = 0;
  OK(cusparseSpVV(H, N, X, vectorOf(Y), &Sum, CUDA_R_32F, nullptr));
  CHECK(Sum == 20 + 100);
  OK(cusparseAxpby(H, &Alpha, X, &Beta, vectorOf(Y)));
  CHECK((Y.values() == std::vector<float>{3, 26, 9, 12, 55}));
  OK(cusparseGather(H, vectorOf(Y), X));
  CHECK((V.values() == std::vector<float>{26, 55}));
  V.set({-1, -2});
  OK(cusparseScatter(H, X, vectorOf(Y)));
  CHECK((Y.values() == std::vector<float>{3, -1, 9, 12, -2}));
  // A sum of halves is rounded once: 2 + 4 / 3.
  Array<uint16_t> Half(std::vector<uint16_t>{0x4000}), Halves(std::vector<uint16_t>{0x4400});
  Array<int> First(std::vector<int>{0});
  cusparseSpVecDescr_t HX;
  cusparseDnVecDescr_t HY;
  OK(cusparseCreateSpVec(&HX, 1, 1, First.get(), Half.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F));
  OK(cusparseCreateDnVec(&HY, 1, Halves.get(), CUDA_R_16F));
  const float Whole = 1, Third = 1.0f / 3;
  OK(cusparseAxpby(H, &Whole, HX, &Third, HY));
  CHECK(Halves.values()[0] == 0x42ab);
}

static void oldFunctions() {
  // The first pivot is 0, so that rows must change their places.
  Array<double> L(std::vector<double>{0, 2, 1, 4}), D(std::vector<double>{0, 3, 1, 2}), U(std::vector<double>{1, 1, 2, 0}),
      X(std::vector<double>{2, 11, 13, 20});
  OK(cusparseDgtsv2(H, 4, 1, L.get(), D.get(), U.get(), X.get(), 4, nullptr));
  const auto S = X.values();
  CHECK(isNear(S[1], 2.0) && isNear(2 * S[0] + 3 * S[1] + S[2], 11.0) && isNear(S[1] + S[2] + 2 * S[3], 13.0) &&
        isNear(4 * S[2] + 2 * S[3], 20.0));
  // Two systems, five numbers apart.
  Array<float> BL(std::vector<float>{0, 1, 1, 9, 9, 0, 1, 1}), BD(std::vector<float>{4, 4, 4, 9, 9, 2, 2, 2}),
      BU(std::vector<float>{1, 1, 0, 9, 9, 1, 1, 0}), BX(std::vector<float>{6, 12, 14, 9, 9, 3, 4, 3});
  OK(cusparseSgtsv2StridedBatch(H, 3, BL.get(), BD.get(), BU.get(), BX.get(), 2, 5, nullptr));
  const auto B = BX.values();
  const std::vector<float> Wanted{1, 2, 3, 9, 9, 1, 1, 1};
  for (size_t I = 0; I < Wanted.size(); ++I)
    CHECK(isNear(B[I], Wanted[I]));
  auto MA = Dense<double>::random(5, 6), MB = Dense<double>::random(5, 6);
  Sparse<double, int> A(MA, CUSPARSE_FORMAT_CSR), C2(MB, CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_BASE_ONE);
  cusparseMatDescr_t Zero, One;
  OK(cusparseCreateMatDescr(&Zero));
  OK(cusparseCreateMatDescr(&One));
  OK(cusparseSetMatIndexBase(One, CUSPARSE_INDEX_BASE_ONE));
  Array<int> Offsets(6);
  int Count = 0;
  const int CountA = int(A.Values.size()), CountB = int(C2.Values.size());
  OK(cusparseXcsrgeam2Nnz(H, 5, 6, Zero, CountA, A.DLines.get(), A.DOthers.get(), One, CountB, C2.DLines.get(),
                          C2.DOthers.get(), Zero, Offsets.get(), &Count, nullptr));
  Array<int> Indices((size_t(Count)));
  Array<double> Values((size_t(Count)));
  const double Alpha = 2, Beta = -1;
  OK(cusparseDcsrgeam2(H, 5, 6, &Alpha, Zero, CountA, A.DValues.get(), A.DLines.get(), A.DOthers.get(), &Beta, One,
                       CountB, C2.DValues.get(), C2.DLines.get(), C2.DOthers.get(), Zero, Values.get(), Offsets.get(),
                       Indices.get(), nullptr));
  const auto O = Offsets.values(), J = Indices.values();
  const auto V = Values.values();
  for (int R = 0; R < 5; ++R) {
    std::map<int, double> Row;
    for (int I = O[size_t(R)]; I < O[size_t(R) + 1]; ++I)
      Row[J[size_t(I)]] = V[size_t(I)];
    for (int K = 0; K < 6; ++K)
      CHECK(isNear(Row[K], 2 * MA.at(R, K) - MB.at(R, K)));
  }
  // Numbers that are not 0, of a matrix by columns: the transposed one.
  Array<double> DA(MA.V);
  Array<int> PerRow(6);
  int Total = 0;
  OK(cusparseDnnz(H, CUSPARSE_DIRECTION_ROW, 6, 5, Zero, DA.get(), 6, PerRow.get(), &Total));
  CHECK(Total == CountA);
  // Incomplete factors of a full matrix are the complete ones.
  Dense<double> F(3, 3);
  F.V = {4, 1, 2, 8, 5, 6, 12, 9, 13};
  Sparse<double, int> SF(F, CUSPARSE_FORMAT_CSR);
  csrilu02Info_t Info;
  OK(cusparseCreateCsrilu02Info(&Info));
  OK(cusparseDcsrilu02(H, 3, 9, Zero, SF.DValues.get(), SF.DLines.get(), SF.DOthers.get(), Info, 0, nullptr));
  std::vector<double> LU = SF.DValues.values();
  LU.resize(9);
  CHECK((LU == std::vector<double>{4, 1, 2, 2, 3, 2, 3, 2, 3}));
  int Pivot = 0;
  OK(cusparseXcsrilu02_zeroPivot(H, Info, &Pivot));
  CHECK(Pivot == -1);
}

/// The second row has no pivot: the analysis sees it, and counts as the matrix.
static void missingPivot() {
  cusparseMatDescr_t One;
  OK(cusparseCreateMatDescr(&One));
  OK(cusparseSetMatIndexBase(One, CUSPARSE_INDEX_BASE_ONE));
  csrilu02Info_t Info;
  OK(cusparseCreateCsrilu02Info(&Info));
  int Pivot = 0;
  Array<int> Offsets(std::vector<int>{1, 2, 3, 4}), Cols(std::vector<int>{1, 1, 3});
  Array<double> Values(std::vector<double>{1, 2, 3});
  OK(cusparseDcsrilu02_analysis(H, 3, 3, One, Values.get(), Offsets.get(), Cols.get(), Info, 0, nullptr));
  STATUS(CUSPARSE_STATUS_ZERO_PIVOT, cusparseXcsrilu02_zeroPivot(H, Info, &Pivot));
  CHECK(Pivot == 2);
  OK(cusparseDcsrilu02(H, 3, 3, One, Values.get(), Offsets.get(), Cols.get(), Info, 0, nullptr));
  Pivot = 0;
  STATUS(CUSPARSE_STATUS_ZERO_PIVOT, cusparseXcsrilu02_zeroPivot(H, Info, &Pivot));
  CHECK(Pivot == 2);
}

/// As NVIDIA's own library answers.
static void descriptors() {
  Array<int> A(64);
  Array<float> V(64);
  const auto I = CUSPARSE_INDEX_32I;
  const auto Z = CUSPARSE_INDEX_BASE_ZERO;
  cusparseSpMatDescr_t D, Unused;
  int64_t Rows, Cols, Count;
  OK(cusparseCreateBsr(&D, 2, 3, 4, 2, 2, A.get(), A.get(), V.get(), I, I, Z, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  OK(cusparseSpMatGetSize(D, &Rows, &Cols, &Count));
  CHECK(Rows == 4 && Cols == 6 && Count == 16);
  STATUS(CUSPARSE_STATUS_INVALID_VALUE, cusparseSpMatGetSize(D, nullptr, &Cols, &Count));
  void *P;
  cusparseIndexType_t IndexType;
  cusparseIndexBase_t Base;
  cudaDataType_t Type;
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseCsrGet(D, &Rows, &Cols, &Count, &P, &P, &P, &IndexType, &IndexType, &Base, &Type));
  STATUS(CUSPARSE_STATUS_INVALID_VALUE, cusparseCreateBsr(&Unused, 2, 3, 4, 2, 3, A.get(), A.get(), V.get(), I, I, Z,
                                                          CUDA_R_32F, CUSPARSE_ORDER_ROW));
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseCreateCsr(&Unused, 4, 5, 21, A.get(), A.get(), V.get(), I, I, Z, CUDA_R_32F));
  STATUS(CUSPARSE_STATUS_NOT_SUPPORTED,
         cusparseCreateCsr(&Unused, 4, 5, 6, A.get(), A.get(), V.get(), CUSPARSE_INDEX_64I, I, Z, CUDA_R_32F));
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseCreateBlockedEll(&Unused, 4, 5, 2, 4, A.get(), V.get(), I, Z, CUDA_R_32F));
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseCreateBlockedEll(&Unused, 4, 6, 2, 8, A.get(), V.get(), I, Z, CUDA_R_32F));
}

/// A column that the matrix does not have.
static int wrongIndex() {
  Array<int> Offsets(std::vector<int>{0, 1}), Cols(std::vector<int>{5});
  Array<float> V(1), X(5), Y(1);
  cusparseSpMatDescr_t A;
  OK(cusparseCreateCsr(&A, 1, 5, 1, Offsets.get(), Cols.get(), V.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  const float One = 1;
  STATUS(CUSPARSE_STATUS_EXECUTION_FAILED,
         cusparseSpMV(H, N, &One, A, vectorOf(X), &One, vectorOf(Y), CUDA_R_32F, 0, nullptr));
  return finish();
}

int main(int Arguments, char **) {
  // Null names nothing, and that is no mistake.
  OK(cusparseDestroy(nullptr));
  OK(cusparseDestroySpMat(nullptr));
  STATUS(CUSPARSE_STATUS_NOT_INITIALIZED, cusparseDestroy(reinterpret_cast<cusparseHandle_t>(16)));
  OK(cusparseCreate(&H));
  if (Arguments > 1)
    return wrongIndex();
  allFormats<float>();
  allFormats<double>();
  allFormats<std::complex<float>>();
  allFormats<std::complex<double>>();
  blocks();
  descriptors();
  missingPivot();
  triangles<double>();
  triangles<std::complex<double>>();
  sparseProducts();
  conversions();
  sparseVectors();
  oldFunctions();
  STATUS(CUSPARSE_STATUS_NOT_SUPPORTED, cusparseSpMMOp_createPlan());
  // Operands that are too short, and an index that is no column.
  auto M = Dense<float>::random(3, 5);
  M.at(2, 4) = 1;
  Sparse<float, int> A(M, CUSPARSE_FORMAT_CSR);
  Array<float> X(5), Y(3), Short(4);
  cusparseDnVecDescr_t TooLong;
  OK(cusparseCreateDnVec(&TooLong, 5, Short.get(), CUDA_R_32F));
  const float One = 1;
  STATUS(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseSpMV(H, T, &One, A.D, vectorOf(X), &One, vectorOf(Y), CUDA_R_32F, 0, nullptr));
  STATUS(CUSPARSE_STATUS_NOT_SUPPORTED,
         cusparseSpMV(H, N, &One, A.D, vectorOf(X), &One, vectorOf(Y), CUDA_R_16F, 0, nullptr));
  OK(cusparseSetPointerMode(H, CUSPARSE_POINTER_MODE_DEVICE));
  Array<float> Factor(std::vector<float>{0});
  OK(cusparseSpMV(H, N, Factor.get(), A.D, vectorOf(X), Factor.get(), vectorOf(Y), CUDA_R_32F, 0, nullptr));
  OK(cusparseSetPointerMode(H, CUSPARSE_POINTER_MODE_HOST));
  STATUS(CUSPARSE_STATUS_EXECUTION_FAILED,
         cusparseSpMV(H, N, &One, A.D, TooLong, &One, vectorOf(Y), CUDA_R_32F, 0, nullptr));
  return finish();
}
