// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/timeline_scene.h"

class QMenu;

namespace kernline::ui {

/// Makes the menu of a row's name with its actions. It deletes itself when it closes.
[[nodiscard]] QMenu* makeRowMenu(TimelineScene& scene, RowId row, QWidget* parent);

}  // namespace kernline::ui
