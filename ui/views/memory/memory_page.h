// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/block_colors.h"
#include "ui/views/memory/block_query.h"
#include "ui/views/memory/device_curves.h"
#include "ui/views/memory/memory_source.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenu;
class QTabWidget;
class QToolButton;

namespace kernline::ui {

class BlocksPanel;
class ElidedLabel;
class MemoryChart;
class OverlayPanel;
class SegmentsPanel;

/// Everything that a file tells of memory: the curve of a device over time, what was alive at the moment that is
/// chosen on it (the peak at first), and, of a snapshot, the segments. A page of its own, or below a timeline whose
/// range it then shows.
class MemoryPage : public QWidget {
  Q_OBJECT

 public:
  /// Compact: for a dock, without margins that it has not the room for.
  enum class Style { Page, Compact };

  explicit MemoryPage(Style style = Style::Page, QWidget* parent = nullptr);
  ~MemoryPage() override;

  /// Shows the first device that has anything; nullptr: nothing.
  void setHistory(std::shared_ptr<const MemoryHistory> history);
  [[nodiscard]] const std::shared_ptr<const MemoryHistory>& history() const { return m_history; }
  void setDevice(std::size_t device);
  [[nodiscard]] std::size_t device() const { return m_device; }
  void setRange(TimeRange range);
  [[nodiscard]] TimeRange range() const { return m_range; }
  void showAll();
  void setMoment(Time moment);
  void goToPeak();
  /// Whether each block is a band of its own, where the file tells of blocks, instead of one curve.
  void setStacked(bool stacked);
  /// Shows of the same file what another page shows of it.
  void resume(const MemoryPage& before);

  /// What else is open that this can be compared with.
  void setOthers(MemorySources others) { m_others = std::move(others); }
  void compareWith(MemorySource other);
  void endComparison();

  // Beside a timeline
  void setHasTimeline(bool has);
  void setPointed(std::optional<Time> time);
  void setSpan(std::shared_ptr<const Trace> trace, SpanId span);
  void setPlotEdges(std::optional<std::pair<int, int>> edges);
  /// What is doubtful about the trace and touches its memory: a line each, told beside what the memory itself says.
  void setTraceDoubts(const QStringList& lines);

  [[nodiscard]] MemoryChart* chart() const { return m_chart; }
  [[nodiscard]] BlocksPanel* blocks() const { return m_blocks; }
  [[nodiscard]] SegmentsPanel* segments() const { return m_segments; }
  [[nodiscard]] OverlayPanel* overlay() const { return m_overlay; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// A hand wants to see another stretch of time; whoever owns the range decides.
  void rangeRequested(kernline::TimeRange range);
  void hoverTimeChanged(std::optional<kernline::Time> time);
  void spanRequested(kernline::SpanId span);
  void exportRequested(const QString& tabSeparated);

 private:
  QWidget* makeHead(Style style);
  void addButtons(QWidget* head, QHBoxLayout* row);
  QWidget* makeIssues(QWidget* head);
  void connectParts();
  void showDevice();
  void takeCurves(std::shared_ptr<const DeviceCurves> curves);
  void showIssues();
  void highlightSpan();
  void colorBlocks();
  void chooseBlock(std::uint32_t block);
  void listOthers(QMenu& menu);
  void chooseFile();
  void showTabs();

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  TimeRange m_range{{0}, {1}};
  bool m_hasTimeline = false;
  bool m_stacked = false;
  std::optional<Time> m_firstMoment;  // to choose once the curves are there; else the peak
  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  QStringList m_traceDoubts;

  QComboBox* m_devices = nullptr;
  QLabel* m_doubts = nullptr;  // beside the figures that they touch
  ElidedLabel* m_sentence = nullptr;
  QToolButton* m_asCurve = nullptr;
  QToolButton* m_asBlocks = nullptr;
  QToolButton* m_compare = nullptr;
  QToolButton* m_peak = nullptr;
  QToolButton* m_all = nullptr;
  QLabel* m_notes = nullptr;
  QWidget* m_issues = nullptr;
  QLabel* m_issueIcon = nullptr;
  QLabel* m_issueText = nullptr;
  MemoryChart* m_chart = nullptr;
  QTabWidget* m_tabs = nullptr;
  BlocksPanel* m_blocks = nullptr;
  SegmentsPanel* m_segments = nullptr;
  OverlayPanel* m_overlay = nullptr;
  MemorySources m_others;
  Job<std::shared_ptr<const DeviceCurves>> m_drawing;
  Job<std::vector<Time>> m_lighting;
  Job<std::shared_ptr<const BlockColors>> m_coloring;
};

}  // namespace kernline::ui
