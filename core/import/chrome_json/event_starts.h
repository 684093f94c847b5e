// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

namespace kernline::chrome {

/// `findEventStart` for repeated calls in one text: no part is searched twice, however few starts there are.
class EventStarts {
 public:
  /// Forgets starts before `p`, which are no longer needed.
  void forgetBefore(const char* p);
  /// The first start at or after `p`; `end` if there is none.
  [[nodiscard]] const char* from(const char* p, const char* end);

 private:
  const char* m_end = nullptr;
  const char* m_begin = nullptr;    // known from here
  const char* m_reached = nullptr;  // known up to here
  std::deque<const char*> m_starts;
};

}  // namespace kernline::chrome
