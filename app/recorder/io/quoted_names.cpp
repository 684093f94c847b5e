// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/quoted_names.h"

#include "app/recorder/io/json_text.h"

#include <cxxabi.h>

#include <cstdlib>

namespace kernline::recorder {

namespace {

constexpr std::size_t maxNames = 1 << 16;
constexpr std::size_t maxNameBytes = 1 << 16;  // bytes; an event must fit into a frame

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) {
    return name;
  }
  int status = 0;
  char* plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status != 0 || plain == nullptr) {
    return name;
  }
  std::string text(plain);
  std::free(plain);  // __cxa_demangle allocates with malloc
  return text;
}

std::string_view QuotedNames::quoted(std::string_view name, bool demangle) {
  Names& names = demangle ? m_demangled : m_plain;
  if (name.size() > maxNameBytes) {
    name = name.substr(0, maxNameBytes);
  }
  if (const auto known = names.find(name); known != names.end()) {
    return known->second;
  }
  if (names.size() >= maxNames) {
    names.clear();
  }
  const std::string owned(name);
  return names.emplace(owned, jsonString(demangle ? demangled(owned) : owned)).first->second;
}

}  // namespace kernline::recorder
