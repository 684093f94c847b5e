// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/json/members.h"

#include <string_view>

namespace kernline::samples {

/// The direct member `key` of an object; of an object that breaks off inside of an object or array under that key,
/// what there is of it.
[[nodiscard]] chrome::RawValue memberOrRest(std::string_view object, std::string_view key);

/// Whether an object or an array has no end.
[[nodiscard]] bool breaksOff(std::string_view text);

/// The elements of an array one by one, the last one too where the array breaks off inside of it.
class LooseElements {
 public:
  explicit LooseElements(std::string_view array);

  [[nodiscard]] bool next();
  [[nodiscard]] std::string_view text() const { return m_text; }

 private:
  chrome::MemberWalk m_walk;
  std::string_view m_rest;
  std::string_view m_text;
  bool m_isOver = false;
};

}  // namespace kernline::samples
