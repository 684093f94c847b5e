// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace kernline::ui {

/// The files opened last, newest first, stored in the user's settings.
class RecentFiles {
 public:
  static constexpr int limit = 12;

  [[nodiscard]] static QStringList list();
  static void add(const QString& path);
  static void remove(const QString& path);
  static void clear();
};

/// A path for people: the home directory as "~".
[[nodiscard]] QString displayPath(const QString& path);

}  // namespace kernline::ui
