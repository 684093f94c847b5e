// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/document_facts.h"

#include <cstdint>
#include <string_view>

namespace kernline::chrome {

/// Result of walking a document's own members.
struct DocumentStop {
  enum class Kind : std::uint8_t {
    Events,     ///< an event array; `at` is after its bracket
    End,        ///< the end of the document
    Truncated,  ///< the end of the text inside the document
    NotATrace,  ///< no document of a trace begins here
  };
  Kind kind = Kind::NotATrace;
  std::uint64_t at = 0;
};

/// Walks a document's own members up to its events, and from after them to its end. Offsets are into the text given.
class DocumentWalk {
 public:
  explicit DocumentWalk(DocumentFacts& facts) : m_facts(facts) {}

  /// Reads the beginning of a document. An array is an event array; an object is searched for one, wrappers included;
  /// an object that is an event itself begins a series of events without brackets.
  [[nodiscard]] DocumentStop begin(std::string_view text);

  /// Continues after an event array's bracket (relative to `text`).
  [[nodiscard]] DocumentStop resume(std::string_view text, std::uint64_t at);

  /// Whether anything that only traces have has been seen.
  [[nodiscard]] bool sawTraceMember() const { return m_sawTraceMember; }
  /// True if the event array found last is in an object.
  [[nodiscard]] bool isInsideObject() const { return m_depth != 0; }

 private:
  [[nodiscard]] DocumentStop walkMembers(std::string_view text, std::uint64_t at);
  void take(std::string_view key, std::string_view raw, bool isString);

  DocumentFacts& m_facts;
  std::uint32_t m_depth = 0;  // number of objects open around the event array
  bool m_sawTraceMember = false;
};

}  // namespace kernline::chrome
