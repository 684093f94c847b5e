// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

// One line a kernel; catalog.cpp has them in the order they are shown in.
Kernel copyEntry();
Kernel reductionEntry();
Kernel softmaxEntry();
Kernel layerNormEntry();
Kernel rmsNormEntry();
Kernel fusedAddRmsNormEntry();
Kernel siluAndMulEntry();
Kernel rotaryEmbeddingEntry();
Kernel adamWEntry();
Kernel sgemmEntry();
Kernel bf16GemmEntry();
Kernel unfusedAttentionEntry();
Kernel flashAttentionEntry();
Kernel nf4DequantizeEntry();
Kernel linear4BitEntry();
Kernel pagedPrefillEntry();
Kernel raggedPrefillEntry();
Kernel linearAttentionEntry();
Kernel gatedDeltaRuleEntry();
Kernel ringAttentionEntry();

}  // namespace kernline::recorder
