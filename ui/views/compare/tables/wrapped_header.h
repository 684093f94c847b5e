// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace kernline::ui {

/// Column heads that wrap to as many lines as they need, three at most; what does not fit then is cut in its middle,
/// for names of runs differ at their ends. As high as its highest head, at the widths of now.
class WrappedHeader : public QHeaderView {
  Q_OBJECT

 public:
  explicit WrappedHeader(QWidget* parent);

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;

 private:
  [[nodiscard]] int textWidth(int logicalIndex) const;
};

}  // namespace kernline::ui
