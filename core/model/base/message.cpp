// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"

#include "core/model/base/text.h"

#include <cerrno>
#include <system_error>

namespace kernline {

Message Message::systemError(int number) {
  switch (number) {
    case ENOENT:
      return Phrase::tr("No such file or directory");
    case EACCES:
    case EPERM:
      return Phrase::tr("Permission denied");
    case EISDIR:
      return Phrase::tr("Is a directory");
    case ENOTDIR:
      return Phrase::tr("Not a directory");
    case ENOSPC:
      return Phrase::tr("No space left on device");
    case EROFS:
      return Phrase::tr("Read-only file system");
    default:
      return name(std::generic_category().message(number));
  }
}

Message Message::then(Message next) const {
  return isEmpty() ? std::move(next) : Phrase::tr("%1 %2").with(*this, std::move(next));
}

bool Message::beginsWithName() const {
  if (isName()) {
    return true;
  }
  const bool isGap = m_text.size() > 1 && m_text[0] == '%' && isDigit(m_text[1]);
  const std::size_t number = isGap ? static_cast<std::size_t>(m_text[1] - '0') : 0;
  return number > 0 && number <= m_arguments.size() && m_arguments[number - 1].beginsWithName();
}

std::string Message::english() const {
  return in([](std::string_view phrase) { return std::string(phrase); });
}

std::string Message::in(const Translation& translation) const {
  if (m_kind == Kind::Name) {
    return m_text;
  }
  const std::string frame = translation(m_text);
  std::string filled;
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const bool isGap = frame[i] == '%' && i + 1 < frame.size() && isDigit(frame[i + 1]) && frame[i + 1] != '0';
    const std::size_t number = isGap ? static_cast<std::size_t>(frame[i + 1] - '0') : 0;
    if (number == 0 || number > m_arguments.size()) {
      filled += frame[i];
      continue;
    }
    filled += m_arguments[number - 1].in(translation);
    ++i;
  }
  return filled;
}

}  // namespace kernline
