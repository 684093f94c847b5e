// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::ui {

/// Prints one line on stderr, in the form of all commands' errors: "kernline: …".
void printError(std::string_view sentence);

}  // namespace kernline::ui
