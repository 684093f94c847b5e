// SPDX-License-Identifier: GPL-3.0-or-later
// Why rows have changed: what columns say of work.
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/runs/run_rows_model.h"

#include <cmath>
#include <utility>

namespace kernline::ui {

void RunRowsModel::showWork(std::shared_ptr<const ComparedWork> work) {
  const int columns = columnCount();
  if (!work || !work->isKnown() || hasWork()) {
    return;
  }
  beginInsertColumns({}, columns, columns + columnsOfWork - 1);
  m_work = std::move(work);
  weigh();
  endInsertColumns();
  if (m_sortColumn >= columns) {
    sort(m_sortColumn, m_order);
  }
}

void RunRowsModel::split() {
  m_splits.clear();
  const bool isSplit = hasWork() && !m_within && m_figure == Figure::PerStep;
  for (std::size_t i = 0; isSplit && i < m_comparison->rows.size(); ++i) {
    m_splits.push_back(m_work->splitOfRow(*m_comparison, i, m_other));
  }
}

std::optional<double> RunRowsModel::partOf(std::size_t number, Column column) const {
  if (m_splits.empty()) {
    return {};
  }
  const ChangeSplit& split = m_splits[number];
  const bool hasMeasure = split.measure != WorkMeasure::None;
  switch (column) {
    case Column::Calls:
      return static_cast<double>(split.calls.ns);
    case Column::Work:
      return hasMeasure ? std::optional(static_cast<double>(split.work.ns)) : std::nullopt;
    case Column::Efficiency:
      return hasMeasure ? std::optional(static_cast<double>(split.efficiency.ns)) : std::nullopt;
    default:
      return split.unmodeled.ns != 0 ? std::optional(static_cast<double>(split.unmodeled.ns)) : std::nullopt;
  }
}

/// Compares the work of the whole recordings.
QString RunRowsModel::workTip(std::size_t number) const {
  const WorkFigures& base = m_work->runs.front().rows[number].figures;
  const WorkFigures& other = m_work->runs[m_other].rows[number].figures;
  const auto change = [&](const auto& figure, const auto& format) {
    const auto text = [&](const WorkFigures& figures) {
      const auto value = figure(figures);
      return value ? qt(format(*value)) : QStringLiteral("–");
    };
    return QStringLiteral("%1 → %2").arg(text(base), text(other));
  };
  return tr("Share of roofline: %1\nRate: %2\nBandwidth: %3\nBytes per call: %4")
      .arg(change([](const WorkFigures& figures) { return figures.shareOfRoofline(); }, formatShare),
           change([](const WorkFigures& figures) { return figures.flopsPerSecond(); }, formatFlopRate),
           change([](const WorkFigures& figures) { return figures.bytesPerSecond(); }, formatByteRate),
           change([](const WorkFigures& figures) { return figures.bytesPerCall(); },
                  [](double bytes) { return formatBytes(std::llround(bytes)); }));
}

QString RunRowsModel::workHead(Column column) {
  switch (column) {
    case Column::Calls:
      return tr("From calls");
    case Column::Work:
      return tr("From work");
    case Column::Efficiency:
      return tr("From efficiency");
    default:
      return tr("Not modeled");
  }
}

QString RunRowsModel::workHeadTip(Column column) {
  switch (column) {
    case Column::Calls:
      return tr("Part of the delta from more or fewer calls");
    case Column::Work:
      return tr("Part of the delta from more or less work in a call: FLOPs and bytes, as the roofline weighs them");
    case Column::Efficiency:
      return tr("Part of the delta from work done faster or slower");
    default:
      return tr("Part of the delta from longer or shorter calls, whose work is not modeled");
  }
}

}  // namespace kernline::ui
