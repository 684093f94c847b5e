// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kernline::recorder {

/// `text` as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that every reader takes the file.
std::string jsonString(std::string_view text);

}  // namespace kernline::recorder
