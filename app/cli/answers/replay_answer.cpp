// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/replay_answer.h"

#include "app/cli/kit/device_option.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace kernline::cli {

namespace {

/// The result of a row; nullptr if there is none, or it did not run.
const RerunResult* resultOf(const FileReplay& answer, const ReplayRow& row) {
  const RerunResult* result = answer.results ? answer.results->find(row.one.id) : nullptr;
  return result == nullptr || !result->error.empty() ? nullptr : result;
}

/// Returns the reason why a row has no time alone; empty if it has, or nothing was measured.
std::string reasonOfRow(const FileReplay& answer, const ReplayRow& row) {
  if (!row.one.reason.isEmpty()) {
    return row.one.reason.english();
  }
  const RerunResult* result = answer.results ? answer.results->find(row.one.id) : nullptr;
  if (answer.results && result == nullptr) {
    return "not in the results";
  }
  return result == nullptr ? std::string() : result->error;
}

struct LeftOut {
  std::string reason;
  std::size_t rows = 0;
  std::uint64_t calls = 0;
  Duration time;
  std::vector<std::string> names;  // each once
};

/// Returns what is not replayed by reason, longest first. Rows that are not listed count by what the profile says.
std::vector<LeftOut> leftOut(const FileReplay& answer) {
  std::map<std::string, LeftOut> byReason;
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    const ReplayRow& row = answer.rows[i];
    const bool isListed = i < listedRows(answer).size();
    const std::string reason = isListed ? reasonOfRow(answer, row) : row.one.reason.english();
    if (reason.empty()) {
      continue;
    }
    LeftOut& left = byReason[reason];
    left.reason = reason;
    ++left.rows;
    left.calls += row.one.calls;
    left.time = saturatingSum(left.time, row.one.time);
    if (std::ranges::find(left.names, row.one.name) == left.names.end()) {
      left.names.push_back(row.one.name);
    }
  }
  std::vector<LeftOut> all;
  for (auto& [reason, left] : byReason) {
    all.push_back(std::move(left));
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &LeftOut::time);
  return all;
}

struct ReplaySums {
  Duration all;
  Duration replayable;
  Duration measured;   // time in the run
  double aloneNs = 0;  // time alone of the same calls, in nanoseconds
};

ReplaySums sumsOf(const FileReplay& answer) {
  ReplaySums sums;
  for (const ReplayRow& row : answer.rows) {
    sums.all = saturatingSum(sums.all, row.one.time);
    sums.replayable = row.one.reason.isEmpty() ? saturatingSum(sums.replayable, row.one.time) : sums.replayable;
    if (const RerunResult* result = resultOf(answer, row)) {
      sums.measured = saturatingSum(sums.measured, row.one.time);
      sums.aloneNs += static_cast<double>(result->time.median.ns) * static_cast<double>(row.one.calls);
    }
  }
  return sums;
}

std::optional<double> shareIn(double part, double all) {
  return all > 0 ? std::optional(part / all) : std::nullopt;
}
std::optional<double> shareIn(const std::optional<double>& part, const std::optional<TimeSpread>& spread) {
  return part && spread ? shareIn(*part, static_cast<double>(spread->median.ns)) : std::nullopt;
}

std::optional<TimeSpread> aloneOf(const FileReplay& answer, const ReplayRow& row) {
  const RerunResult* result = resultOf(answer, row);
  return result == nullptr ? std::nullopt : std::optional(result->time);
}

/// "61.2 µs (60.9 to 61.8)" is long in a table: only where they differ by more than a percent.
std::string spreadText(const std::optional<TimeSpread>& spread) {
  if (!spread) {
    return "–";
  }
  constexpr double percent = 100;
  const double half = static_cast<double>((spread->high - spread->low).ns) / 2;
  const double relative = spread->median.ns > 0 ? half / static_cast<double>(spread->median.ns) * percent : 0;
  const std::string median = formatDuration(spread->median);
  return relative < 1 ? median : fmt::format("{} ±{:.0f} %", median, relative);
}

std::string ratioText(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.2f}×", *ratio) : "–";
}

CellValue textOrNull(std::string_view text) {
  return text.empty() ? CellValue() : CellValue(text);
}

std::string operatorText(const FileReplay& answer, const ReplayRow& row) {
  const InputShapes::Shape& shape = row.one.shape;
  const bool isKernel = row.one.op == SpanId::none;
  std::string text =
      printable(isKernel ? answer.file.trace->kernelNames().in(NameStyle::Short, row.one.name) : row.one.name);
  if (!shape.dims.empty()) {
    const std::string types = printable(tensorTypes(shape.types));
    text += fmt::format(" {}{}{}", printable(tensorDims(shape.dims)), types.empty() ? "" : " ", types);
  }
  if (const std::string reason = reasonOfRow(answer, row); !reason.empty()) {
    text += fmt::format(" ({})", printable(reason));
  } else if (const RerunResult* result = resultOf(answer, row); result != nullptr && result->waits) {
    text += " (waits for the device: host time included)";
  }
  return text;
}

Columns<ReplayRow> columnsOfReplay(const FileReplay& answer) {
  using enum Unit;
  using Row = ReplayRow;
  const auto recorded = [](const Row& row) { return spreadOf(row.one.times); };
  const auto alone = [&answer](const Row& row) { return aloneOf(answer, row); };
  const auto part = [](auto of, Duration TimeSpread::* member) {
    return [of, member](const Row& row) {
      const std::optional<TimeSpread> spread = of(row);
      return spread ? CellValue((*spread).*member) : CellValue();
    };
  };
  const auto result = [&answer](auto of) {
    return [&answer, of](const Row& row) {
      const RerunResult* found = resultOf(answer, row);
      return found == nullptr ? CellValue() : CellValue(of(*found));
    };
  };
  const auto ratio = [recorded, alone](const Row& row) -> std::optional<double> {
    const auto before = recorded(row);
    const auto after = alone(row);
    return before && after ? shareIn(static_cast<double>(before->median.ns), static_cast<double>(after->median.ns))
                           : std::nullopt;
  };
  const auto share = [all = sumsOf(answer).all](const Row& row) {
    return shareIn(static_cast<double>(row.one.time.ns), static_cast<double>(all.ns));
  };
  const bool hasSteps = answer.step.has_value();
  return {{"id", "", Text, [](const Row& row) { return row.one.id; }},
          {"operator", "", Text, [](const Row& row) { return row.one.name; }},
          {"overload", "", Text, result([](const RerunResult& one) { return one.overload; })},
          {"input_dims", "", Text, [](const Row& row) { return textOrNull(row.one.shape.dims); }},
          {"input_types", "", Text, [](const Row& row) { return textOrNull(row.one.shape.types); }},
          {"input_strides", "", Text, [](const Row& row) { return textOrNull(row.one.strides); }},
          {"input_values", "", Text, [](const Row& row) { return textOrNull(row.one.values); }},
          {"calls", "calls", Count, [](const Row& row) { return row.one.calls; }},
          {"calls_in_step", "a step", Count,
           [hasSteps](const Row& row) { return hasSteps ? CellValue(row.one.callsInStep) : CellValue(); }},
          {"device_ns", "time", Time, [](const Row& row) { return row.one.time; }},
          {"share", "share", Share, share},
          {"recorded_ns", "in the run", Time, part(recorded, &TimeSpread::median),
           [recorded](const Row& row) { return spreadText(recorded(row)); }},
          {"recorded_low_ns", "", Time, part(recorded, &TimeSpread::low)},
          {"recorded_high_ns", "", Time, part(recorded, &TimeSpread::high)},
          {"alone_ns", "alone", Time, part(alone, &TimeSpread::median),
           [alone](const Row& row) { return spreadText(alone(row)); }},
          {"alone_low_ns", "", Time, part(alone, &TimeSpread::low)},
          {"alone_high_ns", "", Time, part(alone, &TimeSpread::high)},
          {"samples", "", Count, result([](const RerunResult& one) { return one.samples; })},
          {"waits", "", Text, result([](const RerunResult& one) { return one.waits; })},
          {"ratio", "ratio", Number, ratio, [ratio](const Row& row) { return ratioText(ratio(row)); }},
          {"flops", "", Flops, [](const Row& row) { return row.flops; }},
          {"bytes", "", Bytes, [](const Row& row) { return row.bytes; }},
          {"roofline_ns", "", Time, [](const Row& row) { return row.rooflineNs; }},
          {"share_of_roofline", "roofline", Share,
           [recorded](const Row& row) { return shareIn(row.rooflineNs, recorded(row)); }},
          {"alone_share_of_roofline", "roofline alone", Share,
           [alone](const Row& row) { return shareIn(row.aloneRooflineNs, alone(row)); }},
          {"reason", "", Text, [&answer](const Row& row) { return textOrNull(reasonOfRow(answer, row)); }},
          {"", "operator and inputs", Text, [](const Row& row) { return row.one.name; },
           [&answer](const Row& row) { return operatorText(answer, row); }}};
}

std::string partText(const FileReplay& answer) {
  if (answer.isOfStep && answer.step) {
    return fmt::format("step {} ({}) of 0 to {}", answer.step->index, printable(answer.step->name),
                       answer.step->count - 1);
  }
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    return fmt::format("from {} to {}", formatDuration(answer.range->begin - zero),
                       formatDuration(answer.range->end - zero));
  }
  return "the whole profile";
}

std::string headlineOfReplay(const FileReplay& answer) {
  const ReplaySums sums = sumsOf(answer);
  const auto shareText = [&](double ns) {
    return formatShare(shareIn(ns, static_cast<double>(sums.all.ns)).value_or(0));
  };
  std::string text =
      fmt::format("{} · {} · {} · device time {} · {} of it can run alone\n", printable(answer.file.path),
                  partText(answer), counted(answer.rows.size(), "distinct call"), formatDuration(sums.all),
                  shareText(static_cast<double>(sums.replayable.ns)));
  if (answer.results) {
    const RerunResults& results = *answer.results;
    text +=
        fmt::format("  alone on {}, PyTorch {}, L2 {}: {} of the time", printable(results.device),
                    printable(results.torch), printable(results.l2), shareText(static_cast<double>(sums.measured.ns)));
    text += fmt::format(" · in the run {}, alone {}\n", formatDuration(sums.measured),
                        formatDuration(Duration{static_cast<std::int64_t>(sums.aloneNs)}));
  }
  return text;
}

Json rowOfReplay(const FileReplay& answer, const Columns<ReplayRow>& columns, const ReplayRow& row) {
  Json json = membersOf(columns, row);
  json["kernels"] = Json::array();
  for (const StringId kernel : row.one.kernels) {
    json["kernels"].push_back(textValue(answer.file.trace->text(kernel)));
  }
  json["chosen_values"] = Json::array();
  if (const RerunResult* result = resultOf(answer, row)) {
    for (const std::string& value : result->values) {
      json["chosen_values"].push_back(textValue(value));
    }
  }
  return json;
}

Json stepOfReplay(const FileReplay& answer) {
  return answer.step
             ? Json{{"index", answer.step->index}, {"name", textValue(answer.step->name)}, {"listed", answer.isOfStep}}
             : Json(nullptr);
}

Json measuredBy(const FileReplay& answer) {
  const ReplaySums sums = sumsOf(answer);
  return answer.results ? Json{{"device", textValue(answer.results->device)},
                               {"torch", textValue(answer.results->torch)},
                               {"l2", textValue(answer.results->l2)},
                               {"recorded_ns", sums.measured.ns},
                               {"alone_ns", static_cast<std::int64_t>(sums.aloneNs)}}
                        : Json(nullptr);
}

}  // namespace

std::span<const ReplayRow> listedRows(const FileReplay& answer) {
  return std::span(answer.rows).first(limited(answer.rows.size(), answer.top));
}

void writeReplayJson(Output& output, const FileReplay& answer) {
  const ReplaySums sums = sumsOf(answer);
  JsonDocument document(output, "replay-1");
  document.member("path", textValue(answer.file.path));
  addRange(document, answer.range, *answer.file.trace);
  document.member("step", stepOfReplay(answer));
  document.member("device", referenceDeviceJson(answer.device));
  document.member("measured", measuredBy(answer));
  document.member("device_ns", sums.all.ns);
  document.member("replayable_ns", sums.replayable.ns);
  document.member("rows_left_out", answer.rows.size() - listedRows(answer).size());
  document.beginArray("rows");
  for (const Columns<ReplayRow> columns = columnsOfReplay(answer); const ReplayRow& row : listedRows(answer)) {
    document.element(rowOfReplay(answer, columns, row));
  }
  document.endArray();
  document.beginArray("not_replayed");
  for (const LeftOut& left : leftOut(answer)) {
    Json names = Json::array();
    for (const std::string& name : left.names) {
      names.push_back(textValue(name));
    }
    document.element(Json{{"reason", textValue(left.reason)},
                          {"rows", left.rows},
                          {"calls", left.calls},
                          {"device_ns", left.time.ns},
                          {"operators", std::move(names)}});
  }
  document.endArray();
  document.end();
}

void writeReplayCsv(Output& output, const FileReplay& answer) {
  writeTable(output, TableForm::Csv,
             picked(columnsOfReplay(answer),
                    "operator,input_dims,input_types,input_strides,input_values,calls,calls_in_step,device_ns,share,"
                    "recorded_ns,recorded_low_ns,recorded_high_ns,alone_ns,alone_low_ns,alone_high_ns,samples,ratio,"
                    "flops,bytes,roofline_ns,share_of_roofline,alone_share_of_roofline,reason,id"),
             listedRows(answer));
}

void writeReplayText(Output& output, const FileReplay& answer) {
  output.write(headlineOfReplay(answer));
  const std::string counts = answer.step && !answer.isOfStep ? "calls,calls_in_step" : "calls";
  const std::string times = answer.results ? "recorded_ns,alone_ns,ratio,share_of_roofline,alone_share_of_roofline"
                                           : "recorded_ns,share_of_roofline";
  output.write(textTable(picked(columnsOfReplay(answer), fmt::format("share,{},{},operator and inputs", counts, times)),
                         listedRows(answer))
                   .text(2, terminalWidth()));
  output.write(cutNotice(answer.rows.size() - listedRows(answer).size(), "--top 0"));
  const std::vector<LeftOut> left = leftOut(answer);
  if (left.empty()) {
    return;
  }
  output.write(heading("Not replayed"));
  constexpr std::size_t namesShown = 4;
  const ReplaySums sums = sumsOf(answer);
  for (const LeftOut& one : left) {
    const auto shown = std::span(one.names).first(std::min(namesShown, one.names.size()));
    std::vector<std::string> names;
    for (const std::string& name : shown) {
      names.push_back(printable(answer.file.trace->kernelNames().in(NameStyle::Short, name)));
    }
    output.write(fmt::format(
        "  {} · {} · {}: {}{}\n",
        formatShare(shareIn(static_cast<double>(one.time.ns), static_cast<double>(sums.all.ns)).value_or(0)),
        counted(one.calls, "call"), printable(one.reason), fmt::join(names, ", "),
        one.names.size() > shown.size() ? ", …" : ""));
  }
}

}  // namespace kernline::cli
