// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QSplitter;

namespace kernline::ui {

/// Divides the height of a page between a table and the pane below it: one way for tables, another for launches, which
/// are summed up below. Each stays as the user has dragged it.
class PaneHeights {
 public:
  /// Starts with the heights for tables.
  explicit PaneHeights(QSplitter& panes);

  void arrange(bool isKernel);

 private:
  QSplitter& m_panes;
  bool m_isKernel = false;
  QList<int> m_others;  ///< heights in the other mode, relative to each other
};

}  // namespace kernline::ui
