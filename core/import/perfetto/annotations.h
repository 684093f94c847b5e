// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/interned.h"
#include "core/model/trace/event_details.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernline::perfetto {

/// The text of an iid in the state that holds; empty where it is not known.
using InternedText = std::function<std::string_view(InternedKind, std::uint64_t)>;

/// The requested arguments: those of these names, or all.
class WantedArgs {
 public:
  WantedArgs() = default;
  explicit WantedArgs(std::span<const std::string_view> keys) : m_keys(keys) {}

  /// `name` as it is in the file.
  [[nodiscard]] bool contains(std::string_view name) const;

 private:
  std::optional<std::span<const std::string_view>> m_keys;
};

/// The name of a DebugAnnotation, as it is in the file. Throws protobuf::DamagedMessage.
[[nodiscard]] std::string_view annotationName(std::string_view annotation, const InternedText& textOf);

/// A DebugAnnotation as an argument. Writers leave out the values of empty lists and objects, which are read as empty
/// lists, and write null as the text "null". Values nested deeper than a hundred levels are not read. Throws
/// protobuf::DamagedMessage.
[[nodiscard]] ArgNode readAnnotation(std::string_view annotation, const InternedText& textOf);

/// Adds to an object; of keys that occur twice the last one counts.
void setMember(ArgNode& object, ArgNode member);

/// `text` as people see it: what is no UTF-8 is replaced.
[[nodiscard]] std::string readable(std::string_view text);

}  // namespace kernline::perfetto
