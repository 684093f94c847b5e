// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/step_rows.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/steps/step_words.h"

#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double minLabeledStep = 22;
constexpr int minLabeledHeight = 13;
constexpr int levelIndent = 4;    // pixels that a step stays below the one it lies in
constexpr double stepReach = 3;   // pixels next to a step that still count
constexpr int menuMarkWidth = 8;  // width of the mark that says that the titles open a menu

/// Returns the pixel of a time, at most just out of sight.
int stepPixel(const TimeAxis& axis, Time time) {
  return static_cast<int>(std::floor(std::clamp(axis.xOf(time), -1.0, axis.width() + 1.0)));
}

void paintMenuMark(QPainter& painter, QPointF corner, QColor color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(
      QPolygonF({corner, corner + QPointF(menuMarkWidth, 0), corner + QPointF(menuMarkWidth / 2.0, 5)}));
  painter.restore();
}

}  // namespace

StepRows::StepRows(std::shared_ptr<const ShownSteps> steps) : m_steps(std::move(steps)) {
  const int count = static_cast<int>(m_steps->rows().size());
  m_rowHeight = count <= 1 ? count * loneHeight : std::clamp(maxHeight / count, minRowHeight, sharedHeight);
}

int StepRows::height() const {
  return m_steps ? m_rowHeight * static_cast<int>(m_steps->rows().size()) : 0;
}

std::optional<std::size_t> StepRows::rowAt(int y) const {
  return y < 0 || y >= height() ? std::nullopt : std::optional(static_cast<std::size_t>(y / m_rowHeight));
}

int StepRows::indentOf(std::size_t level) const {
  const int indent = m_rowHeight < minLabeledHeight ? 0 : levelIndent * static_cast<int>(level);
  return std::min(indent, m_rowHeight / 2);
}

std::optional<std::size_t> StepRows::at(int y, double x, const TimeAxis& axis) const {
  const std::optional<std::size_t> row = rowAt(y);
  if (!row || m_steps->rows()[*row].levels.empty()) {
    return std::nullopt;
  }
  std::size_t levels = 1;
  while (levels < m_steps->rows()[*row].levels.size() && indentOf(levels) <= y % m_rowHeight) {
    ++levels;
  }
  return m_steps->at(*row, levels, axis.timeAt(x), axis.around(x, stepReach));
}

void StepRows::paint(QPainter& painter, const Place& place, std::optional<std::size_t> selected) const {
  paintTitles(painter, place);
  painter.save();
  painter.setClipRect(place.band.adjusted(place.titleWidth, 0, 0, 0));
  painter.translate(place.titleWidth, 0);
  for (std::size_t i = 0; i < m_steps->rows().size(); ++i) {
    paintRow(painter, m_steps->rows()[i], place.band.top() + static_cast<int>(i) * m_rowHeight, place);
  }
  if (selected) {
    paintSelected(painter, *selected, place);
  }
  painter.restore();
}

QString StepRows::titleOf(const ShownSteps::Row& row) const {
  if (m_steps->rows().size() > 1) {
    return row.own.title.empty() ? Words::tr("Steps") : Words::tr("Steps · %1").arg(qt(printable(row.own.title)));
  }
  const std::shared_ptr<const FoundSteps>& found = m_steps->found();
  return found == nullptr || found->source == StepSource::Recorded ? Words::tr("Steps")
                                                                   : Words::tr("Steps: %1").arg(stepsName(*found));
}

void StepRows::paintTitles(QPainter& painter, const Place& place) const {
  QRect area(place.band.left() + 8, place.band.top(), place.titleWidth - 16, place.band.height());
  painter.setPen(QColor(place.palette.text));
  if (m_steps->found() != nullptr) {
    const int middle = area.top() + std::min(m_rowHeight, area.height()) / 2;
    paintMenuMark(painter, QPointF(area.right() - menuMarkWidth, middle - 2), QColor(place.palette.dimText));
    area.setRight(area.right() - menuMarkWidth - 6);
  }
  if (m_steps->rows().size() > 1 && m_rowHeight < minLabeledHeight) {
    painter.drawText(area, Qt::AlignTop | Qt::AlignLeft,
                     Words::tr("Steps of %1 processes").arg(m_steps->rows().size()));
    return;
  }
  for (std::size_t i = 0; i < m_steps->rows().size(); ++i) {
    const QRect line(area.left(), area.top() + static_cast<int>(i) * m_rowHeight, area.width(), m_rowHeight);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(titleOf(m_steps->rows()[i]), Qt::ElideRight, line.width()));
  }
}

void StepRows::paintRow(QPainter& painter, const ShownSteps::Row& row, int top, const Place& place) const {
  for (std::size_t level = 0; level < row.levels.size(); ++level) {
    const int indent = indentOf(level);
    const QRect line(0, top + 1 + indent, place.axis.width(), std::max(m_rowHeight - 2 - indent, 2));
    paintLevel(painter, row.levels[level], line, place);
  }
}

/// A bar for each step that is wider than a pixel, and one for all that begin in the same pixel.
void StepRows::paintLevel(QPainter& painter, std::span<const std::uint32_t> steps, QRect line,
                          const Place& place) const {
  const TimeAxis& axis = place.axis;
  const auto begin = [&](std::uint32_t step) { return (*m_steps)[step].range.begin; };
  const auto end = [&](std::uint32_t step) { return (*m_steps)[step].range.end; };
  painter.setPen(QColor(place.palette.text));
  auto step = std::ranges::lower_bound(steps, axis.range().begin, {}, end);
  while (step != steps.end() && begin(*step) < axis.range().end) {
    const int left = stepPixel(axis, begin(*step));
    const int right = stepPixel(axis, end(*step));
    const bool isEven = (step - steps.begin()) % 2 == 0;
    const QRect rect(left, line.top(), std::max(right - left, 1), line.height());
    painter.fillRect(rect, QColor(isEven ? place.palette.stepEven : place.palette.stepOdd));
    paintName(painter, *step, rect.intersected(line));
    auto next = step + 1;
    if (right <= left) {
      next = std::ranges::lower_bound(next, steps.end(), axis.timeAt(left + 1), {}, begin);
      if (next - step > 1 && stepPixel(axis, end(*(next - 1))) > left) {
        --next;  // the last that begins in this pixel reaches beyond it
      }
    }
    step = next;
  }
}

void StepRows::paintName(QPainter& painter, std::size_t step, QRect rect) const {
  if (rect.width() >= minLabeledStep && rect.height() >= minLabeledHeight - 2) {
    const QRect area = rect.adjusted(5, 0, -3, 0);
    const QString text = m_steps->areNamesakes() ? Words::tr("Step %1").arg(m_steps->placeOf(step).number)
                                                 : qt(printable(m_steps->name(step)));
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
  }
}

void StepRows::paintSelected(QPainter& painter, std::size_t step, const Place& place) const {
  const ShownSteps::Place at = m_steps->placeOf(step);
  const auto& levels = m_steps->rows()[at.row].levels;
  const auto level = std::ranges::find_if(
      levels, [&](const std::vector<std::uint32_t>& own) { return std::ranges::find(own, step) != own.end(); });
  const int indent = indentOf(static_cast<std::size_t>(level - levels.begin()));
  const int left = stepPixel(place.axis, (*m_steps)[step].range.begin);
  const int right = std::max(stepPixel(place.axis, (*m_steps)[step].range.end), left + 3);
  painter.setPen(QPen(QColor(place.palette.selection), 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(left, place.band.top() + static_cast<int>(at.row) * m_rowHeight + 1 + indent, right - left,
                          std::max(m_rowHeight - 3 - indent, 2)));
}

}  // namespace kernline::ui
