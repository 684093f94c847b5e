// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/source_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/model/base/text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace kernline::cli {

namespace {

/// A line, an instruction, or all that is in a state.
struct SourceRow {
  std::size_t kernel = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::optional<std::uint64_t> offset;
  std::string_view text;
  std::uint64_t samples = 0;
  std::vector<StateSamples> states;
};

std::vector<SourceRow> instructionRows(const SourceAnswer& answer) {
  std::vector<SourceRow> rows;
  for (const std::size_t kernel : answer.kernels) {
    for (const SourceInstruction& instruction : answer.sources.kernels[kernel].instructions) {
      if (instruction.samples > 0) {
        SourceRow row{.kernel = kernel,
                      .file = instruction.file,
                      .line = instruction.line,
                      .offset = instruction.offset,
                      .text = instruction.text,
                      .samples = instruction.samples,
                      .states = instruction.states};
        std::ranges::stable_sort(row.states, std::ranges::greater{}, &StateSamples::samples);
        rows.push_back(std::move(row));
      }
    }
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, &SourceRow::samples);
  return rows;
}

std::vector<SourceRow> rowsOf(const SourceAnswer& answer) {
  if (answer.by == SourceBy::Instruction) {
    return instructionRows(answer);
  }
  std::vector<SourceRow> rows;
  if (answer.by == SourceBy::Line) {
    for (HotLine& line : hotLines(answer.sources, answer.kernels)) {
      rows.push_back({.kernel = line.kernel,
                      .file = line.file,
                      .line = line.line,
                      .offset = std::nullopt,
                      .text = line.line > 0 ? answer.sources.lineText(line.file, line.line) : std::string_view{},
                      .samples = line.samples,
                      .states = std::move(line.states)});
    }
  }
  return rows;
}

std::string stateName(const SourceAnswer& answer, std::uint32_t state) {
  const std::string& word = answer.sources.states[state];
  const auto known = warpStateOf(word);
  return known ? std::string(known->state.english()) : word;
}

std::uint64_t samplesOf(const SourceAnswer& answer) {
  std::uint64_t sum = 0;
  for (const std::size_t kernel : answer.kernels) {
    sum += answer.sources.kernels[kernel].samples;
  }
  return sum;
}

double shareOf(std::uint64_t samples, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(samples) / static_cast<double>(all);
}

Json statesJson(const SourceAnswer& answer, std::span<const StateSamples> states) {
  Json json = Json::array();
  for (const StateSamples& state : states) {
    const std::string& word = answer.sources.states[state.state];
    const auto known = warpStateOf(word);
    json.push_back({{"state", textValue(word)},
                    {"name", textValue(stateName(answer, state.state))},
                    {"stall", !known || known->isStall},
                    {"samples", state.samples}});
  }
  return json;
}

Json rowJson(const SourceAnswer& answer, const SourceRow& row, std::uint64_t all) {
  const bool hasLine = row.line > 0;
  return {{"kernel", textValue(answer.sources.kernels[row.kernel].name)},
          {"file", hasLine ? textValue(answer.sources.files[row.file].path) : Json(nullptr)},
          {"line", hasLine ? Json(row.line) : Json(nullptr)},
          {"offset", row.offset ? Json(*row.offset) : Json(nullptr)},
          {"text", row.text.empty() ? Json(nullptr) : textValue(row.text)},
          {"samples", row.samples},
          {"share", shareOf(row.samples, all)},
          {"states", statesJson(answer, row.states)}};
}

std::string trimmedText(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return printable(text.substr(0, text.find_last_not_of(" \t\r") + 1));
}

std::string placeText(const SourceAnswer& answer, const SourceRow& row) {
  if (row.line == 0) {
    return row.offset ? "" : "unknown line";
  }
  const std::string& path = answer.sources.files[row.file].path;
  return printable(fmt::format("{}:{}", fileNameOf(path), row.line));
}

/// "Long scoreboard 81 %, Fixed latency 12 %": where warps could not go on.
std::string stallText(const SourceAnswer& answer, const SourceRow& row) {
  constexpr std::size_t shown = 2;
  std::string text;
  std::size_t count = 0;
  for (const StateSamples& state : row.states) {
    const auto known = warpStateOf(answer.sources.states[state.state]);
    if (known && !known->isStall) {
      continue;
    }
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(stateName(answer, state.state)),
                        formatShare(shareOf(state.samples, row.samples)));
    if (++count == shown) {
      break;
    }
  }
  return text;
}

void writeStates(Output& output, const SourceAnswer& answer, std::uint64_t all) {
  TextTable table({{"share", TextTable::Align::Right}, {"samples", TextTable::Align::Right}, {"state"}, {"meaning"}});
  const std::vector<StateSamples> states = statesOf(answer.sources, answer.kernels);
  for (const StateSamples& state : states) {
    const auto known = warpStateOf(answer.sources.states[state.state]);
    table.add({formatShare(shareOf(state.samples, all)), fmt::format("{}", state.samples),
               printable(stateName(answer, state.state)), known ? std::string(known->definition.english()) : ""});
  }
  output.write(table.text(0, terminalWidth()));
}

void writeRows(Output& output, const SourceAnswer& answer, std::uint64_t all) {
  constexpr std::size_t nameWidth = 40;
  TextTable table({{"share", TextTable::Align::Right},
                   {"samples", TextTable::Align::Right},
                   {"kernel", TextTable::Align::Left, nameWidth},
                   {"line"},
                   {"offset"},
                   {"stalls"},
                   {answer.by == SourceBy::Line ? "source" : "instruction"}});
  const std::vector<SourceRow> rows = rowsOf(answer);
  const std::size_t shown = limited(rows.size(), answer.limit);
  for (const SourceRow& row : std::span(rows).first(shown)) {
    table.add({formatShare(shareOf(row.samples, all)), fmt::format("{}", row.samples),
               printable(shortKernelName(answer.sources.kernels[row.kernel].name)), placeText(answer, row),
               row.offset ? fmt::format("{:#06x}", *row.offset) : "", stallText(answer, row), trimmedText(row.text)});
  }
  output.write(table.text(0, terminalWidth()));
  output.write(cutNotice(rows.size() - shown, "--limit 0"));
}

}  // namespace

void writeSourceJson(Output& output, const SourceAnswer& answer) {
  constexpr std::string_view names[] = {"line", "instruction", "stall"};
  const std::uint64_t all = samplesOf(answer);
  JsonDocument document(output, "source-1");
  document.member("path", textValue(answer.path));
  document.member("by", textValue(names[static_cast<std::size_t>(answer.by)]));
  document.member("samples", all);
  document.array("states", statesJson(answer, statesOf(answer.sources, answer.kernels)));
  document.beginArray("kernels");
  for (const std::size_t kernel : answer.kernels) {
    const SourceKernel& each = answer.sources.kernels[kernel];
    document.element({{"name", textValue(each.name)},
                      {"short_name", textValue(shortKernelName(each.name))},
                      {"samples", each.samples},
                      {"instructions", each.instructions.size()}});
  }
  document.endArray();
  document.beginArray("rows");
  const std::vector<SourceRow> rows = rowsOf(answer);
  for (const SourceRow& row : std::span(rows).first(limited(rows.size(), answer.limit))) {
    document.element(rowJson(answer, row, all));
  }
  document.endArray();
  document.end();
}

void writeSourceText(Output& output, const SourceAnswer& answer) {
  const std::uint64_t all = samplesOf(answer);
  output.write(fmt::format("{}\n{} in {}\n\n", printable(answer.path), counted(all, "sample"),
                           counted(answer.kernels.size(), "kernel")));
  if (answer.by == SourceBy::Stall) {
    writeStates(output, answer, all);
  } else {
    writeRows(output, answer, all);
  }
}

}  // namespace kernline::cli
