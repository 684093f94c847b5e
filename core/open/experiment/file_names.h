// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline {

/// Returns the part of a file's name that identifies its run, without endings and words for the kind of file:
/// "attn_seq256_trace.json.gz" and "attn_seq256.memory.pickle" are both "attn_seq256". Empty if none of it remains.
[[nodiscard]] std::string stemOf(std::string_view name);

/// "a/b" of "a/b/c.json"; empty for a file of the place itself.
[[nodiscard]] std::string_view folderOf(std::string_view name);

/// Returns the number of folders between two files: 0 for neighbors.
[[nodiscard]] std::size_t distanceBetween(std::string_view name, std::string_view other);

}  // namespace kernline
