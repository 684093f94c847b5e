// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/table_grid.h"

#include "core/compare/tables/summary_rows.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/log/made_titles.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/logs/run_columns.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr std::uint32_t tableRowsBetweenStops = 1 << 12;

/// Whether the rows can be kernels: then each has a family. The titles of summaries of calls, copies and ranges name
/// them.
bool hasKernels(const Log& log, const LogTable& table, const QString& title) {
  if (table.kind == TableKind::Unitrace) {
    return !table.rows.empty() && rowKindOf(log, table, 0) == RowKind::Kernel;
  }
  if (table.kind == TableKind::Torch) {
    return std::ranges::any_of(table.rows, [](const LogRow& row) { return row.kind == RowKind::Kernel; });
  }
  constexpr std::array others{"api", "mem", "nvtx", "osrt", "host"};
  const bool isOther = std::ranges::any_of(
      others, [&](const char* word) { return title.contains(QLatin1String(word), Qt::CaseInsensitive); });
  const bool hasNames = table.kind != TableKind::Generic && table.kind != TableKind::DeepSpeed && !table.isOfMetrics;
  return hasNames && !isOther && table.columnOf(ColumnRole::Name).has_value();
}

/// A table about one kernel, whose rows are metrics.
bool namesMetrics(const Log& log, const LogTable& table) {
  const auto named = table.columnOf(ColumnRole::Name);
  return table.isOfMetrics || (named && log.text(table.columns[*named].name) == "Metric Name");
}

std::optional<std::size_t> unitColumnOf(const Log& log, const LogTable& table) {
  for (std::size_t c = 0; c < table.columns.size() && namesMetrics(log, table); ++c) {
    if (log.text(table.columns[c].name) == "Metric Unit") {
      return c;
    }
  }
  return std::nullopt;
}

/// Whether rows are parts of a whole. Records of results are runs that do not add up, unless they have shares
/// themselves, as layers do.
bool areParts(const LogTable& table) {
  const auto isMeasured = [](const LogColumn& column) { return column.use == ColumnUse::Measurement; };
  const auto isShare = [](const LogColumn& column) { return column.quantity == Quantity::Share; };
  return std::ranges::none_of(table.columns, isMeasured) || std::ranges::any_of(table.columns, isShare);
}

bool hasSeveralKinds(const LogTable& table) {
  return std::ranges::any_of(table.rows, [&](const LogRow& row) { return row.kind != table.rows.front().kind; });
}

/// Column of instructions and source lines whose counts of samples show where time went.
constexpr std::string_view samplesOfNcu = "# Samples";

std::optional<std::size_t> mainColumnOf(const Log& log, const LogTable& table, const std::vector<ColumnUse>& uses) {
  for (std::size_t c = 0; c < table.columns.size() && table.kind == TableKind::Ncu; ++c) {
    if (log.text(table.columns[c].name) == samplesOfNcu) {
      return c;
    }
  }
  for (const ColumnRole role : {ColumnRole::SelfDevice, ColumnRole::Total, ColumnRole::DeviceTotal,
                                ColumnRole::SelfHost, ColumnRole::HostTotal, ColumnRole::Share}) {
    if (const auto column = table.columnOf(role)) {
      return column;
    }
  }
  const auto firstOf = [&](const auto& isWanted) -> std::optional<std::size_t> {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (isWanted(table.columns[c].quantity) && !(c < uses.size() && saysWhatRowIs(uses[c]))) {
        return c;
      }
    }
    return std::nullopt;
  };
  // Values with a unit were measured; plain numbers are often parameters, and bytes often the size of the input.
  const auto hasUnit = [](Quantity quantity) {
    return quantity != Quantity::Text && quantity != Quantity::Number && quantity != Quantity::Count;
  };
  const auto figure = firstOf([&](Quantity quantity) { return hasUnit(quantity) && quantity != Quantity::Bytes; });
  const auto measured = figure ? figure : firstOf(hasUnit);
  return measured ? measured : firstOf([](Quantity quantity) { return quantity != Quantity::Text; });
}

/// Makes one grid of one table.
class TableGrid {
 public:
  TableGrid(std::shared_ptr<const Log> log, const LogTable& table) : m_table(table) {
    m_grid.log = std::move(log);
    m_grid.title = tableTitle(*m_grid.log, table);
    m_grid.unitColumn = unitColumnOf(*m_grid.log, table);
    m_uses = usesOfSweep(*m_grid.log, table);
    m_runColumns = columnsOfRuns(table, m_uses);
    m_grid.mainColumn = mainColumnOf(*m_grid.log, table, m_uses);
    m_grid.isTable = m_runColumns.empty() && areParts(table);
    m_grid.hasFamilies = hasKernels(*m_grid.log, table, m_grid.title);
  }

  GridPtr make(const std::stop_token& stop) {
    addColumns();
    for (std::size_t r = 0; r < m_table.rows.size(); ++r) {
      if (r % tableRowsBetweenStops == 0 && stop.stop_requested()) {
        return nullptr;
      }
      addRow(r);
    }
    addTotals();
    addDoubts();
    finishColumns(m_grid);
    return std::make_shared<const LogGrid>(std::move(m_grid));
  }

 private:
  [[nodiscard]] const Log& log() const { return *m_grid.log; }
  [[nodiscard]] bool isKernel(const LogRow& row) const {
    return m_table.kind == TableKind::Torch ? row.kind == RowKind::Kernel : m_grid.hasFamilies;
  }
  void addColumns();
  void addExtraColumn(bool wanted, const QString& name, GridColumn::Kind kind, const QString& tip, bool& has);
  void addRow(std::size_t at);
  void nameRow(GridRow& row, const LogRow& from, std::string_view printed);
  [[nodiscard]] std::string labelOf(std::size_t at) const;
  void addTotals();
  void addSums();
  [[nodiscard]] double printedTotal(ColumnRole role) const;
  void addDoubts();
  [[nodiscard]] std::string_view inWords(std::string_view word);

  const LogTable& m_table;
  LogGrid m_grid;
  std::vector<ColumnUse> m_uses;        // uses of the columns of a sweep; empty for other tables
  std::vector<RunColumn> m_runColumns;  // columns that distinguish rows that are runs; empty if they are not
  // Resolved name and family of each printed name.
  std::unordered_map<std::string_view, std::pair<std::string_view, KernelFamily>> m_known;
  std::unordered_map<std::string_view, std::string_view> m_words;
  bool m_hasKind = false;
  bool m_hasFamily = false;
  bool m_hasNote = false;
};

void TableGrid::addExtraColumn(bool wanted, const QString& name, GridColumn::Kind kind, const QString& tip, bool& has) {
  has = wanted;
  if (wanted) {
    m_grid.columns.push_back({.kind = kind, .title = {}, .name = name, .tip = tip, .isAdded = true});
  }
}

void TableGrid::addColumns() {
  const auto named = m_table.columnOf(ColumnRole::Name);
  for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
    const LogColumn& from = m_table.columns[c];
    GridColumn column;
    column.name = qt(printable(log().text(from.name)));
    column.quantity = from.quantity;
    column.role = from.role;
    column.style.unit = qt(printable(log().text(from.unit)));
    column.isParameter = c < m_uses.size() && saysWhatRowIs(m_uses[c]);
    column.kind = c == named                        ? GridColumn::Kind::Name
                  : from.role == ColumnRole::Source ? GridColumn::Kind::Link
                  : from.quantity == Quantity::Text ? GridColumn::Kind::Text
                                                    : GridColumn::Kind::Number;
    m_grid.columns.push_back(std::move(column));
  }
  for (std::size_t c = 0; c < m_grid.columns.size() && !m_grid.nameColumn; ++c) {
    const bool isText = m_grid.columns[c].kind != GridColumn::Kind::Number;
    m_grid.nameColumn = named ? named : isText ? std::optional(c) : std::nullopt;
  }
  addExtraColumn(hasSeveralKinds(m_table), Words::tr("Kind"), GridColumn::Kind::Text,
                 Words::tr("Operators and their kernels have the same device time; sums count only one kind"),
                 m_hasKind);
  addExtraColumn(m_grid.hasFamilies, Words::tr("Family"), GridColumn::Kind::Text,
                 Words::tr("What the kernel does, judging by its name"), m_hasFamily);
  addExtraColumn(std::ranges::any_of(m_table.rows, [](const LogRow& row) { return row.note != StringId::empty; }),
                 Words::tr("Note"), GridColumn::Kind::Link, Words::tr("Text added to the row by hand"), m_hasNote);
}

void TableGrid::nameRow(GridRow& row, const LogRow& from, std::string_view printed) {
  row.isNameCut = from.isNameCut;
  row.name = from.fullName != StringId::empty ? log().text(from.fullName) : printed;
  const auto [known, isNew] = m_known.try_emplace(row.name);
  if (isNew) {
    const bool isFunction = isKernel(from);
    std::string_view shortName = row.name;
    if (isFunction) {
      std::string said = shortKernelName(row.name);
      const bool saysItsCut = said.find("...") != std::string::npos || said.find("…") != std::string::npos;
      const bool losesItsCut = row.isNameCut && from.fullName == StringId::empty && !saysItsCut;
      shortName = m_grid.keep(losesItsCut ? said + "…" : std::move(said));
    }
    known->second = {shortName, isFunction ? kernelFamily(row.name) : KernelFamily::Other};
  }
  row.isFunction = isKernel(from);
  row.shortName = known->second.first;
  row.family = known->second.second;
}

/// A word of the core's in the language spoken; one copy of each.
std::string_view TableGrid::inWords(std::string_view word) {
  const auto [known, isNew] = m_words.try_emplace(word);
  if (isNew) {
    known->second = m_grid.keep(coreText(word).toStdString());
  }
  return known->second;
}

/// "triton · seq_len = 512", as measurements are called.
std::string TableGrid::labelOf(std::size_t at) const {
  std::string label;
  for (const auto [c, isSubject] : m_runColumns) {
    const std::string_view value = log().text(m_table.cell(at, c).text);
    if (!value.empty()) {
      label += label.empty() ? "" : " · ";
      label += isSubject ? "" : std::string(log().text(m_table.columns[c].name)) + " = ";
      label += value;
    }
  }
  return label;
}

void TableGrid::addRow(std::size_t at) {
  const LogRow& from = m_table.rows[at];
  GridRow row;
  row.line = from.line;
  row.kind = from.kind;
  for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
    const LogCell& cell = m_table.cell(at, c);
    m_grid.cells.push_back({cell.number, log().text(cell.text)});
  }
  if (m_grid.nameColumn) {
    nameRow(row, from, log().text(m_table.cell(at, *m_grid.nameColumn).text));
  }
  if (!m_runColumns.empty()) {
    row.label = m_grid.keep(labelOf(at));
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (m_hasKind) {
    m_grid.cells.push_back({none, inWords(toText(from.kind))});
  }
  if (m_hasFamily) {
    m_grid.cells.push_back({none, isKernel(from) ? inWords(toText(row.family)) : std::string_view()});
  }
  if (m_hasNote) {
    m_grid.cells.push_back({none, log().text(from.note)});
  }
  m_grid.rows.push_back(row);
}

void TableGrid::addTotals() {
  for (const LogTotal& total : m_table.totals) {
    const std::string_view printed = log().text(total.value.text);
    const NumberStyle style = styleFor(total.quantity, {}, {{total.value.number, printedDecimals(printed)}});
    m_grid.totals << QStringLiteral("%1: %2").arg(
        qt(printable(log().text(total.name))),
        total.value.hasNumber() ? quantityText(total.value.number, style) : qt(printable(printed)));
  }
  addSums();
  for (GridColumn& column : m_grid.columns) {
    column.whole = printedTotal(column.role);
  }
}

/// "Self CUDA time total", of all rows, whether they were printed or not; 0 if there is none.
double TableGrid::printedTotal(ColumnRole role) const {
  if (role != ColumnRole::SelfDevice && role != ColumnRole::SelfHost) {
    return 0;
  }
  for (const LogTotal& total : m_table.totals) {
    const bool isHost = log().text(total.device) == "CPU";
    if (isHost == (role == ColumnRole::SelfHost) && total.quantity == Quantity::Time && total.value.hasNumber()) {
      return total.value.number;
    }
  }
  return 0;
}

/// Adds the sums of the rows, by kind.
void TableGrid::addSums() {
  const auto column = m_table.columnOf(m_table.kind == TableKind::Torch ? ColumnRole::SelfDevice : ColumnRole::Total);
  if (!column || m_table.kind == TableKind::Generic || m_table.rows.empty()) {
    return;
  }
  for (const RowKind kind : m_grid.kinds()) {
    double sum = 0;
    for (std::size_t r = 0; r < m_table.rows.size(); ++r) {
      const LogCell& cell = m_table.cell(r, *column);
      sum += m_table.rows[r].kind == kind && cell.hasNumber() ? cell.number : 0;
    }
    if (sum > 0 && kind != RowKind::Annotation) {
      const Quantity quantity = m_table.columns[*column].quantity;
      const QString pattern = kind == RowKind::Operator ? Words::tr("Operator rows add up to %1")
                              : kind == RowKind::Kernel ? Words::tr("Kernel rows add up to %1")
                                                        : Words::tr("The rows add up to %1");
      m_grid.totals << pattern.arg(quantityText(sum, styleFor(quantity, {}, {{sum, 0}})));
    }
  }
}

void TableGrid::addDoubts() {
  for (const LogIssueKind kind : log().report().kinds()) {
    const LogIssueText& text = logIssueText(kind);
    const LogIssue& issue = log().report()[kind];
    QStringList lines;
    for (const std::uint32_t line : issue.lines) {
      if (line < m_table.firstLine || line > m_table.lastLine) {
        continue;
      }
      lines << QString::number(line);
      if (const auto row = std::ranges::find(m_grid.rows, line, &GridRow::line); row != m_grid.rows.end()) {
        row->doubt = text.description;
      }
    }
    if (!lines.isEmpty() && text.severity != LogIssueSeverity::Note) {
      constexpr qsizetype shown = 5;
      const QString numbers =
          lines.mid(0, shown).join(QStringLiteral(", ")) + (lines.size() > shown ? QStringLiteral(", …") : QString());
      m_grid.doubts << (lines.size() == 1 ? Words::tr("%1 (line %2)") : Words::tr("%1 (lines %2)"))
                           .arg(coreText(text.description), numbers);
    }
  }
}

}  // namespace

QString tableKindName(const LogTable& table) {
  switch (table.kind) {
    case TableKind::Torch:
      return Words::tr("PyTorch profiler");
    case TableKind::Nsys:
      return QStringLiteral("nsys");
    case TableKind::Nvprof:
      return QStringLiteral("nvprof");
    case TableKind::Ncu:
      return QStringLiteral("ncu");
    case TableKind::Rocprof:
      return QStringLiteral("rocprof");
    case TableKind::Unitrace:
      return QStringLiteral("unitrace");
    case TableKind::DeepSpeed:
      return QStringLiteral("DeepSpeed");
    case TableKind::Generic:
      break;
  }
  return Words::tr("Table");
}

QString tableTitle(const Log& log, const LogTable& table) {
  const QString title = coreText(shownTitle(log, table));
  return title.isEmpty() ? tableKindName(table) : title;
}

GridPtr makeTableGrid(std::shared_ptr<const Log> log, std::size_t table, const std::stop_token& stop) {
  const LogTable& from = log->tables()[table];
  return TableGrid(std::move(log), from).make(stop);
}

}  // namespace kernline::ui
