// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

/// Finds commands and tracks by name, and shows the keys and the about box.
class HelpController : public QObject {
  Q_OBJECT

 public:
  explicit HelpController(const WindowParts& parts);

 private:
  void showDocumentation();
  void findCommand();
  void findTrack();

  WindowParts m_parts;
};

}  // namespace kernline::ui
