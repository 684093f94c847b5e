// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "ui/window/tabs/file_tab.h"

#include <cstdint>
#include <memory>
#include <vector>

class QMenu;

namespace kernline::ui {

class ComparisonPage;
class LogPage;

/// One open log: its page with the outline, the tables, the charts and the text, and next to it the comparison of its
/// measurements.
class LogTab : public FileTab {
  Q_OBJECT

 public:
  explicit LogTab(const QString& path, QWidget* parent = nullptr);
  ~LogTab() override;

  [[nodiscard]] const std::shared_ptr<const Log>& log() const { return m_log; }
  [[nodiscard]] LogPage* page() const { return m_page; }
  [[nodiscard]] bool showsComparison() const { return m_showsComparison; }
  void showComparison(bool shown);
  /// The logs that are compared with this one.
  [[nodiscard]] const std::vector<std::shared_ptr<const Log>>& comparedWith() const { return m_others; }
  /// Turns to the text and that line of it.
  void goToLine(std::uint32_t line);
  void compareWith(std::vector<std::shared_ptr<const Log>> others);
  [[nodiscard]] QString summary() const override;
  [[nodiscard]] bool isBusy() const override;
  void resume(const FileTab& before) override;
  [[nodiscard]] Sight sight() const override;
  void setSight(const Sight& sight) override { m_first = sight; }
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;
  /// The table that is shown, header first, cells separated by tabs; empty if there is none.
  [[nodiscard]] QString tableText() const;
  void clearSelection();

 Q_SIGNALS:
  /// A file that the log names is to be opened.
  void fileRequested(const QString& path);
  /// A figure of the comparison is in that line, of this log or another.
  void lineRequested(const QString& path, std::uint32_t line);
  /// The entries of a menu for other files to compare.
  void othersRequested(QMenu& menu);
  void pageChanged();

 protected:
  [[nodiscard]] OpenedFile content() const override { return {nullptr, m_log}; }
  [[nodiscard]] std::function<bool()> changeCheck() const override {
    return [log = m_log] { return log->hasChanged(); };
  }
  [[nodiscard]] Message missingPart() const override { return m_log->report().missingPart(); }
  [[nodiscard]] bool canShow(const OpenedFile& file) const override { return file.log != nullptr; }
  void takeFile(OpenedFile file) override;
  void dropContent() override;
  void restoreContent() override;

 private:
  void compare();
  void showFirstSight();

  std::shared_ptr<const Log> m_log;
  std::vector<std::shared_ptr<const Log>> m_others;
  LogPage* m_page = nullptr;
  ComparisonPage* m_comparison = nullptr;  // made when first shown
  bool m_showsComparison = false;
  Sight m_first;  // kept until there is a log to show it of
};

}  // namespace kernline::ui
