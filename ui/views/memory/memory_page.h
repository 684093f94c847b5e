// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows memory over time, with its blocks.
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/block_colors.h"
#include "ui/views/memory/block_query.h"
#include "ui/views/memory/device_curves.h"
#include "ui/views/memory/memory_source.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QTabWidget;

namespace kernline::ui {

class BlocksPanel;
class LongWork;
class MemoryChart;
class MemoryHead;
class OverlayPanel;
class SegmentsPanel;

/// All memory data of a file: the curve of a device over time, the blocks alive at the moment that is chosen on it (the
/// peak at first), and, for a snapshot, the segments. A page of its own, or below a timeline whose range it then shows.
class MemoryPage : public QWidget {
  Q_OBJECT

 public:
  /// Compact: for a dock, without margins that it has not the room for.
  enum class Style { Page, Compact };

  explicit MemoryPage(Style style = Style::Page, QWidget* parent = nullptr);
  ~MemoryPage() override;

  /// Shows the first device that has anything; nullptr if there is none.
  void setHistory(std::shared_ptr<const MemoryHistory> history);
  [[nodiscard]] const std::shared_ptr<const MemoryHistory>& history() const { return m_history; }
  void setDevice(std::size_t device);
  [[nodiscard]] std::size_t device() const { return m_device; }
  void setRange(TimeRange range);
  [[nodiscard]] TimeRange range() const { return m_range; }
  void showAll();
  void setMoment(Time moment);
  void goToPeak();
  /// Sets whether each block is a band of its own, if the file has blocks, instead of one curve.
  void setStacked(bool stacked);
  /// Shows of the same file what another page shows of it.
  void resume(const MemoryPage& before);

  void compareWith(MemorySource other);
  void endComparison();

  // Beside a timeline
  void setHasTimeline(bool has);
  void setPointed(std::optional<Time> time);
  void setSpan(std::shared_ptr<const Trace> trace, SpanId span);
  void setPlotEdges(std::optional<std::pair<int, int>> edges);

  [[nodiscard]] MemoryHead* head() const { return m_head; }
  [[nodiscard]] MemoryChart* chart() const { return m_chart; }
  [[nodiscard]] BlocksPanel* blocks() const { return m_blocks; }
  [[nodiscard]] SegmentsPanel* segments() const { return m_segments; }
  [[nodiscard]] OverlayPanel* overlay() const { return m_overlay; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// Requests another interval for the user; the owner of the range decides.
  void rangeRequested(kernline::TimeRange range);
  void hoverTimeChanged(std::optional<kernline::Time> time);
  void spanRequested(kernline::SpanId span);
  void exportRequested(const QString& tabSeparated);

 private:
  void connectParts();
  void showDevice();
  void takeCurves(std::shared_ptr<const DeviceCurves> curves);
  void highlightSpan();
  void colorBlocks();
  void chooseBlock(std::uint32_t block);
  void showTabs();

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  TimeRange m_range{{0}, {1}};
  bool m_hasTimeline = false;
  bool m_stacked = false;
  std::optional<Time> m_firstMoment;  // moment to choose once the curves are there; nullopt for the peak
  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;

  MemoryHead* m_head = nullptr;
  LongWork* m_long = nullptr;
  MemoryChart* m_chart = nullptr;
  QTabWidget* m_tabs = nullptr;
  BlocksPanel* m_blocks = nullptr;
  SegmentsPanel* m_segments = nullptr;
  OverlayPanel* m_overlay = nullptr;
  Job<std::shared_ptr<const DeviceCurves>> m_drawing;
  Job<std::vector<Time>> m_lighting;
  Job<std::shared_ptr<const BlockColors>> m_coloring;
};

}  // namespace kernline::ui
