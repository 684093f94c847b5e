// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/clock_strip.h"

#include "ui/kit/style/elided_label.h"
#include "ui/views/compare/ranks/rank_lookup.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int settledMs = 300;
constexpr double nsOfUs = 1000;
constexpr double maxUs = 1e9;  // a quarter of an hour: unsynchronized clocks of hosts

Duration fromUs(double us) {
  return {std::llround(us * nsOfUs)};
}

}  // namespace

ClockStrip::ClockStrip(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  m_rank = new QComboBox(this);
  m_rank->setObjectName(QStringLiteral("clockRank"));
  m_rank->setAccessibleName(tr("Rank whose clock is set"));
  m_correction = new QDoubleSpinBox(this);
  m_correction->setObjectName(QStringLiteral("clockCorrection"));
  m_correction->setAccessibleName(tr("Offset added to the times of this rank"));
  m_correction->setToolTip(
      tr("Offset added to the times of this rank, on top of the difference of the recorded clocks"));
  m_correction->setDecimals(3);
  m_correction->setRange(-maxUs, maxUs);
  m_correction->setSuffix(QStringLiteral(" µs"));
  m_correction->setKeyboardTracking(false);
  m_correction->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
  m_byCollectives = new QPushButton(tr("Align by co&llectives"), this);
  m_byCollectives->setObjectName(QStringLiteral("alignByCollectives"));
  m_byCollectives->setToolTip(tr("Align all clocks so that collectives end on all ranks at once"));
  m_asRecorded = new QPushButton(tr("By the recorded cloc&k"), this);
  m_asRecorded->setObjectName(QStringLiteral("asRecorded"));
  m_asRecorded->setToolTip(tr("Use all times as in the files"));
  m_state = new ElidedLabel(QString(), this);
  m_state->setObjectName(QStringLiteral("clockState"));
  row->addWidget(new QLabel(tr("Clock of"), this));
  for (QWidget* widget : std::initializer_list<QWidget*>{m_rank, m_correction, m_byCollectives, m_asRecorded}) {
    row->addWidget(widget);
  }
  row->addWidget(m_state, 1);
  m_settled.setSingleShot(true);
  m_settled.setInterval(settledMs);
  connect(m_rank, &QComboBox::currentIndexChanged, this, &ClockStrip::showChosen);
  connect(m_correction, &QDoubleSpinBox::valueChanged, &m_settled, qOverload<>(&QTimer::start));
  connect(&m_settled, &QTimer::timeout, this, &ClockStrip::promptForCorrection);
  connect(m_byCollectives, &QPushButton::clicked, this, [this] {
    m_settled.stop();
    Q_EMIT clocksRequested({});
  });
  connect(m_asRecorded, &QPushButton::clicked, this, [this] {
    m_settled.stop();
    RankCorrections none;
    for (const RankClock& clock : m_ranks ? m_ranks->clocks : std::vector<RankClock>()) {
      none.emplace_back(clock.rank, Duration{});
    }
    Q_EMIT clocksRequested(none);
  });
}

void ClockStrip::setRanks(std::shared_ptr<const RankSet> ranks, bool isBusy) {
  m_isBusy = isBusy;
  if (ranks == m_ranks && ranks != nullptr) {
    showChosen();
    return;
  }
  const bool isOther = ranks == nullptr || m_ranks == nullptr || ranks->path != m_ranks->path;
  m_ranks = std::move(ranks);
  const int before = isOther ? -1 : m_rank->currentIndex();
  {
    const QSignalBlocker quiet(m_rank);
    m_rank->clear();
    int free = 0;  // the first rank whose clock makes sense to set
    for (const RankClock& clock : m_ranks ? m_ranks->clocks : std::vector<RankClock>()) {
      free += m_rank->count() == free && clock.isReference ? 1 : 0;
      m_rank->addItem(tr("rank %1").arg(clock.rank));
    }
    m_rank->setCurrentIndex(before >= 0 ? before : std::min(free, m_rank->count() - 1));
  }
  m_settled.stop();
  showChosen();
}

void ClockStrip::chooseRank(std::size_t number) {
  m_rank->setCurrentIndex(static_cast<int>(number));
}

const RankClock* ClockStrip::chosen() const {
  const int at = m_rank->currentIndex();
  return m_ranks && at >= 0 ? &m_ranks->clocks[static_cast<std::size_t>(at)] : nullptr;
}

void ClockStrip::showChosen() {
  const RankClock* clock = chosen();
  for (QWidget* widget : std::initializer_list<QWidget*>{m_rank, m_correction, m_byCollectives, m_asRecorded}) {
    widget->setEnabled(clock != nullptr && m_ranks->files.size() > 1);
  }
  if (m_isBusy) {
    m_state->setText(tr("Setting the clocks…"));
    return;
  }
  m_state->setText(clock != nullptr ? clockTip(*clock).replace(QLatin1Char('\n'), QLatin1Char(' ')) : QString());
  if (!m_settled.isActive()) {
    const QSignalBlocker quiet(m_correction);
    m_correction->setValue(clock != nullptr ? static_cast<double>(clock->correction().ns) / nsOfUs : 0);
  }
}

/// The other ranks keep what they have.
void ClockStrip::promptForCorrection() {
  const RankClock* clock = chosen();
  if (clock == nullptr || clock->correction() == fromUs(m_correction->value())) {
    return;
  }
  RankCorrections corrections = manualCorrections(*m_ranks);
  std::erase_if(corrections, [clock](const auto& given) { return given.first == clock->rank; });
  corrections.emplace_back(clock->rank, fromUs(m_correction->value()));
  Q_EMIT clocksRequested(corrections);
}

}  // namespace kernline::ui
