// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the window before a file is open: the start page, recent files.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace kernline::ui {

/// Page of the window while no file is open: the four things to begin with, what each needs, and recent files.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);

  /// Lists the recent files anew.
  void refresh();

 Q_SIGNALS:
  void openRequested();
  void sampleRequested();
  void guideRequested();
  void compareRequested();
  void ranksRequested();
  void recordRequested();
  void fileRequested(const QString& path);

 private:
  QWidget* makeTitle();
  QWidget* makeCards();
  void addRecent(const QString& path);

  QWidget* m_recentHeading = nullptr;
  QVBoxLayout* m_recent = nullptr;
};

}  // namespace kernline::ui
