// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublasLt.h>

#include <string>

namespace kernline::recorder {

/// cuBLASLt, found when it is needed: only matrix products are.
struct BlasLibrary {
  decltype(cublasLtCreate)* create = nullptr;
  decltype(cublasLtGetStatusString)* statusString = nullptr;
  decltype(cublasLtMatrixLayoutCreate)* layoutCreate = nullptr;
  decltype(cublasLtMatrixLayoutDestroy)* layoutDestroy = nullptr;
  decltype(cublasLtMatrixLayoutSetAttribute)* layoutSet = nullptr;
  decltype(cublasLtMatmulDescCreate)* operationCreate = nullptr;
  decltype(cublasLtMatmulDescDestroy)* operationDestroy = nullptr;
  decltype(cublasLtMatmulDescSetAttribute)* operationSet = nullptr;
  decltype(cublasLtMatmulPreferenceCreate)* preferenceCreate = nullptr;
  decltype(cublasLtMatmulPreferenceDestroy)* preferenceDestroy = nullptr;
  decltype(cublasLtMatmulPreferenceSetAttribute)* preferenceSet = nullptr;
  decltype(cublasLtMatmulAlgoGetHeuristic)* algorithms = nullptr;
  decltype(cublasLtMatmul)* matmul = nullptr;

  std::string problem;  ///< cause and what to do, if there is none
};

/// The one of this process, loaded on the first call.
const BlasLibrary& findBlasLibrary();
/// Returns the library of this process like `findBlasLibrary`. Throws a Failure with exit code 3 if there is none.
const BlasLibrary& blasLibrary();

}  // namespace kernline::recorder
