// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/span_links.h"

#include <QAbstractButton>

namespace kernline::ui {

/// A link as one clickable line: role, name, timing.
class LinkRow : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LinkRow(SpanLink link, QWidget* parent = nullptr);

  [[nodiscard]] SpanId target() const { return m_link.target; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  SpanLink m_link;
};

}  // namespace kernline::ui
