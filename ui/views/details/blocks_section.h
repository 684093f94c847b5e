// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/blocks/block_figures.h"
#include "core/analysis/blocks/warp_phases.h"
#include "core/model/trace/trace.h"
#include "ui/kit/facts/fact.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace kernline::ui {

class FactGrid;
class WarpLanes;

/// Shows how the blocks of a kernel filled the SMs, with links to their rows. For a block the same of its kernel, with
/// the phases of its warps if they marked them. Hidden if no blocks were recorded.
class BlocksSection : public QWidget {
  Q_OBJECT

 public:
  explicit BlocksSection(QWidget* parent = nullptr);

  void showBlocksOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 private:
  /// Blocks of one launch; empty if it has none.
  struct Reading {
    std::optional<BlockFigures> figures;
    SpanId kernel = SpanId::none;
    SpanId first = SpanId::none;
    SpanId last = SpanId::none;  ///< ends last
    SpanId longest = SpanId::none;
    std::vector<WarpRole> roles = {};
    SpanId block = SpanId::none;       ///< requested block, or the block of the requested phase
    std::vector<WarpLane> warps = {};  ///< warps of that block
  };

  [[nodiscard]] static Reading read(const Trace& trace, SpanId span, const std::stop_token& stop);
  void fill(const std::shared_ptr<const Trace>& trace, const Reading& reading);
  [[nodiscard]] static std::vector<Fact> multiprocessorFacts(const BlockFigures& figures);
  [[nodiscard]] static Fact roleFact(const WarpRole& role);
  void fillWarps(const std::shared_ptr<const Trace>& trace, const Reading& reading);
  void fillLinks(const Trace& trace, const Reading& reading);

  Job<Reading> m_reading;
  SpanId m_span = SpanId::none;
  FactGrid* m_facts = nullptr;
  QWidget* m_warpsHeading = nullptr;
  WarpLanes* m_warps = nullptr;
  QLabel* m_finding = nullptr;
  QVBoxLayout* m_links = nullptr;
};

}  // namespace kernline::ui
