// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace kernline::ui {

/// Frees a trace, or what is known of one, on a worker once the panels have had time to let go of it too.
void freeLater(std::shared_ptr<const void> value);

}  // namespace kernline::ui
