// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A value as bytes, and read again; null where they are none.
[[nodiscard]] std::string packedNode(const ArgNode& node);
[[nodiscard]] ArgNode nodeOf(std::string_view bytes);

/// Packs the values of some keys in the args of all spans of a kind, read from the file: each value once, and each
/// combination of values. Empty if stopped.
[[nodiscard]] std::string packArgs(const Trace& trace, SpanKind kind, std::span<const std::string> keys,
                                   unsigned threads, const std::stop_token& stop);

/// Reader of `packArgs`. Spans are looked up by their number among those of the kind.
class ArgColumn {
 public:
  /// `names` are those of the spans of the kind. Errors: NotATrace.
  [[nodiscard]] static Expected<ArgColumn> read(std::string_view bytes, std::span<const std::string> keys,
                                                std::span<const StringId> names, std::uint64_t maxBytes);

  [[nodiscard]] ArgNode args(std::size_t span) const;
  /// Returns the args as text, equal for equal args.
  [[nodiscard]] std::string text(std::size_t span) const;

 private:
  struct Key {
    std::string name;
    /// Values of each combination; 0 if absent, else one more than the place in `texts`.
    std::vector<std::uint32_t> values;
    std::vector<std::string> texts;  ///< packed nodes
  };

  std::vector<std::uint32_t> m_combinations;  // indexed by span
  std::vector<Key> m_keys;
};

}  // namespace kernline
