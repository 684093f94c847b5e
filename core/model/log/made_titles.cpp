// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/made_titles.h"

#include <span>
#include <string>
#include <string_view>

namespace kernline {

Message shownTitle(const Log& log, const LogTable& table) {
  const std::string_view title = log.text(table.title);
  const bool isMade = table.firstLine == 0;  // a title in the file has a line
  for (const Phrase phrase : isMade ? std::span<const Phrase>(made_titles::all) : std::span<const Phrase>()) {
    constexpr std::string_view gap = "%1";
    std::string_view begin = phrase.english();
    if (title == begin) {
      return phrase;
    }
    if (begin.ends_with(gap)) {
      begin.remove_suffix(gap.size());
      if (title.starts_with(begin)) {
        return phrase.with(title.substr(begin.size()));
      }
    }
  }
  return Message::name(std::string(title));
}

}  // namespace kernline
