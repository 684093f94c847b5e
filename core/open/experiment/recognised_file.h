// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/found_files.h"

#include <string_view>

namespace kernline {

/// What a file with this name and this beginning (64 KiB of its text, or all) is; its path and its size are not set.
[[nodiscard]] FoundFile recognised(std::string_view name, std::string_view head);

/// The same of one that cannot be read.
[[nodiscard]] FoundFile unreadable(std::string_view name, Message why);

}  // namespace kernline
