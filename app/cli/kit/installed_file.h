// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace kernline::cli {

/// The folder of this program; empty if unknown.
[[nodiscard]] std::filesystem::path programFolder();

/// A file that comes with the program, as "samples/x.json", by where packages and builds put it; empty if it is not
/// there.
[[nodiscard]] std::string installedFile(const std::string& relative);

}  // namespace kernline::cli
