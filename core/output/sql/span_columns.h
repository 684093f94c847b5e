// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"
#include "core/output/sql/schema.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kernline::sql {

/// The span that a cursor is on.
struct SpanRow {
  Model* model = nullptr;
  SpanId span = SpanId::none;
  TrackId track = TrackId::none;
  LaneId lane = LaneId::none;
  std::string* scratch = nullptr;  ///< buffer for texts that pass

  [[nodiscard]] const Trace& trace() const { return model->trace(); }
};

/// Source that a column's value depends on; columns that depend on little are compared once for many rows.
enum class Dependence : std::uint8_t { Row, Name, Category, Kind, Track, Lane };

struct SpanColumn {
  Column column;
  Dependence dependence = Dependence::Row;
  Cell (*value)(const SpanRow&) = nullptr;
  /// Reads integers of many spans at once; nullptr for other types. Returns true if some are NULL; then `areThere` is 0
  /// for these, 1 for the others.
  bool (*integers)(Model& model, std::span<const std::uint32_t> spans, std::int64_t* to,
                   std::uint32_t* areThere) = nullptr;
  Derived made = Derived::Nothing;  ///< parts of the model that are needed (`Model::make`)
  /// Reads numbers of the values, `noKey` for NULL; nullptr for columns without numbers.
  void (*keys)(Model& model, std::span<const std::uint32_t> spans, std::uint32_t* to) = nullptr;
  /// Returns the values of all spans if they are stored in memory that way; else nullptr.
  std::shared_ptr<const std::int64_t[]> (*stored)(Model& model) = nullptr;
};

inline constexpr std::uint32_t noKey = UINT32_MAX;

/// Returns the columns of `spans`, and of `kernels`, which begins with the same ones.
[[nodiscard]] std::span<const SpanColumn> spanColumns();
[[nodiscard]] std::span<const SpanColumn> kernelColumns();

// The places of the columns that cursors use directly.
inline constexpr std::size_t idColumn = 0;
inline constexpr std::size_t startColumn = 4;
inline constexpr std::size_t durationColumn = 5;
inline constexpr std::size_t endColumn = 6;

}  // namespace kernline::sql
