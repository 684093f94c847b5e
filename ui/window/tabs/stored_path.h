// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// The file itself of what may be a member of an archive: "runs.zip" of "runs.zip/train.log".
[[nodiscard]] QString storedPath(const QString& path);
/// Returns the short name in a tab: the member by its whole name within the archive, else the file by its last.
[[nodiscard]] QString shortPath(const QString& path);
/// Returns an identity that is equal for all spellings of a path.
[[nodiscard]] QString pathIdentity(const QString& path);

}  // namespace kernline::ui
