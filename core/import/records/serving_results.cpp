// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/serving_results.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kernline::records {

namespace {

struct ServingMember {
  std::string_view name;
  std::string_view unit;
  bool isRelevant;  ///< unique: no other format has a member of that name
};

/// vLLM: benchmarks/benchmark_serving.py, _latency.py, _throughput.py. SGLang: bench_serving.py, bench_one_batch.py.
constexpr ServingMember servingMembers[] = {
    {"request_throughput", "req/s", true},
    {"request_goodput", "req/s", true},
    {"input_throughput", "tok/s", true},
    {"output_throughput", "tok/s", true},
    {"total_throughput", "tok/s", true},
    {"total_token_throughput", "tok/s", true},
    {"max_output_tokens_per_s", "tok/s", true},
    {"requests_per_second", "req/s", true},
    {"tokens_per_second", "tok/s", true},
    {"prefill_throughput", "tok/s", true},
    {"median_decode_throughput", "tok/s", true},
    {"overall_throughput", "tok/s", true},
    {"last_ttft", "s", true},
    {"avg_latency", "s", true},
    {"prefill_latency", "s", true},
    {"median_decode_latency", "s", true},
    {"total_latency", "s", true},
    {"elapsed_time", "s", false},
    {"duration", "s", false},
    {"latency", "s", false},
};

const ServingMember* servingMember(std::string_view name) {
  const auto* found = std::ranges::find(servingMembers, name, &ServingMember::name);
  return found == std::end(servingMembers) ? nullptr : found;
}

}  // namespace

bool isServingResult(const Record& record) {
  return std::ranges::any_of(record, [](const Field& field) {
    const ServingMember* member = servingMember(field.name);
    return (member != nullptr && member->isRelevant) || field.name == "mean_ttft_ms";
  });
}

void sayServingUnits(Record& record) {
  if (!isServingResult(record)) {
    return;
  }
  for (Field& field : record) {
    if (const ServingMember* member = servingMember(field.name)) {
      field.unit = member->unit;
    } else if (field.name.starts_with("percentiles.")) {
      field.unit = "s";  // unit of vLLM's latencies
    }
  }
}

}  // namespace kernline::records
