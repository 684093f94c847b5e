// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_reading.h"

#include <QScrollArea>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QTreeView;
class QVBoxLayout;

namespace kernline::ui {

class AloneSection;
class ArgsModel;
class BlocksSection;
class CountersSection;
class FactGrid;
class LongWork;
class MeasuredSection;
class NameSection;
class OriginSection;
class ProvenanceSection;
class QuietLabel;
class SourceSection;
class TraceOrigins;
class WorkSection;
class WrappedText;
struct SpanLink;

/// Panel with everything about the selected span. Data in the columns are there at once; args, self time and namesakes
/// are read by a worker while the panel is visible, and follow.
class DetailsPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit DetailsPanel(QWidget* parent = nullptr);

  /// `more` is what is known of the span from elsewhere.
  void showSpan(std::shared_ptr<const Trace> trace, SpanId span, std::vector<Fact> more = {});
  /// Describes the file, without a selection, and what to click to see more. nullptr if no file is open either.
  void showTrace(std::shared_ptr<const Trace> trace);

  /// Shows the chosen range of the timeline, independent of the selection.
  void showChosenRange(std::optional<TimeRange> range);

  /// Sets the origins of the trace's kernels; nullptr if unknown.
  void setOrigins(const TraceOrigins* origins);
  /// Called when the user changed causes (steps, captures, reports).
  void showCauses();

  [[nodiscard]] SpanId span() const { return m_span; }
  [[nodiscard]] bool isBusy() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  void sourceRequested(const kernline::HotLine& line);
  /// Spans of the selection's name that were chosen by their durations.
  void matchesFound(std::shared_ptr<const std::vector<kernline::SpanId>> matches, const QString& title);

 private:
  QWidget* makeTracePage();
  QWidget* makeSpanPage();
  void showRangeCounters();
  void addLinks(const std::vector<SpanLink>& links);
  void clearLinks();
  void takeReading(Expected<SpanReading> reading);
  void showDeviceFacts(const std::vector<Fact>& facts);
  void showArgs(SpanReading& reading);
  void fitArgsHeight();
  void copyArgs() const;
  void watch();
  void stop();
  void resume();

  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  std::optional<TimeRange> m_chosen;
  std::vector<Fact> m_more;
  Job<SpanReading> m_reading;

  QTimer m_watch;        // timer while a part is busy
  bool m_isDue = false;  // not seen: to be read when it is

  LongWork* m_long = nullptr;
  QWidget* m_tracePage = nullptr;
  QWidget* m_spanPage = nullptr;
  WrappedText* m_title = nullptr;
  WrappedText* m_fullName = nullptr;
  QLabel* m_traceHeading = nullptr;
  FactGrid* m_traceFacts = nullptr;
  FactGrid* m_facts = nullptr;
  FactGrid* m_deviceFacts = nullptr;
  QLabel* m_deviceHeading = nullptr;
  OriginSection* m_origin = nullptr;
  WorkSection* m_work = nullptr;
  CountersSection* m_counters = nullptr;
  BlocksSection* m_blocks = nullptr;
  SourceSection* m_source = nullptr;
  CountersSection* m_rangeCounters = nullptr;
  MeasuredSection* m_measured = nullptr;
  AloneSection* m_alone = nullptr;
  ProvenanceSection* m_provenance = nullptr;
  NameSection* m_name = nullptr;
  QLabel* m_linksHeading = nullptr;
  QVBoxLayout* m_links = nullptr;
  QuietLabel* m_moreLinks = nullptr;
  QWidget* m_argsHeading = nullptr;
  QuietLabel* m_argsNote = nullptr;
  QTreeView* m_argsView = nullptr;
  ArgsModel* m_args = nullptr;
};

}  // namespace kernline::ui
