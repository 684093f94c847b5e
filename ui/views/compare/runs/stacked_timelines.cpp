// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/stacked_timelines.h"

#include "ui/kit/style/elided_label.h"
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/run_mark.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QCursor>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double nsPerUs = 1e3;

}  // namespace

StackedTimelines::StackedTimelines(QWidget* parent) : QWidget(parent) {
  m_column = new QVBoxLayout(this);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(0);
  addRow();
  addRow();
}

StackedTimelines::~StackedTimelines() {
  for (const Row& row : m_rows) {
    disconnect(row.view, nullptr, this, nullptr);
  }
}

void StackedTimelines::buildHead(Row& row, std::size_t number) {
  row.head = new QWidget(this);
  auto* line = new QHBoxLayout(row.head);
  line->setContentsMargins(8, 1, 8, 1);
  line->setSpacing(4);
  row.mark = new RunMark(row.head);
  line->addWidget(row.mark);
  row.title = new ElidedLabel({}, row.head);
  line->addWidget(row.title, 1);
  if (number == 0) {
    return;
  }
  row.later = new QuietLabel(tr("offset"), row.head);
  row.spin = new QDoubleSpinBox(row.head);
  row.spin->setObjectName(QStringLiteral("runsShift%1").arg(number));
  constexpr double hour = 3.6e9;
  row.spin->setRange(-hour, hour);
  row.spin->setDecimals(3);
  row.spin->setSingleStep(1);
  row.spin->setSuffix(QStringLiteral(" µs"));
  row.spin->setKeyboardTracking(false);
  row.spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
  row.spin->setAlignment(Qt::AlignRight);
  constexpr int letters = 16;
  row.spin->setFixedWidth(letters * row.spin->fontMetrics().averageCharWidth());
  row.spin->setAccessibleName(tr("Offset of this run from its aligned position"));
  row.spin->setToolTip(tr("Offset of this run from its aligned position. Ctrl+drag its timeline to change it."));
  line->addWidget(row.later);
  line->addWidget(row.spin);
  connect(row.spin, &QDoubleSpinBox::valueChanged, this,
          [this, number](double us) { setShift(number, Duration{std::llround(us * nsPerUs)}); });
}

void StackedTimelines::addRow() {
  const std::size_t number = m_rows.size();
  Row row;
  buildHead(row, number);
  if (number > 0) {
    row.ribbon = new RibbonView(this);
    m_column->addWidget(row.ribbon);
  }
  row.view = new TimelineView(this);
  row.view->setObjectName(number == 0 ? QStringLiteral("runsBaseTimeline")
                                      : QStringLiteral("runsOtherTimeline%1").arg(number));
  constexpr int minHeight = 100;
  row.view->setMinimumHeight(minHeight);
  row.view->setMinimapVisible(false);
  row.view->focusProxy()->installEventFilter(this);
  m_column->addWidget(row.head);
  m_column->addWidget(row.view, 1);
  connect(row.view, &TimelineView::visibleRangeChanged, this, [this, number] { follow(number); });
  connect(row.view, &TimelineView::tracksRectChanged, this, [this, number] { follow(number); });
  connect(row.view, &TimelineView::selectionChanged, this, [this, number](SpanId span) { select(number, span); });
  connect(row.view, &TimelineView::chosenRangeChanged, this, [this, number] { chooseAlike(number); });
  connect(row.view, &TimelineView::hoverChanged, this, [this, number](SpanId span) { joinHovered(number, span); });
  connect(row.view, &TimelineView::hoverTimeChanged, this,
          [this, number](std::optional<Time> time) { point(number, time); });
  m_rows.push_back(row);
}

void StackedTimelines::showRuns(const std::vector<ChosenRun>& runs, std::shared_ptr<const RunComparison> comparison) {
  m_comparison = std::move(comparison);
  m_counterparts = std::make_unique<Counterparts>(m_comparison);
  m_isFollowing = true;
  m_count = std::max<std::size_t>(2, runs.size());
  while (m_rows.size() < m_count) {
    addRow();
  }
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    Row& row = m_rows[i];
    const bool isShown = i < runs.size();
    row.shift = {};
    for (QWidget* part : partsOf(i)) {
      part->setVisible(isShown);
    }
    if (!isShown) {
      row.view->setTrace(nullptr);
      continue;
    }
    row.mark->setLook(runs[i].look);
    row.title->setText(i == 0 ? tr("Baseline: %1").arg(runs[i].name) : runs[i].name);
    if (row.view->trace() != runs[i].run.trace) {
      row.view->scene().setDeviceNotes(nullptr);  // the notes are of another trace
      row.view->pinTemporarily({});
      row.view->setTrace(runs[i].run.trace);
      row.view->setIndex(runs[i].run.index);
    }
    showMeasuredSteps(i);
  }
  m_isFollowing = false;
  align();
  showSteps();
}

/// Puts what runs are aligned by above each other, stretched to equal lengths if that is on.
void StackedTimelines::align() {
  if (!m_comparison) {
    return;
  }
  takeAnchors();
  follow(0);
  chooseAlike(0);
}

void StackedTimelines::takeAnchors() {
  m_isAtGaps = false;
  m_mark = 0;
  const std::vector<AlignedRun> aligned = alignRuns(*m_comparison, m_alignment);
  for (std::size_t i = 0; i < aligned.size(); ++i) {
    Row& row = m_rows[i];
    row.anchor = aligned[i].anchor;
    row.marks = m_alignment.by == RunAlignment::By::FirstActivity ? std::vector<TimeRange>() : aligned[i].marks;
    row.stretch = m_scale == Scale::Step ? aligned[i].length / aligned.front().length : 1;
    if (row.spin != nullptr) {
      const QSignalBlocker blocker(row.spin);
      row.spin->setValue(static_cast<double>(row.shift.ns) / nsPerUs);
    }
    if (row.ribbon != nullptr) {
      row.ribbon->setSteps({aligned[i - 1].marks, aligned[i].marks});
      row.ribbon->setBand({});
      row.ribbon->setHoveredBand({});
    }
  }
}

/// Aligns the timelines again before other things than gaps are shown.
void StackedTimelines::leaveGaps() {
  if (m_isAtGaps) {
    align();
  }
}

void StackedTimelines::setScale(Scale scale) {
  m_scale = scale;
  align();
}

void StackedTimelines::setAlignment(RunAlignment alignment) {
  m_alignment = std::move(alignment);
  for (Row& row : m_rows) {
    row.shift = {};
  }
  align();
  showSteps();
}

void StackedTimelines::setShift(std::size_t run, Duration shift) {
  Row& row = m_rows[run];
  row.shift = shift;
  if (row.spin != nullptr) {
    const QSignalBlocker blocker(row.spin);
    row.spin->setValue(static_cast<double>(shift.ns) / nsPerUs);
  }
  follow(0);
  chooseAlike(0);
}

void StackedTimelines::setLinked(bool linked) {
  if (linked && !m_isLinked) {
    for (std::size_t i = 1; i < m_count; ++i) {
      const Time wanted = partner(0, m_rows[0].view->visibleRange().begin, i);
      const Duration by = wanted - m_rows[i].view->visibleRange().begin;
      setShift(i, m_rows[i].shift + by);
    }
  }
  m_isLinked = linked;
  follow(0);
}

Time StackedTimelines::partner(std::size_t from, Time time, std::size_t to) const {
  const double stretch = m_rows[to].stretch / m_rows[from].stretch;
  const auto after = static_cast<double>((time - anchorOf(m_rows[from])).ns) * stretch;
  return anchorOf(m_rows[to]) + Duration{std::llround(after)};
}

void StackedTimelines::follow(std::size_t from) {
  if (!m_comparison || m_isFollowing || from >= m_count) {
    return;
  }
  m_isFollowing = true;
  anchorInSight(from);
  const TimeRange range = m_rows[from].view->visibleRange();
  for (std::size_t to = 0; m_isLinked && to < m_count; ++to) {
    if (to != from) {
      m_rows[to].view->setVisibleRange({partner(from, range.begin, to), partner(from, range.end, to)});
    }
  }
  const QRect tracks = m_rows[0].view->tracksRect();
  for (std::size_t i = 1; i < m_count; ++i) {
    m_rows[i].ribbon->setRanges({m_rows[i - 1].view->visibleRange(), m_rows[i].view->visibleRange()}, tracks.left(),
                                tracks.right() + 1);
  }
  m_isFollowing = false;
}

void StackedTimelines::point(std::size_t from, std::optional<Time> time) {
  for (std::size_t to = 0; m_comparison && to < m_count; ++to) {
    if (to != from) {
      m_rows[to].view->showMoment(time ? std::optional{partner(from, *time, to)} : std::nullopt);
    }
  }
}

std::vector<SpanId> StackedTimelines::counterparts(std::size_t from, SpanId span) {
  std::vector<SpanId> spans(m_count, SpanId::none);
  for (std::size_t to = 0; span != SpanId::none && to < m_count; ++to) {
    spans[to] = to == from ? span : m_counterparts->of(from, span, to);
  }
  return spans;
}

std::optional<std::pair<TimeRange, TimeRange>> StackedTimelines::bandAbove(std::size_t run,
                                                                           const std::vector<SpanId>& spans) const {
  if (spans[run - 1] == SpanId::none || spans[run] == SpanId::none) {
    return {};
  }
  return std::pair{m_rows[run - 1].view->trace()->range(spans[run - 1]), m_rows[run].view->trace()->range(spans[run])};
}

void StackedTimelines::select(std::size_t from, SpanId span) {
  if (!m_comparison || m_isFollowing || from >= m_count) {
    return;
  }
  m_isFollowing = true;
  const std::vector<SpanId> spans = counterparts(from, span);
  for (std::size_t to = 0; to < m_count; ++to) {
    if (to != from) {
      spans[to] == SpanId::none ? m_rows[to].view->clearSelection() : m_rows[to].view->select(spans[to], false);
    }
    if (to > 0) {
      m_rows[to].ribbon->setBand(bandAbove(to, spans));
    }
  }
  m_isFollowing = false;
}

void StackedTimelines::chooseAlike(std::size_t from) {
  if (!m_comparison || m_isFollowing || from >= m_count) {
    return;
  }
  m_isFollowing = true;
  const std::optional<TimeRange> chosen = m_rows[from].view->chosenRange();
  for (std::size_t to = 0; to < m_count; ++to) {
    TimelineView& view = *m_rows[to].view;
    if (to != from && (m_isLinked || !chosen || !view.chosenRange())) {
      view.chooseRange(chosen
                           ? std::optional{TimeRange{partner(from, chosen->begin, to), partner(from, chosen->end, to)}}
                           : std::nullopt);
    }
  }
  m_isFollowing = false;
  Q_EMIT rangesChosen();
}

std::vector<TimeRange> StackedTimelines::chosenRanges() const {
  std::vector<TimeRange> ranges;
  for (std::size_t i = 0; i < m_count; ++i) {
    if (const std::optional<TimeRange> chosen = m_rows[i].view->chosenRange()) {
      ranges.push_back(*chosen);
    }
  }
  return ranges.size() == m_count ? ranges : std::vector<TimeRange>();
}

void StackedTimelines::clearRanges() {
  m_rows.front().view->chooseRange({});
}

bool StackedTimelines::clearOne() {
  const auto used = std::span{m_rows}.first(m_count);
  const auto isSelected = [](const Row& row) { return row.view->selection() != SpanId::none; };
  if (std::ranges::any_of(used, isSelected)) {
    std::ranges::for_each(used, [](const Row& row) { row.view->clearSelection(); });
    return true;
  }
  const bool hasRange = std::ranges::any_of(used, [](const Row& row) { return row.view->chosenRange().has_value(); });
  if (hasRange) {
    clearRanges();
  }
  return hasRange;
}

void StackedTimelines::joinHovered(std::size_t from, SpanId span) {
  if (!m_comparison || from >= m_count) {
    return;
  }
  const std::vector<SpanId> spans = counterparts(from, span);
  for (std::size_t run = 1; run < m_count; ++run) {
    m_rows[run].ribbon->setHoveredBand(bandAbove(run, spans));
  }
}

bool StackedTimelines::eventFilter(QObject* object, QEvent* event) {
  const auto isOf = [object](const Row& row) { return row.view->focusProxy() == object; };
  const auto found = std::ranges::find_if(m_rows, isOf);
  return found != m_rows.end() && found != m_rows.begin() && m_comparison != nullptr &&
         dragged(static_cast<std::size_t>(found - m_rows.begin()), event);
}

/// Drags one timeline relative to the others, with Ctrl.
bool StackedTimelines::dragged(std::size_t row, QEvent* event) {
  const auto* mouse = dynamic_cast<QMouseEvent*>(event);
  if (mouse == nullptr) {
    return false;
  }
  if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton &&
      mouse->modifiers() == Qt::ControlModifier) {
    m_drag = Drag{.row = row, .from = mouse->position().x(), .shift = m_rows[row].shift};
    return true;
  }
  if (!m_drag || m_drag->row != row) {
    return false;
  }
  if (event->type() == QEvent::MouseMove) {
    const TimelineView& view = *m_rows[row].view;
    const double nsPerPixel =
        static_cast<double>(view.visibleRange().length().ns) / std::max(1, view.tracksRect().width());
    setShift(row, m_drag->shift + Duration{std::llround((mouse->position().x() - m_drag->from) * nsPerPixel)});
  } else if (event->type() == QEvent::MouseButtonRelease) {
    m_drag.reset();
  }
  return true;
}

}  // namespace kernline::ui
