// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the language of the window, and core's text in it.
#pragma once

#include <QString>

#include <string_view>

namespace kernline::ui {

/// UTF-8 of the core as Qt's text.
[[nodiscard]] inline QString qt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace kernline::ui
