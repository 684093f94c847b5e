// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/source_text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// Reads events from texts many at a time on this thread while it lives, for readers of a trace in the order of the
/// file: each by itself costs a system call. Changes of the file in between are not seen at once, so let it live for
/// some thousand events, not longer.
class ReadAhead {
 public:
  ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  /// Returns the one of this thread; nullptr if there is none.
  [[nodiscard]] static ReadAhead* current();

  /// Sets the start of the following event: the next event to be read ends before `offset`.
  void endBefore(std::uint64_t offset) { m_end = offset; }
  /// Returns the offset of `endBefore`, or the end of the event.
  [[nodiscard]] std::uint64_t end() const { return m_end; }

  /// Returns the same as `text.read`; valid until the next call.
  [[nodiscard]] std::string_view read(const SourceText& text, std::uint64_t offset, std::size_t length);

 private:
  ReadAhead* m_before;
  const SourceText* m_text = nullptr;
  std::uint64_t m_begin = 0;
  std::string m_read;
  std::uint64_t m_end = 0;
  std::size_t m_asked = 0;  // bytes of it, those that were read twice counted twice
};

}  // namespace kernline
