// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// HOST:PATH, a file of another machine.
[[nodiscard]] bool isRemotePath(const QString& path);

/// False for one that was here and is gone. Other machines are not asked.
[[nodiscard]] bool mayExist(const QString& path);

}  // namespace kernline::ui
