// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kernline::cli {

/// Adds `name`_ns. For records without times it is null, and `name`_event is the number of the record.
inline void addMoment(Json& json, const std::string& name, std::optional<std::int64_t> moment, bool areEvents) {
  const Json value = moment ? Json(*moment) : Json{};
  json[name + "_ns"] = areEvents ? Json{} : value;
  if (areEvents) {
    json[name + "_event"] = value;
  }
}

}  // namespace kernline::cli
