// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/scope.h"

#include <string_view>
#include <vector>

namespace kernline::logs {

/// Returns true if a line may be one; called for every line of a log.
[[nodiscard]] bool canBeCommand(std::string_view line, std::uint16_t marks);

/// The options of a command that a shell or a program printed before it ran: "$ python bench.py --batch-size 8",
/// "Namespace(batch_size=8, dtype='fp16')". Options without a value are "true"; those that name files are left out.
/// Empty if the line is no command.
[[nodiscard]] std::vector<Labeled> commandOptions(std::string_view line);

}  // namespace kernline::logs
