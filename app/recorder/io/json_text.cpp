// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/json_text.h"

#include <nlohmann/json.hpp>

namespace kernline::recorder {

std::string jsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace kernline::recorder
