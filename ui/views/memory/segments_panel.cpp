// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/segments_panel.h"

#include "core/analysis/memory/segment_figures.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/memory/segment_map.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

#include <utility>

namespace kernline::ui {
namespace {

/// The key of a state as it looks in the map, and its name.
class StateKey : public QWidget {
 public:
  StateKey(BlockState state, QWidget* parent) : QWidget(parent), m_state(state) {
    setAccessibleName(stateText(state));
    setFixedSize(boxWidth + gap + fontMetrics().horizontalAdvance(stateText(state)), fontMetrics().height() + 2);
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    const QRectF box(0.5, 2.5, boxWidth, height() - 5.0);
    painter.setPen(palette().color(QPalette::Dark));
    painter.setBrush(stateBrush(m_state, palette()));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(boxWidth + gap, 0, 0, 0), Qt::AlignVCenter, stateText(m_state));
  }

 private:
  static constexpr int boxWidth = 22;
  static constexpr int gap = 6;
  BlockState m_state;
};

}  // namespace

SegmentsPanel::SegmentsPanel(QWidget* parent) : QWidget(parent) {
  constexpr int margin = 10;
  auto* head = new QHBoxLayout;
  head->setContentsMargins(margin, 4, margin, 4);
  head->setSpacing(18);
  m_figures = new ElidedLabel(QString(), this);
  m_figures->setObjectName(QStringLiteral("segmentFigures"));
  m_figures->setForegroundRole(QPalette::WindowText);
  head->addWidget(m_figures, 1);
  for (const BlockState state : {BlockState::Allocated, BlockState::AwaitingFree, BlockState::Free}) {
    head->addWidget(new StateKey(state, this));
  }
  m_map = new SegmentMap(this);
  m_map->setMinimumHeight(fontMetrics().height() * 3);  // a scroll area asks for more, seen or not
  m_block = new QLabel(this);
  m_block->setObjectName(QStringLiteral("segmentBlock"));
  m_block->setTextFormat(Qt::PlainText);
  m_block->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_block->setContentsMargins(margin, 4, margin, 4);
  m_block->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(m_map, 1);
  column->addWidget(m_block);
  connect(m_map, &SegmentMap::currentChanged, this, &SegmentsPanel::showBlock);
  showBlock();
}

void SegmentsPanel::setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device) {
  history ? showFigures(history->devices[device]) : m_figures->clear();
  m_map->setMemory(std::move(history), device);
  showBlock();
}

void SegmentsPanel::showFigures(const MemoryDevice& device) {
  const SegmentFigures figures = segmentFigures(device);
  const auto bytes = [](std::int64_t of) { return qt(formatBytes(of)); };
  const auto ofReserved = [&](std::int64_t part) {
    return figures.reserved > 0 ? qt(formatShare(static_cast<double>(part) / static_cast<double>(figures.reserved)))
                                : QString();
  };
  const auto count = static_cast<std::int64_t>(device.segments.size());
  QStringList parts{count == 1 ? tr("%1 reserved in 1 segment").arg(bytes(figures.reserved))
                               : tr("%1 reserved in %2 segments").arg(bytes(figures.reserved), qt(formatCount(count))),
                    tr("%1 allocated (%2)").arg(bytes(figures.allocated), ofReserved(figures.allocated))};
  if (figures.awaiting > 0) {
    parts << tr("%1 awaiting free").arg(bytes(figures.awaiting));
  }
  parts << tr("%1 free inside segments (%2)").arg(bytes(figures.free), ofReserved(figures.free));
  if (figures.freeBlocks > 0) {
    parts << tr("largest free block %1").arg(bytes(figures.largestFreeBlock))
          << tr("%1 of the free memory is in smaller pieces").arg(qt(formatShare(figures.fragmentation())));
  }
  if (figures.rounding) {
    parts << tr("%1 lost to rounding (%2 of the allocated memory)")
                 .arg(bytes(*figures.rounding),
                      qt(formatShare(figures.allocated > 0 ? static_cast<double>(*figures.rounding) /
                                                                 static_cast<double>(figures.allocated)
                                                           : 0)));
  }
  m_figures->setText(parts.join(QStringLiteral(" · ")));
}

void SegmentsPanel::showBlock() {
  const std::optional<SegmentMap::Place> place = m_map->current();
  m_block->setText(place ? m_map->textOf(*place)
                         : tr("Click a block, or use the arrow keys, to see its address, size and allocation site."));
}

}  // namespace kernline::ui
