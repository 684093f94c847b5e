// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples/loose_json.h"

#include <algorithm>
#include <string>

namespace kernline::samples {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

/// Returns the text as an object or array if it begins with a bracket.
RawValue openValue(std::string_view text) {
  RawValue value;
  if (text.starts_with('{') || text.starts_with('[')) {
    value.kind = text.front() == '{' ? RawValue::Kind::Object : RawValue::Kind::Array;
    value.text = text;
  }
  return value;
}

std::string_view behindSpace(std::string_view text, std::string_view separators) {
  return text.substr(std::min(text.find_first_not_of(separators), text.size()));
}

}  // namespace

RawValue memberOrRest(std::string_view object, std::string_view key) {
  RawValue found;
  MemberWalk walk(object);
  const char* behind = object.data();
  while (walk.next()) {
    behind = walk.value().text.data() + walk.value().text.size();
    if (walk.key().text == key) {
      found = walk.value();
    }
  }
  if (found.kind != RawValue::Kind::None || !walk.broke() || object.empty()) {
    return found;
  }
  const std::string_view rest = object.substr(static_cast<std::size_t>(behind - object.data()));
  const std::string quoted = "\"" + std::string(key) + "\"";
  const std::size_t at = rest.find(quoted);
  return at == std::string_view::npos ? found : openValue(behindSpace(rest.substr(at + quoted.size()), " \t\r\n:"));
}

bool breaksOff(std::string_view text) {
  MemberWalk walk(text);
  while (walk.next()) {
  }
  return walk.broke();
}

LooseElements::LooseElements(std::string_view array) : m_walk(array), m_rest(array.substr(array.empty() ? 0 : 1)) {}

bool LooseElements::next() {
  if (m_isOver) {
    return false;
  }
  if (m_walk.next()) {
    m_text = m_walk.value().text;
    const char* const end = m_rest.data() + m_rest.size();
    const char* const behind = m_text.data() + m_text.size();
    m_rest = {behind, static_cast<std::size_t>(end - behind)};
    return true;
  }
  m_isOver = true;
  m_text = m_walk.broke() ? openValue(behindSpace(m_rest, " \t\r\n,")).text : std::string_view{};
  return !m_text.empty();
}

}  // namespace kernline::samples
