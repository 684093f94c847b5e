// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kernline::recorder {

/// Demangles a C++ name; other names are unchanged.
[[nodiscard]] std::string demangled(const std::string& name);

/// Names as JSON strings, made once for each name. Forgets all when there are very many: a program may make a new name
/// for every range.
class QuotedNames {
 public:
  /// Valid until the next call. With `demangle`, a mangled C++ name becomes what its author wrote.
  std::string_view quoted(std::string_view name, bool demangle = false);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Names = std::unordered_map<std::string, std::string, Hash, std::equal_to<>>;
  Names m_plain;
  Names m_demangled;
};

}  // namespace kernline::recorder
