// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUrl>

namespace kernline::ui {

/// Where a text of a log leads: an address of the web, or a file that is there, as it stands or seen from the log's
/// folder ("kernel.cu:42" leads to kernel.cu). Empty if it leads nowhere from here.
[[nodiscard]] QUrl linkTarget(const QString& text, const QString& logPath);

}  // namespace kernline::ui
