// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <QString>

namespace kernline::ui {

/// "Kernel", "Device memcpy", … in words.
[[nodiscard]] QString kindText(SpanKind kind);

}  // namespace kernline::ui
