// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace kernline::ui {

class TimelineView;

/// Shows below a timeline that it has only the matches of the search, and undoes it.
class OnlyStrip : public QWidget {
  Q_OBJECT

 public:
  explicit OnlyStrip(TimelineView& view, QWidget* parent = nullptr);

 private:
  void follow();

  TimelineView& m_view;
  QLabel* m_text = nullptr;
};

}  // namespace kernline::ui
