// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/query/query_panel.h"
#include "ui/views/timeline/shown_steps.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class QueryDock : public DockPanel {
 public:
  explicit QueryDock(QWidget* parent) : DockPanel(parent), m_panel(new QueryPanel(parent)) {
    connect(m_panel, &QueryPanel::spanRequested, this, &DockPanel::spanRequested);
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_panel->setTrace(shown.trace);
    disconnect(m_ofView);
    if (shown.view != nullptr) {
      const auto showSteps = [this, view = shown.view, trace = shown.trace] {
        m_panel->setSteps(view->trace() == trace ? view->scene().steps().found() : nullptr);
      };
      m_ofView = connect(&shown.view->scene(), &TimelineScene::stepsChanged, m_panel, showSteps);
      showSteps();
    }
  }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }

 private:
  QueryPanel* m_panel;
  QMetaObject::Connection m_ofView;
};

}  // namespace

constinit const DockKind queryDock{
    .name = "query",
    .title = QT_TRANSLATE_NOOP("Words", "Query"),
    .text = QT_TRANSLATE_NOOP("Words", "&Query"),
    .shortcut = "F2",
    .icon = "query",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the SQL page"),
    .openedLines = 20,  // a query and an answer want more room than a table
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new QueryDock(parent); },
};

}  // namespace kernline::ui
