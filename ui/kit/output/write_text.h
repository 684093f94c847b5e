// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <QString>

#include <string>

namespace kernline::ui {

/// Writes a whole file. Off the GUI thread: disks may be slow. The result says what was saved.
[[nodiscard]] Expected<QString> writeTextFile(const QString& path, const std::string& text);

}  // namespace kernline::ui
