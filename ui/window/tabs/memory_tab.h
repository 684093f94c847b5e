// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "ui/window/tabs/file_tab.h"

#include <memory>

namespace kernline::ui {

class MemoryPage;

/// One open snapshot or timeline of memory.
class MemoryTab : public FileTab {
  Q_OBJECT

 public:
  explicit MemoryTab(const QString& path, QWidget* parent = nullptr);
  ~MemoryTab() override;

  [[nodiscard]] const std::shared_ptr<const MemoryHistory>& history() const { return m_history; }
  [[nodiscard]] MemoryPage* page() const { return m_page; }
  [[nodiscard]] QString summary() const override;
  [[nodiscard]] bool isBusy() const override;
  void resume(const FileTab& before) override;
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;

 Q_SIGNALS:
  void exportRequested(const QString& tabSeparated);

 protected:
  [[nodiscard]] OpenedFile content() const override { return {nullptr, nullptr, m_history}; }
  [[nodiscard]] Message missingPart() const override { return m_history->report.missingPart(); }
  [[nodiscard]] bool canShow(const OpenedFile& file) const override { return file.memory != nullptr; }
  void takeFile(OpenedFile file) override;
  void dropContent() override;
  void restoreContent() override;

 private:
  std::shared_ptr<const MemoryHistory> m_history;
  MemoryPage* m_page = nullptr;
};

}  // namespace kernline::ui
