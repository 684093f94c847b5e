// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kernline::remote {

/// Equal for a file, or a folder, that was not written since. For a member of an archive it is that of the archive.
[[nodiscard]] std::string identityOf(const std::string& path);

}  // namespace kernline::remote
