// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUrl>

namespace kernline::ui {

/// Returns the target of a text of a log: an address of the web, or an existing file, by its path or from the log's
/// folder ("kernel.cu:42" leads to kernel.cu). Empty if there is none.
[[nodiscard]] QUrl linkTarget(const QString& text, const QString& logPath);

}  // namespace kernline::ui
