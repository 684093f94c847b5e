// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// The file or folder `relative` ("samples/x.json.gz", "docs") of what is installed with the program, or, for a program
/// that is run from its build folder, of the sources' resources. Empty where it is missing.
[[nodiscard]] QString installedFile(const QString& relative);

}  // namespace kernline::ui
