// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/modules_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/csv_cell.h"
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

Json rowJson(const FileModules& answer, const ShownModule& shown) {
  const ModuleRow& row = shown.row;
  Json json{{"path", textValue(shown.path)},
            {"name", textValue(shown.name)},
            {"depth", row.depth},
            {"calls", row.calls},
            {"kernels", row.kernels},
            {"forward_ns", row.total.forward()},
            {"backward_ns", row.total.backward()},
            {"optimizer_ns", row.total.optimizer()},
            {"self_ns", row.self.total()},
            {"total_ns", row.total.total()},
            {"share", shareOf(answer, row)}};
  if (shown.capture != nullptr) {
    json["capture"] = textValue(*shown.capture);
  }
  return json;
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

std::string timeText(std::int64_t ns) {
  return ns == 0 ? std::string{"–"} : formatDuration({ns});
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
  for (const ShownModule& shown : rows.rows) {
    document.element(rowJson(answer, shown));
  }
  document.endArray();
  document.end();
}

void writeModulesCsv(Output& output, const FileModules& answer) {
  output.write("path,name,depth,calls,kernels,forward_ns,backward_ns,optimizer_ns,self_ns,total_ns,share\n");
  for (const ShownModule& shown : shownModules(answer).rows) {
    const ModuleRow& row = shown.row;
    output.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csvCell(shown.path), csvCell(shown.name), row.depth,
                             row.calls, row.kernels, row.total.forward(), row.total.backward(), row.total.optimizer(),
                             row.self.total(), row.total.total(), shareOf(answer, row)));
  }
}

void writeModulesText(Output& output, const FileModules& answer) {
  using enum TextTable::Align;
  output.write(headline(answer));
  TextTable table{{{"share", Right},
                   {"total", Right},
                   {"self", Right},
                   {"forward", Right},
                   {"backward", Right},
                   {"optimizer", Right},
                   {"calls", Right},
                   {"module", Left}}};
  const ShownModules rows = shownModules(answer);
  for (const ShownModule& shown : rows.rows) {
    const ModuleRow& row = shown.row;
    table.add({formatShare(shareOf(answer, row)), timeText(row.total.total()), timeText(row.self.total()),
               timeText(row.total.forward()), timeText(row.total.backward()), timeText(row.total.optimizer()),
               row.calls == 0 ? "–" : formatCount(row.calls),
               indentOf(row.depth) + printable(shown.name) + (shown.capture == nullptr ? "" : " (captured)")});
  }
  output.write(table.text(2, terminalWidth()) + cutNotice(rows.hidden, "--limit 0"));
}

}  // namespace kernline::cli
