// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/document.h"
#include "core/import/events/event_batch.h"
#include "core/model/base/source_text.h"

#include <functional>
#include <stop_token>

namespace kernline::chrome {

/// Reads the events of a text that has been imported before once more, in file order, a few megabytes at a time, and
/// the rest of the document. Returns early when stopped.
[[nodiscard]] DocumentFacts rereadEvents(const SourceText& text,
                                         const std::function<void(const EventBatch&, const Interner&)>& take,
                                         const std::stop_token& stop);

}  // namespace kernline::chrome
