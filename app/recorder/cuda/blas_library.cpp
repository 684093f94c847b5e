// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/blas_library.h"

#include <fmt/format.h>

#include "app/recorder/cupti/toolkit_library.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

BlasLibrary loadBlas() {
  BlasLibrary blas;
  const std::string name = fmt::format("libcublasLt.so.{}", CUBLAS_VER_MAJOR);  // its structures are this version's
  const SharedLibrary library = openToolkitLibrary("KERNLINE_CUBLASLT", {name});
  library.find(blas.create, "cublasLtCreate");
  library.find(blas.statusString, "cublasLtGetStatusString");
  library.find(blas.layoutCreate, "cublasLtMatrixLayoutCreate");
  library.find(blas.layoutDestroy, "cublasLtMatrixLayoutDestroy");
  library.find(blas.layoutSet, "cublasLtMatrixLayoutSetAttribute");
  library.find(blas.operationCreate, "cublasLtMatmulDescCreate");
  library.find(blas.operationDestroy, "cublasLtMatmulDescDestroy");
  library.find(blas.operationSet, "cublasLtMatmulDescSetAttribute");
  library.find(blas.preferenceCreate, "cublasLtMatmulPreferenceCreate");
  library.find(blas.preferenceDestroy, "cublasLtMatmulPreferenceDestroy");
  library.find(blas.preferenceSet, "cublasLtMatmulPreferenceSetAttribute");
  library.find(blas.algorithms, "cublasLtMatmulAlgoGetHeuristic");
  library.find(blas.matmul, "cublasLtMatmul");
  if (blas.matmul == nullptr) {
    blas.problem = fmt::format(
        "cuBLASLt ({}) not found; to multiply matrices and measure peak rates, install the libcublas package of the "
        "CUDA toolkit, or set KERNLINE_CUBLASLT to the path of the library",
        name);
  }
  return blas;
}

}  // namespace

const BlasLibrary& findBlasLibrary() {
  static const BlasLibrary library = loadBlas();
  return library;
}

const BlasLibrary& blasLibrary() {
  const BlasLibrary& library = findBlasLibrary();
  if (!library.problem.empty()) {
    throw Failure(ExitCode::noDevice, library.problem);
  }
  return library;
}

}  // namespace kernline::recorder
