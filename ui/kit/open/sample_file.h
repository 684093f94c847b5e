// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <QString>

namespace kernline::ui {

/// The sample that comes with the program: installed next to it, or in the source tree it was built from.
[[nodiscard]] Expected<QString> sampleFile();

}  // namespace kernline::ui
