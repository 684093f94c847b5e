// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace kernline::cli::mcp {

bool LineReader::readMore() {
  std::array<char, 65536> bytes{};
  for (;;) {
    const ssize_t got = ::read(m_descriptor, bytes.data(), bytes.size());
    if (got > 0) {
      m_buffer.append(bytes.data(), static_cast<std::size_t>(got));
      return true;
    }
    if (got == 0 || errno != EINTR) {
      return false;
    }
  }
}

std::optional<LineReader::Line> LineReader::next() {
  m_buffer.erase(0, std::exchange(m_begin, 0));
  Line line;
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = m_buffer.find('\n', searched);
    if (end != std::string::npos) {
      line.isTooLong = line.isTooLong || end > m_maxBytes;
      line.text = line.isTooLong ? std::string() : m_buffer.substr(0, end);
      m_begin = end + 1;
      return line;
    }
    if (m_buffer.size() > m_maxBytes) {
      line.isTooLong = true;
      m_buffer.clear();
    }
    searched = m_buffer.size();
    if (!readMore()) {
      line.text = std::exchange(m_buffer, {});
      return line.text.empty() && !line.isTooLong ? std::nullopt : std::optional(std::move(line));
    }
  }
}

}  // namespace kernline::cli::mcp
