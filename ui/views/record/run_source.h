// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QProcess>
#include <QString>
#include <QStringList>

class QSyntaxHighlighter;

namespace kernline::ui {

/// The source that a run of a custom kernel was compiled from, or what changed in it between two runs.
class RunSource : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit RunSource(QWidget* parent = nullptr);

  /// Files as they were at the time of the runs: one is shown; of two, how the second differs from the first. False:
  /// there is nothing to show.
  bool showFiles(const QStringList& files);
  [[nodiscard]] bool isDifference() const { return m_isDifference; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void startDiff(const QString& before, const QString& after);
  void showDiff(int code);

  QProcess m_diff;
  QSyntaxHighlighter* m_colors = nullptr;
  bool m_isDifference = false;
};

}  // namespace kernline::ui
