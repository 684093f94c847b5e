// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/google_benchmark.h"

#include "core/import/log/benchmark_name.h"

#include <algorithm>
#include <string>

namespace kernline::records {

namespace {

using enum ColumnUse;

void addName(std::string_view name, Record& record) {
  const logs::BenchmarkName parts = logs::benchmarkName(name);
  record.push_back({.name = "benchmark", .text = parts.benchmark, .use = Subject});
  for (const auto& [parameter, value] : parts.parameters) {
    if (parameter != "threads") {  // a member of its own
      record.push_back({.name = parameter, .text = value, .use = Parameter});
    }
  }
  if (!parts.variant.empty()) {
    record.push_back({.name = "variant", .text = parts.variant, .use = Parameter});
  }
}

struct GoogleMember {
  std::string_view name;
  ColumnUse use;
};

constexpr GoogleMember googleMembers[] = {{"family_index", Ignored},
                                          {"per_family_instance_index", Ignored},
                                          {"run_type", Ignored},
                                          {"repetitions", Ignored},
                                          {"iterations", Ignored},
                                          {"aggregate_unit", Ignored},
                                          {"repetition_index", Parameter},
                                          {"threads", Parameter},
                                          {"label", Parameter},
                                          {"aggregate_name", Parameter}};

std::string_view unitOfCounter(std::string_view name) {
  return name == "bytes_per_second" ? "bytes/s" : name == "items_per_second" ? "items/s" : "";
}

}  // namespace

bool addGoogleBenchmark(std::string_view entry, RecordSource& source) {
  const RawValue runName = chrome::findMember(entry, "run_name");
  const RawValue name = runName.kind == RawValue::Kind::String ? runName : chrome::findMember(entry, "name");
  if (name.kind != RawValue::Kind::String) {
    return false;
  }
  const std::string timeUnit = textOf(chrome::findMember(entry, "time_unit"));
  // A coefficient of variation has no unit.
  const bool isShare = textOf(chrome::findMember(entry, "aggregate_unit")) == "percentage";
  Record record;
  addName(name.unescaped(), record);
  std::string failure;
  for (MemberWalk walk(entry); walk.next();) {
    const std::string key = walk.key().unescaped();
    const std::string text = textOf(walk.value());
    const auto* known = std::ranges::find(googleMembers, key, &GoogleMember::name);
    if (key == "name" || key == "run_name" || key == "time_unit") {
      continue;
    }
    if (key == "error_message" || key == "skip_message") {
      failure = text;
    } else if (known != std::end(googleMembers)) {
      record.push_back({.name = key, .text = text, .use = known->use});
    } else if (key == "real_time" || key == "cpu_time") {
      record.push_back({.name = key, .text = text, .use = Measurement, .unit = isShare ? "" : timeUnit});
    } else if (walk.value().kind == RawValue::Kind::Number) {
      record.push_back({.name = key, .text = text, .use = Measurement, .unit = std::string{unitOfCounter(key)}});
    } else {
      record.push_back({.name = key, .text = text, .use = Ignored});
    }
  }
  if (failure.empty()) {
    source.add(record, entry.data());
  } else {
    source.tables.addFailure(record, failure, source.lineOf(entry.data()));
  }
  return true;
}

}  // namespace kernline::records
