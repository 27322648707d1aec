// Transforms against their sums: one to three dimensions, real and complex, in
// place, in batches, with strides, and what is wrong with plans.
//
// REQUIRES: cufft
// RUN: %math %s -lcufft -lcuda -o %t
// RUN: %t transforms | FileCheck %s
// RUN: %t short 2>&1 | FileCheck %s --check-prefixes=SHORT,CHECK
// SHORT: cufftExecC2C: fault: odata has 64 bytes at 0x{{[0-9A-Fa-f]+}}, 32 bytes before the end of its allocation of 32
// CHECK: done
#include "check.h"
#include "fft_types.h"
#include <algorithm>
#include <string>

extern "C" {
cufftResult cufftPlan1d(cufftHandle *, int, cufftType, int);
cufftResult cufftPlan2d(cufftHandle *, int, int, cufftType);
cufftResult cufftPlan3d(cufftHandle *, int, int, int, cufftType);
cufftResult cufftPlanMany(cufftHandle *, int, int *, int *, int, int, int *, int,
                          int, cufftType, int);
cufftResult cufftCreate(cufftHandle *);
cufftResult cufftMakePlan1d(cufftHandle, int, cufftType, int, size_t *);
cufftResult cufftDestroy(cufftHandle);
cufftResult cufftSetStream(cufftHandle, CUstream);
cufftResult cufftExecC2C(cufftHandle, void *, void *, int);
cufftResult cufftExecZ2Z(cufftHandle, void *, void *, int);
cufftResult cufftExecR2C(cufftHandle, void *, void *);
cufftResult cufftExecC2R(cufftHandle, void *, void *);
cufftResult cufftExecD2Z(cufftHandle, void *, void *);
cufftResult cufftExecZ2D(cufftHandle, void *, void *);
cufftResult cufftXtSetCallback(cufftHandle, void **, int, void **);
}

/// The sum itself, of X by Y by Z numbers.
template <typename T>
static std::vector<std::complex<T>> sums(const std::vector<std::complex<T>> &In,
                                         int X, int Y, int Z, int Sign) {
  std::vector<std::complex<T>> Out(In.size());
  for (int A = 0; A < X; ++A)
    for (int B = 0; B < Y; ++B)
      for (int C = 0; C < Z; ++C) {
        std::complex<double> Sum = 0;
        for (int I = 0; I < X; ++I)
          for (int J = 0; J < Y; ++J)
            for (int K = 0; K < Z; ++K)
              Sum += std::complex<double>(In[(I * Y + J) * Z + K]) *
                     std::polar(1.0, Sign * 2 * M_PI *
                                         (double(A * I % X) / X +
                                          double(B * J % Y) / Y +
                                          double(C * K % Z) / Z));
        Out[(A * Y + B) * Z + C] = std::complex<T>(Sum);
      }
  return Out;
}

template <typename T, typename Fn>
static void complexes(cufftHandle Plan, int X, int Y, int Z, Fn Execute) {
  const auto In = randomVector<std::complex<T>>(X * Y * Z);
  Array<std::complex<T>> DIn(In), DOut(In.size());
  for (int Sign : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    OK(Execute(Plan, DIn.get(), DOut.get(), Sign));
    CHECK(isNear(DOut.values(), sums(In, X, Y, Z, Sign), X * Y * Z));
    CHECK(DIn.values() == In);
  }
  OK(Execute(Plan, DIn.get(), DIn.get(), CUFFT_FORWARD));
  CHECK(isNear(DIn.values(), sums(In, X, Y, Z, CUFFT_FORWARD), X * Y * Z));
  OK(cufftDestroy(Plan));
}

/// Real numbers have half of the complex ones, and come back times their number.
template <typename T, typename To, typename Back>
static void reals(cufftHandle Plan, cufftHandle Inverse, int Y, int Z, To Forth,
                  Back Return) {
  const int Half = Z / 2 + 1, Row = 2 * Half;
  const auto In = randomVector<T>(Y * Z);
  std::vector<std::complex<T>> Wide(In.begin(), In.end()), Want;
  Wide = sums(Wide, 1, Y, Z, CUFFT_FORWARD);
  for (int I = 0; I < Y; ++I)
    Want.insert(Want.end(), Wide.begin() + I * Z, Wide.begin() + I * Z + Half);
  Array<T> DIn(In);
  Array<std::complex<T>> DOut(Y * Half);
  OK(Forth(Plan, DIn.get(), DOut.get()));
  CHECK(isNear(DOut.values(), Want, Y * Z));
  OK(Return(Inverse, DOut.get(), DIn.get()));
  std::vector<T> Scaled = In, Padded(Y * Row);
  for (T &Each : Scaled)
    Each *= T(Y * Z);
  CHECK(isNear(DIn.values(), Scaled, Y * Z));
  CHECK(isNear(DOut.values(), Want, Y * Z));
  // In place, each row has room for what it becomes.
  for (int I = 0; I < Y; ++I)
    std::copy_n(In.begin() + I * Z, Z, Padded.begin() + I * Row);
  Array<T> DPadded(Padded);
  OK(Forth(Plan, DPadded.get(), DPadded.get()));
  const std::vector<T> Got = DPadded.values();
  std::vector<std::complex<T>> Complex;
  for (int I = 0; I < Y * Half; ++I)
    Complex.push_back({Got[2 * I], Got[2 * I + 1]});
  CHECK(isNear(Complex, Want, Y * Z));
  OK(cufftDestroy(Plan));
  OK(cufftDestroy(Inverse));
}

/// Two signals whose numbers take turns, of which the second half is left alone.
static void strided() {
  int N = 6, Embed = 6;
  cufftHandle Plan;
  const auto In = randomVector<std::complex<float>>(N * 2);
  Array<std::complex<float>> DIn(In), DOut(N * 2);
  OK(cufftPlanMany(&Plan, 1, &N, &Embed, 2, 1, &Embed, 1, N, CUFFT_C2C, 2));
  OK(cufftExecC2C(Plan, DIn.get(), DOut.get(), CUFFT_FORWARD));
  std::vector<std::complex<float>> Want;
  for (int Which : {0, 1}) {
    std::vector<std::complex<float>> Each;
    for (int I = 0; I < N; ++I)
      Each.push_back(In[2 * I + Which]);
    Each = sums(Each, 1, 1, N, CUFFT_FORWARD);
    Want.insert(Want.end(), Each.begin(), Each.end());
  }
  CHECK(isNear(DOut.values(), Want, N));
  OK(cufftDestroy(Plan));
}

static void transforms() {
  cufftHandle P, Q;
  OK(cufftPlan1d(&P, 15, CUFFT_C2C, 1));
  complexes<float>(P, 1, 1, 15, cufftExecC2C);
  OK(cufftPlan2d(&P, 4, 7, CUFFT_C2C));
  complexes<float>(P, 1, 4, 7, cufftExecC2C);
  OK(cufftPlan3d(&P, 3, 4, 5, CUFFT_Z2Z));
  complexes<double>(P, 3, 4, 5, cufftExecZ2Z);
  OK(cufftPlan1d(&P, 16, CUFFT_R2C, 1));
  OK(cufftPlan1d(&Q, 16, CUFFT_C2R, 1));
  reals<float>(P, Q, 1, 16, cufftExecR2C, cufftExecC2R);
  OK(cufftPlan2d(&P, 5, 9, CUFFT_D2Z));
  OK(cufftPlan2d(&Q, 5, 9, CUFFT_Z2D));
  reals<double>(P, Q, 5, 9, cufftExecD2Z, cufftExecZ2D);
  strided();
  // Plans that are not there, or not made, or of another type.
  size_t Bytes = 1;
  Array<float> X(64);
  STATUS(CUFFT_INVALID_SIZE, cufftPlan1d(&P, 0, CUFFT_C2C, 1));
  STATUS(CUFFT_INVALID_TYPE, cufftPlan1d(&P, 4, cufftType(1), 1));
  STATUS(CUFFT_INVALID_VALUE, cufftPlan1d(nullptr, 4, CUFFT_C2C, 1));
  OK(cufftCreate(&P));
  STATUS(CUFFT_INVALID_PLAN, cufftExecC2C(P, X.get(), X.get(), CUFFT_FORWARD));
  OK(cufftMakePlan1d(P, 8, CUFFT_C2C, 2, &Bytes));
  STATUS(CUFFT_INVALID_PLAN, cufftMakePlan1d(P, 8, CUFFT_C2C, 2, &Bytes));
  STATUS(CUFFT_INVALID_VALUE, cufftExecC2C(P, X.get(), X.get(), 0));
  STATUS(CUFFT_INVALID_VALUE, cufftExecR2C(P, X.get(), X.get()));
  STATUS(CUFFT_NOT_SUPPORTED, cufftXtSetCallback(P, nullptr, 0, nullptr));
  OK(cufftDestroy(P));
  STATUS(CUFFT_INVALID_PLAN, cufftDestroy(P));
  STATUS(CUFFT_INVALID_PLAN, cufftSetStream(P, nullptr));
}

int main(int, char **Arguments) {
  begin();
  if (std::string(Arguments[1]) == "transforms") {
    transforms();
    return finish();
  }
  cufftHandle P;
  Array<std::complex<float>> Short(4), Long(8);
  OK(cufftPlan1d(&P, 8, CUFFT_C2C, 1));
  STATUS(CUFFT_EXEC_FAILED,
         cufftExecC2C(P, Long.get(), Short.get(), CUFFT_FORWARD));
  CUdeviceptr More;
  STATUS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&More, 4));
  std::puts("done");
}
