// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/search_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/search/search_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class SearchDock : public DockPanel {
 public:
  explicit SearchDock(QWidget* parent) : DockPanel(parent), m_panel(new SearchPanel(parent)) {
    connect(m_panel, &SearchPanel::spanRequested, this, &DockPanel::spanRequested);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override { m_panel->setTrace(shown.trace); }
  void showChosenRange(std::optional<TimeRange> range) override { m_chosen = range; }
  void showMatches(const MatchSet& matches) override { m_panel->setMatches(matches, m_chosen); }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }
  [[nodiscard]] bool followsGrowth() const override { return true; }

 private:
  SearchPanel* m_panel;
  std::optional<TimeRange> m_chosen;  // range that limits the matches
};

}  // namespace

constinit const DockKind searchDock{
    .name = "search",
    .title = QT_TRANSLATE_NOOP("Words", "Matches"),
    .text = QT_TRANSLATE_NOOP("Words", "&List matches"),
    .shortcut = "Ctrl+L",
    .icon = "list",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the table of search matches"),
    .menu = DockKind::Menu::Edit,
    .make = [](QWidget* parent) -> DockPanel* { return new SearchDock(parent); },
};

}  // namespace kernline::ui
