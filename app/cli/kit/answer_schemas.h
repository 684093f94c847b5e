// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <optional>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// The JSON Schemas of resources/schemas, by name: one for each kind of answer.
[[nodiscard]] std::vector<std::string_view> schemaNames();

/// The schema with all definitions that it refers to; nullopt for an unknown name.
[[nodiscard]] std::optional<Json> answerSchema(std::string_view name);

}  // namespace kernline::cli
