// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/output/picture.h"

#include <optional>

namespace kernline::ui {

/// Asks how a picture of `subject` is to look; std::nullopt if canceled. It begins with what is seen, and
/// with the scale chosen last.
[[nodiscard]] std::optional<PictureLook> askPictureLook(QWidget* parent, const QWidget& subject);

}  // namespace kernline::ui
