// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/details_dock.h"

#include "ui/views/details/details_panel.h"
#include "ui/views/dock/dock_panel.h"
#include "ui/views/timeline/moved_spans.h"

#include <QCoreApplication>

#include <utility>

namespace kernline::ui {
namespace {

class DetailsDock : public DockPanel {
 public:
  explicit DetailsDock(QWidget* parent) : DockPanel(parent), m_panel(new DetailsPanel(parent)) {
    connect(m_panel, &DetailsPanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &DetailsPanel::sourceRequested, this, &DockPanel::sourceRequested);
    connect(m_panel, &DetailsPanel::matchesFound, this, &DockPanel::matchesRequested);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_factsOfRanks = shown.factsOfRanks;
    m_recorded = shown.recorded;
    m_panel->setOrigins(shown.origins);
  }
  void showSelection(const std::shared_ptr<const Trace>& trace, SpanId span) override {
    if (trace && span != SpanId::none) {
      std::vector<Fact> more = m_factsOfRanks ? m_factsOfRanks(span) : std::vector<Fact>();
      if (m_recorded && isReplayOf(*trace, *m_recorded)) {
        more.insert(more.begin(), recordedFact(*m_recorded, span));
      }
      m_panel->showSpan(trace, span, std::move(more));
    } else {
      m_panel->showTrace(trace);
    }
  }
  void showChosenRange(std::optional<TimeRange> range) override { m_panel->showChosenRange(range); }
  void showCauses() override { m_panel->showCauses(); }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }
  [[nodiscard]] bool followsGrowth() const override { return true; }

 private:
  DetailsPanel* m_panel;
  std::shared_ptr<const Trace> m_recorded;
  std::function<std::vector<Fact>(SpanId)> m_factsOfRanks;
};

}  // namespace

constinit const DockKind detailsDock{
    .name = "details",
    .title = QT_TRANSLATE_NOOP("Words", "Details"),
    .text = QT_TRANSLATE_NOOP("Words", "&Details"),
    .shortcut = "F9",
    .icon = "details",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the details of the selection"),
    .area = DockKind::Area::Right,
    .isOpenAtFirst = true,
    .firstExtent = 52,
    .make = [](QWidget* parent) -> DockPanel* { return new DetailsDock(parent); },
};

}  // namespace kernline::ui
