// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/catalog.h"

#include <algorithm>

#include "app/recorder/kernels/bundled.h"

namespace kernline::recorder {

std::span<const Kernel> kernels() {
  static const std::vector<Kernel> all{
      copyEntry(),           reductionEntry(),        softmaxEntry(),
      layerNormEntry(),      rmsNormEntry(),          fusedAddRmsNormEntry(),
      siluAndMulEntry(),     rotaryEmbeddingEntry(),  adamWEntry(),
      sgemmEntry(),          bf16GemmEntry(),         nf4DequantizeEntry(),
      linear4BitEntry(),     unfusedAttentionEntry(), flashAttentionEntry(),
      pagedPrefillEntry(),   raggedPrefillEntry(),    linearAttentionEntry(),
      gatedDeltaRuleEntry(), ringAttentionEntry(),
  };
  return all;
}

const Kernel* kernelNamed(std::string_view name) {
  const auto found = std::ranges::find(kernels(), name, &Kernel::name);
  return found == kernels().end() ? nullptr : &*found;
}

}  // namespace kernline::recorder
