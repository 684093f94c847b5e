// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/state_legend.h"

#include "core/analysis/ncu/kernel_card.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/style/one_line.h"
#include "ui/kit/style/theme.h"
#include "ui/views/source/state_marks.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int markSize = 16;
constexpr int markGap = 5;
constexpr int itemGap = 14;

}  // namespace

StateLegend::StateLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("sourceLegend"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StateLegend::setStates(std::shared_ptr<const KernelSources> sources, std::vector<StateSamples> states) {
  m_sources = std::move(sources);
  m_states = std::move(states);
  m_samples = 0;
  for (const StateSamples& state : m_states) {
    m_samples += state.samples;
  }
  QStringList texts;
  for (const StateSamples& state : m_states) {
    texts << QStringLiteral("%1 %2").arg(stateText(*m_sources, state.state), samplesShare(state.samples, m_samples));
  }
  setAccessibleName(texts.join(QStringLiteral(", ")));
  update();
}

QSize StateLegend::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 80, std::max(markSize, fontMetrics().height())};
}

QSize StateLegend::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 12, sizeHint().height()};
}

std::vector<StateLegend::Item> StateLegend::items() const {
  std::vector<Item> items;
  int left = 0;
  for (const StateSamples& state : m_states) {
    const QString text =
        QStringLiteral("%1 %2").arg(stateText(*m_sources, state.state), samplesShare(state.samples, m_samples));
    const int width = markSize + markGap + fontMetrics().horizontalAdvance(text);
    if (left + width > this->width()) {
      break;
    }
    items.push_back({.state = state.state, .text = text, .rect = QRect(left, 0, width, height())});
    left += width + itemGap;
  }
  return items;
}

void StateLegend::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setFont(font());
  for (const Item& item : items()) {
    const QRect mark(item.rect.left(), item.rect.center().y() - markSize / 2 + 1, markSize, markSize);
    paintMark(painter, mark, markOfState(m_sources->states[item.state]), barLetters(font()));
    painter.setPen(palette().color(QPalette::Text));
    drawOneLine(painter, item.rect.adjusted(markSize + markGap, 0, 0, 0), Qt::AlignLeft, item.text);
  }
}

QString StateLegend::tipAt(QPoint place) const {
  for (const Item& item : items()) {
    if (item.rect.contains(place)) {
      const auto known = warpStateOf(m_sources->states[item.state]);
      return known ? coreText(known->definition) : QString();
    }
  }
  return m_states.empty() ? QString() : statesTip(*m_sources, m_states);
}

bool StateLegend::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* const help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace kernline::ui
