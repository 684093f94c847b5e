// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/timeline_scene.h"

class QMenu;

namespace kernline::ui {

/// What a person can do to a row, as the menu of its name. Deletes itself when it closes.
[[nodiscard]] QMenu* makeRowMenu(TimelineScene& scene, RowId row, QWidget* parent);

}  // namespace kernline::ui
