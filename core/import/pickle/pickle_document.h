// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/pickle/pickle_value.h"
#include "core/model/base/chunked_array.h"
#include "core/model/base/string_pool.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::pickle {

/// Call that a real unpickler would have run: `os.system`, its count, and the offset of the first.
struct Refusal {
  std::string name;
  std::uint64_t count = 0;
  std::uint64_t offset = 0;
};

/// The values of a pickle as plain data.
class Document {
 public:
  enum class Shape : std::uint8_t {
    Sequence,  ///< list, tuple, set: values in order
    Dict,      ///< keys and values, one after the other
    Record     ///< a sink took it: only the sink's number is left
  };

  [[nodiscard]] Value root() const { return m_root; }
  [[nodiscard]] StringPool& strings() { return m_strings; }
  [[nodiscard]] std::string_view text(Value value) const {
    return value.isText() ? m_strings[value.asText()] : std::string_view{};
  }

  /// Returns the items of a sequence, or keys and values of a dict; empty for other values.
  [[nodiscard]] std::span<const Value> items(Value value) const;
  [[nodiscard]] bool isDict(Value value) const;
  [[nodiscard]] bool isSequence(Value value) const;
  /// A dict's value under a key; None if it is not there.
  [[nodiscard]] Value find(Value dict, std::string_view key) const;
  /// The sink's number, if a sink has taken the object.
  [[nodiscard]] std::optional<std::uint32_t> record(Value value) const;
  /// Puts a record in the place of an object, whose items are forgotten: remaining references to it give the record.
  void replace(Value value, std::uint32_t number);

  [[nodiscard]] std::span<const Refusal> refusals() const { return m_refusals; }

 private:
  friend class Machine;

  struct Object {
    Shape shape = Shape::Sequence;
    std::uint32_t number = none;  ///< index of its items in `m_items`, or the sink's number
  };
  static constexpr std::uint32_t none = UINT32_MAX;

  [[nodiscard]] const Object* objectOf(Value value) const;

  Value m_root;
  StringPool m_strings;
  ChunkedArray<Object> m_objects;
  std::vector<std::vector<Value>> m_items;
  std::vector<std::uint32_t> m_freeItems;  // slots of objects that were replaced
  std::vector<Refusal> m_refusals;
};

}  // namespace kernline::pickle
