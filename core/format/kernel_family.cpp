// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/kernel_name.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace kernline {

namespace {

using enum KernelFamily;

/// One rule: the first whose text is in the name decides. Texts are lower case and so is the name; '^' at the front
/// of a text binds it to the name's start, '|' to the start of a word (the name's own start, or behind a character
/// that is neither letter nor digit).
struct Rule {
  std::string_view text;
  KernelFamily family;
};

constexpr std::array communicationRules = std::to_array<std::string_view>({
    "|nccl",                // NCCL and RCCL kernels: ncclDevKernel_AllReduce_…, ncclKernel_…
    "|rccl",                // RCCL's own names
    "|msccl",               // MSCCL, MSCCL++
    "nvshmem",              // NVSHMEM collectives and barriers
    "|deep_ep",             // DeepEP dispatch and combine
    "multimem_all_",        // PyTorch symmetric memory over NVLink SHARP
    "one_shot_all_",        // PyTorch symmetric memory, two-sided
    "two_shot_all_",        //
    "cross_device_reduce",  // vLLM, SGLang and aiter custom all-reduce
    "allreduce",            // TensorRT-LLM, FlashInfer, quick all-reduce
    "all_reduce",           //
    "allgather",            //
    "all_gather",           //
    "reducescatter",        //
    "reduce_scatter",       //
    "alltoall",             //
    "all_to_all",           //
    "|oneccl",              // Intel oneCCL
});

// The order matters: what a kernel computes comes before how it is written (a fill is an elementwise kernel, an
// attention kernel holds two matrix products, a convolution may be an implicit GEMM).
constexpr std::array rules = std::to_array<Rule>({
    {"^memcpy", Copy},  // the profiler's own names for copies and fills
    {"^memset", Fill},
    {"^copybuffer", Copy},  // HIP: CopyHostToDevice and its like
    {"^copyhost", Copy},
    {"^copydevice", Copy},
    {"^fillbuffer", Fill},

    {"|triton_", Triton},  // torch.compile: triton_poi_…, triton_red_…, triton_per_…, triton_tem_…
    {"^triton__", Triton},

    {"flash_", Attention},  // FlashAttention 2 and PyTorch's copy of it
    {"flashattn", Attention},
    {"flash_attn", Attention},
    {"fmha", Attention},  // fused multi-head attention: xFormers, cuDNN, TensorRT-LLM, CK
    {"attention", Attention},
    {"attn", Attention},
    {"sdpa", Attention},
    {"|mha_", Attention},
    {"|mla_", Attention},
    {"flashinfer::batch", Attention},
    {"flashinfer::single", Attention},
    {"flashmla", Attention},
    {"compute_dot_do_o", Attention},  // cuDNN attention's backward preprocessing
    {"convert_dq_to_16bits", Attention},

    {"adam", Optimizer},  // FusedAdamMathFunctor, AdamFunctor
    {"lambfunctor", Optimizer},
    {"lamb_", Optimizer},
    {"adagrad", Optimizer},
    {"fusedsgd", Optimizer},
    {"sgdfunctor", Optimizer},
    {"fusedoptimizer", Optimizer},
    {"|lion_", Optimizer},

    {"layer_norm", Normalisation},
    {"layernorm", Normalisation},
    {"rms_norm", Normalisation},
    {"rmsnorm", Normalisation},
    {"batch_norm", Normalisation},
    {"batchnorm", Normalisation},
    {"group_norm", Normalisation},
    {"groupnorm", Normalisation},
    {"instance_norm", Normalisation},
    {"instancenorm", Normalisation},
    {"gammabeta", Normalisation},  // their backward: GammaBetaBackward…
    {"rowwisemoments", Normalisation},
    {"|bn_fw", Normalisation},  // cuDNN
    {"|bn_bw", Normalisation},
    {"l2norm", Normalisation},
    {"ln_fwd", Normalisation},  // Apex, Transformer Engine
    {"ln_bwd", Normalisation},

    {"softmax", Softmax},

    {"convol", Convolution},
    {"implicit_gemm", Convolution},
    {"conv1d", Convolution},
    {"conv2d", Convolution},
    {"conv3d", Convolution},
    {"3dconv", Convolution},
    {"asmconv", Convolution},  // MIOpen
    {"|conv_", Convolution},
    {"_conv_", Convolution},
    {"conv_depthwise", Convolution},
    {"winograd", Convolution},
    {"scudnn", Convolution},  // volta_scudnn_128x64_…
    {"884cudnn", Convolution},
    {"1688cudnn", Convolution},
    {"_fprop", Convolution},
    {"dgrad", Convolution},
    {"wgrad", Convolution},
    {"|igemm_", Convolution},  // MIOpen implicit GEMM: igemm_fwd_gtcx2_nhwc_…
    {"flip_filter", Convolution},
    {"im2col", Convolution},
    {"col2im", Convolution},
    {"miopen", Convolution},
    {"|fft2d_", Convolution},  // cuDNN's convolution by FFT
    {"|fft1d_", Convolution},
    {"cask_cudnn", Convolution},  // index preparation of cuDNN's kernels

    {"quantize", Elementwise},
    {"_fp8_", Elementwise},
    {"fp8rowwise", Elementwise},
    {"rotary_embedding", Elementwise},  // a rotation of every pair, no table of vectors
    {"embedding", Embedding},
    {"indexselect", Embedding},
    {"fbgemm_gpu", Embedding},
    {"bucketize_sparse", Embedding},
    {"|krn_partial", Embedding},  // PyTorch's embedding backward
    {"partial_segments", Embedding},
    {"compute_grad_weight", Embedding},
    {"linearize_index", Embedding},
    {"bounds_check_indices", Embedding},

    {"gemm", Gemm},
    {"gemv", Gemm},
    {"|cijk_", Gemm},  // Tensile: rocBLAS, hipBLASLt
    {"nvjet", Gemm},   // cuBLAS from Hopper on
    {"matmul", Gemm},
    {"|bmm_", Gemm},  // TensorRT-LLM's batched products
    {"cutlass", Gemm},
    {"|xmma", Gemm},
    {"_xmma_", Gemm},
    {"splitkreduce", Gemm},
    {"cublas", Gemm},  // epilogues and scalings around cuBLAS products
    {"scal_kernel", Gemm},
    {"dot_kernel", Gemm},
    {"|mm_kernel", Gemm},

    {"radix", SortScan},
    {"sort", SortScan},
    {"scan", SortScan},
    {"topk", SortScan},
    {"bitonic", SortScan},
    {"cumsum", SortScan},
    {"deviceselect", SortScan},
    {"devicepartition", SortScan},
    {"unique", SortScan},
    {"nonzero", SortScan},
    {"exclusivesum", SortScan},

    {"scatter_gather", Copy},
    {"reduce", Reduction},
    {"reduction", Reduction},
    {"_pool", Reduction},  // a maximum or mean of each window
    {"pooling", Reduction},
    {"average_pool", Reduction},
    {"nll_loss", Reduction},
    {"nllcriterion", Reduction},
    {"argmax", Reduction},
    {"_sum_", Reduction},

    {"catarray", Copy},
    {"copy", Copy},
    {"transpose", Copy},
    {"permute", Copy},
    {"gather", Copy},
    {"scatter", Copy},
    {"index_elementwise", Copy},
    {"indexing_backward", Copy},
    {"index_put", Copy},
    {"nchwtonhwc", Copy},
    {"nhwctonchw", Copy},
    {"_to_float", Copy},  // conversions
    {"convert", Copy},

    {"fill", Fill},
    {"memset", Fill},
    {"arange", Fill},
    {"distribution_", Fill},  // random numbers

    {"elementwise", Elementwise},
    {"pointwise", Elementwise},
    {"multi_tensor_apply", Elementwise},  // foreach operations
    {"dropout", Elementwise},
    {"act_and_mul", Elementwise},
    {"activation", Elementwise},
    {"silu", Elementwise},
    {"gelu", Elementwise},
    {"relu", Elementwise},
    {"triu_tril", Elementwise},
    {"rotary", Elementwise},
    {"clamp", Elementwise},
    {"optensor", Elementwise},
    {"op_tensor", Elementwise},
    {"quant", Elementwise},
    {"subtensorop", Elementwise},  // MIOpen
    {"scalepackedtensor", Elementwise},
    {"|add_", Elementwise},
    {"|mul_", Elementwise},
    {"cunn_", Elementwise},

    {"triton", Triton},  // kernels that say so elsewhere in their name
});

constexpr std::size_t longestLooked = 4096;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool holdsWord(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    if (at == 0 || !isWordCharacter(name[at - 1])) {
      return true;
    }
  }
  return false;
}

bool matches(std::string_view name, std::string_view pattern) {
  if (pattern[0] == '^') {
    return name.starts_with(pattern.substr(1));
  }
  return pattern[0] == '|' ? holdsWord(name, pattern.substr(1)) : name.contains(pattern);
}

/// `name` without the parameter list at its end: what a kernel is handed misleads about what it does.
std::string_view withoutParameters(std::string_view name) {
  if (!name.ends_with(')')) {
    return name;
  }
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
    if (depth == 0) {
      return at == 0 ? name : name.substr(0, at);
    }
  }
  return name;
}

std::string lowered(std::string_view name) {
  std::string text{withoutParameters(name).substr(0, longestLooked)};
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

bool isCommunicationLowered(std::string_view name) {
  return std::ranges::any_of(communicationRules, [name](std::string_view text) { return matches(name, text); });
}

}  // namespace

std::string_view toText(KernelFamily family) {
  constexpr std::array<std::string_view, kernelFamilyCount> texts{
      "GEMM", "attention",     "convolution", "elementwise",   "reduction", "normalisation", "softmax", "copy",
      "fill", "communication", "embedding",   "sort and scan", "optimizer", "Triton",        "other"};
  return texts[static_cast<std::size_t>(family)];
}

KernelFamily kernelFamily(std::string_view name) {
  const std::string text = lowered(name);
  if (isCommunicationLowered(text)) {
    return Communication;
  }
  const auto* rule = std::ranges::find_if(rules, [&](const Rule& r) { return matches(text, r.text); });
  return rule == rules.end() ? Other : rule->family;
}

bool isCommunication(std::string_view name) {
  return isCommunicationLowered(lowered(name));
}

}  // namespace kernline
