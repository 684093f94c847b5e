// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace kernline::ui {

/// An icon of resources/icons by its file name without ending, drawn in the palette's text color at any scale.
/// No file is read before the first paint.
[[nodiscard]] QIcon icon(const QString& name);

/// Makes the files under ":/" readable: a static library needs this call.
void loadResources();

}  // namespace kernline::ui
