// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kernline::ui {

class ElidedLabel;
class TraceTrust;

/// Says above a timeline that the end of its file is missing, and leads to what was found.
class MissingStrip : public QWidget {
  Q_OBJECT

 public:
  explicit MissingStrip(const TraceTrust& trust, QWidget* parent);

 Q_SIGNALS:
  void findingsRequested();

 private:
  void follow();

  const TraceTrust& m_trust;
  ElidedLabel* m_text = nullptr;
};

}  // namespace kernline::ui
