// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/style/clickable.h"
#include "ui/views/details/span_links.h"

#include <QStringList>

#include <vector>

namespace kernline::ui {

/// A link as one clickable line: role, name, timing.
class LinkRow : public Clickable {
  Q_OBJECT

 public:
  explicit LinkRow(SpanLink link, QWidget* parent = nullptr);

  /// Sets the texts of other rows, from which a cut text must differ.
  void setOthers(QStringList others);

  /// The begin of its role and of its text.
  [[nodiscard]] static int roleLeft();
  [[nodiscard]] int textLeft() const;
  [[nodiscard]] SpanId target() const { return m_link.target; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SpanLink m_link;
  QStringList m_others;
};

/// A row for each link, distinct from the others.
[[nodiscard]] std::vector<LinkRow*> makeLinkRows(const std::vector<SpanLink>& links, QWidget* parent);

}  // namespace kernline::ui
