// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// Returns a kernel's name without the parts that differ between GPUs or tunings: of
/// `sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cga1x1x1_stage3…` tile, stages and architecture; of a
/// C++ kernel all but its short name; of Triton's the number at the end. Linear.
[[nodiscard]] std::string normalKernelName(std::string_view full);

}  // namespace kernline
