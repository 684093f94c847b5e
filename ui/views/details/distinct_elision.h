// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

namespace kernline::ui {

/// A text cut to a width so that it looks like none of `others`: in its middle, or, if others have the same ends, so
/// that the first place where it differs from them is visible. "…" replaces the cut part.
[[nodiscard]] QString elideDistinct(const QFontMetrics& metrics, const QString& text, const QStringList& others,
                                    int width);

}  // namespace kernline::ui
