// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace kernline::ui {

/// The source of a kernel, to read and to copy from.
class SourceWindow : public QWidget {
  Q_OBJECT

 public:
  SourceWindow(const QString& title, const QString& text, QWidget* parent);
};

}  // namespace kernline::ui
