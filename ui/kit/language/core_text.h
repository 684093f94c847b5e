// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <QString>

#include <string_view>

namespace kernline::ui {

/// Returns a message of the core in the current language: its phrases are translated, names and figures are as they
/// are, on one line that is safe to show.
[[nodiscard]] QString coreText(const Message& message);
[[nodiscard]] QString coreText(Phrase phrase);

/// A word that may be the core's; any other, such as of a file, stays as it is.
[[nodiscard]] QString coreText(std::string_view word);

}  // namespace kernline::ui
