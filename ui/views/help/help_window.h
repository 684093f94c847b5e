// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the pages of resources/docs in a window.
#pragma once

#include <QString>
#include <QWidget>

class QListWidget;

namespace kernline::ui {

class HelpPages;

/// The pages of resources/docs: contents on the left, the page on the right, links between them.
class HelpWindow : public QWidget {
  Q_OBJECT

 public:
  explicit HelpWindow(QWidget* parent = nullptr);

  /// Shows `page` ("memory.md"), by default the contents.
  void showPage(const QString& page = QStringLiteral("index.md"));
  [[nodiscard]] QString page() const;

 private:
  QListWidget* m_contents = nullptr;
  HelpPages* m_text = nullptr;
};

}  // namespace kernline::ui
