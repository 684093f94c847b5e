// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace kernline::test {

/// Returns the problems of a JSON answer by the schema that it names, a line each, at most ten; empty if there are
/// none. Members that the schema does not have are problems, too.
[[nodiscard]] std::string schemaProblems(const nlohmann::json& answer);

/// The same of any value by a definition ("CallToolResult") of a document of schemas that others have published.
/// Members that it does not know are fine.
[[nodiscard]] std::string problemsBy(const nlohmann::json& document, const std::string& definition,
                                     const nlohmann::json& value);

/// Members that a schema describes, as "summary: devices.[].idle_ns", and that no answer checked so far had.
[[nodiscard]] std::set<std::string> membersWithoutAnswer(const std::string& name);

}  // namespace kernline::test
