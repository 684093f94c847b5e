// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/deepspeed_reader.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace kernline::logs {

namespace {

constexpr std::size_t maxOthers = 50;
constexpr std::size_t indentStep = 2;
constexpr std::size_t namedColumns = 2;  // columns left of the figures of both tables

std::size_t columnOf(ModuleFigure figure) {
  return namedColumns + static_cast<std::size_t>(figure);
}

/// Returns what a line of the summary measures, by its label.
std::optional<ModuleFigure> measuredFigure(std::string_view label) {
  if (label.ends_with("atency")) {
    return ModuleFigure::Latency;
  }
  if (label.contains("FLOPS")) {
    return ModuleFigure::FlopRate;
  }
  if (label.contains("MACs")) {
    return ModuleFigure::Macs;
  }
  if (label.contains("flops")) {
    return ModuleFigure::Flops;
  }
  return label.contains("params ") || label == "Number of parameters" ? std::optional(ModuleFigure::Params)
                                                                      : std::nullopt;
}

bool namesSetting(std::string_view label) {
  static constexpr std::array labels{"world size", "data parallel size", "model parallel size", "batch size per GPU",
                                     "expert tensor parallelism enabled"};
  return std::ranges::find(labels, label) != labels.end();
}

std::size_t indentOf(const SourceLine& line) {
  return std::min(line.text.find_first_not_of(' '), line.text.size());
}

/// "(bert): BertModel(", "BertModel(", "(0-39): 40 x Block(" and what follows, without the last bracket.
struct ModuleLine {
  std::string_view name;  ///< empty of the root
  std::string_view kind;
  std::string_view inner;
};

std::optional<ModuleLine> moduleLine(std::string_view text) {
  ModuleLine line;
  if (text.starts_with('(')) {
    const std::size_t close = text.find("): ");
    if (close == std::string_view::npos || close == 1) {
      return std::nullopt;
    }
    line.name = text.substr(1, close - 1);
    text.remove_prefix(close + 3);
    if (const std::size_t times = text.find(" x "); times < text.find('(') && numberOf(text.substr(0, times))) {
      text.remove_prefix(times + 3);
    }
  }
  const std::size_t open = text.find('(');
  const std::string_view kind = text.substr(0, std::min(open, text.size()));
  if (open == std::string_view::npos || kind.empty() || kind.find_first_of(" ,=:") != std::string_view::npos) {
    return std::nullopt;
  }
  line.kind = kind;
  line.inner = text.substr(open + 1);
  if (line.inner.ends_with(')')) {
    line.inner.remove_suffix(1);
  }
  return line;
}

bool isComplete(ModuleProfile& profile) {
  return std::ranges::all_of(
      std::array{ModuleFigure::Params, ModuleFigure::Macs, ModuleFigure::Latency, ModuleFigure::FlopRate},
      [&](ModuleFigure figure) { return moduleFigure(figure, profile[figure]).has_value(); });
}

}  // namespace

bool DeepSpeedReader::take(const SourceLine& line, Scope& scope) {
  if ((line.marks & hasDash) != 0 && line.text.contains("---") && takeHeading(line, scope)) {
    return true;
  }
  if (!isOpen()) {
    return false;
  }
  const std::string_view text = trimmed(line.text);
  if (rulerKind(text) == RulerKind::Plain) {
    finish();
    scope.close(m_level);
    return true;
  }
  const bool isOwn = m_part == Part::Summary   ? takeSummary(line, scope)
                     : m_part == Part::ByDepth ? takeDepth(line)
                                               : takeModule(line);
  m_others = isOwn || text.empty() ? 0 : m_others + 1;
  if (m_others > maxOthers) {
    finish();
  }
  return isOwn;
}

/// A title of its own begins one of its parts; another's ends all.
bool DeepSpeedReader::takeHeading(const SourceLine& line, Scope& scope) {
  const auto heading = trimmed(line.text).starts_with("---") ? decoratedHeading(line.text) : std::nullopt;
  if (!heading) {
    return false;
  }
  const bool isTitle = heading->title.ends_with("Flops Profiler");
  const bool isByDepth = heading->title.starts_with("Aggregated Profile per ");
  const bool isOfModules = heading->title.starts_with("Detailed Profile per ");
  if (!isTitle && !isByDepth && !isOfModules) {
    finish();
    return false;
  }
  closeTable();
  m_level = heading->level;
  m_part = isTitle ? Part::Summary : isByDepth ? Part::ByDepth : Part::Modules;
  if (isTitle) {
    scope.openSection(m_level, heading->title, line.number);
  } else {
    beginTable(line, heading->title, scope);
  }
  return true;
}

bool DeepSpeedReader::takeSummary(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  constexpr std::string_view step = "Profile Summary at step ";
  if (text.starts_with(step) && text.ends_with(':')) {
    scope.addParameter("step", text.substr(step.size(), text.size() - step.size() - 1));
    return true;
  }
  if (text == "Notations:") {
    return true;
  }
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) {
    return false;
  }
  const std::string_view label = trimmed(text.substr(0, std::min(colon, text.find(" = "))));
  const std::string_view value = trimmed(text.substr(colon + 1));
  if (namesSetting(label)) {
    scope.addParameter(label, value);
    return true;
  }
  const auto figure = measuredFigure(label);
  const bool isThroughput = label == "samples/second";
  if (!figure && !isThroughput) {
    return false;
  }
  const auto number = figure ? moduleFigure(*figure, value) : numberOf(value);
  if (!number) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, text);
    return true;
  }
  const Quantity quantity = figure ? moduleFigureText(*figure).quantity : Quantity::Rate;
  const Scope::Name name = scope.nameOf(figure ? label : "throughput");
  m_log.addMetric({.context = scope.context(),
                   .name = name.name,
                   .key = name.key,
                   .unit = m_log.intern(figure ? baseUnit(quantity) : "samples/s"),
                   .quantity = quantity,
                   .value = {.number = *number, .text = m_log.intern(value)},
                   .line = line.number});
  return true;
}

/// "depth 1:", "    MACs        - {'BertModel': '3092.96 GMACs', …}".
bool DeepSpeedReader::takeDepth(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with("depth ") && text.ends_with(':')) {
    m_depth = text.substr(6, text.size() - 7);
    return true;
  }
  const std::size_t dash = text.find(" - {");
  if (dash == std::string_view::npos || m_depth.empty()) {
    return false;
  }
  const std::string_view name = trimmed(text.substr(0, dash));
  const auto figure = name == "params" ? std::optional(ModuleFigure::Params) : measuredFigure(name);
  const std::vector<Labeled> entries = quotedEntries(text.substr(dash + 3));
  if (!figure || entries.empty()) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, text);
    return true;
  }
  for (const Labeled& entry : entries) {
    const auto [found, isNew] = m_rowOf.try_emplace({m_depth, std::string{entry.label}}, m_table->rows.size());
    if (isNew) {
      m_table->rows.push_back({.line = line.number});
      m_table->cells.push_back(settingCell(m_log, m_depth));
      m_table->cells.push_back({.text = m_log.intern(entry.label)});
      m_table->cells.resize(m_table->cells.size() + moduleFigureCount);
    }
    m_table->cells[found->second * m_table->columns.size() + columnOf(*figure)] = figureCell(*figure, entry.value);
    if (!moduleFigure(*figure, entry.value)) {
      m_log.addIssue(LogIssueKind::BadCell, line.number, entry.value);
    }
  }
  m_table->lastLine = line.number;
  return true;
}

bool DeepSpeedReader::takeModule(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  const std::size_t indent = indentOf(line);
  if (text == ")" || text == "...") {
    return !m_path.empty();
  }
  if (const auto profile = moduleProfile(text); profile && !text.starts_with('(') && !moduleLine(text)) {
    if (m_path.empty() || m_path.back().indent + indentStep != indent) {
      m_log.addIssue(LogIssueKind::TornRow, line.number, text);
    } else {
      addModule(*profile, line);
    }
    return true;
  }
  const auto module = moduleLine(text);
  const bool isRoot = module && module->name.empty();
  if (!module || (isRoot && (!m_table->rows.empty() || !(module->inner.empty() || moduleProfile(module->inner))))) {
    return false;
  }
  std::erase_if(m_path, [indent](const Module& above) { return above.indent >= indent; });
  const bool isChild = !m_path.empty() && m_path.back().indent + indentStep == indent;
  if (isRoot ? !m_path.empty() : !isChild) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, text);  // its parent was lost
    return true;
  }
  m_path.push_back({indent, std::string{module->name}, std::string{module->kind}});
  const bool isOneLine = !module->inner.empty() && module->inner != "...";
  if (const auto profile = isOneLine ? moduleProfile(module->inner) : std::nullopt) {
    addModule(*profile, line);
  }
  return true;
}

/// Adds the figures of the module that the path leads to.
void DeepSpeedReader::addModule(const ModuleProfile& profile, const SourceLine& line) {
  ModuleProfile figures = profile;
  if (!isComplete(figures)) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
    return;
  }
  std::string name;
  for (std::size_t i = 1; i < m_path.size(); ++i) {
    name += (name.empty() ? "" : ".") + m_path[i].name;
  }
  m_table->cells.push_back({.text = m_log.intern(name.empty() ? m_path.back().kind : name)});
  m_table->cells.push_back({.text = m_log.intern(m_path.back().kind)});
  for (std::size_t i = 0; i < moduleFigureCount; ++i) {
    const auto figure = static_cast<ModuleFigure>(i);
    m_table->cells.push_back(figureCell(figure, figures[figure]));
  }
  const std::string_view rest = figures.rest == "..." ? std::string_view{} : figures.rest;
  m_table->rows.push_back({.line = line.number, .note = m_log.intern(rest)});
  m_table->lastLine = line.number;
}

LogCell DeepSpeedReader::figureCell(ModuleFigure figure, std::string_view text) {
  LogCell cell{.text = m_log.intern(text)};
  if (const auto number = moduleFigure(figure, text)) {
    cell.number = *number;
  }
  return cell;
}

void DeepSpeedReader::beginTable(const SourceLine& line, std::string_view title, Scope& scope) {
  const bool isByDepth = m_part == Part::ByDepth;
  m_table.emplace();
  m_table->kind = TableKind::DeepSpeed;
  m_table->title = m_log.intern(title);
  m_table->context = scope.context();
  m_table->firstLine = line.number;
  m_table->lastLine = line.number;
  m_table->offset = line.offset;
  if (isByDepth) {
    m_table->columns.push_back(
        {.name = m_log.intern("depth"), .quantity = Quantity::Number, .use = ColumnUse::Parameter});
  }
  m_table->columns.push_back({.name = m_log.intern("module"), .role = ColumnRole::Name});
  if (!isByDepth) {
    m_table->columns.push_back({.name = m_log.intern("class")});
  }
  for (std::size_t i = 0; i < moduleFigureCount; ++i) {
    const ModuleFigureText& figure = moduleFigureText(static_cast<ModuleFigure>(i));
    m_table->columns.push_back(m_log.column(figure.name, figure.quantity, ColumnRole::None));
  }
}

/// Figures that no row has get no column.
void DeepSpeedReader::closeTable() {
  m_path.clear();
  m_rowOf.clear();
  m_depth.clear();
  if (!m_table || m_table->rows.empty()) {
    m_table.reset();
    return;
  }
  const std::size_t width = m_table->columns.size();
  std::vector<LogColumn> columns;
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < width; ++c) {
    bool isUsed = c < namedColumns;
    for (std::size_t row = 0; row < m_table->rows.size() && !isUsed; ++row) {
      isUsed = m_table->cell(row, c).text != StringId::empty;
    }
    if (isUsed) {
      kept.push_back(c);
      columns.push_back(m_table->columns[c]);
    }
  }
  std::vector<LogCell> cells;
  for (std::size_t row = 0; row < m_table->rows.size(); ++row) {
    std::ranges::transform(kept, std::back_inserter(cells), [&](std::size_t c) { return m_table->cell(row, c); });
  }
  m_table->columns = std::move(columns);
  m_table->cells = std::move(cells);
  m_log.addTable(std::move(*m_table));
  m_table.reset();
}

void DeepSpeedReader::finish() {
  closeTable();
  m_part = Part::None;
  m_others = 0;
}

}  // namespace kernline::logs
