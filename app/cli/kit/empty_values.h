// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace kernline::cli {

/// The arguments of a command line, its command first, with "--filter=" as the two words "--filter" and "": CLI11 takes
/// the next word for the value of the former.
[[nodiscard]] std::vector<std::string> withEmptyValues(const CLI::App& program,
                                                       const std::vector<std::string>& arguments);

}  // namespace kernline::cli
