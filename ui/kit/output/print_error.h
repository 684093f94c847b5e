// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline::ui {

/// One line on stderr, as all commands say what is wrong: "kernline: …".
void printError(std::string_view sentence);

}  // namespace kernline::ui
