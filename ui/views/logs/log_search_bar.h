// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"

#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

class QLineEdit;
class QToolButton;

namespace kernline::ui {

class QuietLabel;

/// Live search through the text of one log. A worker looks; Enter and Shift+Enter walk through the lines that it
/// found.
class LogSearchBar : public QWidget {
  Q_OBJECT

 public:
  explicit LogSearchBar(QWidget* parent = nullptr);

  /// Searches on in `log` with the text at hand; nullptr if nothing is open.
  void setLog(std::shared_ptr<const Log> log);
  /// Sets the line from which walking goes on.
  void setPosition(std::uint32_t line);
  /// Puts the keyboard into the field with its text selected.
  void begin();
  /// Forgets text and matches.
  void end();
  void walk(bool forward);
  [[nodiscard]] bool isActive() const;
  [[nodiscard]] bool isBusy() const { return m_searching.isRunning() || m_typed.isActive(); }

 Q_SIGNALS:
  void textChanged();
  void lineRequested(std::uint32_t line);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void restart();
  void takeLines(std::vector<std::uint32_t> lines);
  void updatePosition();

  std::shared_ptr<const Log> m_log;
  Job<std::vector<std::uint32_t>> m_searching;
  QTimer m_typed;
  std::vector<std::uint32_t> m_lines;
  std::uint32_t m_position = 0;  // line
  bool m_walkWhenFound = false;

  QLineEdit* m_field = nullptr;
  QuietLabel* m_count = nullptr;
  QToolButton* m_previous = nullptr;
  QToolButton* m_next = nullptr;
};

}  // namespace kernline::ui
