// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_rows_model.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/sort_rows.h"
#include "ui/views/compare/runs/measured_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int columnsBesideRuns = 5;

QString join(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) {
    list << qt(printable(name));
  }
  return list.join(QStringLiteral(", "));
}

/// Returns the hardware counters, a line per figure, to append to a tip.
QString measuredTip(const RunRow& row) {
  const QStringList lines = measuredLines(row);
  return lines.isEmpty() ? QString()
                         : RunRowsModel::tr("\n\nHardware counters, mean per launch") + QLatin1Char('\n') +
                               lines.join(QLatin1Char('\n'));
}

}  // namespace

RunRowsModel::RunRowsModel(QObject* parent) : QAbstractTableModel(parent) {
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    m_names.assign(m_names.size(), {});
    if (!m_rows.empty()) {
      Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
    }
  });
}

void RunRowsModel::change(const auto& what) {
  beginResetModel();
  what();
  select();
  endResetModel();
}

void RunRowsModel::showComparison(std::shared_ptr<const RunComparison> comparison) {
  change([&] {
    m_comparison = std::move(comparison);
    m_within.reset();
    m_work.reset();
    m_names.assign(m_comparison ? m_comparison->rows.size() : 0, {});
    m_other = std::min(m_other, runs() - 1);
    weigh();
  });
}

void RunRowsModel::showOther(std::size_t run) {
  change([&] {
    m_other = std::clamp<std::size_t>(run, 1, runs() - 1);
    weigh();
  });
}

void RunRowsModel::setFigure(Figure figure) {
  change([&] {
    m_figure = figure;
    weigh();
  });
}

void RunRowsModel::showWithin(std::shared_ptr<const std::vector<RunRow>> rows) {
  change([&] {
    m_within = std::move(rows);
    weigh();
  });
}

const RunRow& RunRowsModel::rowAt(std::size_t number) const {
  return m_within ? (*m_within)[number] : m_comparison->rows[number];
}

void RunRowsModel::setWhich(Which which) {
  change([&] { m_which = which; });
}

void RunRowsModel::setHeads(QStringList heads) {
  m_heads = std::move(heads);
  Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void RunRowsModel::setFilter(const QString& text) {
  change([&] { m_filter = text.toCaseFolded(); });
}

void RunRowsModel::sort(int column, Qt::SortOrder order) {
  change([&] {
    m_sortColumn = column;
    m_order = order;
  });
}

void RunRowsModel::weigh() {
  m_maxDelta = 0;
  m_change = 0;
  for (std::size_t i = 0; m_comparison && i < m_comparison->rows.size(); ++i) {
    m_maxDelta = std::max(m_maxDelta, std::abs(deltaOf(i)));
    m_change += std::abs(deltaOf(i));
  }
  split();
}

int RunRowsModel::placeOf(std::size_t number) const {
  const auto found = std::ranges::find(m_rows, number);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

RunRowsModel::Column RunRowsModel::columnAt(int section) const {
  const int behind = section - 1 - static_cast<int>(runs());
  if (section == 0) {
    return Column::Name;
  }
  return behind < 0 ? Column::Run : static_cast<Column>(static_cast<int>(Column::Delta) + behind);
}

double RunRowsModel::figureOf(std::size_t number, std::size_t run) const {
  const RunSide& side = rowAt(number).sides[run];
  switch (m_figure) {
    case Figure::PerStep:
      return side.perStep;
    case Figure::Median:
      return static_cast<double>(side.median.ns);
    case Figure::Count:
      return static_cast<double>(side.count);
    case Figure::Total:
      break;
  }
  return static_cast<double>(side.total.ns);
}

double RunRowsModel::deltaOf(std::size_t number) const {
  return figureOf(number, m_other) - figureOf(number, 0);
}

double RunRowsModel::keyOf(std::size_t number, int column) const {
  switch (columnAt(column)) {
    case Column::Run:
      return figureOf(number, static_cast<std::size_t>(column) - 1);
    case Column::Ratio: {
      const double base = figureOf(number, 0);
      return base > 0 ? figureOf(number, m_other) / base : std::numeric_limits<double>::infinity();
    }
    case Column::Count:
      return countOf(number, m_other);
    case Column::Delta:
    case Column::Share:
    case Column::Name:
      return deltaOf(number);
    default:
      return partOf(number, columnAt(column)).value_or(0);
  }
}

const RunRowsModel::Text& RunRowsModel::nameOf(std::size_t number) const {
  std::optional<Text>& text = m_names[number];
  if (!text) {
    const RunRow& row = m_comparison->rows[number];
    const bool isFull = m_comparison->by == RunKey::Name && ShownNames::style() != NameStyle::Short;
    const std::string name = printable(isFull ? shownName(row.name, true) : row.shown);
    QString shown = m_comparison->by == RunKey::Family ? coreText(name) : qt(name);
    if (!row.aliases.empty()) {
      shown += QStringLiteral(" ⇄ ") + qt(printable(shownName(row.aliases.front(), true)));
    }
    const bool isKernel = m_comparison->by == RunKey::Name || m_comparison->by == RunKey::Normal;
    QStringList searched{qt(row.name), shown, join(row.aliases)};
    if (isKernel) {
      searched << coreText(toText(kernelFamily(row.name)));
    }
    const QString folded = searched.join(QLatin1Char('\n')).toCaseFolded();
    text = Text{std::move(shown), folded};
  }
  return *text;
}

bool RunRowsModel::isWanted(std::size_t number) const {
  const RunRow& row = rowAt(number);
  const bool isOfPart = m_within || m_figure == Figure::PerStep;
  const auto runNumbers = std::views::iota(std::size_t{0}, runs());
  if (isOfPart && std::ranges::none_of(runNumbers, [&](std::size_t run) { return countOf(number, run) > 0; })) {
    return false;
  }
  const bool inBase = countOf(number, 0) > 0;
  const bool inOther = countOf(number, m_other) > 0;
  const bool fits = m_which == Which::All || (m_which == Which::OnlyBase && inBase && !inOther) ||
                    (m_which == Which::OnlyOther && inOther && !inBase) ||
                    (m_which == Which::Paired && !row.aliases.empty());
  return fits && (m_filter.isEmpty() || nameOf(number).searched.contains(m_filter));
}

void RunRowsModel::select() {
  m_rows.clear();
  for (std::size_t i = 0; m_comparison && i < m_comparison->rows.size(); ++i) {
    if (isWanted(i)) {
      m_rows.push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (m_sortColumn < 0) {
    sortRows(m_rows, Qt::DescendingOrder, [this](std::size_t row) { return std::abs(deltaOf(row)); });
  } else if (m_sortColumn == 0) {
    sortRows(m_rows, m_order, [this](std::size_t row) { return nameOf(row).shown; });
  } else {
    sortRows(m_rows, m_order, [this](std::size_t row) { return keyOf(row, m_sortColumn); });
  }
}

int RunRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs()) + columnsBesideRuns + (hasWork() ? columnsOfWork : 0);
}

QString RunRowsModel::figureText(std::size_t number, std::size_t run) const {
  if (countOf(number, run) == 0) {
    return QStringLiteral("–");
  }
  const double figure = figureOf(number, run);
  return m_figure == Figure::Count ? qt(formatCount(std::llround(figure))) : qt(shownTime(figure));
}

double RunRowsModel::countOf(std::size_t number, std::size_t run) const {
  const RunSide& side = rowAt(number).sides[run];
  return m_figure == Figure::PerStep ? side.callsPerStep : static_cast<double>(side.count);
}

QString RunRowsModel::countText(std::size_t number, std::size_t run) const {
  if (countOf(number, run) == 0) {
    return QStringLiteral("–");
  }
  const RunSide& side = rowAt(number).sides[run];
  return m_figure == Figure::PerStep ? qt(shownCalls(side)) : ui::countText(side.count);
}

QString RunRowsModel::textOf(std::size_t number, int column) const {
  const RunRow& row = rowAt(number);
  switch (columnAt(column)) {
    case Column::Name:
      return nameOf(number).shown;
    case Column::Run:
      return figureText(number, static_cast<std::size_t>(column) - 1);
    case Column::Delta: {
      const double delta = deltaOf(number);
      const bool isCount = m_figure == Figure::Count;
      return isCount ? (delta > 0 ? QStringLiteral("+") : QString()) + qt(formatCount(std::llround(delta)))
                     : qt(signedTime(delta));
    }
    case Column::Ratio: {
      const double base = figureOf(number, 0);
      const double other = figureOf(number, m_other);
      return base > 0 && other > 0 ? QStringLiteral("%1×").arg(other / base, 0, 'f', 3)
                                   : coreText(changeOf(row, m_other));
    }
    case Column::Share:
      return m_change > 0 ? QStringLiteral("%1 %").arg(std::abs(deltaOf(number)) / m_change * 100, 0, 'f', 1)
                          : QStringLiteral("–");
    case Column::Count: {
      const QString base = countText(number, 0);
      const QString other = countText(number, m_other);
      return base == other ? base : QStringLiteral("%1 → %2").arg(base, other);
    }
    default:
      if (const auto part = partOf(number, columnAt(column))) {
        return qt(signedTime(*part));
      }
      return QStringLiteral("–");
  }
  return {};
}

QString RunRowsModel::tipOf(const RunRow& row) const {
  const QString name = qt(printable(row.name));
  return (row.aliases.empty() ? name : tr("%1\nin other runs: %2").arg(name, join(row.aliases))) + measuredTip(row);
}

QVariant RunRowsModel::data(const QModelIndex& index, int role) const {
  if (!m_comparison || !index.isValid()) {
    return {};
  }
  const std::size_t number = numberOf(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return textOf(number, column);
    case Qt::ToolTipRole:
      return column == 0                  ? QVariant(tipOf(m_comparison->rows[number]))
             : isOfWork(columnAt(column)) ? QVariant(workTip(number))
                                          : QVariant();
    case Qt::TextAlignmentRole:
      return column == 0 ? QVariant() : QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case RowsModel::DeltaRole:
      return columnAt(column) == Column::Delta && m_maxDelta > 0 ? QVariant(deltaOf(number) / m_maxDelta) : QVariant();
    default:
      return {};
  }
}

QVariant RunRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::InitialSortOrderRole) {
    return static_cast<int>(section == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
  }
  const Column column = columnAt(section);
  if (role == Qt::ToolTipRole && column == Column::Share) {
    return tr("Share of the total absolute change");
  }
  if (role == Qt::ToolTipRole && isOfWork(column)) {
    return workHeadTip(column);
  }
  const auto run = static_cast<std::size_t>(section) - 1;
  if (role == Qt::ToolTipRole && column == Column::Run && m_comparison) {
    return qt(m_comparison->runs[run].title);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (column) {
    case Column::Name:
      return tr("Name");
    case Column::Run:
      return run == 0      ? tr("Baseline")
             : runs() == 2 ? tr("Other")
                           : m_heads.value(section - 1, qt(m_comparison->runs[run].title));
    case Column::Delta:
      return tr("Delta");
    case Column::Ratio:
      return tr("Ratio");
    case Column::Share:
      return tr("Share of change");
    case Column::Count:
      return tr("Count");
    default:
      return workHead(column);
  }
  return {};
}

}  // namespace kernline::ui
