// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_dock.h"

#include "ui/kit/language/qt_text.h"
#include "ui/views/dock/dock_panel.h"
#include "ui/views/source/source_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class SourceDock : public DockPanel {
 public:
  explicit SourceDock(QWidget* parent) : DockPanel(parent), m_panel(new SourcePanel(parent)) {}

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }
  void showTrace(const ShownTrace& shown) override { m_panel->setTrace(shown.trace); }
  void showSelection(const std::shared_ptr<const Trace>& trace, SpanId span) override {
    const bool isKernel = trace && span != SpanId::none && trace->kind(span) == SpanKind::Kernel;
    if (isKernel) {
      m_panel->showKernel(qt(trace->nameText(span)));
    }
  }
  void showSource(const HotLine& line) override { m_panel->showLine(line); }

 private:
  SourcePanel* m_panel;
};

}  // namespace

constinit const DockKind sourceDock{
    .name = "source",
    .title = QT_TRANSLATE_NOOP("Words", "Source"),
    .text = QT_TRANSLATE_NOOP("Words", "Sour&ce"),
    .shortcut = "Ctrl+F9",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the source lines and instructions where kernels spend time"),
    .openedLines = 20,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new SourceDock(parent); },
};

}  // namespace kernline::ui
