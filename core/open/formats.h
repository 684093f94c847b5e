// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/container.h"
#include "core/import/source/format_match.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/base/progress.h"
#include "core/open/document.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline {

/// Number of leading bytes by which a format is recognized.
inline constexpr std::size_t headBytes = formatHeadBytes;

/// Parameters of reading besides the file.
struct ReadContext {
  const LoadOptions& options;
  std::stop_token stop;
  Progress& progress;
};

/// A format of files: how it is recognized, and what reads it.
struct Format {
  /// Description in one clause, with the program that reads it if Kernline does not: "a PNG picture".
  Phrase name;
  /// Rates how much a text with this beginning (`headBytes` of it, or all) looks like the format.
  FormatMatch (*recognize)(std::string_view head);
  /// Reads it; nullptr for formats that are known only to be named.
  Expected<Document> (*open)(Input input, const ReadContext& reading) = nullptr;
  bool holdsTrace = false;
  std::string_view patterns = {};  ///< usual names of such files: "*.sqlite *.db"
};

/// Returns the format that reads a text with this beginning. Texts that no other format claims go to Chrome JSON, which
/// repairs much and refuses the rest.
[[nodiscard]] const Format& openerOf(std::string_view head);

/// Returns the format of a text that begins like this, readable or not.
[[nodiscard]] const Format& formatOf(std::string_view head);

/// Returns the format that reads a text that begins like this. nullptr for formats that are only named, and for source
/// code, in which a log would find numbers.
[[nodiscard]] const Format* readerOf(std::string_view head);

/// Returns true if `head` begins a text, by its first 4 KiB: none of the formats before the texts in the list.
[[nodiscard]] bool isText(std::string_view head);

/// Rates a member of an archive, which may be compressed itself, by what would read it.
[[nodiscard]] FormatMatch matchFormat(std::string_view head);

/// Describes, in one clause, a text that no format reads: "a PNG picture".
[[nodiscard]] Phrase describeContent(std::string_view head);

/// The names that files of all formats have, for a file dialog: "*.json *.sqlite …".
[[nodiscard]] std::string filePatterns();

}  // namespace kernline
