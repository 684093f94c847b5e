// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/record_ring.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

enum class OperatorStep : std::uint8_t { Begin, BeginRange, BeginModule, End };

/// The fixed part of a record in the ring of a thread; the name and the packed arguments of a Begin follow.
struct OperatorRecord {
  std::int64_t time = 0;
  std::uintptr_t function = 0;  ///< address of the RecordFunction or module: joins begin and end
  std::int64_t sequence = -1;
  std::uint64_t forwardThread = 0;
  std::uint32_t nameBytes = 0;
  OperatorStep step = OperatorStep::Begin;
};

/// Makes events of the records of one thread.
class OperatorReader {
 public:
  OperatorReader(EventLines& lines, std::uint32_t thread) : m_lines(lines), m_thread(thread) {}

  void read(std::span<const std::byte> record);
  /// Operators that are still open, from the outermost, end at `time`.
  void end(std::int64_t time);
  /// Operators whose ends were lost.
  [[nodiscard]] std::uint64_t lost() const { return m_lost; }

 private:
  struct Open {
    OperatorRecord record;
    std::vector<std::byte> rest;  // name and arguments

    [[nodiscard]] std::string_view name() const {
      return {reinterpret_cast<const char*>(rest.data()), record.nameBytes};
    }
  };
  static void numberStep(Open& around, const OperatorRecord& inner);
  void add(const Open& open, std::int64_t end, bool isUnfinished);

  EventLines& m_lines;
  std::uint32_t m_thread;
  std::vector<Open> m_open;
  std::size_t m_depth = 0;  // open ones in m_open, which keeps its memory
  std::uint64_t m_lost = 0;
};

}  // namespace kernline::recorder
