// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/recorded_texts.h"

#include "core/model/json/members.h"

#include <algorithm>

namespace kernline::recording {

StringId RecordedTexts::intern(std::string_view text) {
  if (text.empty()) {
    return StringId::empty;
  }
  std::string repaired;
  if (!chrome::isUtf8(text)) {
    repaired = text;
    static_cast<void>(chrome::repairUtf8(repaired));
    m_report.add(IssueKind::InvalidUtf8, 0, repaired);
    text = repaired;
  }
  const StringId known = m_builder.strings().find(text);
  return known != StringId::none ? known : m_builder.intern(affordable(text));
}

std::string_view RecordedTexts::affordable(std::string_view text) {
  text = text.substr(0, std::min<std::uint64_t>(m_budget, text.size()));
  m_budget -= text.size();
  return text;
}

}  // namespace kernline::recording
