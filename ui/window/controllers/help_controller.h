// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

/// Finds commands and tracks by what they are called, and says which keys there are and what this program is.
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
