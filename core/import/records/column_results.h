// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline::records {

struct Member {
  std::string key;
  RawValue value;
};

[[nodiscard]] std::vector<Member> membersOf(std::string_view object);
[[nodiscard]] const RawValue* memberNamed(const std::vector<Member>& members, std::string_view key);
[[nodiscard]] std::vector<RawValue> valuesOf(std::string_view list);
/// Neither an object nor a list.
[[nodiscard]] bool isPlain(const RawValue& value);

/// Tables that a document holds by columns: lists by name, {"columns": [...], "data": [...]}, or {"n": {"0": 1, "1":
/// 2}}. A row for each place in the columns, if they are as long and measure something; else false.
[[nodiscard]] bool addColumnResults(const std::vector<Member>& members, RecordSource& source);

}  // namespace kernline::records
