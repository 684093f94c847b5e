// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/found_files.h"

#include <string_view>

namespace kernline {

/// Recognizes a file by its name and beginning (64 KiB of its text, or all); path and size are not set.
[[nodiscard]] FoundFile recognized(std::string_view name, std::string_view head);

/// Returns the entry of an unreadable file.
[[nodiscard]] FoundFile unreadable(std::string_view name, Message why);

}  // namespace kernline
