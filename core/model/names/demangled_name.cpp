// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/demangled_name.h"

#include <libiberty/demangle.h>

#include <cstddef>

namespace kernline {

namespace {

constexpr std::size_t maxMangledBytes = 32768;
constexpr std::size_t maxDemangledBytes = 8192;

/// Thrown through the demangler to end it early; the demangler holds no memory that would have to be freed.
struct IsLongEnough {};

extern "C" void takePart(const char* part, std::size_t size, void* to) {
  auto& text = *static_cast<std::string*>(to);
  text.append(part, size);
  if (text.size() > maxDemangledBytes) {
    throw IsLongEnough{};
  }
}

}  // namespace

std::optional<std::string> demangled(std::string_view text) {
  if (!text.starts_with("_Z") || text.size() > maxMangledBytes || text.contains('\0')) {
    return std::nullopt;
  }
  std::string result;
  try {
    if (cplus_demangle_v3_callback(std::string(text).c_str(), DMGL_PARAMS | DMGL_ANSI, &takePart, &result) == 0) {
      return std::nullopt;
    }
  } catch (const IsLongEnough&) {
    result.resize(maxDemangledBytes);
    result += "…";
  }
  return result;
}

}  // namespace kernline
