// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/result_files.h"

#include "core/import/records/asv.h"
#include "core/import/records/google_benchmark.h"
#include "core/import/records/lm_eval.h"
#include "core/import/records/nested_results.h"
#include "core/import/records/nvbench.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::records {

namespace {

using enum ColumnUse;
using Kind = RawValue::Kind;

/// Each object of a list with `add`; false if there is none, or one that `add` refuses.
template <typename Add>
bool addEach(std::string_view list, RecordSource& source, Add add) {
  bool any = false;
  for (MemberWalk walk(list); walk.next() && !source.isStopped();) {
    if (source.isFullAt(walk.value().text.data())) {
      break;
    }
    if (walk.value().kind != Kind::Object || !add(walk.value().text)) {
      return false;
    }
    any = true;
  }
  return any;
}

// --- pytest-benchmark 3 to 5 ---

std::string_view unitOfStatistic(std::string_view name) {
  constexpr std::string_view times[] = {"min", "max", "mean",    "stddev",  "median", "iqr",
                                        "q1",  "q3",  "ld15iqr", "hd15iqr", "total"};
  return std::ranges::find(times, name) != std::end(times) ? "s" : name == "ops" ? "1/s" : "";
}

void addScalars(std::string_view object, const std::string& outer, ColumnUse use, Record& record) {
  for (MemberWalk walk(object); walk.next();) {
    if (walk.value().kind != Kind::Object && walk.value().kind != Kind::Array) {
      record.push_back({.name = outer + walk.key().unescaped(), .text = textOf(walk.value()), .use = use});
    }
  }
}

bool addPytestBenchmark(std::string_view entry, RecordSource& source) {
  const RawValue stats = chrome::findMember(entry, "stats");
  const RawValue name = chrome::findMember(entry, "name");
  if (stats.kind != Kind::Object || name.kind != Kind::String) {
    return false;
  }
  const RawValue params = chrome::findMember(entry, "params");
  std::string subject = name.unescaped();
  if (params.kind == Kind::Object) {
    subject.resize(std::min(subject.size(), subject.find('[')));  // the parameters of "test_mm[64-fp32]" are given
                                                                  // separately
  }
  Record record{{.name = "name", .text = subject, .use = Subject},
                {.name = "fullname", .text = textOf(chrome::findMember(entry, "fullname")), .use = Ignored},
                {.name = "group", .text = textOf(chrome::findMember(entry, "group")), .use = Parameter}};
  addScalars(params.text, {}, Parameter, record);
  addScalars(chrome::findMember(entry, "extra_info").text, {}, Undetermined, record);
  for (MemberWalk walk(stats.text); walk.next();) {
    const std::string key = walk.key().unescaped();
    if (walk.value().kind == Kind::Array) {
      source.tables.noteSkipped(key, source.lineOf(entry.data()));
    } else {
      const bool isText = walk.value().kind == Kind::String;  // lists of outliers: "1;2"
      record.push_back({.name = key,
                        .text = textOf(walk.value()),
                        .use = isText ? Ignored : Measurement,
                        .unit = std::string{unitOfStatistic(key)}});
    }
  }
  source.add(record, entry.data());
  return true;
}

// --- hyperfine ---

/// Number of a command's runs that failed, and the reason of the first.
struct FailedRuns {
  std::size_t count = 0;
  std::size_t all = 0;
  std::string reason;

  [[nodiscard]] bool areAll() const { return count > 0 && count == all; }
  [[nodiscard]] std::string text() const {
    return std::to_string(count) + " of " + std::to_string(all) + " runs failed: " + reason;
  }
};

FailedRuns failedRuns(std::string_view entry) {
  FailedRuns failed;
  for (MemberWalk walk(chrome::findMember(entry, "exit_codes").text); walk.next(); ++failed.all) {
    const std::string code = walk.value().unescaped();
    if (code == "0") {
      continue;
    }
    if (failed.count++ == 0) {
      failed.reason = code == "null" ? "killed by a signal" : "exit code " + code;
    }
  }
  return failed;
}

bool addHyperfine(std::string_view entry, RecordSource& source) {
  const FailedRuns failed = failedRuns(entry);
  Record record{{.name = "command", .text = textOf(chrome::findMember(entry, "command")), .use = Subject}};
  for (MemberWalk walk(entry); walk.next();) {
    const std::string key = walk.key().unescaped();
    if (walk.value().kind == Kind::Object) {
      addScalars(walk.value().text, {}, Parameter, record);
    } else if (walk.value().kind == Kind::Array) {
      source.tables.noteSkipped(key, source.lineOf(entry.data()));
    } else if (key != "command") {
      // If all runs failed, these are figures of the failure.
      record.push_back({.name = key,
                        .text = failed.areAll() ? std::string{} : textOf(walk.value()),
                        .use = Measurement,
                        .unit = "s"});
    }
  }
  if (failed.count > 0) {
    source.tables.addFailure(record, failed.text(), source.lineOf(entry.data()));
  }
  source.add(record, entry.data());
  return true;
}

// --- trtexec --exportProfile ---

bool isTrtexecProfile(std::string_view list) {
  MemberWalk walk(list);
  return walk.next() && chrome::findMember(walk.value().text, "count").kind == Kind::Number && walk.next() &&
         chrome::findMember(walk.value().text, "averageMs").kind == Kind::Number;
}

bool addTrtexecLayer(std::string_view entry, RecordSource& source) {
  if (const RawValue count = chrome::findMember(entry, "count"); count.kind == Kind::Number) {
    source.tables.addSetting("iterations", textOf(count), false);
    return true;
  }
  Record record;
  for (MemberWalk walk(entry); walk.next();) {
    const std::string key = walk.key().unescaped();
    record.push_back({.name = key, .text = textOf(walk.value()), .use = key == "name" ? Subject : Measurement});
  }
  source.add(record, entry.data());
  return true;
}

// --- all of them ---

void addMachine(std::string_view object, RecordSource& source) {
  for (MemberWalk walk(object); walk.next();) {
    const bool isPlain = walk.value().kind != Kind::Object && walk.value().kind != Kind::Array;
    if (isPlain && walk.key().text != "host_name" && walk.key().text != "node") {
      source.tables.addSetting(walk.key().unescaped(), textOf(walk.value()), true);
    }
  }
}

bool addBenchmarks(std::string_view document, std::string_view list, RecordSource& source) {
  MemberWalk first(list);
  if (!first.next() || first.value().kind != Kind::Object) {
    return false;
  }
  const std::string_view entry = first.value().text;
  if (chrome::findMember(entry, "stats").kind == Kind::Object) {
    addMachine(chrome::findMember(document, "machine_info").text, source);
    return addEach(list, source, [&](std::string_view one) { return addPytestBenchmark(one, source); });
  }
  if (chrome::findMember(entry, "states").kind == Kind::Array) {
    return addEach(list, source, [&](std::string_view one) { return addNvbench(one, source); });
  }
  const bool isGoogle = chrome::findMember(document, "context").kind == Kind::Object ||
                        chrome::findMember(entry, "real_time").kind == Kind::Number;
  if (!isGoogle) {
    return addFlatRecords(list, source);
  }
  addMachine(chrome::findMember(document, "context").text, source);
  return addEach(list, source, [&](std::string_view one) { return addGoogleBenchmark(one, source); });
}

bool addNamedList(std::string_view document, RecordSource& source) {
  constexpr std::string_view names[] = {"benchmarks", "results", "records", "rows", "runs", "data", "measurements"};
  for (const std::string_view name : names) {
    const RawValue list = chrome::findMember(document, name);
    if (list.kind != Kind::Array) {
      continue;
    }
    if (name == "benchmarks") {
      return addBenchmarks(document, list.text, source);
    }
    MemberWalk first(list.text);
    const bool isHyperfine = name == "results" && first.next() && first.value().kind == Kind::Object &&
                             chrome::findMember(first.value().text, "command").kind == Kind::String &&
                             chrome::findMember(first.value().text, "mean").kind != Kind::None;
    return isHyperfine ? addEach(list.text, source, [&](std::string_view one) { return addHyperfine(one, source); })
                       : addFlatRecords(list.text, source);
  }
  return false;
}

}  // namespace

bool addResultFile(RecordSource& source) {
  const std::string_view document = trimmed(source.text());
  if (document.starts_with('[')) {
    if (isTrtexecProfile(document)) {
      return addEach(document, source, [&](std::string_view one) { return addTrtexecLayer(one, source); });
    }
    return addFlatRecords(document, source) && (source.tables.rowCount() > 1 || source.tables.measures());
  }
  if (addAsv(document, source) || addLmEval(document, source) || addNamedList(document, source)) {
    return true;
  }
  return source.tables.rowCount() == 0 && addNestedResults(document, source);
}

}  // namespace kernline::records
