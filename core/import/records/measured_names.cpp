// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/measured_names.h"

#include "core/import/log/name_unit.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"
#include "core/import/log/unit_text.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace kernline::records {

namespace {

constexpr std::string_view measuredWords[] = {
    "latency",   "latencies", "throughput", "duration", "runtime", "elapsed", "speedup",   "tflops", "gflops", "flops",
    "bandwidth", "mean",      "median",     "avg",      "average", "std",     "stddev",    "p50",    "p90",    "p95",
    "p99",       "ttft",      "tpot",       "itl",      "qps",     "rps",     "tps",       "fps",    "loss",   "acc",
    "accuracy",  "ppl",       "score",      "mfu",      "ms",      "us",      "perplexity"};

bool isMeasuredWord(std::string_view word) {
  return std::ranges::find(measuredWords, word) != std::end(measuredWords);
}

bool namesMeasurement(std::string_view name) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (logs::namesMeasure(last) || logs::unitInName(last)) {
    return true;
  }
  const std::string words = lowered(name);
  std::size_t begin = 0;
  while (begin < words.size()) {
    const std::size_t end = std::min(words.find_first_of(" _.,/()[]-@", begin), words.size());
    if (isMeasuredWord(std::string_view{words}.substr(begin, end - begin))) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool holdsMeasurement(const Record& record) {
  return std::ranges::any_of(record, [](const Field& field) {
    const bool isNumber = logs::quantityOf(trimmed(field.text), logs::ByteBase::Binary).has_value();
    return isNumber && (field.use == ColumnUse::Measurement || !field.unit.empty() || namesMeasurement(field.name));
  });
}

bool isClearResult(const Record& record) {
  std::size_t named = 0;
  for (const Field& field : record) {
    if (!holdsMeasurement({field})) {
      continue;
    }
    const std::string_view last = std::string_view{field.name}.substr(field.name.rfind('.') + 1);
    const auto quantity = logs::quantityOf(trimmed(field.text), logs::ByteBase::Binary);
    if (logs::unitInName(last) || logs::unitInLabel(last) || !quantity->unit.empty()) {
      return true;
    }
    ++named;
  }
  return named > 1;
}

}  // namespace kernline::records
