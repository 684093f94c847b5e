// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_request.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;

namespace kernline::ui {

/// Chooses a program of the user's own to record: its command line, its folder and its environment.
class ProgramPage : public QWidget {
  Q_OBJECT

 public:
  explicit ProgramPage(QWidget* parent = nullptr);

  [[nodiscard]] std::optional<RunRequest> request() const;
  /// Restores the last entries.
  void restore();
  void keep() const;
  /// Shows what another page shows.
  void resume(const ProgramPage& before);

 Q_SIGNALS:
  void changed();

 private:
  void addProgramRows(QFormLayout& form);
  void addTimeRows(QFormLayout& form);
  void addConditionRow(QFormLayout& form);
  void allowTimes();
  void addTorchRow(QFormLayout& form);
  void addSampledRows(QFormLayout& form);
  [[nodiscard]] bool isArmed() const;
  [[nodiscard]] bool isConditional() const;
  /// Whether an event needs what was recorded before it, as all but slow steps do.
  [[nodiscard]] bool needsKeptTime() const;
  /// Whether the recorder records all the time, and keeps the last seconds.
  [[nodiscard]] bool keepsTime() const;
  [[nodiscard]] QString torchChoice() const;
  /// Counters, profiled kernels and source lines exclude each other: the GPU does one at a time. Profiles and source
  /// lines cannot be kept for later.
  void allowOneOfThree();

  QFormLayout* m_form = nullptr;
  QLineEdit* m_command = nullptr;
  QLineEdit* m_folder = nullptr;
  QPlainTextEdit* m_environment = nullptr;
  QComboBox* m_start = nullptr;
  QDoubleSpinBox* m_keep = nullptr;
  QGridLayout* m_events = nullptr;
  std::vector<QCheckBox*> m_conditions;  ///< in the order of the recorder's conditions
  QDoubleSpinBox* m_delay = nullptr;
  QDoubleSpinBox* m_duration = nullptr;
  QComboBox* m_operators = nullptr;
  QCheckBox* m_modules = nullptr;
  QCheckBox* m_stacks = nullptr;
  QComboBox* m_counters = nullptr;
  QLineEdit* m_profiled = nullptr;
  QCheckBox* m_source = nullptr;
};

}  // namespace kernline::ui
