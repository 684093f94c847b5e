// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/modules_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::string_view noModule = "(no module)";

/// A row of the answer; the last one is what no module caused.
struct ShownModule {
  std::string path;
  std::string_view name;
  const ModuleRow* row = nullptr;
};

ModuleRow unassignedRow(const ModuleTimes& times) {
  ModuleRow row;
  row.kernels = times.unassignedKernels;
  row.self = row.total = times.unassigned;
  return row;
}

std::vector<ShownModule> shownModules(const FileModules& answer, const ModuleRow& unassigned) {
  const Trace& trace = *answer.file.trace;
  const std::vector<ModuleRow>& rows = answer.times.rows;
  std::vector<ShownModule> shown;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (rows[row].depth <= answer.depth) {
      shown.push_back({modulePath(trace, rows, row), moduleText(trace.text(rows[row].name)), &rows[row]});
    }
  }
  if (unassigned.kernels > 0) {
    shown.push_back({std::string{noModule}, noModule, &unassigned});
  }
  return shown;
}

double shareOf(const FileModules& answer, const ModuleRow& row) {
  const std::int64_t all = answer.times.given.total();
  return all > 0 ? static_cast<double>(row.total.total()) / static_cast<double>(all) : 0;
}

Json rowJson(const FileModules& answer, const ShownModule& shown) {
  const ModuleRow& row = *shown.row;
  return {{"path", textValue(shown.path)},
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
}

std::string headline(const FileModules& answer) {
  const PhaseTimes& given = answer.times.given;
  std::string line =
      fmt::format("{} · device {} · forward {} · backward {} · optimizer {}", printable(answer.file.path),
                  formatDuration({given.total()}), formatDuration({given.forward()}),
                  formatDuration({given.backward()}), formatDuration({given.optimizer()}));
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(answer.range->begin - zero),
                        formatDuration(answer.range->end - zero));
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
  if (answer.range) {
    document.member("range_ns", {answer.range->begin.ns, answer.range->end.ns});
  }
  document.member("given_ns", times.given.total());
  document.member("forward_ns", times.given.forward());
  document.member("backward_ns", times.given.backward());
  document.member("optimizer_ns", times.given.optimizer());
  document.member("backward_joined_ns", times.backwardJoined);
  document.member("unassigned_ns", times.unassigned.total());
  document.beginArray("rows");
  const ModuleRow unassigned = unassignedRow(times);
  for (const ShownModule& shown : shownModules(answer, unassigned)) {
    document.element(rowJson(answer, shown));
  }
  document.endArray();
  document.end();
}

void writeModulesCsv(Output& output, const FileModules& answer) {
  output.write("path,name,depth,calls,kernels,forward_ns,backward_ns,optimizer_ns,self_ns,total_ns,share\n");
  const ModuleRow unassigned = unassignedRow(answer.times);
  for (const ShownModule& shown : shownModules(answer, unassigned)) {
    const ModuleRow& row = *shown.row;
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
  const ModuleRow unassigned = unassignedRow(answer.times);
  for (const ShownModule& shown : shownModules(answer, unassigned)) {
    const ModuleRow& row = *shown.row;
    table.add({formatShare(shareOf(answer, row)), timeText(row.total.total()), timeText(row.self.total()),
               timeText(row.total.forward()), timeText(row.total.backward()), timeText(row.total.optimizer()),
               row.calls == 0 ? "–" : formatCount(row.calls), indentOf(row.depth) + printable(shown.name)});
  }
  output.write(table.text(2, terminalWidth()));
}

}  // namespace kernline::cli
