// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kernline::recorder {

/// `text` as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that every reader takes the file.
std::string jsonString(std::string_view text);

/// Returns true if `text` can be in the place of events without breaking the text around it: whole objects and lists
/// between commas, in UTF-8. A recorded program that overwrites its memory may send anything.
bool areEventLines(std::string_view text);

/// Returns `text` with control characters replaced by question marks.
std::string withoutControlCharacters(std::string text);

}  // namespace kernline::recorder
