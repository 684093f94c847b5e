// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QString>

#include <functional>

class QActionGroup;
class QMenu;

namespace kernline::ui {

/// The menu of all that may be the steps of a trace, in the menu bar and at the steps of the timeline; and the ways
/// from step to step.
class StepsController : public QObject {
  Q_OBJECT

 public:
  StepsController(const WindowParts& parts, QMenu& menu);

 private:
  void fill();
  void addEntry(const QString& text, const QString& tip, bool isChosen, std::function<void()> choose);

  WindowParts m_parts;
  QMenu& m_menu;
  QActionGroup* m_group;
};

}  // namespace kernline::ui
