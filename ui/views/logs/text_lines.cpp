// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/text_lines.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxPages = 16;
constexpr std::size_t maxShownBytes = 8192;  // bytes of a line
constexpr std::size_t tabWidth = 8;

/// Drops the colors of a terminal ("\x1b[31m"), replaces tabs by blanks, and spells out other control characters.
std::string readable(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size() && text.size() < maxShownBytes; ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) {
        ++i;
      }
    } else if (line[i] == '\t') {
      text.append(tabWidth - text.size() % tabWidth, ' ');
    } else if (line[i] != '\r') {
      text += line[i];
    }
  }
  return printable(text);
}

}  // namespace

void TextLines::setLog(std::shared_ptr<const Log> log) {
  m_reading = {};
  m_pages.clear();
  m_log = std::move(log);
  Q_EMIT linesLoaded();
}

std::optional<QString> TextLines::line(std::uint32_t number) {
  if (number == 0 || number > count()) {
    return QString();
  }
  const std::uint32_t page = (number - 1) / pageLines;
  const auto found = m_pages.find(page);
  if (found == m_pages.end()) {
    m_wanted = page;
    if (!m_reading.isRunning()) {
      read(page);
    }
    return std::nullopt;
  }
  const std::size_t at = (number - 1) % pageLines;
  return at < found->second.size() ? found->second[at] : QString();  // only the first mebibyte of a page is read
}

void TextLines::read(std::uint32_t page) {
  m_reading = Job<Page>(
      [log = m_log, page](const std::stop_token&, Progress&) {
        const std::string text = log->lines(page * pageLines + 1, (page + 1) * pageLines);
        Page lines;
        std::string_view rest = text;
        while (!rest.empty()) {
          const std::size_t end = rest.find('\n');
          lines.push_back(qt(readable(rest.substr(0, end))));
          rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
        return Expected<Page>(std::move(lines));
      },
      [this, page](Expected<Page> lines) {
        if (m_pages.size() >= maxPages) {
          const auto distance = [page](std::uint32_t other) { return other > page ? other - page : page - other; };
          const bool dropsFirst = distance(m_pages.begin()->first) > distance(m_pages.rbegin()->first);
          m_pages.erase(dropsFirst ? m_pages.begin() : std::prev(m_pages.end()));
        }
        m_pages[page] = lines ? std::move(*lines) : Page();
        if (m_wanted != page && !m_pages.contains(m_wanted)) {
          read(m_wanted);
        }
        Q_EMIT linesLoaded();
      });
}

}  // namespace kernline::ui
