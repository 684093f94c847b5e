// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/lm_eval.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline::records {

namespace {

using Kind = RawValue::Kind;

/// "acc" and "none" of "acc,none".
std::pair<std::string, std::string> metricAndFilter(const std::string& key) {
  const std::size_t comma = key.find(',');
  return comma == std::string::npos ? std::pair{key, std::string{}}
                                    : std::pair{key.substr(0, comma), key.substr(comma + 1)};
}

struct Task {
  Record record;
  const char* place = nullptr;
};

void addTask(const std::string& task, const RawValue& metrics, const std::string& examples, std::vector<Task>& tasks,
             std::vector<std::string>& names) {
  std::map<std::string, Record> byFilter;
  for (MemberWalk walk(metrics.text); walk.next();) {
    const auto [metric, filter] = metricAndFilter(walk.key().unescaped());
    if (filter.empty()) {
      continue;  // "alias", and counts
    }
    byFilter[filter].push_back({.name = metric, .text = textOf(walk.value()), .use = ColumnUse::Measurement});
    if (std::ranges::find(names, metric) == names.end()) {
      names.push_back(metric);
    }
  }
  for (auto& [filter, values] : byFilter) {
    Record record{{.name = "task", .text = task, .use = ColumnUse::Parameter},
                  {.name = "filter", .text = filter, .use = ColumnUse::Parameter},
                  {.name = "n-shot", .text = examples, .use = ColumnUse::Parameter}};
    std::ranges::move(values, std::back_inserter(record));
    tasks.push_back({.record = std::move(record), .place = metrics.text.data()});
  }
}

}  // namespace

bool addLmEval(std::string_view document, RecordSource& source) {
  const RawValue results = chrome::findMember(document, "results");
  const RawValue examples = chrome::findMember(document, "n-shot");
  const bool isLmEval =
      results.kind == Kind::Object &&
      (examples.kind == Kind::Object || chrome::findMember(document, "higher_is_better").kind == Kind::Object ||
       chrome::findMember(document, "versions").kind == Kind::Object);
  if (!isLmEval) {
    return false;
  }
  std::vector<Task> tasks;
  std::vector<std::string> names;
  for (MemberWalk walk(results.text); walk.next();) {
    if (walk.value().kind == Kind::Object) {
      const std::string task = walk.key().unescaped();
      addTask(task, walk.value(), textOf(chrome::findMember(examples.text, task)), tasks, names);
    }
  }
  if (tasks.empty()) {
    return false;
  }
  if (const RawValue model = chrome::findMember(document, "model_name"); model.kind == Kind::String) {
    source.tables.addSetting("model_name", textOf(model), false);
  }
  for (const Task& task : tasks) {
    constexpr std::ptrdiff_t parameters = 3;
    Record full(task.record.begin(), task.record.begin() + parameters);
    for (const std::string& name : names) {
      const auto value = std::find_if(task.record.begin() + parameters, task.record.end(),
                                      [&name](const Field& field) { return field.name == name; });
      full.push_back(value == task.record.end() ? Field{.name = name, .text = {}, .use = ColumnUse::Measurement}
                                                : *value);
    }
    source.add(full, task.place);
  }
  return true;
}

}  // namespace kernline::records
