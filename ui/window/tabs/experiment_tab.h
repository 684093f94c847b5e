// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/tabs/file_tab.h"

#include <QStringList>

#include <memory>

namespace kernline::ui {

class ExperimentPage;

/// One open folder or archive of several files.
class ExperimentTab : public FileTab {
  Q_OBJECT

 public:
  explicit ExperimentTab(const QString& path, QWidget* parent = nullptr);

  [[nodiscard]] const std::shared_ptr<const Experiment>& experiment() const { return m_experiment; }
  [[nodiscard]] ExperimentPage* page() const { return m_page; }
  [[nodiscard]] QString summary() const override;
  void resume(const FileTab& /*before*/) override {}
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;

 Q_SIGNALS:
  void filesRequested(const QStringList& paths);
  /// Requests a comparison of at least two runs, or a run and logs, or logs.
  void comparisonRequested(const QStringList& runs, const QStringList& logs);

 protected:
  [[nodiscard]] OpenedFile content() const override;
  [[nodiscard]] Message missingPart() const override;
  [[nodiscard]] bool canShow(const OpenedFile& file) const override { return file.experiment != nullptr; }
  void takeFile(OpenedFile file) override;
  void dropContent() override;
  void restoreContent() override;

 private:
  std::shared_ptr<const Experiment> m_experiment;
  ExperimentPage* m_page = nullptr;
};

}  // namespace kernline::ui
