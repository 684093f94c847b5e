// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_view.h"

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/color_legend.h"
#include "ui/views/timeline/minimap.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/row_menu.h"
#include "ui/views/timeline/rows_hint.h"
#include "ui/views/timeline/scene_history.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QAccessible>
#include <QEvent>
#include <QGridLayout>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>

#include <utility>

namespace kernline::ui {

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent), m_scene(std::make_unique<TimelineScene>()), m_history(std::make_unique<SceneHistory>(*m_scene)) {
  m_minimap = new Minimap(*m_scene, this);
  m_canvas = new TimelineCanvas(*m_scene, this);
  m_scrollBar = new QScrollBar(Qt::Vertical, this);
  m_legend = new ColorLegend(*m_scene, this);
  m_minimap->setTitleWidth(m_canvas->titleWidth());
  auto* const grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(0);
  grid->setColumnStretch(0, 1);
  grid->addWidget(m_minimap, 0, 0, 1, 2);
  grid->addWidget(m_canvas, 1, 0);
  grid->addWidget(m_scrollBar, 1, 1);
  grid->addWidget(m_legend, 2, 0, 1, 2);
  setFocusProxy(m_canvas);
  setAccessibleName(tr("Timeline"));
  connectScene();
  connectCanvas();
  new RowsHint(*m_scene, *m_canvas);
  updateScrollBar();
}

// Children hold references to the scene, so they must go before it.
TimelineView::~TimelineView() {
  m_scene->silence();
  delete m_canvas;
  delete m_minimap;
  delete m_legend;
}

void TimelineView::connectScene() {
  const TimelineSelection* const selection = &m_scene->selection();
  connect(m_scene.get(), &TimelineScene::changed, this, &TimelineView::updateScrollBar);
  connect(&m_scene->time(), &VisibleTime::changed, this, [this] { Q_EMIT visibleRangeChanged(visibleRange()); });
  connect(&m_scene->chosen(), &ChosenRange::changed, this, &TimelineView::chosenRangeChanged);
  connect(selection, &TimelineSelection::hoverChanged, this, [=, this] { Q_EMIT hoverChanged(selection->hovered()); });
  connect(selection, &TimelineSelection::changed, this, [=, this] {
    describeForReaders();
    Q_EMIT selectionChanged(selection->span());
  });
  connect(m_scrollBar, &QScrollBar::valueChanged, &m_scene->rows(), &VisibleRows::setScroll);
}

void TimelineView::connectCanvas() {
  connect(m_canvas, &TimelineCanvas::titleWidthChanged, m_minimap, &Minimap::setTitleWidth);
  connect(m_canvas, &TimelineCanvas::titleWidthChanged, this, &TimelineView::tracksRectChanged);
  connect(m_canvas, &TimelineCanvas::titleWidthChanged, this, &TimelineView::titleWidthChanged);
  connect(m_canvas, &TimelineCanvas::hoverTimeChanged, this, &TimelineView::hoverTimeChanged);
  connect(m_canvas, &TimelineCanvas::activated, this, &TimelineView::activated);
  connect(m_canvas, &TimelineCanvas::markActivated, this, &TimelineView::markActivated);
  connect(m_canvas, &TimelineCanvas::spanMenuRequested, this, &TimelineView::spanMenuRequested);
  connect(m_canvas, &TimelineCanvas::stepsMenuRequested, this, &TimelineView::stepsMenuRequested);
  connect(m_canvas, &TimelineCanvas::rowMenuRequested, this,
          [this](RowId row, QPoint at) { makeRowMenu(*m_scene, row, this)->popup(at); });
}

/// A screen reader hears what is selected as the canvas's description.
void TimelineView::describeForReaders() {
  const bool isSelected = trace() && selection() != SpanId::none;
  m_canvas->setAccessibleDescription(isSelected ? describeSpan(*trace(), selection()).text() : tr("Nothing selected."));
  QAccessibleEvent changed(m_canvas, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
}

void TimelineView::setTrace(std::shared_ptr<const Trace> trace, bool keepView) {
  keepView ? m_history->forgetSelections() : m_history->clear();
  m_scene->setTrace(std::move(trace), keepView);
}

void TimelineView::setIndex(std::shared_ptr<const QueryIndex> index) {
  m_scene->setIndex(std::move(index));
}

void TimelineView::setCompanions(std::function<std::vector<SpanId>(SpanId)> companionsOf) {
  m_scene->companions().setSource(std::move(companionsOf));
}

void TimelineView::pinTemporarily(const std::vector<RowId>& rows) {
  m_scene->arranger().pinTemporarily(rows);
}

const std::shared_ptr<const Trace>& TimelineView::trace() const {
  return m_scene->trace();
}

void TimelineView::setTitleWidth(int width) {
  m_canvas->setTitleWidth(width);
}

int TimelineView::titleWidth() const {
  return m_canvas->titleWidth();
}

SpanId TimelineView::selection() const {
  return m_scene->selection().span();
}

TimeRange TimelineView::visibleRange() const {
  return m_scene->time().range();
}

std::optional<TimeRange> TimelineView::chosenRange() const {
  return m_scene->chosen().range();
}

void TimelineView::setMinimapVisible(bool visible) {
  m_minimap->setVisible(visible);
}

void TimelineView::setScrollBarVisible(bool visible) {
  m_mayShowScrollBar = visible;
  updateScrollBar();
}

int TimelineView::wholeHeight() const {
  const int minimap = m_minimap->isHidden() ? 0 : m_minimap->sizeHint().height();
  const int legend = m_legend->isHidden() ? 0 : m_legend->sizeHint().height();
  return minimap + legend + m_canvas->height() - m_canvas->tracksRect().height() + m_scene->rows().layout().height();
}

QRect TimelineView::tracksRect() const {
  return m_canvas->tracksRect().translated(m_canvas->pos());
}

QSize TimelineView::sizeHint() const {
  return {1200, 700};
}

void TimelineView::select(SpanId span, bool reveal) {
  const bool exists = trace() && index(span) < trace()->spanCount();
  m_scene->selection().select(exists ? span : SpanId::none);
  if (exists && reveal) {
    ui::reveal(*m_scene, span);
  }
}

void TimelineView::clearSelection() {
  m_scene->selection().select(SpanId::none);
}

void TimelineView::setVisibleRange(TimeRange range) {
  m_scene->time().setRange(range);
}

void TimelineView::chooseRange(std::optional<TimeRange> range) {
  m_scene->chosen().choose(range);
}

void TimelineView::showMoment(std::optional<Time> moment) {
  m_canvas->showMoment(moment);
}

void TimelineView::updateScrollBar() {
  const QSignalBlocker quiet(m_scrollBar);
  const bool isScrolled = m_mayShowScrollBar && m_scene->rows().maxScroll() > 0;
  if (isScrolled == m_scrollBar->isHidden()) {
    m_scrollBar->setVisible(isScrolled);
    QTimer::singleShot(0, this, &TimelineView::tracksRectChanged);  // once the layout knows
  }
  m_scrollBar->setRange(0, m_scene->rows().maxScroll());
  m_scrollBar->setPageStep(m_scene->rows().height());
  m_scrollBar->setSingleStep(TimelineLayout::laneHeight);
  m_scrollBar->setValue(m_scene->rows().scroll());
}

}  // namespace kernline::ui
