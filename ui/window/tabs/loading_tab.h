// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/tabs/file_tab.h"

namespace kernline::ui {

/// A file of unknown kind: it is being read, or could not be. Gives way to a tab for its kind as soon as that is known,
/// with the first preview of a trace.
class LoadingTab : public FileTab {
  Q_OBJECT

 public:
  LoadingTab(const QString& path, QWidget* parent);

  void setSight(const Sight& sight) override { m_sight = sight; }
  [[nodiscard]] Sight sight() const override { return m_sight; }
  [[nodiscard]] QString summary() const override { return {}; }
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override { return nullptr; }
  [[nodiscard]] bool wantsDocks() const override { return state() == State::Loading; }
  void resume(const FileTab& before) override;

 protected:
  [[nodiscard]] OpenedFile content() const override { return {}; }
  [[nodiscard]] bool canShow(const OpenedFile& /*file*/) const override { return false; }
  void takeFile(OpenedFile /*file*/) override {}
  void takePreview(std::shared_ptr<const Trace> preview) override { giveBack(std::move(preview)); }
  void dropContent() override;
  void restoreContent() override;

 private:
  Sight m_sight;
  QWidget* m_blank = nullptr;  ///< space of the future timeline
};

}  // namespace kernline::ui
