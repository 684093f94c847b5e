// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/matmul.h"

#include <string>

#include "app/recorder/cuda/blas_library.h"
#include "app/recorder/cuda/device_memory.h"

namespace kernline::recorder {

namespace {

constexpr std::size_t workspaceBytes = std::size_t{32} << 20;

void checkBlas(cublasStatus_t status, const char* doing) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw Failure(ExitCode::kernelFailed,
                  std::string(doing) + ": cuBLASLt error: " + blasLibrary().statusString(status));
  }
}

cudaDataType_t dataType(Element element) {
  switch (element) {
    case Element::fp32:
      return CUDA_R_32F;
    case Element::fp16:
      return CUDA_R_16F;
    case Element::bf16:
      return CUDA_R_16BF;
  }
  return CUDA_R_32F;
}

// One a process: making it costs tens of milliseconds. Never destroyed: the driver may be gone by then.
cublasLtHandle_t handle() {
  static const cublasLtHandle_t only = [] {
    cublasLtHandle_t made = nullptr;
    checkBlas(blasLibrary().create(&made), "starting cuBLASLt");
    return made;
  }();
  return only;
}

}  // namespace

// cuBLASLt thinks in columns: what is row-major to us is transposed to it, and C' = B' A'.
struct Matmul::Plan {
  cublasLtMatmulDesc_t operation = nullptr;
  cublasLtMatrixLayout_t left = nullptr;   // our B
  cublasLtMatrixLayout_t right = nullptr;  // our A
  cublasLtMatrixLayout_t result = nullptr;
  cublasLtMatmulAlgo_t algorithm{};
  DeviceMemory<std::byte> workspace{workspaceBytes};

  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    if (operation == nullptr) {
      return;  // perhaps for want of the library
    }
    blasLibrary().layoutDestroy(result);
    blasLibrary().layoutDestroy(right);
    blasLibrary().layoutDestroy(left);
    blasLibrary().operationDestroy(operation);
  }

  static cublasLtMatrixLayout_t layout(const MatmulShape& shape, cudaDataType_t type, std::size_t rows,
                                       std::size_t columns) {
    cublasLtMatrixLayout_t made = nullptr;
    checkBlas(blasLibrary().layoutCreate(&made, type, rows, columns, static_cast<std::int64_t>(rows)),
              "describing a matrix");
    const auto batch = static_cast<std::int32_t>(shape.batch);
    const auto stride = static_cast<std::int64_t>(rows * columns);
    blasLibrary().layoutSet(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch);
    blasLibrary().layoutSet(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
    return made;
  }

  void describe(const MatmulShape& shape) {
    const cublasComputeType_t compute = shape.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    checkBlas(blasLibrary().operationCreate(&operation, compute, CUDA_R_32F), "describing a matrix multiplication");
    const cublasOperation_t leftOperation = shape.transposedB ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t rightOperation = shape.transposedA ? CUBLAS_OP_T : CUBLAS_OP_N;
    blasLibrary().operationSet(operation, CUBLASLT_MATMUL_DESC_TRANSA, &leftOperation, sizeof leftOperation);
    blasLibrary().operationSet(operation, CUBLASLT_MATMUL_DESC_TRANSB, &rightOperation, sizeof rightOperation);
    const cudaDataType_t input = shape.fp8 ? CUDA_R_8F_E4M3 : dataType(shape.element);
    left = shape.transposedB ? layout(shape, input, shape.k, shape.n) : layout(shape, input, shape.n, shape.k);
    right = shape.transposedA ? layout(shape, input, shape.m, shape.k) : layout(shape, input, shape.k, shape.m);
    result = layout(shape, dataType(shape.element), shape.n, shape.m);
  }

  void chooseAlgorithm() {
    cublasLtMatmulPreference_t preference = nullptr;
    checkBlas(blasLibrary().preferenceCreate(&preference), "selecting an algorithm");
    const std::size_t maxWorkspace = workspaceBytes;
    blasLibrary().preferenceSet(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &maxWorkspace,
                                sizeof maxWorkspace);
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    const cublasStatus_t status =
        blasLibrary().algorithms(handle(), operation, left, right, result, result, preference, 1, &found, &count);
    blasLibrary().preferenceDestroy(preference);
    checkBlas(status, "selecting an algorithm");
    if (count == 0) {
      throw Failure(ExitCode::kernelFailed, "cuBLASLt has no algorithm for this shape");
    }
    algorithm = found.algo;
  }
};

Matmul::Matmul(const MatmulShape& shape) : m_plan(std::make_unique<Plan>()) {
  m_plan->describe(shape);
  m_plan->chooseAlgorithm();
}

Matmul::Matmul(Matmul&&) noexcept = default;
Matmul& Matmul::operator=(Matmul&&) noexcept = default;
Matmul::~Matmul() = default;

void Matmul::launch(const void* a, const void* b, void* c, float scale, cudaStream_t stream) const {
  const float nothing = 0;
  checkBlas(blasLibrary().matmul(handle(), m_plan->operation, &scale, b, m_plan->left, a, m_plan->right, &nothing, c,
                                 m_plan->result, c, m_plan->result, &m_plan->algorithm, m_plan->workspace.data(),
                                 workspaceBytes, stream),
            "the matrix multiplication");
}

}  // namespace kernline::recorder
