// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

namespace kernline::ui {

/// What the recorder says of its kernels and of the machine, in the language spoken; as it is where it is not known,
/// for the recorder may be newer, and kernels somebody's own.
[[nodiscard]] QString recorderText(const QString& text);

/// What is translated of it.
[[nodiscard]] std::span<const char* const> recorderTexts();

}  // namespace kernline::ui
