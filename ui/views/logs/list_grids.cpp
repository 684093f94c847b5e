// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/list_grids.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/logs/table_grid.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

GridColumn textColumn(const QString& name, GridColumn::Kind kind = GridColumn::Kind::Text) {
  return {.kind = kind, .title = {}, .name = name, .tip = {}};
}

GridColumn numberColumn(const QString& name, Quantity quantity) {
  GridColumn column = textColumn(name, GridColumn::Kind::Number);
  column.quantity = quantity;
  return column;
}

void addRow(LogGrid& grid, GridRow row, std::initializer_list<GridCell> cells) {
  grid.rows.push_back(row);
  grid.cells.insert(grid.cells.end(), cells);
}

GridPtr finished(LogGrid grid) {
  finishColumns(grid);
  return std::make_shared<const LogGrid>(std::move(grid));
}

QString kindOf(const LogOutline& outline, OutlineId id, const Log& log) {
  const OutlineNode& node = outline[id];
  switch (node.kind) {
    case OutlineNode::Kind::Table:
      return log.tables()[node.item].kind == TableKind::Generic ? Words::tr("table") : Words::tr("profile");
    case OutlineNode::Kind::Measurements:
      return Words::tr("measurements");
    case OutlineNode::Kind::Settings:
      return Words::tr("settings");
    case OutlineNode::Kind::Failure:
      return Words::tr("failed run");
    case OutlineNode::Kind::MemoryFigures:
    case OutlineNode::Kind::MemoryRows:
      return Words::tr("memory");
    case OutlineNode::Kind::File:
      return coreText(toText(log.files()[node.item].kind));
    default:
      return {};
  }
}

/// Summarizes an entry before the user goes there.
QString summaryOf(const Log& log, const OutlineNode& node) {
  if (node.kind == OutlineNode::Kind::File) {
    const bool isFound = log.files()[node.item].found != StringId::empty;
    return isFound ? Words::tr("found: double-click to open") : Words::tr("not found near the log");
  }
  if (node.kind == OutlineNode::Kind::Table) {
    QStringList totals;
    for (const LogTotal& total : log.tables()[node.item].totals) {
      totals << QStringLiteral("%1 %2").arg(qt(printable(log.text(total.name))),
                                            qt(printable(log.text(total.value.text))));
    }
    return totals.join(QStringLiteral(" · "));
  }
  return {};
}

/// Whether the node repeats figures on memory from elsewhere in the log.
bool isAboutMemory(const OutlineNode& node) {
  return node.kind == OutlineNode::Kind::MemoryFigures || node.kind == OutlineNode::Kind::MemoryRows;
}

/// Returns the entries that a list of the node's contents has rows for.
std::vector<OutlineId> entriesBelow(const Log& log, const LogOutline& outline, OutlineId node) {
  std::vector<OutlineId> entries;
  std::ranges::copy_if(outline.below(node), std::back_inserter(entries), [&](OutlineId id) {
    const bool isSaidBefore = node == outlineRoot && isAboutMemory(outline[id]);
    return id != node && !isSaidBefore && !kindOf(outline, id, log).isEmpty();
  });
  return entries;
}

}  // namespace

GridPtr makeSettingsGrid(std::shared_ptr<const Log> log, const OutlineNode& node) {
  LogGrid grid;
  grid.log = std::move(log);
  grid.title = node.title;
  grid.hasFigures = false;
  grid.columns = {textColumn(Words::tr("Name")), textColumn(Words::tr("Value")), textColumn(Words::tr("Belongs to"))};
  grid.nameColumn = 0;
  for (const std::size_t item : node.items) {
    const LogSetting& setting = grid.log->settings()[item];
    const std::string_view name = grid.log->text(setting.name);
    const std::string_view whose = setting.context == ContextId::none
                                       ? std::string_view()
                                       : grid.keep(subjectText(*grid.log, grid.log->context(setting.context)));
    addRow(grid, {.line = setting.line, .name = name},
           {{noValue, name}, {noValue, grid.log->text(setting.value.text)}, {noValue, whose}});
  }
  return finished(std::move(grid));
}

GridPtr makeContentsGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node) {
  LogGrid grid;
  grid.log = std::move(log);
  grid.title = outline[node].title;
  grid.hasFigures = false;
  grid.columns = {textColumn(Words::tr("Where")),   textColumn(Words::tr("Item")),
                  textColumn(Words::tr("Kind")),    numberColumn(Words::tr("Rows"), Quantity::Count),
                  textColumn(Words::tr("Summary")), numberColumn(Words::tr("Line"), Quantity::Count)};
  grid.nameColumn = 1;
  for (const OutlineId id : entriesBelow(*grid.log, outline, node)) {
    const OutlineNode& entry = outline[id];
    const std::string_view kind = grid.keep(kindOf(outline, id, *grid.log).toStdString());
    GridRow row{.line = entry.line, .name = grid.keep(entry.title.toStdString())};
    row.isFailed = entry.kind == OutlineNode::Kind::Failure;
    row.node = id;
    if (entry.kind == OutlineNode::Kind::File) {
      row.target = grid.log->text(grid.log->files()[entry.item].found);
    }
    addRow(grid, row,
           {{noValue, grid.keep(outline.path(entry.parent).toStdString())},
            {noValue, row.name},
            {noValue, kind},
            {entry.count > 0 ? static_cast<double>(entry.count) : noValue, {}},
            {noValue, grid.keep(summaryOf(*grid.log, entry).toStdString())},
            {static_cast<double>(entry.line), {}}});
  }
  return finished(std::move(grid));
}

GridPtr makeNodeGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node,
                     const std::stop_token& stop) {
  switch (outline[node].kind) {
    case OutlineNode::Kind::Table:
      return makeTableGrid(std::move(log), outline[node].item, stop);
    case OutlineNode::Kind::MemoryRows:
      return makeMemoryGrid(std::move(log), stop);
    case OutlineNode::Kind::Measurements:
    case OutlineNode::Kind::MemoryFigures:
      return makeMeasurementGrid(std::move(log), outline, node, stop);
    case OutlineNode::Kind::Settings:
      return makeSettingsGrid(std::move(log), outline[node]);
    case OutlineNode::Kind::Failure:
    case OutlineNode::Kind::File:
      return makeContentsGrid(std::move(log), outline, outline[node].parent);
    case OutlineNode::Kind::Text:
      return nullptr;
    default:
      break;
  }
  const std::vector<OutlineId> entries = entriesBelow(*log, outline, node);
  const bool isOne = entries.size() == 1 && outline[entries.front()].kind != OutlineNode::Kind::Failure &&
                     outline[entries.front()].kind != OutlineNode::Kind::File;
  return isOne ? makeNodeGrid(std::move(log), outline, entries.front(), stop)  // a list of one is of no use
               : makeContentsGrid(std::move(log), outline, node);
}

}  // namespace kernline::ui
