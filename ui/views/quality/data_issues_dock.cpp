// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/quality/data_issues_panel.h"
#include "ui/views/quality/trace_quality.h"

#include <QCoreApplication>
#include <QPointer>

namespace kernline::ui {
namespace {

class DataIssuesDock : public DockPanel {
 public:
  explicit DataIssuesDock(QWidget* parent) : DockPanel(parent), m_panel(new DataIssuesPanel(parent)) {
    connect(m_panel, &DataIssuesPanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &DataIssuesPanel::cancelRequested, this, [this] {
      if (m_quality) {
        m_quality->cancel();
      }
    });
    connect(m_panel, &DataIssuesPanel::lookRequested, this, [this] {
      if (m_quality) {
        m_quality->look();
      }
    });
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    if (m_quality != shown.quality) {
      if (m_quality) {
        disconnect(m_quality, nullptr, this, nullptr);
      }
      m_quality = shown.quality;
      if (m_quality) {
        connect(m_quality, &TraceQuality::changed, this, &DataIssuesDock::showIssues);
        connect(m_quality, &TraceQuality::begun, this, &DataIssuesDock::showIssues);
      }
    }
    showIssues();
  }

 private:
  void showIssues() {
    m_panel->setIssues(m_quality ? m_quality->issues() : nullptr);
    m_panel->setLooking(m_quality && !m_quality->issues() && m_quality->isBusy());
  }

  DataIssuesPanel* m_panel;
  QPointer<TraceQuality> m_quality;
};

}  // namespace

constinit const DockKind dataIssuesDock{
    .name = "trust",
    .title = QT_TRANSLATE_NOOP("Words", "Data issues"),
    .text = QT_TRANSLATE_NOOP("Words", "Da&ta issues"),
    .shortcut = "Ctrl+I",
    .icon = "warning",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the data issues of this trace"),
    .takesFocus = true,
    .turnsToTimeline = true,
    .make = [](QWidget* parent) -> DockPanel* { return new DataIssuesDock(parent); },
};

}  // namespace kernline::ui
