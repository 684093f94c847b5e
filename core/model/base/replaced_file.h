// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace kernline {

/// Puts a file with `content` in the place of `file`, whole or not at all: it is written next to it first. Returns what
/// went wrong, "cannot write the file (No space left on device)."; nullopt if all went well.
[[nodiscard]] std::optional<Message> replaceFile(const std::filesystem::path& file, std::string_view content);

/// Removes the file if it exists. Returns an error like `replaceFile`.
[[nodiscard]] std::optional<Message> removeFile(const std::filesystem::path& file);

}  // namespace kernline
