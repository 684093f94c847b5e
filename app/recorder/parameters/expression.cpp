// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <limits>

#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

constexpr int maxNesting = 100;

class Reader {
 public:
  using ValueOf = std::function<std::optional<std::int64_t>(std::string_view)>;

  Reader(std::string_view text, const ValueOf& valueOf) : m_text(text), m_valueOf(valueOf) {}

  std::int64_t all() {
    const std::int64_t value = sum();
    if (peek() != '\0') {
      refuse(fmt::format("unexpected \"{}\"", m_text.substr(m_at)));
    }
    return value;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw Failure(ExitCode::wrongUsage, fmt::format("in \"{}\": {}", m_text, problem));
  }

  char peek() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) {
      ++m_at;
    }
    return m_at < m_text.size() ? m_text[m_at] : '\0';
  }

  std::int64_t sum() {
    std::int64_t value = product();
    for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
      ++m_at;
      const std::int64_t right = product();
      const bool over =
          sign == '+' ? __builtin_add_overflow(value, right, &value) : __builtin_sub_overflow(value, right, &value);
      if (over) {
        refuse("a number exceeds 64 bits");
      }
    }
    return value;
  }

  std::int64_t product() {
    std::int64_t value = factor();
    for (char sign = peek(); sign == '*' || sign == '/' || sign == '%'; sign = peek()) {
      ++m_at;
      const std::int64_t right = factor();
      if (sign == '*') {
        if (__builtin_mul_overflow(value, right, &value)) {
          refuse("a number exceeds 64 bits");
        }
        continue;
      }
      if (right == 0 || (right == -1 && value == std::numeric_limits<std::int64_t>::min())) {
        refuse("division by zero");
      }
      value = sign == '/' ? value / right : value % right;
    }
    return value;
  }

  std::int64_t factor() {
    if (++m_depth > maxNesting) {
      refuse("too many nested brackets");
    }
    const char first = peek();
    std::int64_t value = 0;
    if (first == '(') {
      ++m_at;
      value = sum();
      if (peek() != ')') {
        refuse("missing closing bracket");
      }
      ++m_at;
    } else if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
      value = number();
    } else {
      value = named();
    }
    --m_depth;
    return value;
  }

  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
    if (error != std::errc{}) {
      refuse("a number exceeds 64 bits");
    }
    m_at = static_cast<std::size_t>(end - m_text.data());
    return value;
  }

  std::int64_t named() {
    const std::size_t start = m_at;
    while (m_at < m_text.size() &&
           (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 || m_text[m_at] == '_')) {
      ++m_at;
    }
    const std::string_view name = m_text.substr(start, m_at - start);
    if (name.empty()) {
      refuse("expected a number, a name or a bracket");
    }
    const std::optional<std::int64_t> value = m_valueOf(name);
    if (!value) {
      refuse(fmt::format("unknown parameter {}", name));
    }
    return *value;
  }

  std::string_view m_text;
  const ValueOf& m_valueOf;
  std::size_t m_at = 0;
  int m_depth = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view expression,
                      const std::function<std::optional<std::int64_t>(std::string_view name)>& valueOf) {
  return Reader(expression, valueOf).all();
}

}  // namespace kernline::recorder
