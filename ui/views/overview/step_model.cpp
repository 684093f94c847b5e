// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/step_model.h"

#include "core/analysis/query/process_steps.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/figure_marks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kernline::ui {

void StepModel::setSteps(std::shared_ptr<const Trace> trace, std::vector<StepParts> steps) {
  beginResetModel();
  m_trace = std::move(trace);
  m_steps = std::move(steps);
  m_titles.clear();
  for (const ProcessSteps& process : m_trace ? stepsByProcess(*m_trace) : std::vector<ProcessSteps>{}) {
    if (std::ranges::any_of(m_steps, [&](const StepParts& parts) { return parts.step.process == process.process; })) {
      m_titles[process.process] = qt(printable(process.title));
    }
  }
  m_order.resize(m_steps.size());
  std::iota(m_order.begin(), m_order.end(), 0U);
  endResetModel();
}

int StepModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int StepModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Process + 1;
}

std::int64_t StepModel::valueOf(const StepParts& parts, int column) const {
  switch (column) {
    case Process:
      return static_cast<std::int64_t>(std::distance(m_titles.begin(), m_titles.find(parts.step.process)));
    case Name:
    case Start:
      return (parts.step.range.begin - m_trace->bounds().begin).ns;
    case Length:
      return parts.step.range.length().ns;
    default:
      return parts.parts.parts[static_cast<std::size_t>(column - FirstPart)].ns;
  }
}

QVariant StepModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  if (role == Qt::TextAlignmentRole && index.column() != Name && index.column() != Process) {
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  const StepParts& parts = step(index.row());
  if (index.column() == Name) {
    return qt(printable(m_trace->text(parts.step.name)));
  }
  if (index.column() == Process) {
    const auto title = m_titles.find(parts.step.process);
    return title == m_titles.end() ? QString() : title->second;
  }
  const Duration value{valueOf(parts, index.column())};
  return value.ns == 0 && index.column() >= FirstPart ? QString() : qt(formatDuration(value));
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::InitialSortOrderRole) {
    const bool isLength = section == Length || section >= FirstPart;
    return static_cast<int>(isLength ? Qt::DescendingOrder : Qt::AscendingOrder);
  }
  if (section == Process) {
    return role == Qt::DisplayRole         ? QVariant(tr("Process"))
           : role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter))
                                           : QVariant();
  }
  if (section >= FirstPart) {
    const FigureMark& mark = markOf(static_cast<TimePart>(section - FirstPart));
    return role == Qt::DisplayRole   ? QVariant(mark.name())
           : role == Qt::ToolTipRole ? QVariant(mark.definition())
                                     : QVariant();
  }
  if (role == Qt::TextAlignmentRole && section == Name) {
    return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  }
  constexpr const char* titles[] = {QT_TR_NOOP("Step"), QT_TR_NOOP("Start"), QT_TR_NOOP("Duration")};
  return role == Qt::DisplayRole ? QVariant(tr(titles[section])) : QVariant();
}

void StepModel::sort(int column, Qt::SortOrder order) {
  Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
  std::ranges::stable_sort(m_order, [&](std::uint32_t a, std::uint32_t b) {
    const std::int64_t left = valueOf(m_steps[a], column);
    const std::int64_t right = valueOf(m_steps[b], column);
    return order == Qt::AscendingOrder ? left < right : left > right;
  });
  Q_EMIT layoutChanged({}, VerticalSortHint);
}

}  // namespace kernline::ui
