// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/modules_answer.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::string_view noModule = "(no module)";

/// A row of the answer.
struct ShownModule {
  std::string path;
  std::string_view name;
  ModuleRow row;
  const std::string* capture = nullptr;  ///< the profile whose module it is; nullptr for the requested one
};

void addShown(std::vector<ShownModule>& shown, const Trace& trace, const std::vector<ModuleRow>& rows,
              std::uint32_t depth, const std::string* capture) {
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (rows[row].depth <= depth) {
      shown.push_back({modulePath(trace, rows, row), moduleText(trace.text(rows[row].name)), rows[row], capture});
    }
  }
}

struct ShownModules {
  std::vector<ShownModule> rows;
  std::size_t hidden = 0;
};

void keepHeaviest(ShownModules& shown, std::size_t limit) {
  const std::size_t all = shown.rows.size();
  std::vector<std::int64_t> weights;
  weights.reserve(all);
  for (const ShownModule& each : shown.rows) {
    weights.push_back(each.row.total.total());
  }
  const std::vector<bool> isShown = heaviest(weights, limit);
  std::size_t row = 0;
  std::erase_if(shown.rows, [&](const ShownModule&) { return !isShown[row++]; });
  shown.hidden = all - shown.rows.size();
}

/// The last one is what no module caused, here or in a capture.
ShownModules shownModules(const FileModules& answer) {
  ShownModules all;
  std::vector<ShownModule>& shown = all.rows;
  addShown(shown, *answer.file.trace, answer.times.rows, answer.depth, nullptr);
  ModuleRow unassigned;
  const auto addUnassigned = [&](const ModuleTimes& times) {
    unassigned.kernels += times.unassignedKernels;
    unassigned.total += times.unassigned;
  };
  addUnassigned(answer.times);
  for (const CapturedModules& captured : answer.captured) {
    const auto first = static_cast<std::ptrdiff_t>(shown.size());
    addShown(shown, *captured.file.trace, captured.times.rows, answer.depth, &captured.file.path);
    // A capture has modules whose graphs are not replayed here.
    shown.erase(std::remove_if(shown.begin() + first, shown.end(),
                               [](const ShownModule& module) { return module.row.kernels == 0; }),
                shown.end());
    addUnassigned(captured.times);
  }
  if (limited(shown.size(), answer.limit) < shown.size()) {
    keepHeaviest(all, answer.limit);
  }
  unassigned.self = unassigned.total;
  if (unassigned.kernels > 0) {
    shown.push_back({std::string{noModule}, noModule, unassigned});
  }
  return all;
}

PhaseTimes givenBy(const FileModules& answer) {
  PhaseTimes given = answer.times.given;
  for (const CapturedModules& captured : answer.captured) {
    given += captured.times.given;
  }
  return given;
}

PhaseTimes unassignedIn(const FileModules& answer) {
  PhaseTimes unassigned = answer.times.unassigned;
  for (const CapturedModules& captured : answer.captured) {
    unassigned += captured.times.unassigned;
  }
  return unassigned;
}

double shareOf(const FileModules& answer, const ModuleRow& row) {
  const std::int64_t all = givenBy(answer).total();
  return all > 0 ? static_cast<double>(row.total.total()) / static_cast<double>(all) : 0;
}

std::string headline(const FileModules& answer) {
  const PhaseTimes given = givenBy(answer);
  std::string line =
      fmt::format("{} · device {} · forward {} · backward {} · optimizer {}", printable(answer.file.path),
                  formatDuration({given.total()}), formatDuration({given.forward()}),
                  formatDuration({given.backward()}), formatDuration({given.optimizer()}));
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(answer.range->begin - zero),
                        formatDuration(answer.range->end - zero));
  }
  if (answer.replayed > 0) {
    line += fmt::format("\n  CUDA graphs: {} of {} activities are matched to their capture", formatCount(answer.joined),
                        formatCount(answer.replayed));
  }
  switch (answer.times.source) {
    case ModuleSource::Modules:
      break;
    case ModuleSource::Annotations:
      line += "\n  no calls of nn.Module in this profile (with_stack=True records them); annotations are shown instead";
      break;
    case ModuleSource::None:
      line += "\n  no calls of nn.Module and no annotations in this profile (with_stack=True records modules)";
      break;
  }
  return line + "\n";
}

Column<ShownModule> timeColumn(const char* key, const char* title, std::int64_t (PhaseTimes::*of)() const,
                               PhaseTimes ModuleRow::* times) {
  const auto time = [of, times](const ShownModule& shown) { return Duration{(shown.row.*times.*of)()}; };
  return {key, title, Unit::Time, time, [time](const ShownModule& shown) {
            return time(shown).ns == 0 ? std::string{"–"} : formatDuration(time(shown));
          }};
}

Columns<ShownModule> columnsOf(const FileModules& answer) {
  using enum Unit;
  using Row = ShownModule;
  const auto title = [](const Row& row) {
    return indentOf(row.row.depth) + printable(row.name) + (row.capture == nullptr ? "" : " (captured)");
  };
  const auto calls = [](const Row& row) { return row.row.calls == 0 ? "–" : formatCount(row.row.calls); };
  return {{"path", "", Text, &Row::path},
          {"name", "module", Text, &Row::name, title},
          {"depth", "", Number, [](const Row& row) { return row.row.depth; }},
          {"calls", "calls", Count, [](const Row& row) { return row.row.calls; }, calls},
          {"kernels", "", Count, [](const Row& row) { return row.row.kernels; }},
          timeColumn("forward_ns", "forward", &PhaseTimes::forward, &ModuleRow::total),
          timeColumn("backward_ns", "backward", &PhaseTimes::backward, &ModuleRow::total),
          timeColumn("optimizer_ns", "optimizer", &PhaseTimes::optimizer, &ModuleRow::total),
          timeColumn("self_ns", "self", &PhaseTimes::total, &ModuleRow::self),
          timeColumn("total_ns", "total", &PhaseTimes::total, &ModuleRow::total),
          {"share", "share", Share, [&](const Row& row) { return shareOf(answer, row.row); }}};
}

}  // namespace

void writeModulesJson(Output& output, const FileModules& answer) {
  const ModuleTimes& times = answer.times;
  JsonDocument document(output, "modules-1");
  document.member("path", textValue(answer.file.path));
  document.member("source", textValue(toText(times.source)));
  addRange(document, answer.range, *answer.file.trace);
  const PhaseTimes given = givenBy(answer);
  document.member("given_ns", given.total());
  document.member("forward_ns", given.forward());
  document.member("backward_ns", given.backward());
  document.member("optimizer_ns", given.optimizer());
  document.member("backward_joined_ns", times.backwardJoined);
  document.member("unassigned_ns", unassignedIn(answer).total());
  document.member("replayed_works", answer.replayed);
  document.member("joined_works", answer.joined);
  const ShownModules rows = shownModules(answer);
  document.member("rows_left_out", rows.hidden);
  document.beginArray("rows");
  for (const Columns<ShownModule> columns = columnsOf(answer); const ShownModule& shown : rows.rows) {
    Json json = membersOf(columns, shown);
    if (shown.capture != nullptr) {
      json["capture"] = textValue(*shown.capture);
    }
    document.element(json);
  }
  document.endArray();
  document.end();
}

void writeModulesCsv(Output& output, const FileModules& answer) {
  writeTable(output, TableForm::Csv, columnsOf(answer), shownModules(answer).rows);
}

void writeModulesText(Output& output, const FileModules& answer) {
  output.write(headline(answer));
  const ShownModules rows = shownModules(answer);
  const Columns<ShownModule> columns =
      picked(columnsOf(answer), "share,total_ns,self_ns,forward_ns,backward_ns,optimizer_ns,calls,name");
  output.write(textTable(columns, rows.rows).text(2, terminalWidth()) + cutNotice(rows.hidden, "--limit 0"));
}

}  // namespace kernline::cli
