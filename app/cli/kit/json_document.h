// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace kernline::cli {

using Json = nlohmann::ordered_json;

/// Writes one JSON object member by member, each element of an array on a line of its own, so that an answer of any
/// length needs no more memory than one element. Bytes that are no UTF-8 become U+FFFD.
class JsonDocument {
 public:
  /// `schema` names the answer's schema in resources/schemas with its version, as "summary-1".
  JsonDocument(Output& output, std::string_view schema);

  void member(std::string_view key, const Json& value);
  void beginArray(std::string_view key);
  void element(const Json& value);
  void endArray();
  void array(std::string_view key, const Json& values);  ///< `values` is an array
  void end();

 private:
  void writeKey(std::string_view key);

  Output& m_output;
  bool m_isFirstMember = true;
  bool m_isFirstElement = true;
};

/// Formats a value on one line, with invalid UTF-8 replaced and without control characters for terminals.
[[nodiscard]] std::string toText(const Json& value);

/// A text value; views of no UTF-8 are fine.
[[nodiscard]] inline Json textValue(std::string_view text) {
  return Json(std::string{text});
}

}  // namespace kernline::cli
