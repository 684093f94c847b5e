// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline::remote {

/// Answers questions about one file (see FrameKind) from `input` on `output`, until the input ends. It reads only the
/// requested file and the files next to it that are read when it is opened here.
void serve(int input, int output, std::string_view version, std::uint64_t maxMemory);

}  // namespace kernline::remote
