// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <expected>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli::mcp {

/// A block of image content: the picture of these files by `kernline render` with these options, as PNG in base64.
/// It is drawn by a process of its own, which has a minute. Failures: its message, a folder among the files, a
/// picture too large to send; one sentence.
[[nodiscard]] std::expected<Json, std::string> renderedPicture(const std::vector<std::string>& options,
                                                               const std::vector<std::string>& files,
                                                               const std::stop_token& stop);

/// RFC 4648, section 4.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace kernline::cli::mcp
