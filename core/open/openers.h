// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/formats.h"

namespace kernline {

// The readers of the formats in the list. Errors: those of `openDocument`.

[[nodiscard]] Expected<Document> openDatabase(Input input, const ReadContext& reading);
/// A report of Nsight Systems through its export; see exportOfReport.
[[nodiscard]] Expected<Document> openReport(Input input, const ReadContext& reading);
/// `spans.parquet` of an export, with the tables next to it.
[[nodiscard]] Expected<Document> openParquet(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openEvents(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openPerfetto(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openXplane(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openSpeedscope(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openPprof(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openPerfScript(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openTextProfile(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openEngineLog(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openFirefox(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openProton(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openPage(Input input, const ReadContext& reading);
/// A dump of NCCL's flight recorder, and those of the other ranks next to it.
[[nodiscard]] Expected<Document> openFlightDump(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openSnapshot(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openTimeline(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openExecutionTrace(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openNcuReport(Input input, const ReadContext& reading);
/// A Chrome trace; JSON without one may have tables, as nsys prints them.
/// The printed output of a notebook.
[[nodiscard]] Expected<Document> openNotebook(Input input, const ReadContext& reading);
/// A Chrome trace; JSON without one may have tables, as nsys prints them, or records of results.
[[nodiscard]] Expected<Document> openJson(Input input, const ReadContext& reading);
[[nodiscard]] Expected<Document> openLog(Input input, const ReadContext& reading);

/// Chrome trace JSON only.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> openChromeTrace(const std::shared_ptr<const Input>& input,
                                                                     const ReadContext& reading);

/// Returns the first bytes of the text, by which a format must show itself.
[[nodiscard]] std::string_view headOf(const Input& input);

}  // namespace kernline
