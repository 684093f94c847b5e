// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_view.h"

#include "core/analysis/statistics/duration_histogram.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/color_legend.h"
#include "ui/views/timeline/minimap.h"
#include "ui/views/timeline/rows_hint.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QAccessible>
#include <QEvent>
#include <QGridLayout>
#include <QScrollBar>
#include <QSignalBlocker>

namespace kernline::ui {

namespace {

constexpr double zoomStep = 0.7;
constexpr int restMs = 350;
constexpr double chosenMargin = 0.05;  // lengths of the chosen range on both of its sides

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent), m_scene(std::make_unique<TimelineScene>()) {
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
  connect(m_canvas, &TimelineCanvas::titleWidthChanged, m_minimap, &Minimap::setTitleWidth);
  connect(m_canvas, &TimelineCanvas::titleWidthChanged, this, &TimelineView::tracksRectChanged);
  connect(m_canvas, &TimelineCanvas::hoverTimeChanged, this, &TimelineView::hoverTimeChanged);
  connect(m_canvas, &TimelineCanvas::activated, this, &TimelineView::activated);
  connect(m_canvas, &TimelineCanvas::markActivated, this, &TimelineView::markActivated);
  connect(m_canvas, &TimelineCanvas::spanMenuRequested, this, &TimelineView::spanMenuRequested);
  connect(m_canvas, &TimelineCanvas::stepsMenuRequested, this, &TimelineView::stepsMenuRequested);
  connect(m_canvas, &TimelineCanvas::rowMenuRequested, this, &TimelineView::openRowMenu);
  new RowsHint(*m_scene, *m_canvas);
  connect(m_canvas, &TimelineCanvas::fitRequested, this, &TimelineView::fitSelection);
  connect(m_scrollBar, &QScrollBar::valueChanged, m_scene.get(), &TimelineScene::setScroll);
  m_settled.setSingleShot(true);
  m_settled.setInterval(restMs);
  connect(&m_settled, &QTimer::timeout, this, [this] { m_history.visit(place()); });
  updateScrollBar();
}

// Children hold references to the scene, so they must go before it.
TimelineView::~TimelineView() {
  m_scene->disconnect();
  delete m_canvas;
  delete m_minimap;
  delete m_legend;
}

void TimelineView::connectScene() {
  connect(m_scene.get(), &TimelineScene::changed, this, &TimelineView::updateScrollBar);
  connect(m_scene.get(), &TimelineScene::changed, &m_settled, qOverload<>(&QTimer::start));
  connect(m_scene.get(), &TimelineScene::selectionChanged, &m_settled, qOverload<>(&QTimer::start));
  connect(m_scene.get(), &TimelineScene::rangeChanged, this, [this] { Q_EMIT visibleRangeChanged(m_scene->range()); });
  connect(m_scene.get(), &TimelineScene::chosenRangeChanged, this, &TimelineView::chosenRangeChanged);
  connect(m_scene.get(), &TimelineScene::selectedStepChanged, this, &TimelineView::selectedStepChanged);
  connect(m_scene.get(), &TimelineScene::arrangementChanged, this, &TimelineView::arrangementChanged);
  connect(m_scene.get(), &TimelineScene::onlyMatchesChanged, this, &TimelineView::onlyMatchesChanged);
  connect(m_scene.get(), &TimelineScene::hoverChanged, this, [this] { Q_EMIT hoverChanged(m_scene->hovered()); });
  connect(m_scene.get(), &TimelineScene::selectionChanged, this, [this] {
    describeForReaders();
    highlightSameName();
    Q_EMIT selectionChanged(m_scene->selection());
  });
}

void TimelineView::setCompanions(std::function<std::vector<SpanId>(SpanId)> companionsOf) {
  m_companionsOf = std::move(companionsOf);
  highlightSameName();
}

/// Finds what belongs to the selection, else what else bears its name. One span alone lights nothing.
void TimelineView::highlightSameName() {
  m_lighting = {};
  const SpanId span = m_scene->selection();
  if (m_companionsOf && span != SpanId::none) {
    if (std::vector<SpanId> companions = m_companionsOf(span); companions.size() > 1) {
      m_scene->setSameName(MatchSet(std::move(companions)));
      return;
    }
  }
  if (!m_scene->trace() || span == SpanId::none || m_scene->sameName().contains(span)) {
    return;
  }
  m_lighting =
      Job<MatchSet>([trace = m_scene->trace(), name = m_scene->trace()->name(span)](std::stop_token stop, Progress&)
                        -> Expected<MatchSet> { return MatchSet(durationsOfName(*trace, name, {}, stop).spans); },
                    [this](Expected<MatchSet> found) {
                      if (found && found->among(0, UINT32_MAX).size() > 1) {
                        m_scene->setSameName(std::move(*found));
                      }
                    });
}

/// A screen reader hears what is selected as the canvas's description.
void TimelineView::describeForReaders() {
  const bool isSelected = m_scene->trace() && m_scene->selection() != SpanId::none;
  m_canvas->setAccessibleDescription(isSelected ? describeSpan(*m_scene->trace(), m_scene->selection()).text()
                                                : tr("Nothing selected."));
  QAccessibleEvent changed(m_canvas, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
}

void TimelineView::setTrace(std::shared_ptr<const Trace> trace, bool keepView) {
  keepView ? m_history.forgetSelections() : m_history.clear();
  m_companionsOf = nullptr;
  m_scene->setTrace(std::move(trace), keepView);
}

const std::shared_ptr<const QueryIndex>& TimelineView::queryIndex() const {
  return m_scene->sharedIndex();
}

void TimelineView::setIndex(std::shared_ptr<const QueryIndex> index) {
  m_scene->setIndex(std::move(index));
}

void TimelineView::setMatches(MatchSet matches) {
  m_scene->setMatches(std::move(matches));
}

void TimelineView::setOnlyMatches(bool only) {
  m_scene->setOnlyMatches(only);
}

bool TimelineView::wantsOnlyMatches() const {
  return m_scene->wantsOnlyMatches();
}

std::size_t TimelineView::rowsWithoutMatch() const {
  return m_scene->rowsWithoutMatch();
}

void TimelineView::setMarks(std::vector<TimelineMark> marks) {
  m_scene->setMarks(std::move(marks));
}

void TimelineView::setDeviceNotes(std::shared_ptr<const DeviceNotes> notes) {
  m_scene->setDeviceNotes(std::move(notes));
}

void TimelineView::showDeviceNotes(bool idle, bool queues) {
  m_scene->showDeviceNotes(idle, queues);
}

void TimelineView::setWorkColors(std::shared_ptr<const WorkColors> colors) {
  m_scene->setWorkColors(std::move(colors));
}

const std::shared_ptr<const Trace>& TimelineView::trace() const {
  return m_scene->trace();
}
SpanId TimelineView::selection() const {
  return m_scene->selection();
}
SpanId TimelineView::hovered() const {
  return m_scene->hovered();
}
TimeRange TimelineView::visibleRange() const {
  return m_scene->range();
}
bool TimelineView::showsAll() const {
  return m_scene->showsAll();
}
std::optional<TimeRange> TimelineView::chosenRange() const {
  return m_scene->chosenRange();
}
std::optional<Measurement> TimelineView::measurement() const {
  return m_scene->measurement();
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
  return minimap + legend + m_canvas->height() - m_canvas->tracksRect().height() + m_scene->layout().height();
}
QRect TimelineView::tracksRect() const {
  return m_canvas->tracksRect().translated(m_canvas->pos());
}
void TimelineView::showMoment(std::optional<Time> moment) {
  m_canvas->showMoment(moment);
}
QSize TimelineView::sizeHint() const {
  return {1200, 700};
}

void TimelineView::select(SpanId span, bool reveal) {
  const bool exists = m_scene->trace() && index(span) < m_scene->trace()->spanCount();
  m_scene->setSelection(exists ? span : SpanId::none);
  if (exists && reveal) {
    m_scene->reveal(span);
  }
}

void TimelineView::showTrack(TrackId track) {
  if (m_scene->trace() && index(track) < m_scene->trace()->tracks().size()) {
    m_scene->revealTrack(track);
  }
}
void TimelineView::clearSelection() {
  m_scene->setSelection(SpanId::none);
}
void TimelineView::setVisibleRange(TimeRange range) {
  m_scene->setRange(range);
}
void TimelineView::chooseRange(std::optional<TimeRange> range) {
  m_scene->choose(range);
}
void TimelineView::chooseSelection() {
  if (const std::optional<std::size_t> step = m_scene->selectedStep()) {
    m_scene->chooseSteps(*step, *step);
  } else if (m_scene->trace() && m_scene->selection() != SpanId::none) {
    m_scene->choose(m_scene->trace()->range(m_scene->selection()));
  }
}
void TimelineView::fitChosenRange() {
  if (m_scene->chosenRange()) {
    m_scene->setRange(withMargin(*m_scene->chosenRange(), chosenMargin));
  }
}
ViewPlace TimelineView::place() const {
  return {m_scene->range(), m_scene->scroll(), m_scene->selection()};
}

void TimelineView::showPlace(const std::optional<ViewPlace>& place) {
  if (place && m_scene->trace()) {
    m_scene->setRange(place->range);
    m_scene->setScroll(place->scroll);
    m_scene->setSelection(place->selection);
    m_settled.stop();  // it is in the history already
  }
}

void TimelineView::goBack() {
  m_history.visit(place());
  showPlace(m_history.back());
}

void TimelineView::goForward() {
  if (!m_settled.isActive()) {  // else the person went elsewhere, and nothing lies ahead
    showPlace(m_history.forward());
  }
}

void TimelineView::fitAll() {
  m_scene->fitAll();
}
void TimelineView::fitSelection() {
  if (const std::optional<std::size_t> step = m_scene->selectedStep()) {
    m_scene->zoomToStep(*step);
  } else {
    m_scene->selection() == SpanId::none ? fitChosenRange() : m_canvas->fitSelection();
  }
}
void TimelineView::zoomIn() {
  m_scene->zoomAt(zoomStep, m_scene->axis().width() / 2.0);
}
void TimelineView::zoomOut() {
  m_scene->zoomAt(1 / zoomStep, m_scene->axis().width() / 2.0);
}
void TimelineView::setAllCollapsed(bool collapsed) {
  m_scene->setAllCollapsed(collapsed);
}

void TimelineView::updateScrollBar() {
  const QSignalBlocker quiet(m_scrollBar);
  const bool isScrolled = m_mayShowScrollBar && m_scene->maxScroll() > 0;
  if (isScrolled == m_scrollBar->isHidden()) {
    m_scrollBar->setVisible(isScrolled);
    QTimer::singleShot(0, this, &TimelineView::tracksRectChanged);  // once the layout knows
  }
  m_scrollBar->setRange(0, m_scene->maxScroll());
  m_scrollBar->setPageStep(m_scene->viewHeight());
  m_scrollBar->setSingleStep(TimelineLayout::laneHeight);
  m_scrollBar->setValue(m_scene->scroll());
}

}  // namespace kernline::ui
