// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/fused_kernel.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kernline {

namespace {

/// Base names of ATen and prims that Inductor lowers to code of its own, sorted.
constexpr std::array fusibleOperators =
    std::to_array<std::string_view>({"_adaptive_avg_pool2d",
                                     "_adaptive_avg_pool2d_backward",
                                     "_assert_async",
                                     "_cdist_forward",
                                     "_efficient_attention_backward",
                                     "_efficient_attention_forward",
                                     "_flash_attention_backward",
                                     "_flash_attention_forward",
                                     "_foreach_add",
                                     "_foreach_mul",
                                     "_fused_adam",
                                     "_fused_adamw",
                                     "_fused_rms_norm",
                                     "_fused_rms_norm_backward",
                                     "_log_softmax",
                                     "_log_softmax_backward_data",
                                     "_native_batch_norm_legit",
                                     "_native_batch_norm_legit_functional",
                                     "_native_batch_norm_legit_no_training",
                                     "_scaled_dot_product_cudnn_attention",
                                     "_scaled_dot_product_cudnn_attention_backward",
                                     "_scaled_dot_product_efficient_attention",
                                     "_scaled_dot_product_efficient_attention_backward",
                                     "_scaled_dot_product_flash_attention",
                                     "_scaled_dot_product_flash_attention_backward",
                                     "_scaled_mm",
                                     "_softmax",
                                     "_softmax_backward_data",
                                     "_to_copy",
                                     "_unsafe_index",
                                     "_unsafe_index_put",
                                     "_unsafe_masked_index",
                                     "_unsafe_masked_index_put_accumulate",
                                     "_unsafe_view",
                                     "_upsample_bilinear2d_aa",
                                     "_weight_norm_interface",
                                     "abs",
                                     "acos",
                                     "adaptive_avg_pool2d",
                                     "adaptive_max_pool2d",
                                     "add",
                                     "addcdiv",
                                     "addcmul",
                                     "addmm",
                                     "addmv",
                                     "alias",
                                     "all",
                                     "amax",
                                     "amin",
                                     "any",
                                     "arange",
                                     "argmax",
                                     "argmin",
                                     "as_strided",
                                     "as_strided_scatter",
                                     "asin",
                                     "atan",
                                     "atan2",
                                     "avg_pool2d",
                                     "avg_pool2d_backward",
                                     "avg_pool3d",
                                     "baddbmm",
                                     "bernoulli",
                                     "binary_cross_entropy",
                                     "bitwise_and",
                                     "bitwise_left_shift",
                                     "bitwise_not",
                                     "bitwise_or",
                                     "bitwise_right_shift",
                                     "bitwise_xor",
                                     "bmm",
                                     "bucketize",
                                     "cat",
                                     "ceil",
                                     "celu",
                                     "clamp",
                                     "clamp_max",
                                     "clamp_min",
                                     "clone",
                                     "col2im",
                                     "constant_pad_nd",
                                     "convert_element_type",
                                     "convolution",
                                     "convolution_backward",
                                     "copy",
                                     "copy_",
                                     "cos",
                                     "cosh",
                                     "cross_entropy_loss",
                                     "cummax",
                                     "cummin",
                                     "cumprod",
                                     "cumsum",
                                     "detach",
                                     "diagonal",
                                     "diagonal_scatter",
                                     "div",
                                     "dropout",
                                     "elu",
                                     "elu_backward",
                                     "embedding",
                                     "embedding_dense_backward",
                                     "empty",
                                     "empty_like",
                                     "empty_strided",
                                     "eq",
                                     "erf",
                                     "erfc",
                                     "erfinv",
                                     "exp",
                                     "exp2",
                                     "expand",
                                     "expm1",
                                     "eye",
                                     "fill",
                                     "flatten",
                                     "flip",
                                     "floor",
                                     "floor_divide",
                                     "fmax",
                                     "fmin",
                                     "fmod",
                                     "full",
                                     "full_like",
                                     "gather",
                                     "ge",
                                     "gelu",
                                     "gelu_backward",
                                     "glu",
                                     "glu_backward",
                                     "grid_sampler_2d",
                                     "group_norm",
                                     "gt",
                                     "hardsigmoid",
                                     "hardsigmoid_backward",
                                     "hardswish",
                                     "hardswish_backward",
                                     "hardtanh",
                                     "hardtanh_backward",
                                     "huber_loss",
                                     "im2col",
                                     "index",
                                     "index_add",
                                     "index_copy",
                                     "index_put",
                                     "index_select",
                                     "inductor_lookup_seed",
                                     "inductor_randint",
                                     "inductor_random",
                                     "inductor_seeds",
                                     "iota",
                                     "isinf",
                                     "isnan",
                                     "l1_loss",
                                     "layer_norm",
                                     "le",
                                     "leaky_relu",
                                     "leaky_relu_backward",
                                     "lerp",
                                     "lift_fresh_copy",
                                     "linear",
                                     "linspace",
                                     "log",
                                     "log10",
                                     "log1p",
                                     "log2",
                                     "log_sigmoid_backward",
                                     "log_sigmoid_forward",
                                     "log_softmax",
                                     "logaddexp",
                                     "logical_and",
                                     "logical_not",
                                     "logical_or",
                                     "logical_xor",
                                     "logsumexp",
                                     "lt",
                                     "masked_fill",
                                     "masked_scatter",
                                     "masked_select",
                                     "matmul",
                                     "max",
                                     "max_pool2d_with_indices",
                                     "max_pool2d_with_indices_backward",
                                     "maximum",
                                     "mean",
                                     "min",
                                     "minimum",
                                     "mish",
                                     "mm",
                                     "mse_loss",
                                     "mse_loss_backward",
                                     "mul",
                                     "mv",
                                     "native_batch_norm",
                                     "native_batch_norm_backward",
                                     "native_dropout",
                                     "native_dropout_backward",
                                     "native_group_norm",
                                     "native_group_norm_backward",
                                     "native_layer_norm",
                                     "native_layer_norm_backward",
                                     "ne",
                                     "neg",
                                     "new_empty",
                                     "new_empty_strided",
                                     "new_full",
                                     "new_ones",
                                     "new_zeros",
                                     "nll_loss",
                                     "nll_loss2d_forward",
                                     "nll_loss_backward",
                                     "nll_loss_forward",
                                     "nll_loss_nd",
                                     "nonzero",
                                     "norm",
                                     "ones",
                                     "ones_like",
                                     "permute",
                                     "pixel_shuffle",
                                     "polar",
                                     "pow",
                                     "prod",
                                     "rand",
                                     "rand_like",
                                     "randint",
                                     "randn",
                                     "randn_like",
                                     "randperm",
                                     "reciprocal",
                                     "reflection_pad1d",
                                     "reflection_pad2d",
                                     "reflection_pad2d_backward",
                                     "relu",
                                     "relu_",
                                     "remainder",
                                     "repeat",
                                     "repeat_interleave",
                                     "replication_pad2d",
                                     "reshape",
                                     "rms_norm",
                                     "roll",
                                     "rot90",
                                     "round",
                                     "rrelu_with_noise",
                                     "rsqrt",
                                     "rsub",
                                     "scalar_tensor",
                                     "scaled_dot_product_attention",
                                     "scatter",
                                     "scatter_add",
                                     "scatter_reduce",
                                     "searchsorted",
                                     "select",
                                     "select_backward",
                                     "select_scatter",
                                     "sgn",
                                     "sigmoid",
                                     "sigmoid_backward",
                                     "sign",
                                     "silu",
                                     "silu_backward",
                                     "sin",
                                     "sinh",
                                     "slice",
                                     "slice_backward",
                                     "slice_scatter",
                                     "smooth_l1_loss",
                                     "softmax",
                                     "softplus",
                                     "softplus_backward",
                                     "sort",
                                     "split",
                                     "split_with_sizes",
                                     "sqrt",
                                     "square",
                                     "squeeze",
                                     "stack",
                                     "std",
                                     "sub",
                                     "sum",
                                     "t",
                                     "tan",
                                     "tanh",
                                     "tanh_backward",
                                     "threshold",
                                     "threshold_backward",
                                     "tile",
                                     "to",
                                     "topk",
                                     "trace",
                                     "transpose",
                                     "tril",
                                     "tril_indices",
                                     "triu",
                                     "triu_indices",
                                     "trunc",
                                     "unbind",
                                     "unfold",
                                     "unsafe_chunk",
                                     "unsafe_split",
                                     "unsqueeze",
                                     "upsample_bilinear2d",
                                     "upsample_nearest2d",
                                     "upsample_nearest2d_backward",
                                     "var",
                                     "var_mean",
                                     "view",
                                     "view_as_complex",
                                     "view_as_real",
                                     "where",
                                     "xlogy",
                                     "zeros",
                                     "zeros_like"});
static_assert(std::ranges::is_sorted(fusibleOperators));

/// What stands between "triton_poi_fused_" and "_3".
std::optional<std::string_view> fusedPart(std::string_view kernel) {
  constexpr std::string_view mark = "_fused_";
  if (!kernel.starts_with("triton_")) {
    return std::nullopt;
  }
  const std::size_t at = kernel.find(mark);
  const std::size_t last = kernel.rfind('_');
  if (at == std::string_view::npos || last < at + mark.size() - 1) {
    return std::nullopt;
  }
  const std::string_view number = kernel.substr(last + 1);
  if (number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  const std::size_t first = at + mark.size();
  return last > first ? kernel.substr(first, last - first) : std::string_view{};
}

/// Looks for the reading of the fewest operators.
class FusedReading {
 public:
  explicit FusedReading(const std::function<bool(std::string_view)>& isOperator) : m_isOperator(isOperator) {}

  [[nodiscard]] std::vector<std::string_view> of(std::string_view text) {
    read(text);
    return m_best;
  }

 private:
  void read(std::string_view rest) {
    constexpr int maxSteps = 20'000;  // names are short, and sorted parts leave few readings
    if (++m_steps > maxSteps || (!m_best.empty() && m_parts.size() + 1 > m_best.size())) {
      return;
    }
    for (std::size_t end = rest.size(); end != 0; end = rest.rfind('_', end - 1)) {
      if (end == std::string_view::npos) {
        return;
      }
      const std::string_view part = rest.substr(0, end);
      if ((!m_parts.empty() && part <= m_parts.back()) || !isKnown(part)) {
        continue;
      }
      m_parts.push_back(part);
      if (end == rest.size()) {
        if (m_best.empty() || m_parts.size() < m_best.size()) {
          m_best = m_parts;
        }
      } else {
        read(rest.substr(end + 1));
      }
      m_parts.pop_back();
    }
  }
  [[nodiscard]] bool isKnown(std::string_view part) const {
    return std::ranges::binary_search(fusibleOperators, part) || (m_isOperator && m_isOperator(part));
  }

  const std::function<bool(std::string_view)>& m_isOperator;
  std::vector<std::string_view> m_parts;
  std::vector<std::string_view> m_best;
  int m_steps = 0;
};

}  // namespace

bool namesInductorKernel(std::string_view kernel) {
  return fusedPart(kernel).has_value();
}

std::optional<std::vector<std::string>> fusedOperators(std::string_view kernel,
                                                       const std::function<bool(std::string_view)>& isOperator) {
  const auto part = fusedPart(kernel);
  if (!part || part->empty()) {
    return std::nullopt;
  }
  const std::vector<std::string_view> parts = FusedReading(isOperator).of(*part);
  return parts.empty() ? std::nullopt : std::optional(std::vector<std::string>(parts.begin(), parts.end()));
}

}  // namespace kernline
