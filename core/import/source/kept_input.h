// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/import/source/layers.h"
#include "core/model/base/error.h"

#include <optional>

namespace kernline {

/// Says in `input` how `text` was wrapped, and how it begins.
void describeText(Input& input, const UnwrappedText& text);

/// Makes `text` the input's: it is kept as it is read, for whoever wants a place of it again.
/// Returns what went wrong, if anything.
[[nodiscard]] std::optional<Error> keepWhatIsRead(Input& input, UnwrappedText text);

}  // namespace kernline
