// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "app/recorder/blocks/block_symbols.h"
#include "app/recorder/blocks/kernline_blocks.cuh"

namespace kernline::recorder {

namespace {

/// The file that includes this has kernels whose blocks can be recorded.
const BlockSymbol blocksOfThisFile([]() -> void* {
  void* address = nullptr;
  return cudaGetSymbolAddress(&address, kernline_block_buffers) == cudaSuccess ? address : nullptr;
});

}  // namespace

}  // namespace kernline::recorder
