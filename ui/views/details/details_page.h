// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_reading.h"

#include <QString>

class QAbstractItemModel;
class QLabel;
class QToolButton;
class QTreeView;
class QWidget;

namespace kernline::ui {

/// Makes the hint on what to click for details.
[[nodiscard]] QWidget* makeHint(QWidget* parent);

[[nodiscard]] QLabel* makeHeading(const QString& text, QWidget* parent);

struct ArgsHeading {
  QWidget* row;
  QToolButton* copy;
};
[[nodiscard]] ArgsHeading makeArgsHeading(QWidget* parent);

/// A tree that copies its current cell with the usual shortcut and from its context menu.
[[nodiscard]] QTreeView* makeArgsView(QAbstractItemModel* model, QWidget* parent);

/// "3 of 1200 of this name".
[[nodiscard]] Fact sameNameFact(const SameNameSpans& sameName);

}  // namespace kernline::ui
