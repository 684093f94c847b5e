// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/advice_ticks.h"

#include "ui/kit/jobs/whole_reading.h"
#include "ui/views/advice/advice_table.h"
#include "ui/views/whatif/advice_ticks_model.h"

#include <QHeaderView>
#include <QHideEvent>

#include <optional>
#include <utility>

namespace kernline::ui {

AdviceTicks::AdviceTicks(QWidget* parent) : QTreeView(parent), m_model(new AdviceTicksModel(this)) {
  constexpr int savedWidth = 13;  // average characters
  setAccessibleName(tr("Advice to follow"));
  setModel(m_model);
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setAlternatingRowColors(true);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  header()->setStretchLastSection(false);
  header()->setSectionsMovable(false);
  header()->setSectionResizeMode(AdviceTicksModel::Title, QHeaderView::Stretch);
  header()->resizeSection(AdviceTicksModel::Saved, fontMetrics().averageCharWidth() * savedWidth);
  connect(m_model, &AdviceTicksModel::ticksChanged, this, &AdviceTicks::ticksChanged);
  connect(this, &QTreeView::activated, this, &AdviceTicks::goToCurrent);
}

void AdviceTicks::setTrace(std::shared_ptr<const Trace> trace, const QString& device) {
  if (trace && trace == m_trace && device == m_device) {
    return;
  }
  m_finding = {};
  m_isDue = false;
  m_trace = std::move(trace);
  m_device = device;
  if (m_trace) {
    show();
    find();
  } else {
    m_model->setAdvice(nullptr);
  }
}

void AdviceTicks::setStale() {
  m_finding = {};
  m_isDue = false;
  m_trace = nullptr;
}

void AdviceTicks::find() {
  m_isDue = !isVisible();
  if (m_isDue) {
    return;
  }
  m_finding = Job<Found>(
      readingAllOf({m_trace},
                   [trace = m_trace, device = m_device](const std::stop_token& stop, Progress&) -> Expected<Found> {
                     const auto table = makeAdviceTable(trace, std::nullopt, device, stop);
                     return table ? Expected<Found>(Found(*table, &(*table)->advice()))
                                  : std::unexpected(table.error());
                   }),
      [this](Expected<Found> found) {
        if (found) {
          setVisible(!(*found)->rows.empty());
          m_model->setAdvice(*std::move(found));
          Q_EMIT adviceFound();
        } else {
          m_model->setAdvice(nullptr);
          hide();
        }
      });
}

QString AdviceTicks::changes() const {
  const QStringList rows = m_model->ticked();
  return rows.isEmpty() ? QString() : QStringLiteral("advice:%1=follow").arg(rows.join(QLatin1Char(',')));
}

void AdviceTicks::untick() {
  m_model->untick();
}

std::shared_ptr<const Advice> AdviceTicks::advice() const {
  return m_trace && !isBusy() && !m_isDue ? m_model->advice() : nullptr;
}

void AdviceTicks::goToCurrent() {
  const QModelIndex current = currentIndex();
  if (!current.isValid()) {
    return;
  }
  const std::vector<AdvicePlace>& places = m_model->advice()->rows[static_cast<std::size_t>(current.row())].places;
  if (!places.empty() && places.front().span != SpanId::none) {
    Q_EMIT spanRequested(places.front().span);
  }
}

void AdviceTicks::showEvent(QShowEvent* event) {
  QTreeView::showEvent(event);
  if (m_isDue) {
    find();
  }
}

/// Stops if the panel is behind another one or closed; a minimized one goes on.
void AdviceTicks::hideEvent(QHideEvent* event) {
  QTreeView::hideEvent(event);
  if (!event->spontaneous() && isBusy()) {
    m_finding = {};
    m_isDue = true;
  }
}

}  // namespace kernline::ui
