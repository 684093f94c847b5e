// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace kernline::ui {

class ElidedLabel;
class TraceQuality;

/// Shows above a timeline the missing parts of its file, with links to issues, and reads the parts that were not
/// requested.
class MissingStrip : public QWidget {
  Q_OBJECT

 public:
  explicit MissingStrip(const TraceQuality& quality, QWidget* parent);

 Q_SIGNALS:
  void issuesRequested();
  void allRequested();  ///< not just a range of time

 private:
  void follow();

  const TraceQuality& m_quality;
  ElidedLabel* m_text = nullptr;
  QToolButton* m_all = nullptr;
};

}  // namespace kernline::ui
