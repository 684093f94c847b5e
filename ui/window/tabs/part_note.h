// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

class FileTab;

/// What of a file was not read, for what is saved of it; empty: all was, or nothing is open.
[[nodiscard]] QString partNote(const FileTab* file);

}  // namespace kernline::ui
