// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>
#include <QWidget>

#include <map>
#include <string>

namespace kernline::test {

/// Words of Latin letters in the texts of a window: of visible and hidden widgets, menus, tips, headers, visible cells
/// of models. With each the first text that has it.
class LatinWords {
 public:
  /// Words of `ofFile`, texts of the file shown, are names in any language. Texts without a translation are left out.
  explicit LatinWords(const QStringList& ofFile = {});

  void read(const QWidget& window);
  void readText(const QString& text);
  [[nodiscard]] const std::map<std::string, std::string>& found() const { return m_found; }

 private:
  LatinWords(const QStringList& known, const QStringList& allowed);
  void readWidget(const QWidget& widget);

  QString m_known;
  QSet<QString> m_allowed;
  std::map<std::string, std::string> m_found;
};

}  // namespace kernline::test
