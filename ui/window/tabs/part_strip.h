// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <QWidget>

namespace kernline::ui {

class ElidedLabel;

/// Says above a log or a snapshot that memory ended before the file did, and reads it again.
class PartStrip : public QWidget {
  Q_OBJECT

 public:
  explicit PartStrip(QWidget* parent);

  /// Shows what is missing; hides if none is.
  void say(const Message& missing);

 Q_SIGNALS:
  void reloadRequested();

 private:
  ElidedLabel* m_text = nullptr;
};

}  // namespace kernline::ui
