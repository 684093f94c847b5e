// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trust/trust.h"

#include <QPointer>
#include <QToolButton>

namespace kernline::ui {

class TraceTrust;

/// A warning sign beside figures that findings touch; hidden while none does. Hovering says which, a click asks for all
/// that was found.
class TrustMark : public QToolButton {
  Q_OBJECT

 public:
  explicit TrustMark(Figures figures, QWidget* parent = nullptr);

  /// Whose findings count; nullptr: nobody's.
  void follow(const TraceTrust* trust);
  void setFigures(Figures figures);

 private:
  void refresh();

  Figures m_figures;
  QPointer<const TraceTrust> m_trust;
};

/// "Data issues: …" with a line for each finding that touches the figures; empty if there is none, or nothing is known.
[[nodiscard]] QString doubtsAbout(const TraceTrust* trust, Figures figures);

}  // namespace kernline::ui
