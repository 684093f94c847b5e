// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracks/tracks_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/tracks/tracks_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class TracksDock : public DockPanel {
 public:
  explicit TracksDock(QWidget* parent) : DockPanel(parent), m_panel(new TracksPanel(parent)) {}

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_panel->setScene(shown.view != nullptr ? &shown.view->scene() : nullptr);
  }

 private:
  TracksPanel* m_panel;
};

}  // namespace

constinit const DockKind tracksDock{
    .name = "tracks",
    .title = QT_TRANSLATE_NOOP("Words", "Tracks"),
    .text = QT_TRANSLATE_NOOP("Words", "Trac&ks"),
    .shortcut = "F4",
    .icon = "tracks",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the list of tracks"),
    .area = DockKind::Area::Left,
    .firstExtent = 40,
    .make = [](QWidget* parent) -> DockPanel* { return new TracksDock(parent); },
};

}  // namespace kernline::ui
