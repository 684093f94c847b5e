// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/names/name_style.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

/// Controls the names of kernels in the window, and their families.
class NamesController : public QObject {
  Q_OBJECT

 public:
  /// `keepsChoice`: in the user's settings.
  NamesController(const WindowParts& parts, bool keepsChoice);

 private:
  void choose(NameStyle style) const;
  void showChoice();
  void editFamilies();

  WindowParts m_parts;
  bool m_keepsChoice;
};

}  // namespace kernline::ui
