// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/tensor_map.h"

#include <array>

#include "app/recorder/cuda/driver_entry.h"

namespace kernline::recorder {

namespace {

using Encode = decltype(&cuTensorMapEncodeTiled);

}  // namespace

CUtensorMap tensorMap(const Tensor& tensor, std::uint64_t planes, std::uint64_t rows, std::uint64_t columns,
                      std::uint32_t boxRows) {
  static const auto encode = driverEntry<Encode>("cuTensorMapEncodeTiled");
  CUtensorMap map{};
  const std::array<cuuint64_t, 3> sizes{columns, rows, planes};
  const std::array<cuuint64_t, 2> strides{columns * 2, rows * columns * 2};
  const std::array<cuuint32_t, 3> box{64, boxRows, 1};
  const std::array<cuuint32_t, 3> steps{1, 1, 1};
  const CUtensorMapDataType type =
      tensor.element() == Element::bf16 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  const CUresult result = encode(&map, type, 3, tensor.data(), sizes.data(), strides.data(), box.data(), steps.data(),
                                 CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    throw Failure(ExitCode::kernelFailed, "the driver cannot encode a tensor map: error " + std::to_string(result));
  }
  return map;
}

}  // namespace kernline::recorder
