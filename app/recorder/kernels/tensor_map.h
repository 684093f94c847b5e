// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <cstdint>

#include "app/recorder/cuda/tensor.h"

namespace kernline::recorder {

/// Tells the copy engine of a tensor of [planes][rows][columns] 16-bit elements that is copied in boxes of `boxRows`
/// rows and 64 columns, swizzled over 128 bytes.
CUtensorMap tensorMap(const Tensor& tensor, std::uint64_t planes, std::uint64_t rows, std::uint64_t columns,
                      std::uint32_t boxRows);

}  // namespace kernline::recorder
