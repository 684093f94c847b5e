// SPDX-License-Identifier: GPL-3.0-or-later
// Fits the widths of the columns of rows.
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/runs/run_labels.h"
#include "ui/views/compare/runs/run_rows_model.h"
#include "ui/views/compare/runs/run_rows_pane.h"

#include <QTableView>

#include <algorithm>
#include <map>

namespace kernline::ui {

namespace {

using Column = RunRowsModel::Column;

/// Width in letters.
struct Width {
  double min = 0;
  double usual = 0;
};

Width widthOf(Column column) {
  switch (column) {
    case Column::Name:
      return {.min = 16, .usual = 26};
    case Column::Run:
      return {.min = 12, .usual = 13};
    case Column::Delta:
      return {.min = 20, .usual = 24};
    case Column::Ratio:
      return {.min = 10, .usual = 12};
    case Column::Share:
      return {.min = 18, .usual = 19};
    case Column::Count:
      return {.min = 14, .usual = 15};
    case Column::Calls:
    case Column::Work:
      return {.min = 14, .usual = 15};
    case Column::Efficiency:
      return {.min = 17, .usual = 19};
    case Column::Unmodeled:
      return {.min = 15, .usual = 17};
  }
  return {};
}

/// Priority of moving a column beyond the edge, the highest first; 0 if it stays.
int rankOf(Column column) {
  if (column >= Column::Calls) {
    return 2;
  }
  return column == Column::Share || column == Column::Count ? 1 : 0;
}

}  // namespace

/// Returns the width of the longest listed name, in letters.
double RunRowsPane::longestName() const {
  constexpr int maxRows = 500;  // rows with the greatest change: others may be cut
  constexpr double edges = 2;
  int widest = 0;
  for (int row = 0; row < std::min(maxRows, m_model->rowCount()); ++row) {
    widest = std::max(widest, m_table->fontMetrics().horizontalAdvance(m_model->index(row, 0).data().toString()));
  }
  return edges + static_cast<double>(widest) / std::max(1, m_table->fontMetrics().averageCharWidth());
}

/// Gives names what the longest needs, and the other columns their minimum. If space is short, moves reasons, shares
/// and counts beyond the edge; gives the rest to the heads of runs, and to bars.
void RunRowsPane::fitColumns() {
  const int letter = std::max(1, m_table->fontMetrics().averageCharWidth());
  const double room = static_cast<double>(m_table->viewport()->width()) / letter;
  const int columns = m_model->columnCount();
  const auto others = [&](double Width::* part, int maxRank) {
    double all = 0;
    for (int column = 1; column < columns; ++column) {
      const Column kind = m_model->columnAt(column);
      all += rankOf(kind) <= maxRank ? widthOf(kind).*part : 0;
    }
    return all;
  };
  constexpr int allRanks = 2;
  const double minName = widthOf(Column::Name).min;
  int maxRank = allRanks;
  while (maxRank > 0 && minName + others(&Width::min, maxRank) > room) {
    --maxRank;
  }
  const double min = others(&Width::min, maxRank);
  const double usual = others(&Width::usual, maxRank);
  const double name = std::clamp(longestName(), minName, std::max(minName, room - min));
  const double ease = std::clamp((room - name - min) / (usual - min), 0.0, 1.0);
  QStringList titles;
  for (std::size_t run = 0; m_comparison && run < m_comparison->runs.size(); ++run) {
    titles << qt(m_comparison->runs[run].title);
  }
  const auto runs = std::max<qsizetype>(2, titles.size());
  constexpr double maxHeadWidth = 24;
  constexpr double edges = 2;
  double wanted = 0;  // extra width for the head of a run
  for (const QString& title : titles.size() > 2 ? withoutCommonWords(titles) : QStringList()) {
    wanted = std::max(wanted,
                      std::min(maxHeadWidth, static_cast<double>(title.size()) + edges) - widthOf(Column::Run).usual);
  }
  const double spare = std::max(0.0, room - name - others(&Width::usual, allRanks));
  const double heads = std::min(wanted, spare / static_cast<double>(runs));
  const double more = spare - heads * static_cast<double>(runs);
  const std::map<Column, double> beyond{{Column::Delta, more}, {Column::Run, heads}};
  for (int column = 0; column < columns; ++column) {
    const Column kind = m_model->columnAt(column);
    const Width width = widthOf(kind);
    const auto extra = beyond.find(kind);
    const double letters = kind == Column::Name ? name
                                                : width.min + ease * (width.usual - width.min) +
                                                      (extra == beyond.end() ? 0 : extra->second);
    m_table->setColumnWidth(column, static_cast<int>(letter * letters));
  }
  if (!titles.isEmpty()) {
    m_model->setHeads(
        labelsWithin(titles, m_table->fontMetrics(), m_table->columnWidth(1) - static_cast<int>(edges * letter)));
  }
}

}  // namespace kernline::ui
