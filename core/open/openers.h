// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/formats.h"

namespace kernline {

// What the formats in the list are read with. Errors: those of `openDocument`.

[[nodiscard]] Expected<Document> openDatabase(Input input, const Opening& opening);
[[nodiscard]] Expected<Document> openEvents(Input input, const Opening& opening);
[[nodiscard]] Expected<Document> openPage(Input input, const Opening& opening);
[[nodiscard]] Expected<Document> openSnapshot(Input input, const Opening& opening);
[[nodiscard]] Expected<Document> openTimeline(Input input, const Opening& opening);
/// What a notebook printed.
[[nodiscard]] Expected<Document> openNotebook(Input input, const Opening& opening);
/// A Chrome trace; JSON without one may hold tables, as nsys prints them, or records of results.
[[nodiscard]] Expected<Document> openJson(Input input, const Opening& opening);
[[nodiscard]] Expected<Document> openLog(Input input, const Opening& opening);

/// Chrome trace JSON and nothing else.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> openChromeTrace(const std::shared_ptr<const Input>& input,
                                                                     const Opening& opening);

/// By what a format must show itself: the first bytes of the text.
[[nodiscard]] std::string_view headOf(const Input& input);

}  // namespace kernline
