// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/better.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace kernline {

namespace {

constexpr std::string_view wordsOfMore[] = {
    "accuracy", "acc",         "speedup",    "speed-up", "throughput", "bandwidth",   "bw",       "flop_rate",
    "mfu",      "utilization", "util",       "bwutil",   "hfu",        "score",       "bleu",     "rouge",
    "f1",       "tflops",      "gflops",     "roofline", "goodput",    "fps",         "qps",      "rps",
    "tps",      "reward",      "auc",        "gbps",     "efficiency", "exact_match", "hit_rate", "performance",
    "speed",    "avg_ts",      "per_second", "per_sec",  "iops"};
constexpr std::string_view wordsOfLess[] = {"loss",      "perplexity", "ppl",  "error", "err",      "latency",
                                            "latencies", "stall",      "idle", "wer",   "overhead", "rmse",
                                            "mse",       "mae",        "cer",  "bpb",   "stderr",   "bits_per_byte"};
/// Words of metrics for amounts, not for shares: a greater share of the time or the memory is neither better nor worse.
constexpr std::string_view wordsOfLessAmount[] = {"time", "duration", "runtime", "elapsed", "ttft",
                                                  "tpot", "itl",      "e2el",    "memory",  "mem",
                                                  "vram", "energy",   "std",     "stddev",  "misses"};

/// Whether the text has it as a separate word: "acc" is in "test_acc" but not in "access".
bool hasWord(const std::string& text, std::string_view word) {
  const auto isLetter = [&](std::size_t at) { return at < text.size() && text[at] >= 'a' && text[at] <= 'z'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + word.size())) {
      return true;
    }
  }
  return false;
}

/// Returns the part of a dotted name that is measured: "num_trials" of "runtime_stats.num_trials", all of
/// "runtime.mean".
std::string measuredPart(std::string_view key) {
  constexpr std::string_view aspects[] = {"mean",  "min", "max", "median", "avg", "average",
                                          "total", "p50", "p90", "p95",    "p99", "value"};
  const std::string name = lowered(key);
  const std::string last = name.substr(name.rfind('.') + 1);
  return std::ranges::find(aspects, last) == std::end(aspects) ? last : name;
}

}  // namespace

std::string_view toText(Better better) {
  constexpr std::string_view names[] = {"unknown", "less", "more"};
  return names[static_cast<std::size_t>(better)];
}

Better betterOf(Quantity quantity, std::string_view key) {
  const std::string name = measuredPart(key);
  const auto isNamed = [&](std::string_view word) { return hasWord(name, word); };
  const bool isAmount = quantity != Quantity::Share && std::ranges::any_of(wordsOfLessAmount, isNamed);
  if (std::ranges::any_of(wordsOfLess, isNamed)) {
    return Better::Less;
  }
  if (std::ranges::any_of(wordsOfMore, isNamed)) {
    return Better::More;
  }
  if (isAmount) {
    return Better::Less;
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
