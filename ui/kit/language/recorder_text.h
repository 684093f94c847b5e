// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

namespace kernline::ui {

/// Translates the recorder's text on its kernels and the machine; unknown text is unchanged, as the recorder may be
/// newer and kernels the user's own.
[[nodiscard]] QString recorderText(const QString& text);

/// Returns the texts that are translated.
[[nodiscard]] std::span<const char* const> recorderTexts();

}  // namespace kernline::ui
