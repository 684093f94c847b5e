// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline::remote {

/// Answers questions about one file (see FrameKind) from `input` on `output`, until nobody asks any more. Nothing else
/// is read than the file that was asked for and what stands beside it as when it is opened here.
void serve(int input, int output, std::string_view version, std::uint64_t maxMemory);

}  // namespace kernline::remote
