// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/json/members.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::firefox {

/// A column of numbers: null, and what is no number, is `absent`.
inline constexpr std::int64_t absent = INT64_MIN;
using Column = std::vector<std::int64_t>;
[[nodiscard]] Column columnOf(std::string_view table, std::string_view name);
/// A column of milliseconds in nanoseconds.
[[nodiscard]] Column timesOf(std::string_view table, std::string_view name);

/// Texts that tables name by number.
using Texts = std::vector<chrome::RawValue>;
[[nodiscard]] std::shared_ptr<const Texts> textsOf(std::string_view array);

/// The tables that turn the number of a stack into functions. Those that a thread does not have itself, it shares with
/// all threads (versions from 56 on).
struct ThreadTables {
  std::uint64_t begin = 0;  ///< offset of the thread in the text
  std::uint64_t end = 0;
  Column stackFrame;
  Column stackPrefix;
  Column frameFunc;
  Column frameLine;
  Column funcName;
  Column funcFile;
  std::shared_ptr<const Texts> texts;

  /// Frames from the root to the leaf; of deeper stacks the innermost `most`.
  void stackOf(std::int64_t stack, std::size_t most, std::vector<std::int64_t>& frames) const;
  [[nodiscard]] std::string text(std::int64_t number) const;  ///< repaired; empty if there is none
  [[nodiscard]] std::int64_t funcOf(std::int64_t frame) const;
  [[nodiscard]] std::string nameOf(std::int64_t frame) const;
  [[nodiscard]] std::string fileOf(std::int64_t frame) const;
  [[nodiscard]] std::int64_t lineOf(std::int64_t frame) const;  ///< line number, or `absent`
};

/// `shared` is the document's own object of that name.
[[nodiscard]] ThreadTables readTables(std::string_view thread, std::string_view shared,
                                      const std::shared_ptr<const Texts>& sharedTexts);

}  // namespace kernline::firefox
