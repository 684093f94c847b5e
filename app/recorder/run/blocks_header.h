// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kernline::recorder {

/// The header that Kernline gives to a kernel of one's own that includes it.
inline constexpr const char* blocksHeaderName = "kernline_blocks.cuh";
[[nodiscard]] const char* blocksHeaderText();

}  // namespace kernline::recorder
