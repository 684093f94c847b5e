// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/inference_iteration.h"

#include <re2/re2.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>

namespace kernline {

namespace {

/// The string_view of RE2 need not be that of the standard library.
template <typename... Parts>
bool matches(std::string_view text, const RE2& whole, Parts*... parts) {
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), whole, parts...);
}

using Number = std::optional<std::int64_t>;

/// The requests of one kind in a batch.
struct Part {
  Number requests;
  Number tokens;
  Number kv;
};

/// Returns nullopt if either is unknown.
Number sum(Number a, Number b) {
  return a && b ? Number{*a + *b} : Number{};
}

/// A part without requests has no tokens either, whether the name says so or not.
Part known(Part part) {
  if (part.requests == 0) {
    part.tokens = 0;
    part.kv = 0;
  }
  return part;
}

std::optional<InferenceIteration> ofParts(Part context, Part generation) {
  context = known(context);
  generation = known(generation);
  const bool reads = context.requests.value_or(0) > 0;
  const bool generates = generation.requests.value_or(0) > 0;
  if (!reads && !generates) {
    return {};
  }
  return InferenceIteration{.kind = !reads      ? InferenceKind::Decode
                                    : generates ? InferenceKind::Mixed
                                                : InferenceKind::Prefill,
                            .requests = sum(context.requests, generation.requests),
                            .contextRequests = context.requests,
                            .tokens = sum(context.tokens, generation.tokens),
                            .contextTokens = context.tokens,
                            .kvTokens = sum(context.kv, generation.kv)};
}

/// Reads a number; nullopt if `digits` is empty or no number.
Number numberIn(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} ? Number{value} : Number{};
}

/// The number behind `key=` in "bs=2 toks=4096 c_sk=20".
Number field(std::string_view fields, std::string_view key) {
  const std::string wanted = std::string{key} + '=';
  std::size_t at = fields.starts_with(wanted) ? 0 : fields.find(' ' + wanted);
  if (at == std::string_view::npos) {
    return {};
  }
  at += at == 0 && fields.starts_with(wanted) ? wanted.size() : wanted.size() + 1;
  return numberIn(fields.substr(at));
}

/// Reads the text that vLLM writes between brackets: "96", "888_788544" (tokens, and queries times keys),
/// "sq96sk2048sqsq…sqsk…".
Part vllmPart(std::int64_t requests, std::string_view figures) {
  static const RE2 plain(R"((\d+)(?:_\d+)?)");
  static const RE2 detailed(R"(sq(\d+)sk(\d+)sqsq\d+sqsk\d+)");
  Part part{.requests = requests, .tokens = {}, .kv = {}};
  std::int64_t tokens = 0;
  std::int64_t kv = 0;
  if (matches(figures, detailed, &tokens, &kv)) {
    part.tokens = tokens;
    part.kv = kv;
  } else if (matches(figures, plain, &tokens)) {
    part.tokens = tokens;
  }
  return part;
}

std::optional<InferenceIteration> ofVllm(std::string_view name) {
  static const RE2 split(R"(execute_(?:\d+_)?context_(\d+)\(([^)]*)\)_generation_(\d+)\(([^)]*)\))");
  static const RE2 cached(R"(execute_new_(\d+)_cached_(\d+))");
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::string ofFirst;
  std::string ofSecond;
  if (matches(name, split, &first, &ofFirst, &second, &ofSecond)) {
    return ofParts(vllmPart(first, ofFirst), vllmPart(second, ofSecond));
  }
  if (matches(name, cached, &first, &second)) {
    return ofParts({.requests = first, .tokens = {}, .kv = {}}, {.requests = second, .tokens = {}, .kv = {}});
  }
  return {};
}

std::optional<InferenceIteration> ofSglang(std::string_view name) {
  static const RE2 step(R"(step\[([A-Z_]+) ([^\]]*)\])");
  std::string mode;
  std::string fields;
  if (!matches(name, step, &mode, &fields)) {
    return {};
  }
  const Number requests = field(fields, "bs");
  constexpr Part none{.requests = 0, .tokens = 0, .kv = 0};
  if (mode == "MIXED") {
    const Number reading = field(fields, "c");
    const Number generating = field(fields, "g");
    if (!reading || !generating) {
      return InferenceIteration{.kind = InferenceKind::Mixed,
                                .requests = requests,
                                .contextRequests = {},
                                .tokens = {},
                                .contextTokens = {},
                                .kvTokens = {}};
    }
    return ofParts({.requests = reading, .tokens = field(fields, "c_sq"), .kv = field(fields, "c_sk")},
                   {.requests = generating, .tokens = field(fields, "g_sq"), .kv = field(fields, "g_sk")});
  }
  if (mode == "DECODE") {
    return ofParts(none, {.requests = requests, .tokens = requests, .kv = field(fields, "g_sk")});
  }
  if (mode.contains("VERIFY") || mode.contains("DRAFT")) {  // several tokens per request, not given by the name
    return ofParts(none, {.requests = requests, .tokens = field(fields, "g_sq"), .kv = field(fields, "g_sk")});
  }
  if (mode.contains("EXTEND") || mode.contains("PREFILL")) {
    return ofParts({.requests = requests, .tokens = field(fields, "toks"), .kv = field(fields, "c_sk")}, none);
  }
  return {};
}

std::optional<InferenceIteration> ofTensorRt(std::string_view name) {
  static const RE2 step(
      R"(\[Executor\] _forward_step(?: \d+)?: (\d+) ctx reqs,(?: (\d+) ctx tokens,)? (\d+) gen reqs)");
  std::int64_t reading = 0;
  std::string tokens;
  std::int64_t generating = 0;
  if (!matches(name, step, &reading, &tokens, &generating)) {
    return {};
  }
  return ofParts({.requests = reading, .tokens = numberIn(tokens), .kv = {}},
                 {.requests = generating, .tokens = {}, .kv = {}});
}

std::optional<InferenceIteration> ofAtom(std::string_view name) {
  static const RE2 batch(R"((prefill|decode|eager_decode)\[(bs=(\d+)(?:/\d+)?.*)\])");
  std::string mode;
  std::string fields;
  std::int64_t requests = 0;
  if (!matches(name, batch, &mode, &fields, &requests)) {
    return {};
  }
  const Part part{.requests = requests, .tokens = field(fields, "tok"), .kv = field(fields, "sk")};
  constexpr Part none{.requests = 0, .tokens = 0, .kv = 0};
  return mode == "prefill" ? ofParts(part, none) : ofParts(none, part);
}

}  // namespace

std::string_view toText(InferenceKind kind) {
  constexpr std::array<std::string_view, 3> texts{"prefill", "decode", "mixed"};
  return texts[static_cast<std::size_t>(kind)];
}

std::optional<InferenceIteration> inferenceIteration(std::string_view name) {
  if (name.starts_with("execute_")) {
    return ofVllm(name);
  }
  if (name.starts_with("step[")) {
    return ofSglang(name);
  }
  if (name.starts_with("[Executor] _forward_step")) {
    return ofTensorRt(name);
  }
  return name.ends_with(']') && name.contains("[bs=") ? ofAtom(name) : std::nullopt;
}

}  // namespace kernline
