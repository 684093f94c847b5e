// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/nvbench.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace kernline::records {

namespace {

/// Returns the unit that the hint of a summary implies.
std::string_view unitOfHint(std::string_view hint) {
  constexpr std::pair<std::string_view, std::string_view> hints[] = {
      {"duration", "s"}, {"item_rate", "elem/s"}, {"bytes", "B"}, {"byte_rate", "bytes/s"}};
  const auto* found = std::ranges::find(hints, hint, [](const auto& one) { return one.first; });
  return found == std::end(hints) ? std::string_view{} : found->second;
}

/// The value of a summary: in older files a member of it, in newer ones of its `data`.
std::string summaryValue(std::string_view summary) {
  if (const RawValue plain = chrome::findMember(summary, "value"); plain.kind != RawValue::Kind::None) {
    return textOf(plain.kind == RawValue::Kind::Object ? chrome::findMember(plain.text, "value") : plain);
  }
  for (MemberWalk data(chrome::findMember(summary, "data").text); data.next();) {
    if (chrome::findMember(data.value().text, "name").text == "value") {
      return textOf(chrome::findMember(data.value().text, "value"));
    }
  }
  return {};
}

Record recordOf(const std::string& name, std::string_view state) {
  Record record{{.name = "Benchmark", .text = name, .use = ColumnUse::Subject},
                {.name = "Device", .text = textOf(chrome::findMember(state, "device")), .use = ColumnUse::Parameter}};
  for (MemberWalk axes(chrome::findMember(state, "axis_values").text); axes.next();) {
    record.push_back({.name = textOf(chrome::findMember(axes.value().text, "name")),
                      .text = textOf(chrome::findMember(axes.value().text, "value")),
                      .use = ColumnUse::Parameter});
  }
  for (MemberWalk summaries(chrome::findMember(state, "summaries").text); summaries.next();) {
    const std::string_view summary = summaries.value().text;
    const bool isHidden = chrome::findMember(summary, "hide").kind == RawValue::Kind::String;
    record.push_back({.name = textOf(chrome::findMember(summary, isHidden ? "tag" : "name")),
                      .text = summaryValue(summary),
                      .use = ColumnUse::Measurement,
                      .unit = std::string{unitOfHint(textOf(chrome::findMember(summary, "hint")))}});
  }
  return record;
}

}  // namespace

bool addNvbench(std::string_view benchmark, RecordSource& source) {
  const RawValue states = chrome::findMember(benchmark, "states");
  if (states.kind != RawValue::Kind::Array) {
    return false;
  }
  const std::string name = textOf(chrome::findMember(benchmark, "name"));
  for (MemberWalk walk(states.text); walk.next();) {
    const std::string_view state = walk.value().text;
    const Record record = recordOf(name, state);
    if (textOf(chrome::findMember(state, "is_skipped")) == "true") {
      source.tables.addFailure(record, textOf(chrome::findMember(state, "skip_reason")), source.lineOf(state.data()));
    } else {
      source.add(record, state.data());
    }
  }
  return true;
}

}  // namespace kernline::records
