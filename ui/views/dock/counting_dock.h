// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/dock/dock_panel.h"

namespace kernline::ui {

class CountingPanel;

/// Gives a CountingPanel the current trace.
class CountingDock : public DockPanel {
  Q_OBJECT

 public:
  CountingDock(CountingPanel* panel, QObject* parent);

  [[nodiscard]] QWidget* widget() const override;
  void showTrace(const ShownTrace& shown) override;
  void showVisibleRange(TimeRange range) override;
  void showChosenRange(std::optional<TimeRange> range) override;
  void showCauses() override;
  [[nodiscard]] bool isBusy() const override;

 private:
  CountingPanel* m_panel;
};

}  // namespace kernline::ui
