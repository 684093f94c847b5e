// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/event_texts.h"

#include "core/import/chrome_json/careful_event.h"
#include "core/import/chrome_json/fast_event.h"

namespace kernline {

namespace {

constexpr std::size_t typicalWindowBytes = std::size_t{1} << 20;
constexpr std::size_t maxWindowBytes = std::size_t{128} << 20;
/// A reader of damaged text may take the end of the window for the end of the event.
constexpr std::size_t typicalEventBytes = std::size_t{64} << 10;

/// Returns the position behind the event at `p`; nullptr if none can be read.
const char* behindEvent(const char* p, const char* end, std::uint64_t offset) {
  chrome::Event event;
  chrome::EventScratch scratch;
  ImportReport report;
  if (const char* after = chrome::readFastEvent(p, end, event, scratch, report)) {
    return after;
  }
  const chrome::CarefulRead read = chrome::readCarefully(p, end, offset, event, scratch, report);
  return read.isEvent ? read.after : nullptr;
}

}  // namespace

std::string_view EventTexts::at(std::uint64_t offset) {
  for (std::size_t window = typicalWindowBytes; window <= maxWindowBytes; window *= 8) {
    const bool isHeld = offset >= m_begin && offset < m_begin + m_window.size();
    const bool isTail = isHeld && m_begin + m_window.size() >= m_text.size();
    const bool isEnough = isHeld && (isTail || offset + typicalEventBytes < m_begin + m_window.size());
    if (!isEnough || window > typicalWindowBytes) {
      m_window = m_text.read(offset, window);
      m_begin = offset;
    }
    const std::string_view rest = std::string_view{m_window}.substr(offset - m_begin);
    if (rest.empty() || rest.front() != '{') {
      return {};
    }
    const char* const after = behindEvent(rest.data(), rest.data() + rest.size(), offset);
    if (after != nullptr) {
      return rest.substr(0, static_cast<std::size_t>(after - rest.data()));
    }
    if (offset + rest.size() >= m_text.size()) {
      break;
    }
  }
  return {};
}

}  // namespace kernline
