// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ncu/kernel_card_view.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/card.h"
#include "ui/kit/style/flowing_columns.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/ncu/kernel_facts.h"

#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <cstdint>
#include <string_view>

namespace kernline::ui {
namespace {

constexpr int pageMargin = 10;
constexpr int minCardWidth = 250;
constexpr double verdictSize = 1.1;

}  // namespace

KernelCardView::KernelCardView(QWidget* parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("kernelCard"));
  setAccessibleName(tr("Summary of the kernel"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  auto* page = new QWidget(this);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(pageMargin, pageMargin, pageMargin, pageMargin);
  m_verdict = new QLabel(page);
  m_verdict->setObjectName(QStringLiteral("kernelVerdict"));
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_verdict->setWordWrap(true);
  m_verdict->setFont(titleFont(font(), verdictSize));
  layout->addWidget(m_verdict);
  auto* cards = new FlowingColumns({4, 2, 1}, minCardWidth, page);
  const auto add = [&](const QString& title, QWidget* contents) {
    auto* card = new Card(title, cards);
    contents->setParent(card);
    card->contents()->addWidget(contents);
    cards->add(card);
    return card;
  };
  m_figures = new FactGrid;
  m_occupancy = new FactGrid;
  m_units = new ShareBars;
  m_states = new ShareBars;
  m_units->setObjectName(QStringLiteral("kernelUnits"));
  m_states->setObjectName(QStringLiteral("kernelStates"));
  m_unitsCard = add(tr("Share of peak"), m_units);
  m_statesCard = add(tr("Warp states"), m_states);
  add(tr("Figures"), m_figures);
  m_occupancyCard = add(tr("Occupancy"), m_occupancy);
  layout->addWidget(cards);
  m_adviceCard = new Card(tr("Advice of Nsight Compute"), page);
  layout->addWidget(m_adviceCard);
  layout->addStretch(1);
  setWidget(page);
}

void KernelCardView::setKernel(const KernelCard& card) {
  m_verdict->setText(coreText(card.verdict()));
  m_figures->setFacts(figureFacts(card));
  m_occupancy->setFacts(occupancyFacts(card));
  m_units->setBars(unitBars(card));
  m_states->setBars(stateBars(card));
  m_unitsCard->setVisible(!card.units.empty());
  m_statesCard->setVisible(!card.states.empty());
  m_statesCard->setSentence(
      card.warpSamples ? counted(static_cast<std::uint64_t>(*card.warpSamples), tr("%1 sample"), tr("%1 samples"))
                       : QString());
  m_occupancyCard->setVisible(!occupancyFacts(card).empty());
  showAdvice(card);
  verticalScrollBar()->setValue(0);
}

void KernelCardView::showAdvice(const KernelCard& card) {
  m_adviceCard->clear();
  m_adviceCard->setVisible(!card.advice.empty());
  for (const std::string_view advice : card.advice) {
    auto* label = new QLabel(QStringLiteral("• %1").arg(qt(printable(advice))), m_adviceCard);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    label->setContentsMargins(0, 0, 0, 6);
    m_adviceCard->contents()->addWidget(label);
  }
}

}  // namespace kernline::ui
