// SPDX-License-Identifier: GPL-3.0-or-later
// This folder saves pictures and text files, and asks for their paths.
#pragma once

#include "core/model/base/error.h"

#include <QString>

#include <string_view>

namespace kernline::ui {

/// Writes a file, complete or not at all; "-" is standard output. Disks may be slow: long contents are written off the
/// GUI thread. The result is a sentence on the saved file.
[[nodiscard]] Expected<QString> saveFile(const QString& path, std::string_view content);
/// Writes a file like the above; the result has a note at its end.
[[nodiscard]] Expected<QString> saveFile(const QString& path, std::string_view content, const QString& note);

/// `sentence`, and a note after it if there is one.
[[nodiscard]] QString withNote(const QString& sentence, const QString& note);

}  // namespace kernline::ui
