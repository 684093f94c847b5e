// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quality/data_quality.h"

#include <QPointer>
#include <QToolButton>

namespace kernline::ui {

class TraceQuality;

/// A warning sign next to figures that data issues affect; hidden while none does. Hovering lists these, a click
/// requests all issues.
class DataIssuesMark : public QToolButton {
  Q_OBJECT

 public:
  explicit DataIssuesMark(Figures figures, QWidget* parent = nullptr);

  /// Sets the source of issues; nullptr for none.
  void follow(const TraceQuality* quality);
  void setFigures(Figures figures);

 private:
  void refresh();

  Figures m_figures;
  QPointer<const TraceQuality> m_quality;
};

/// "Data issues: …" with a line for each issue that affects the figures; empty if there is none, or that is unknown.
[[nodiscard]] QString doubtsAbout(const TraceQuality* quality, Figures figures);

}  // namespace kernline::ui
