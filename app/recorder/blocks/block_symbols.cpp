// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/block_symbols.h"

#include <vector>

namespace kernline::recorder {

namespace {

std::vector<FindBlockSymbol>& symbols() {
  static std::vector<FindBlockSymbol> all;
  return all;
}

}  // namespace

BlockSymbol::BlockSymbol(FindBlockSymbol find) {
  symbols().push_back(find);
}

std::span<const FindBlockSymbol> bundledBlockSymbols() {
  return symbols();
}

}  // namespace kernline::recorder
