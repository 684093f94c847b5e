// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/recorder_catalog.h"
#include "ui/views/record/run_request.h"

#include <QFileSystemWatcher>
#include <QWidget>

#include <expected>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace kernline::ui {

class ParameterForm;
class QuietLabel;

/// Chooses the kernel to run and its parameters: a list to search, a field a parameter, and how to measure.
class KernelPage : public QWidget {
  Q_OBJECT

 public:
  explicit KernelPage(QWidget* parent = nullptr);

  /// Sets the kernels. The choice and values stay if they still exist.
  void setKernels(std::vector<KernelEntry> kernels);
  /// Returns the requested run; std::nullopt if something is missing or wrong, which the page shows.
  [[nodiscard]] std::optional<RunRequest> request() const { return m_request; }
  void selectKernel(const QString& name);
  /// Opens a .cu file of the user's own: requests its declarations.
  void openOwnFile(const QString& path);
  /// Shows the declarations of the user's file, or its error.
  void showOwnKernel(std::expected<KernelEntry, QString> kernel);
  /// Shows what another page shows.
  void resume(const KernelPage& before);

 Q_SIGNALS:
  void changed();
  void ownFileChanged(const QString& path);  ///< requests its declarations

 private:
  QWidget* buildTop();
  QWidget* buildBelow();
  void buildOptions(QFormLayout* form);
  QCheckBox* addChoice(QFormLayout* form, const QString& text, const char* name, const QString& help);
  void buildList();
  void filter(const QString& text);
  void chooseOwnFile();
  void showKernel(QTreeWidgetItem* item);
  void check();
  [[nodiscard]] const KernelEntry* current() const;
  [[nodiscard]] bool isOwn() const;

  std::vector<KernelEntry> m_kernels;
  QString m_ownFile;
  std::optional<KernelEntry> m_ownKernel;
  QString m_ownProblem;
  QFileSystemWatcher m_watch;
  QString m_shown;  // name of the kernel whose fields are there
  std::optional<RunRequest> m_request;
  QLineEdit* m_search = nullptr;
  QTreeWidget* m_list = nullptr;
  QLabel* m_title = nullptr;
  QToolButton* m_edit = nullptr;
  QuietLabel* m_shows = nullptr;
  ParameterForm* m_form = nullptr;
  QComboBox* m_l2 = nullptr;
  QSpinBox* m_samples = nullptr;
  QComboBox* m_counters = nullptr;
  QCheckBox* m_tune = nullptr;
  QCheckBox* m_profile = nullptr;
  QCheckBox* m_source = nullptr;
  QCheckBox* m_blocks = nullptr;
  QLabel* m_problem = nullptr;
};

}  // namespace kernline::ui
