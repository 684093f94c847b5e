// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kernline::remote {

/// Equal for a file, or a folder, that nobody has written since. Of a member of an archive: of the archive.
[[nodiscard]] std::string identityOf(const std::string& path);

}  // namespace kernline::remote
