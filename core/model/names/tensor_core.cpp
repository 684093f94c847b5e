// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/tensor_core.h"

#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <array>
#include <span>

namespace kernline {

namespace {

// The first group is that of PyTorch's former TensorBoard plugin (tensor_core.py, TC_Allowlist).
constexpr std::array tensorCoreMarks = std::to_array<std::string_view>({
    "h884",
    "s884",
    "h1688",
    "s1688",
    "hmma",
    "i8816",
    "16816",
    "dgrad_1x1_stride_2x2",
    "first_layer_wgrad_kernel",
    "conv1x1",
    "conv2d_c1_k1",
    "direct_group",
    "xmma_implicit_gemm",
    "xmma_sparse_conv",
    "xmma_warp_specialized_implicit_gemm",
    "xmma_gemm",
    "xmma_sparse_gemm",
    "c1688",

    "tensorop",  // CUTLASS: cutlass_80_tensorop_…, cutlass3x_sm90_tensorop_…
    "TensorOp",  // its template arguments: OpClassTensorOp
    "wmma",      // warp matrix multiply: cutlass_80_wmma_…
    "gmma",      // Hopper's, GMMA and WGMMA
    "GMMA",
    "tf32f32",  // cuDNN: sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_…
    "imma",     // integers
    "161616gemm",
    "nvjet_",     // cuBLAS from Hopper on
    "flash_fwd",  // FlashAttention multiplies on tensor cores only
    "flash_bwd",
    "fmha_cutlass",  // memory-efficient attention on tensor cores
    "fmha_v2",
    "_MI16x16",  // Tensile on AMD's matrix cores: …_MI16x16x16x1_…
    "_MI32x32",
    "mfma",
});

/// Kernels of these names multiply on the vector units, whatever library they are of: single precision throughout, or
/// fused multiply-adds; or they multiply with a vector.
constexpr std::array vectorMarks = std::to_array<std::string_view>({"ffma", "f32f32_f32f32_f32", "sgemm", "gemv"});

bool contains(std::string_view kernel, std::span<const std::string_view> marks) {
  return std::ranges::any_of(marks, [kernel](std::string_view text) { return kernel.contains(text); });
}

bool mayMultiplyMatrices(KernelFamily family) {
  switch (family) {
    case KernelFamily::Gemm:
    case KernelFamily::Attention:
    case KernelFamily::Convolution:
    case KernelFamily::Triton:
    case KernelFamily::Other:
      return true;
    default:
      return family > KernelFamily::Other;  // families beyond Other come from the user's rules
  }
}

}  // namespace

TensorCoreUse tensorCoreUse(std::string_view kernel) {
  if (namesTensorCores(kernel)) {
    return TensorCoreUse::Yes;
  }
  return contains(kernel, vectorMarks) || !mayMultiplyMatrices(kernelFamily(kernel)) ? TensorCoreUse::No
                                                                                     : TensorCoreUse::Unknown;
}

bool namesTensorCores(std::string_view kernel) {
  return contains(kernel, tensorCoreMarks) && !contains(kernel, vectorMarks);
}

}  // namespace kernline
