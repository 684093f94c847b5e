// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline::ncu {

/// The first bytes of a report of Nsight Compute (.ncu-rep).
inline constexpr std::string_view reportMark{"NVR\0", 4};

/// Limits strings and parts, which are only counted beyond: a file can announce and hold more than memory does.
inline constexpr std::size_t maxReportStrings = std::size_t{1} << 22;
inline constexpr std::size_t maxReportParts = std::size_t{1} << 22;

/// A launch as the report has it, not decoded yet.
struct LaunchMessage {
  std::string_view bytes;       ///< a ProfileResult
  std::size_t stringTable = 0;  ///< index of the table in `ReportParts::stringTables` with its metrics' names
};

/// A report cut into its messages; all of them lie in the bytes it was cut from.
///
///     "NVR\0", uint32 length, FileHeader
///     { uint32 length, BlockHeader, PayloadSize bytes of { uint32 length, message } }…
///
/// A payload has its block's sources first, then its launches, then its ranges. A string table comes with the block
/// that needs it first, and serves all blocks after it. NVIDIA publishes the messages as ProfilerReport.proto and
/// others in extras/FileFormat of Nsight Compute.
struct ReportParts {
  std::vector<std::vector<std::string_view>> stringTables;
  std::vector<std::string_view> sources;   ///< ProfileSource messages
  std::vector<LaunchMessage> launches;     ///< file order
  std::vector<std::string_view> sessions;  ///< ReportSessionDetails messages, each with other members
  std::uint64_t ranges = 0;                ///< results of several launches together, which are not decoded
  std::uint64_t damagedBlocks = 0;         ///< headers or payloads that are no such messages
  std::uint64_t leftOut = 0;               ///< strings and parts beyond the bounds
  bool isCut = false;                      ///< a length leads beyond the end
};

/// Never fails: damage is counted, and the parts before it are there.
[[nodiscard]] ReportParts cutReport(std::string_view report);

}  // namespace kernline::ncu
