// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/style/quiet_label.h"

namespace kernline::ui {

/// One quiet line that gives way: where room is short its end becomes "…", and the tool tip has it whole.
class ElidedLabel : public QuietLabel {
  Q_OBJECT

 public:
  using QuietLabel::QuietLabel;

  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace kernline::ui
