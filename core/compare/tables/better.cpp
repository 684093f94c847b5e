// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/better.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 13> wordsOfMore{
    "accuracy",    "acc", "speedup", "speed-up", "throughput", "bandwidth", "utilization",
    "utilization", "mfu", "score",   "bleu",     "tflops",     "roofline"};
constexpr std::array<std::string_view, 8> wordsOfLess{"loss",    "perplexity", "ppl",  "error",
                                                      "latency", "stall",      "idle", "overhead"};

/// As a word of its own: "acc" is in "test_acc" but not in "access".
bool hasWord(const std::string& text, std::string_view word) {
  const auto isLetter = [&](std::size_t at) { return at < text.size() && text[at] >= 'a' && text[at] <= 'z'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + word.size())) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view toText(Better better) {
  constexpr std::array<std::string_view, 3> names{"unknown", "less", "more"};
  return names[static_cast<std::size_t>(better)];
}

Better betterOf(Quantity quantity, std::string_view key) {
  const std::string name = lowered(key);
  const auto isNamed = [&](std::string_view word) { return hasWord(name, word); };
  if (std::ranges::any_of(wordsOfLess, isNamed)) {
    return Better::Less;
  }
  if (std::ranges::any_of(wordsOfMore, isNamed)) {
    return Better::More;
  }
  switch (quantity) {
    case Quantity::Time:
    case Quantity::Bytes:
      return Better::Less;
    case Quantity::Rate:
    case Quantity::FlopRate:
    case Quantity::ByteRate:
      return Better::More;
    default:
      return Better::Unknown;
  }
}

}  // namespace kernline
