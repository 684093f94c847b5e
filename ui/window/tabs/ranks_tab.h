// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"
#include "ui/kit/jobs/job.h"
#include "ui/window/tabs/file_tab.h"

#include <memory>

namespace kernline::ui {

class RanksPanel;

/// A run of ranks some of which are digests: there is no timeline, but everything that ranks are compared by.
class RanksTab : public FileTab {
  Q_OBJECT

 public:
  explicit RanksTab(const QString& path, QWidget* parent = nullptr);
  ~RanksTab() override;

  [[nodiscard]] const std::shared_ptr<const RankSet>& set() const { return m_set; }
  [[nodiscard]] RanksPanel* panel() const { return m_panel; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] QString summary() const override;
  [[nodiscard]] bool isBusy() const override;
  void resume(const FileTab& /*before*/) override {}
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;

 Q_SIGNALS:
  /// The trace of one rank, at these times of its own clock.
  void traceRequested(const QString& path, kernline::TimeRange range);
  /// Traces of two ranks side by side, at these times of the first.
  void ranksRequested(const QString& base, const QString& other, kernline::TimeRange ofBase);

 protected:
  [[nodiscard]] OpenedFile content() const override;
  [[nodiscard]] bool canShow(const OpenedFile& file) const override;
  void takeFile(OpenedFile file) override;
  void dropContent() override;
  void restoreContent() override;

 private:
  void setClocks(const RankCorrections& corrections);
  void openCell(HeatCell cell);

  std::shared_ptr<const RankSet> m_set;
  Job<std::shared_ptr<const RankSet>> m_settingClocks;
  RanksPanel* m_panel = nullptr;
};

}  // namespace kernline::ui
