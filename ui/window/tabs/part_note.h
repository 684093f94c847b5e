// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

class FileTab;

/// Returns a note on unread parts of a file, for saved files; empty if all was read, or no file is open.
[[nodiscard]] QString partNote(const FileTab* file);

}  // namespace kernline::ui
