// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/kernel.h"

#include "app/recorder/blocks/block_symbols.h"

namespace kernline::recorder {

std::vector<void*> PreparedKernel::blockSymbols() const {
  std::vector<void*> found;
  for (const FindBlockSymbol find : bundledBlockSymbols()) {
    if (void* const symbol = find()) {
      found.push_back(symbol);
    }
  }
  return found;
}

}  // namespace kernline::recorder
