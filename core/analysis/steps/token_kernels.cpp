// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/token_kernels.h"

#include <algorithm>
#include <initializer_list>

namespace kernline {

namespace {

bool hasAnyWord(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

}  // namespace

TokenChoice tokenChoice(std::string_view kernel) {
  if (hasAnyWord(kernel, {"ArgMax", "argmax", "Multinomial", "multinomial", "sampling", "Sampling"})) {
    return TokenChoice::Yes;
  }
  return hasAnyWord(kernel, {"TopK", "topk"}) ? TokenChoice::Maybe : TokenChoice::No;
}

bool belongsToTraining(std::string_view kernel) {
  return hasAnyWord(kernel, {"backward", "Backward", "_bwd", "bwd_", "dgrad", "wgrad", "multi_tensor_apply", "Adam"});
}

bool selectsRows(std::string_view kernel) {
  return hasAnyWord(kernel, {"indexSelect", "vectorized_gather", "embedding", "Embedding"});
}

}  // namespace kernline
