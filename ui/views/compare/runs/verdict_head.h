// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"

#include <QWidget>

#include <cstddef>

class QLabel;

namespace kernline::ui {

/// Shows which of two runs is faster, why, and the doubts about that.
class VerdictHead : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictHead(QWidget* parent);

  /// Shows the verdict on a run against the base; nullptr clears it. `work` explains changes of GPU time; nullptr until
  /// known.
  void showVerdict(const RunComparison* comparison, const ComparedWork* work, std::size_t run);

 private:
  QLabel* m_verdict = nullptr;
  QLabel* m_why = nullptr;
  QLabel* m_reasons = nullptr;
  QLabel* m_doubts = nullptr;
};

}  // namespace kernline::ui
