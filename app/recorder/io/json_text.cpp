// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/json_text.h"

#include <nlohmann/json.hpp>

namespace kernline::recorder {

std::string jsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool areEventLines(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \n");
  if (first == std::string_view::npos || text[first] != ',') {
    return first == std::string_view::npos;
  }
  std::string list = "[";
  list.append(text.substr(first + 1)) += ']';
  return nlohmann::json::accept(list);
}

std::string harmless(std::string text) {
  const auto byteAt = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned first = byteAt(i);
    const unsigned second = byteAt(i + 1);
    const unsigned third = byteAt(i + 2);
    const bool isControl = first < 0x20 || first == 0x7F;
    const bool isLateControl = first == 0xC2 && second >= 0x80 && second < 0xA0;
    const bool isDirection =
        first == 0xE2 && ((second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
                          (second == 0x81 && third >= 0xA6 && third <= 0xA9));
    const std::size_t length = isControl ? 1 : isLateControl ? 2 : isDirection ? 3 : 0;
    text.replace(i, length, length, '?');
  }
  return text;
}

}  // namespace kernline::recorder
