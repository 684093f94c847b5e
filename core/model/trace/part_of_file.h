// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

/// The key of a metadata entry which marks an export of a part of the trace's file: a JSON string.
inline constexpr std::string_view partOfFileKey = "partOfFile";

/// Returns whether the trace was exported from a part of another.
[[nodiscard]] bool isExportOfPart(const Trace& trace);

/// The sentence for such an export.
[[nodiscard]] Phrase exportOfPart();

/// The sentence for a trace of whose file only a part in time was read.
[[nodiscard]] Message notReadOutsideRange(std::uint64_t events);

/// A sentence if the memory limit ended the reading of the trace's file, or of the file that it was exported from, or
/// if only a range of time was read; empty otherwise.
[[nodiscard]] Message missingPart(const Trace& trace);

/// Returns the same as metadata for exports of the trace; std::nullopt if all of the file was read, or
/// `trace.metadata()` has it already.
[[nodiscard]] std::optional<MetadataEntry> partOfFileEntry(const Trace& trace);

}  // namespace kernline
