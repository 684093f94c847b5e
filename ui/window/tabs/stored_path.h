// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// The file itself of what may be a member of an archive: "runs.zip" of "runs.zip/train.log".
[[nodiscard]] QString storedPath(const QString& path);
/// What a tab calls it: the member by its whole name within the archive, else the file by its last.
[[nodiscard]] QString shortPath(const QString& path);
/// The same for however it is spelled.
[[nodiscard]] QString pathIdentity(const QString& path);

}  // namespace kernline::ui
