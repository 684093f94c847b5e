// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/source_text.h"
#include "core/model/trace/event_source.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace kernline::chrome {

/// The event whose `{` is at `offset`, as far as it can be read. If a key occurs twice, the last one counts.
[[nodiscard]] EventDetails readDetails(const SourceText& text, std::uint64_t offset);

/// The events of a Chrome trace, by the byte at which each begins in its text.
[[nodiscard]] std::shared_ptr<const EventSource> eventsOf(std::shared_ptr<const SourceText> text);

/// A JSON value as a tree. Values nested deeper than 100 levels stay raw text.
[[nodiscard]] ArgNode toTree(std::string_view json);

}  // namespace kernline::chrome
