// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/samples/stack_row.h"
#include "core/import/source/whole_text.h"
#include "core/model/json/members.h"
#include "core/model/trace/event_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::speedscope {

/// A value of a profile as nanoseconds: by how many powers of ten it must be multiplied (speedscope's "unit").
struct ValueUnit {
  int exponent = 0;    ///< power of ten, in nanoseconds
  bool isTime = true;  ///< false: bytes, or without a unit
};
/// nullopt for a unit that the format does not have.
[[nodiscard]] std::optional<ValueUnit> unitOf(std::string_view name);

/// A number in nanoseconds; nullopt if it is none.
[[nodiscard]] std::optional<std::int64_t> nanosecondsOf(const chrome::RawValue& value, ValueUnit unit);

/// The number of a frame; nullopt if it is none of `count`.
[[nodiscard]] std::optional<std::uint32_t> frameOf(const chrome::RawValue& value, std::size_t count);

/// The frames of spans with the file's fields of each: file, line, column.
[[nodiscard]] std::shared_ptr<const EventSource> framesAsEvents(std::shared_ptr<const WholeText> text,
                                                                std::vector<samples::Frame> frames);

}  // namespace kernline::speedscope
