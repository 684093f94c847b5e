// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace kernline::ui {

class RecordPanel;

/// The page that runs kernels and programs. Made when first shown: asking the recorder costs something.
class RecordDock : public QDockWidget {
  Q_OBJECT

 public:
  explicit RecordDock(QWidget* parent);

  /// nullptr until it has been shown.
  [[nodiscard]] RecordPanel* panel() const { return m_panel; }
  /// Makes it if need be.
  RecordPanel* ensurePanel();
  /// Goes on with what runs in the dock of a window that is about to go.
  void takeOver(const RecordDock& before);

 Q_SIGNALS:
  void recordingStarted(const QString& path);
  void recordingFinished(const QString& path);
  void openRequested(const QString& path);
  void compareRequested(const QStringList& paths);
  void stateChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  RecordPanel* m_panel = nullptr;
};

}  // namespace kernline::ui
