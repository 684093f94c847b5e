// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/coded_names.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace kernline::nsys {

namespace {

/// Names indexed by ENUM_CUDA_MEMCPY_OPER.
constexpr std::array<std::string_view, 14> copyKinds{"",     "HtoD",     "DtoH",     "HtoA",    "AtoH",
                                                     "AtoA", "AtoD",     "DtoA",     "DtoD",    "HtoH",
                                                     "PtoP", "UVM HtoD", "UVM DtoH", "UVM DtoD"};
/// Names indexed by ENUM_CUDA_MEM_KIND.
constexpr std::array<std::string_view, 8> memoryKinds{"Pageable", "Pinned",        "Device",         "Array",
                                                      "Managed",  "Device Static", "Managed Static", "Unknown"};
/// Names indexed by ENUM_CUPTI_SYNC_TYPE.
constexpr std::array<std::string_view, 5> syncTypes{"", "Event Sync", "Stream Wait Event", "Stream Sync",
                                                    "Context Sync"};

/// Returns the known name of a code, else the export's name for it.
template <std::size_t Count>
std::string nameOf(const std::array<std::string_view, Count>& names, std::string_view enumeration, std::int64_t code,
                   const TargetInfo& info, std::string otherwise) {
  if (code >= 0 && static_cast<std::size_t>(code) < Count && !names[static_cast<std::size_t>(code)].empty()) {
    return std::string(names[static_cast<std::size_t>(code)]);
  }
  const std::string_view label = info.label(enumeration, code);
  return label.empty() ? std::move(otherwise) : std::string(label);
}

std::string memory(std::int64_t code, const TargetInfo& info) {
  return nameOf(memoryKinds, "ENUM_CUDA_MEM_KIND", code, info, "Unknown");
}

}  // namespace

std::string codedName(Role role, const Codes& codes, const TargetInfo& info) {
  if (role == Role::Synchronization) {
    return nameOf(syncTypes, "ENUM_CUPTI_SYNC_TYPE", codes.kind, info, "Synchronization");
  }
  if (role == Role::Memset) {
    return codes.kind < 0 ? "Memset" : fmt::format("Memset ({})", memory(codes.kind, info));
  }
  const std::string kind =
      nameOf(copyKinds, "ENUM_CUDA_MEMCPY_OPER", codes.kind, info, fmt::format("of kind {}", codes.kind));
  if (codes.from < 0 || codes.to < 0) {
    return "Memcpy " + kind;
  }
  return fmt::format("Memcpy {} ({} -> {})", kind, memory(codes.from, info), memory(codes.to, info));
}

std::string_view withoutVersion(std::string_view call) {
  const std::size_t mark = call.rfind("_v");
  const std::size_t digits = mark == std::string_view::npos ? 0 : call.size() - mark - 2;
  const bool isVersion =
      (digits == 4 || digits == 5) && call.find_first_not_of("0123456789", mark + 2) == std::string_view::npos;
  return isVersion ? call.substr(0, mark) : call;
}

}  // namespace kernline::nsys
