// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/name_words.h"

#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view units[] = {"ns",         "us",    "ms",   "s",     "sec",    "secs",   "second", "seconds",
                                      "msec",       "usec",  "nsec", "flops", "gflops", "tflops", "mflops", "pflops",
                                      "gflop",      "tflop", "b",    "byte",  "bytes",  "kb",     "mb",     "gb",
                                      "tb",         "kib",   "mib",  "gib",   "gbps",   "mbps",   "gbs",    "percent",
                                      "percentage", "pct",   "hz",   "mhz",   "ghz",    "cycles", "clocks", "watts",
                                      "joules",     "tok/s", "tps",  "qps",   "tokens", "x"};

constexpr std::string_view measures[] = {
    "time",       "times",      "latency",  "latencies",   "duration", "elapsed", "runtime",     "throughput",
    "bandwidth",  "bw",         "perf",     "performance", "speed",    "speedup", "memory",      "mem",
    "vram",       "ram",        "power",    "energy",      "loss",     "acc",     "accuracy",    "ppl",
    "perplexity", "err",        "error",    "diff",        "util",     "mfu",     "utilization", "utilization",
    "score",      "efficiency", "overhead", "noise",       "ratio",    "ops",     "occupancy",   "hits",
    "misses",     "bwutil",     "rmse",     "mse",         "mae",      "reward",  "grad",        "norm"};

constexpr std::string_view aspects[] = {
    "min",   "max",    "mean",  "avg",   "average", "median",  "std",    "stddev",    "stdev", "dev",    "var",
    "p1",    "p5",     "p10",   "p20",   "p25",     "p50",     "p75",    "p80",       "p90",   "p95",    "p99",
    "p999",  "q1",     "q3",    "iqr",   "total",   "sum",     "self",   "peak",      "reads", "writes", "read",
    "write", "train",  "val",   "valid", "test",    "eval",    "real",   "cpu",       "gpu",   "user",   "sys",
    "input", "output", "in",    "out",   "host",    "device",  "cold",   "warm",      "best",  "worst",  "first",
    "last",  "start",  "end",   "count", "samples", "rounds",  "step",   "allocated", "used",  "free",   "reserved",
    "ttft",  "tpot",   "itl",   "e2el",  "e2e",     "prefill", "decode", "h2d",       "d2h",   "launch", "compute",
    "low",   "high",   "lower", "upper", "abs",     "rel"};

constexpr std::string_view implementations[] = {
    "triton",     "pytorch",   "torch",      "cuda",      "cublas",   "cublaslt",  "cudnn",
    "cutlass",    "cute",      "flash",      "fa2",       "fa3",      "fa4",       "flashattention",
    "flashinfer", "sdpa",      "xformers",   "jax",       "xla",      "pallas",    "numpy",
    "cupy",       "numba",     "tensorflow", "tf",        "eager",    "compile",   "compiled",
    "inductor",   "naive",     "ref",        "reference", "baseline", "base",      "custom",
    "ours",       "optimized", "optimized",  "opt",       "fused",    "unfused",   "vllm",
    "sglang",     "trt",       "tensorrt",   "onnx",      "ort",      "tilelang",  "thunderkittens",
    "tk",         "liger",     "apex",       "hip",       "rocm",     "rocblas",   "hipblas",
    "hipblaslt",  "aiter",     "ck",         "mkl",       "onednn",   "deepspeed", "megatron",
    "te",         "cpp",       "rust",       "python",    "before",   "after",     "old",
    "new",        "openblas",  "nccl",       "deepgemm",  "gluon",    "mojo",      "helion",
    "cudadnn",    "native",    "vanilla"};

constexpr std::string_view sizes[] = {
    "n",      "m",     "k",      "d",     "h",       "w",      "c",           "t",       "size",   "sizes",  "len",
    "length", "dim",   "dims",   "model", "batch",   "bs",     "heads",       "head",    "layers", "layer",  "hidden",
    "seq",    "rank",  "ranks",  "world", "threads", "blocks", "block",       "warps",   "stages", "groups", "group",
    "num",    "seed",  "epoch",  "step",  "iter",    "depth",  "width",       "height",  "rows",   "cols",   "columns",
    "vocab",  "chunk", "window", "topk",  "experts", "gpus",   "nodes",       "version", "kernel", "id",     "index",
    "config", "level", "order",  "shape", "stride",  "bits",   "concurrency", "workers", "seqlen"};

template <std::size_t count>
bool isIn(std::string_view word, const std::string_view (&words)[count]) {
  return std::ranges::find(words, word) != std::end(words);
}

WordMeaning meaningOf(std::string_view word) {
  if (!logs::passOf(word).empty()) {
    return WordMeaning::Pass;
  }
  return isIn(word, units)             ? WordMeaning::Unit
         : isIn(word, measures)        ? WordMeaning::Measure
         : isIn(word, aspects)         ? WordMeaning::Aspect
         : isIn(word, implementations) ? WordMeaning::Implementation
         : isIn(word, sizes)           ? WordMeaning::Size
                                       : WordMeaning::Other;
}

bool isSeparator(char c) {
  return c == '_' || c == ' ' || c == '-' || c == '.';
}

bool isCapital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool isSmall(char c) {
  return c >= 'a' && c <= 'z';
}

/// Whether "(compiled)" qualifies the implementation in front of it: it is no unit.
bool isRemark(std::string_view name, std::string_view inside) {
  const std::string before = lowered(trimmed(name));
  std::string word = lowered(trimmed(inside));
  word.resize(std::min(word.size(), word.find_first_of(" ,;")));  // "(ms, median)" is a unit first of all
  const std::string first = before.substr(0, before.find_first_of(" _-."));
  return meaningOf(first) == WordMeaning::Implementation && meaningOf(word) != WordMeaning::Unit &&
         meaningOf(word) != WordMeaning::Measure && meaningOf(word) != WordMeaning::Aspect &&
         word.find_first_of("/%") == std::string::npos && !word.empty();
}

/// "(ms)" of "Triton (ms)", "[GB/s]"; where the name is more than that.
std::size_t tailBegin(std::string_view name) {
  const char open = name.ends_with(')') ? '(' : name.ends_with(']') ? '[' : '\0';
  const std::size_t at = open == '\0' ? std::string_view::npos : name.rfind(open);
  if (at == std::string_view::npos || at == 0) {
    return name.size();
  }
  const bool isOfWords = open == '(' && isRemark(name.substr(0, at), name.substr(at + 1, name.size() - at - 2));
  return isOfWords ? name.size() : at;
}

}  // namespace

bool NameWords::has(WordMeaning meaning) const {
  return std::ranges::find(words, meaning, &NameWord::meaning) != words.end();
}

NameWords wordsOfName(std::string_view name) {
  NameWords result;
  const std::size_t end = tailBegin(name);
  const bool hasRemark = end == name.size() && name.ends_with(')');
  result.tail = name.substr(end);
  name = name.substr(0, end);
  bool hasSeparator = false;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) {
      const WordMeaning meaning = meaningOf(lowered(word));
      result.words.push_back({std::exchange(word, {}), meaning});
    }
  };
  // "cuBLAS" and "PyTorch" are one word each.
  std::size_t wholeUntil = 0;
  const auto isWholeWord = [&](std::size_t begin) {
    wholeUntil = begin;
    while (wholeUntil < name.size() && !isSeparator(name[wholeUntil]) && name[wholeUntil] != '(') {
      ++wholeUntil;
    }
    return isIn(lowered(name.substr(begin, wholeUntil - begin)), implementations);
  };
  bool isWhole = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i >= wholeUntil && !isSeparator(name[i])) {
      isWhole = isWholeWord(i);
    }
    if (isSeparator(name[i]) || (hasRemark && (name[i] == '(' || name[i] == ')'))) {
      if (!hasSeparator && !word.empty() && i + 1 < name.size()) {
        result.separator = name[i];
        hasSeparator = true;
      }
      finish();
      continue;
    }
    if (i > 0 && !isWhole && isCapital(name[i]) && isSmall(name[i - 1])) {
      finish();
    }
    word += name[i];
  }
  finish();
  return result;
}

std::optional<SizeInName> sizeInName(std::string_view name) {
  SizeInName size{.of = {}, .text = trimmed(name)};
  if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
    size.of = trimmed(name.substr(0, equals));
    size.text = trimmed(name.substr(equals + 1));
    if (size.of.empty()) {
      return std::nullopt;
    }
  }
  std::string_view digits = size.text;
  double scale = 1;
  constexpr std::pair<char, double> endings[] = {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}};
  for (const auto& [ending, factor] : endings) {
    if (digits.size() > 1 && digits.ends_with(ending)) {
      digits.remove_suffix(1);
      scale = factor;
      break;
    }
  }
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size.number);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(size.number)) {
    return std::nullopt;
  }
  size.number *= scale;
  return size;
}

}  // namespace kernline
