// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QPointer>
#include <QString>
#include <QStringList>

class QProcess;
class QSyntaxHighlighter;

namespace kernline::ui {

/// The source that a run of a custom kernel was compiled from, or what changed in it between two runs.
class RunSource : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit RunSource(QWidget* parent = nullptr);
  ~RunSource() override;

  /// Files as they were at the time of the runs: one is shown; of two, how the second differs from the first. False if
  /// there is nothing to show.
  bool showFiles(const QStringList& files);
  [[nodiscard]] bool isDifference() const { return m_isDifference; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void forgetDiff();
  void startDiff(const QString& before, const QString& after);
  void showDiff(QProcess& diff);

  QPointer<QProcess> m_diff;  // running diff
  QSyntaxHighlighter* m_colors = nullptr;
  bool m_isDifference = false;
};

}  // namespace kernline::ui
