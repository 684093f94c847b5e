// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/trust/trust_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/trust/trace_trust.h"
#include "ui/views/trust/trust_panel.h"

#include <QCoreApplication>
#include <QPointer>

namespace kernline::ui {
namespace {

class TrustDock : public DockPanel {
 public:
  explicit TrustDock(QWidget* parent) : DockPanel(parent), m_panel(new TrustPanel(parent)) {
    connect(m_panel, &TrustPanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &TrustPanel::cancelRequested, this, [this] {
      if (m_trust) {
        m_trust->cancel();
      }
    });
    connect(m_panel, &TrustPanel::lookRequested, this, [this] {
      if (m_trust) {
        m_trust->look();
      }
    });
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    if (m_trust != shown.trust) {
      if (m_trust) {
        disconnect(m_trust, nullptr, this, nullptr);
      }
      m_trust = shown.trust;
      if (m_trust) {
        connect(m_trust, &TraceTrust::changed, this, &TrustDock::showFindings);
        connect(m_trust, &TraceTrust::begun, this, &TrustDock::showFindings);
      }
    }
    showFindings();
  }

 private:
  void showFindings() {
    m_panel->setFindings(m_trust ? m_trust->findings() : nullptr);
    m_panel->setLooking(m_trust && !m_trust->findings() && m_trust->isBusy());
  }

  TrustPanel* m_panel;
  QPointer<TraceTrust> m_trust;
};

}  // namespace

constinit const DockKind trustDock{
    .name = "trust",
    .title = QT_TRANSLATE_NOOP("Words", "Data issues"),
    .text = QT_TRANSLATE_NOOP("Words", "Da&ta issues"),
    .shortcut = "Ctrl+I",
    .icon = "warning",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the data issues of this trace"),
    .takesFocus = true,
    .turnsToTimeline = true,
    .make = [](QWidget* parent) -> DockPanel* { return new TrustDock(parent); },
};

}  // namespace kernline::ui
