// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace kernline::ui {

/// What the core says, which is English, in the language spoken. Sentences with names and figures in them are known by
/// their patterns; what is not known at all, a word of somebody's file, stays as it is.
[[nodiscard]] QString coreText(std::string_view text);

/// What is translated of the core's: whole texts, and patterns with %1 to %9 for what varies.
[[nodiscard]] std::span<const char* const> coreTextsOfFiles();
[[nodiscard]] std::span<const char* const> coreTextsOfWords();
[[nodiscard]] std::span<const char* const> coreTextsOfQueries();
[[nodiscard]] std::span<const char* const> corePatterns();
[[nodiscard]] std::span<const char* const> corePatternsOfQueries();

}  // namespace kernline::ui
