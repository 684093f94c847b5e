// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/dock/dock_panel.h"

namespace kernline::ui {

DockPanel::~DockPanel() = default;

void DockPanel::showSelection(const std::shared_ptr<const Trace>& /*trace*/, SpanId /*span*/) {}

void DockPanel::showVisibleRange(TimeRange /*range*/) {}

void DockPanel::showChosenRange(std::optional<TimeRange> /*range*/) {}

void DockPanel::showCauses() {}

void DockPanel::showMatches(const MatchSet& /*matches*/) {}

void DockPanel::askWhatIf(const QString& /*change*/) {}

void DockPanel::showSource(const HotLine& /*line*/) {}

}  // namespace kernline::ui
