// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QVBoxLayout;

namespace kernline::ui {

class QuietLabel;

/// The hottest lines of a kernel, over all its launches, and the ways to them. Hidden where none were sampled.
class SourceSection : public QWidget {
  Q_OBJECT

 public:
  explicit SourceSection(QWidget* parent = nullptr);

  void showLinesOf(const std::shared_ptr<const Trace>& trace, SpanId span);
  void clear();
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void sourceRequested(const kernline::HotLine& line);

 private:
  struct Reading {
    std::shared_ptr<const KernelSources> sources;
    std::optional<std::size_t> kernel;
    std::vector<HotLine> hottest = {};  ///< a few
  };

  void fill(const Reading& reading);

  Job<Reading> m_reading;
  std::shared_ptr<const KernelSources> m_sources;  // cached, so that they are read once for all kernels of a trace
  QVBoxLayout* m_rows = nullptr;
  QuietLabel* m_note = nullptr;
};

}  // namespace kernline::ui
