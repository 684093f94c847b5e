// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/flame_graph.h"

#include "core/analysis/query/span_tone.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int labelPadding = 4;
constexpr int minLabelWidth = 24;

QColor faded(QRgb color, QRgb into, double rest) {
  const QColor a(color);
  const QColor b(into);
  return QColor::fromRgbF(static_cast<float>(a.redF() * rest + b.redF() * (1 - rest)),
                          static_cast<float>(a.greenF() * rest + b.greenF() * (1 - rest)),
                          static_cast<float>(a.blueF() * rest + b.blueF() * (1 - rest)));
}

}  // namespace

FlameGraph::FlameGraph(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("flameGraph"));
  setAccessibleName(tr("Flame graph"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  setMinimumSize(fontMetrics().averageCharWidth() * 24, rowHeight() * 4);
}

void FlameGraph::setTable(std::shared_ptr<const CallTreeTable> table) {
  if (m_table) {
    m_zoomedPath = pathOf(*m_table->tree, m_zoomed);
    m_currentPath = pathOf(*m_table->tree, m_current);
  }
  m_table = std::move(table);
  m_labels.clear();
  m_zoomed = CallTree::root;
  m_current = CallTree::root;
  if (m_table && m_zoomedPath) {
    m_zoomed = nodeAt(*m_table->tree, *m_zoomedPath, true);
    m_current = nodeAt(*m_table->tree, *m_currentPath);
  }
  leave();
  layOut();
}

void FlameGraph::layOut() {
  m_boxes = m_table ? flameLayout(*m_table, m_zoomed, viewport()->width()) : std::vector<FlameBox>();
  const int rows = m_boxes.empty() ? 0 : static_cast<int>(m_boxes.back().row) + 1;
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(rowHeight());
  verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() + 2 - viewport()->height()));
  redraw();
}

void FlameGraph::redraw() {
  m_isStale = true;
  viewport()->update();
}

int FlameGraph::rowHeight() const {
  return fontMetrics().height() + 4;
}

QRect FlameGraph::rectOf(const FlameBox& box) const {
  const int left = static_cast<int>(std::lround(box.left));
  const int right = static_cast<int>(std::lround(box.left + box.width));
  const int top = static_cast<int>(box.row) * rowHeight() - verticalScrollBar()->value();
  return {left, top, std::max(1, right - left), rowHeight()};
}

QRect FlameGraph::rectOf(CallNode node) const {
  const FlameBox* box = boxOf(node);
  return box == nullptr ? QRect() : rectOf(*box);
}

const FlameBox* FlameGraph::boxOf(CallNode node) const {
  const auto found =
      std::ranges::find_if(m_boxes, [&](const FlameBox& b) { return b.node == node && b.siblings == 1; });
  return found == m_boxes.end() ? nullptr : &*found;
}

const FlameBox* FlameGraph::boxAt(QPoint at) const {
  const auto row = static_cast<std::uint32_t>(std::max(0, at.y() + verticalScrollBar()->value()) / rowHeight());
  auto box = std::ranges::upper_bound(m_boxes, std::pair(row, at.x() + 0.5), {},
                                      [](const FlameBox& b) { return std::pair(b.row, b.left); });
  if (box == m_boxes.begin()) {
    return nullptr;
  }
  --box;
  return box->row == row && at.x() < box->left + box->width ? &*box : nullptr;
}

QRgb FlameGraph::colorOf(const FlameBox& box) const {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  if (box.node == CallTree::root || box.siblings > 1) {
    return faded(palette.dimText, palette.background, 0.35).rgb();
  }
  const CallName name = m_table->tree->name(box.node);
  const SpanTone tone{name.kind, SpanTones::shadeOf(m_table->tree->text(*m_table->trace, box.node))};
  const bool isMiss = m_table->found->isFiltered() && !m_table->found->isWanted(box.node);
  const QRgb color = isMiss ? palette.dimmedBars[TimelinePalette::toneIndex(tone)] : palette.bar(tone);
  return box.isAbove ? faded(color, palette.background, 0.55).rgb() : color;
}

void FlameGraph::paintBoxes(QPainter& painter) {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  painter.fillRect(viewport()->rect(), QColor(palette.background));
  for (const FlameBox& box : m_boxes) {
    const QRect rect = rectOf(box);
    if (rect.bottom() < 0 || rect.top() > viewport()->height()) {
      continue;
    }
    constexpr int gapFrom = 3;  // a gap would take most of what is narrower
    const QRect bar = rect.adjusted(0, 0, rect.width() >= gapFrom ? -1 : 0, -1);
    painter.fillRect(bar, QColor(colorOf(box)));
    if (rect.width() >= minLabelWidth) {
      const bool isPlain = box.node == CallTree::root || box.siblings > 1 || box.isAbove;
      const bool isMiss = m_table->found->isFiltered() && !m_table->found->isWanted(box.node);
      paintLabel(painter, box, bar, QColor(isPlain ? palette.text : isMiss ? palette.dimmedBarText : palette.barText));
    }
  }
}

void FlameGraph::paintLabel(QPainter& painter, const FlameBox& box, QRect rect, QColor color) {
  const QRect inner = rect.adjusted(labelPadding, 0, -labelPadding, 0);
  QString text;
  if (box.siblings > 1) {
    text = tr("%1 more").arg(qt(formatCount(box.siblings)));
  } else {
    const CallName name = m_table->tree->name(box.node);
    const quint64 key = quint64{static_cast<std::uint32_t>(name.name)} << 8U | static_cast<quint64>(name.kind);
    auto label = m_labels.find(key);
    if (label == m_labels.end()) {
      const QString full = m_table->name(box.node);
      label = m_labels.insert(key, {full, fontMetrics().horizontalAdvance(full)});
    }
    text = label->width <= inner.width() ? label->text
                                         : fontMetrics().elidedText(label->text, Qt::ElideRight, inner.width());
    if (text == QStringLiteral("…")) {
      return;
    }
  }
  painter.setPen(color);
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

void FlameGraph::paintEmpty(QPainter& painter) const {
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  painter.fillRect(viewport()->rect(), QColor(palette.background));
}

void FlameGraph::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  if (!m_table || m_table->total(CallTree::root) <= 0) {
    paintEmpty(painter);
    return;
  }
  const double ratio = viewport()->devicePixelRatioF();
  if (m_isStale || m_picture.size() != viewport()->size() * ratio) {
    m_picture = QPixmap(viewport()->size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    QPainter boxes(&m_picture);
    boxes.setFont(font());
    paintBoxes(boxes);
    m_isStale = false;
  }
  painter.drawPixmap(0, 0, m_picture);
  const TimelinePalette& palette = TimelinePalette::matching(this->palette());
  const auto outline = [&](const QRect& rect, QRgb color, int width) {
    painter.setPen(QPen(QColor(color), width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -2, -2));
  };
  if (m_hovered) {
    outline(rectOf(*m_hovered), palette.text, 1);
  }
  const FlameBox* current = boxOf(m_current);
  if (current != nullptr && (m_current != CallTree::root || hasFocus())) {
    outline(rectOf(*current), palette.selection, hasFocus() ? 2 : 1);
  }
  if (!m_card.isEmpty()) {
    m_card.paint(painter, m_card.rectBeside(m_pointer, viewport()->size(), font()), font(), palette);
  }
}

HoverCard FlameGraph::describe(const FlameBox& box) const {
  const CallTree& tree = *m_table->tree;
  const CallWeight weight = m_table->request.weight;
  HoverCard card;
  if (box.siblings > 1) {
    card.title = tr("%1 calls, too narrow to draw").arg(countText(box.siblings));
    card.facts.push_back({tr("Largest"), m_table->name(box.node)});
    card.facts.push_back({tr("Its value"), weightText(weight, m_table->total(box.node))});
    return card;
  }
  const auto share = [&](std::int64_t value, std::int64_t of) {
    return of > 0 ? qt(formatShare(static_cast<double>(value) / static_cast<double>(of))) : QStringLiteral("–");
  };
  const std::int64_t total = m_table->total(box.node);
  card.title = m_table->fullName(box.node);
  card.facts.push_back(
      {tr("Total"), tr("%1 · %2 of all").arg(weightText(weight, total), share(total, m_table->total(0)))});
  if (box.node != CallTree::root && tree.parent(box.node) != CallTree::root) {
    card.facts.push_back({tree.isBottomUp() ? tr("Share of the calls above") : tr("Share of its caller"),
                          share(total, m_table->total(tree.parent(box.node)))});
  }
  card.facts.push_back({tr("Self"), weightText(weight, m_table->self(box.node))});
  card.facts.push_back({tr("Spans"), countText(tree.count(box.node))});
  for (const auto& [other, label] :
       {std::pair(CallWeight::Host, tr("Host time")), std::pair(CallWeight::Device, tr("GPU time"))}) {
    if (weight != other && tree.total(box.node, other) > 0) {
      card.facts.push_back({label, weightText(other, tree.total(box.node, other))});
    }
  }
  return card;
}

}  // namespace kernline::ui
