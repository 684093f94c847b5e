// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace kernline::recorder {

/// Says, on the current device, where the kernels of one file look for buffers (kernline_blocks.cuh).
using FindBlockSymbol = void* (*)();

/// Symbols of the bundled kernels' files, each registered by a static of its file.
class BlockSymbol {
 public:
  explicit BlockSymbol(FindBlockSymbol find);
};

[[nodiscard]] std::span<const FindBlockSymbol> bundledBlockSymbols();

}  // namespace kernline::recorder
