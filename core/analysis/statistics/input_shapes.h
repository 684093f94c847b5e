// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Input shapes of operators as recorded by the profiler (record_shapes=True).
struct InputShapes {
  struct Shape {
    std::string dims;   ///< "[[8, 8], []]"; empty if not in the file
    std::string types;  ///< "[float, Scalar]"; empty if not in the file
    bool operator==(const Shape&) const = default;
  };
  static constexpr std::uint32_t unread = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> ofSpan;  ///< index of each span's shape; `unread` if not read
  std::vector<Shape> shapes;          ///< sorted by text
  std::uint64_t skipped = 0;          ///< operators beyond `maxOps`, left unread
};

/// `Shape::dims` without the empty ones at the end, for arguments that are no tensors.
[[nodiscard]] std::string tensorDims(std::string dims);
/// Returns each tensor type in `Shape::types` once: "BFloat16, float".
[[nodiscard]] std::string tensorTypes(std::string_view types);

/// Returns the shape of an operator with these args.
[[nodiscard]] InputShapes::Shape inputShape(const ArgNode& args);
/// Reads the shape of one operator again from the source.
[[nodiscard]] InputShapes::Shape readInputShape(const Trace& trace, SpanId op);

inline constexpr std::size_t maxInputShapesRead = 4'000'000;

/// Reads the args of all operators again from the source, in parallel: a few microseconds an operator. Empty if
/// stopped.
[[nodiscard]] InputShapes readInputShapes(const Trace& trace, unsigned threads, std::size_t maxOps = maxInputShapesRead,
                                          const std::stop_token& stop = {});

}  // namespace kernline
