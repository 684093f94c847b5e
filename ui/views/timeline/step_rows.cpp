// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/step_rows.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double minLabeledStep = 22;
constexpr int minLabeledHeight = 13;
constexpr std::ptrdiff_t maxNesting = 8;

}  // namespace

StepRows::StepRows(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace)) {
  if (m_trace) {
    m_rows = stepsByProcess(*m_trace);
  }
  const int count = static_cast<int>(m_rows.size());
  m_rowHeight = count <= 1 ? count * loneHeight : std::clamp(maxHeight / count, minRowHeight, sharedHeight);
}

const Step* StepRows::at(int y, Time time) const {
  const int row = y < 0 || m_rowHeight == 0 ? -1 : y / m_rowHeight;
  const bool isRow = row >= 0 && static_cast<std::size_t>(row) < m_rows.size();
  return isRow ? stepAt(m_trace->steps(), m_rows[static_cast<std::size_t>(row)], time) : nullptr;
}

void StepRows::paint(QPainter& painter, QRect band, int titleWidth, const TimeAxis& axis,
                     const TimelinePalette& palette) const {
  paintTitles(painter, QRect(band.left(), band.top(), titleWidth, band.height()), palette);
  painter.save();
  painter.setClipRect(band.adjusted(titleWidth, 0, 0, 0));
  painter.translate(titleWidth, 0);
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    paintRow(painter, m_rows[i], band.top() + static_cast<int>(i) * m_rowHeight, axis, palette);
  }
  painter.restore();
}

void StepRows::paintTitles(QPainter& painter, QRect area, const TimelinePalette& palette) const {
  painter.setPen(QColor(palette.text));
  if (m_rows.size() == 1) {
    painter.drawText(area.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, Words::tr("Steps"));
    return;
  }
  if (m_rowHeight < minLabeledHeight) {
    painter.drawText(area.adjusted(8, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft,
                     Words::tr("Steps of %1 processes").arg(m_rows.size()));
    return;
  }
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    const QRect line(area.left() + 8, area.top() + static_cast<int>(i) * m_rowHeight, area.width() - 16, m_rowHeight);
    const QString title =
        m_rows[i].title.empty() ? Words::tr("Steps") : Words::tr("Steps · %1").arg(qt(printable(m_rows[i].title)));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(title, Qt::ElideRight, line.width()));
  }
}

void StepRows::paintRow(QPainter& painter, const ProcessSteps& row, int top, const TimeAxis& axis,
                        const TimelinePalette& palette) const {
  const auto stepOf = [&](std::uint32_t i) -> const Step& { return m_trace->steps()[i]; };
  const auto begin = [&](std::uint32_t i) { return stepOf(i).range.begin; };
  const double last = axis.width() + 1.0;
  const auto pixel = [&](Time time) { return static_cast<int>(std::floor(std::clamp(axis.xOf(time), -1.0, last))); };
  // Of the steps that start before the view only the last few can reach into it.
  auto step = std::ranges::lower_bound(row.steps, axis.range().begin, {}, begin);
  step -= std::min<std::ptrdiff_t>(step - row.steps.begin(), maxNesting);
  int freeFrom = -1;
  for (; step != row.steps.end() && begin(*step) < axis.range().end; ++step) {
    const int left = pixel(stepOf(*step).range.begin);
    const int right = pixel(stepOf(*step).range.end);
    const bool isEven = (step - row.steps.begin()) % 2 == 0;
    if (right < 0 || right <= freeFrom) {
      continue;
    }
    const QRect rect(left, top + 1, std::max(right - left, 1), std::max(m_rowHeight - 2, 2));
    painter.fillRect(rect, QColor(isEven ? palette.stepEven : palette.stepOdd));
    if (rect.width() >= minLabeledStep && m_rowHeight >= minLabeledHeight) {
      const QRect text = rect.intersected(QRect(0, top, axis.width(), m_rowHeight)).adjusted(5, 0, -3, 0);
      painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                       painter.fontMetrics().elidedText(qt(printable(m_trace->text(stepOf(*step).name))),
                                                        Qt::ElideRight, text.width()));
    }
    freeFrom = right;
  }
}

}  // namespace kernline::ui
