// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/style/clickable.h"

namespace kernline::ui {

/// A recent file as one clickable line: name, then folder. A missing one is disabled and marked.
class RecentRow : public Clickable {
  Q_OBJECT

 public:
  RecentRow(const QString& path, bool exists, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_folder;
};

}  // namespace kernline::ui
