// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// Kinds of data issues in a file's memory records: skipped or possibly wrong. One entry of `memoryIssueText` each.
enum class MemoryIssueKind : std::uint8_t {
  DamagedInput,      ///< the file ends early or is broken; what comes before is there
  MemoryLimit,       ///< the rest of the file was not read: out of memory
  OlderLeftOut,      ///< one of the oldest records was left out: out of memory
  RefusedCode,       ///< a pickle that calls for code, which was not run
  BadRecord,         ///< a record without what makes it one; left out
  UnknownAction,     ///< a kind of record that Kernline does not know
  FreeOfOlder,       ///< a free without its allocation: the block is older than the recording
  DoubleAllocation,  ///< an address handed out while in use: its free is missing, the old block ends there
  NegativeTotal,     ///< a total below zero
  ImpossibleTotal,   ///< a total beyond the device, or allocated beyond reserved
  InvalidSize,       ///< a size that no device has; left out
  NoTime,            ///< a record without a time, as older versions write; 1 ns after the one before it
  UnorderedTime,     ///< a record earlier than the one before it; moved to that one's time
  Count_
};

inline constexpr std::size_t memoryIssueKindCount = static_cast<std::size_t>(MemoryIssueKind::Count_);

struct MemoryIssueText {
  MemoryIssueKind kind;
  std::string_view key;          ///< stable key for programs, e.g. "free_of_older"
  std::string_view description;  ///< one short clause for people
  bool isDoubtful;               ///< a figure may be wrong; else it is a note
};

/// The text of a kind. Never fails for a kind below `Count_`.
[[nodiscard]] const MemoryIssueText& memoryIssueText(MemoryIssueKind kind);

struct MemoryIssue {
  std::uint64_t count = 0;
  std::string example;  ///< description of the first occurrence, with its place
};

/// Counts by kind.
class MemoryReport {
 public:
  void add(MemoryIssueKind kind, std::string_view example = {}, std::uint64_t count = 1);
  [[nodiscard]] const MemoryIssue& operator[](MemoryIssueKind kind) const {
    return m_issues[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] bool isEmpty() const;
  /// Returns a text on parts missing because of the memory limit; empty if none are.
  [[nodiscard]] Message missingPart() const;

 private:
  std::array<MemoryIssue, memoryIssueKindCount> m_issues;
};

}  // namespace kernline
