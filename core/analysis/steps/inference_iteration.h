// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

enum class InferenceKind : std::uint8_t {
  Prefill,  ///< reads prompts only
  Decode,   ///< generates only: a token a request, or a few with speculation
  Mixed,    ///< both in one batch
};

/// "prefill", "decode", "mixed".
[[nodiscard]] std::string_view toText(InferenceKind kind);

/// Figures that an iteration of an inference engine records of itself. Missing values are absent, never guessed.
struct InferenceIteration {
  InferenceKind kind = InferenceKind::Decode;
  std::optional<std::int64_t> requests;         ///< requests in the batch
  std::optional<std::int64_t> contextRequests;  ///< requests that read their prompt
  std::optional<std::int64_t> tokens;           ///< tokens that go through the model
  std::optional<std::int64_t> contextTokens;    ///< tokens of prompts among them
  std::optional<std::int64_t> kvTokens;         ///< keys and values that attention reads, of all requests together

  bool operator==(const InferenceIteration&) const = default;
};

/// Reads the names that engines give their iterations:
/// - vLLM: `execute_context_3(96)_generation_29(29)`, `execute_1025_context_1(sq1024sk…sqsq…sqsk…)_generation_1(…)`,
///   `execute_new_2_cached_30`;
/// - SGLang: `step[EXTEND bs=2 toks=4096]`, `step[DECODE bs=32 … g_sk=…]`, `step[MIXED bs=2 c=1 g=1 …]`;
/// - TensorRT-LLM: `[Executor] _forward_step 7: 1 ctx reqs, 512 ctx tokens, 31 gen reqs`;
/// - ATOM: `prefill[bs=2 tok=16384 ctx=…]`, `decode[bs=117/128 tok=117 d=117]`.
/// nullopt for any other name, and for an iteration without a request.
[[nodiscard]] std::optional<InferenceIteration> inferenceIteration(std::string_view name);

}  // namespace kernline
