// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

namespace kernline {

/// A descriptor of a nameless file that is gone when it is closed, however the process ends. In $TMPDIR, the user's
/// cache folder, /var/tmp or /tmp, whichever can be written first. Errors: none can.
[[nodiscard]] Expected<int> openTemporaryFile();

}  // namespace kernline
