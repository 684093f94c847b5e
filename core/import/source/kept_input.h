// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/import/source/layers.h"
#include "core/model/base/error.h"

#include <optional>

namespace kernline {

/// Says in `input` how `text` was wrapped, and how it begins.
void describeText(Input& input, const UnwrappedText& text);

/// Makes `text` the input's: it is stored as it is read, so that any place of it can be read again. Returns the error,
/// if any.
[[nodiscard]] std::optional<Error> keepWhatIsRead(Input& input, UnwrappedText text);

}  // namespace kernline
