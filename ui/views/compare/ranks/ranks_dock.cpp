// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/ranks_dock.h"

#include "ui/views/compare/ranks/ranks_panel.h"
#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/dock/dock_panel.h"

#include <QCoreApplication>
#include <QPointer>

namespace kernline::ui {
namespace {

class RanksDock : public DockPanel {
 public:
  explicit RanksDock(QWidget* parent) : DockPanel(parent), m_panel(new RanksPanel(parent)) {
    connect(m_panel, &RanksPanel::clocksRequested, this, [this](const RankCorrections& corrections) {
      if (m_ranks) {
        m_ranks->setClocks(corrections);
      }
    });
    connect(m_panel, &RanksPanel::companionsRequested, this, [this](const std::vector<SpanId>& spans, bool pinned) {
      if (m_ranks) {
        m_ranks->showSpans(spans, pinned);
      }
    });
    connect(m_panel, &RanksPanel::cellRequested, this, [this](HeatCell cell) {
      const auto time = m_ranks && m_ranks->set() ? timeOf(*m_ranks->set(), cell) : std::nullopt;
      if (time) {
        m_ranks->showStep(cell.place, time->range);
      }
    });
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_ranks = shown.ranks;
    m_panel->setRanks(m_ranks ? m_ranks->set() : nullptr, m_ranks && m_ranks->isSettingClocks());
  }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }
  [[nodiscard]] bool hasContent() const override { return m_ranks && m_ranks->set(); }
  void showSelection(const std::shared_ptr<const Trace>& trace, SpanId span) override {
    if (trace && span != SpanId::none) {
      m_panel->showSpan(m_ranks && m_ranks->set() ? span : SpanId::none);
    }
  }

 private:
  RanksPanel* m_panel;
  QPointer<TraceRanks> m_ranks;
};

}  // namespace

constinit const DockKind ranksDock{
    .name = "ranks",
    .title = QT_TRANSLATE_NOOP("Words", "Ranks"),
    .text = QT_TRANSLATE_NOOP("Words", "R&anks"),
    .shortcut = "Ctrl+B",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide which ranks wait for which, and the collectives of all ranks"),
    .needs = Needs::Ranks,
    .openedLines = 20,  // a sentence, and below it a table
    .takesFocus = true,
    .opensWithContent = true,
    .make = [](QWidget* parent) -> DockPanel* { return new RanksDock(parent); },
};

}  // namespace kernline::ui
