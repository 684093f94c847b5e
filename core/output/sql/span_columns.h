// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"
#include "core/output/sql/schema.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kernline::sql {

/// The span that a cursor stands on.
struct SpanRow {
  Model* model = nullptr;
  SpanId span = SpanId::none;
  TrackId track = TrackId::none;
  LaneId lane = LaneId::none;
  std::string* scratch = nullptr;  ///< for texts that pass

  [[nodiscard]] const Trace& trace() const { return model->trace(); }
};

/// On what a column's value depends; what depends on little is compared once for many rows.
enum class Dependence : std::uint8_t { Row, Name, Category, Kind, Track, Lane };

struct SpanColumn {
  Column column;
  Dependence dependence = Dependence::Row;
  Cell (*value)(const SpanRow&) = nullptr;
  /// Of many spans at once, where they are integers; else nullptr. True: some are NULL, and `areThere` is 1 for each
  /// that is not, 0 for NULL.
  bool (*integers)(Model& model, std::span<const std::uint32_t> spans, std::int64_t* to,
                   std::uint32_t* areThere) = nullptr;
  Made made = Made::Nothing;  ///< what of the model is asked (`Model::make`)
  /// Of values of rows that depend on something numbered, the numbers, `noKey` where a value is NULL; else nullptr.
  void (*keys)(Model& model, std::span<const std::uint32_t> spans, std::uint32_t* to) = nullptr;
  /// Of all spans, where they lie in memory as they are; else nullptr.
  std::shared_ptr<const std::int64_t[]> (*stored)(Model& model) = nullptr;
};

inline constexpr std::uint32_t noKey = UINT32_MAX;

/// Of `spans`, and of `kernels`, which has the same ones first.
[[nodiscard]] std::span<const SpanColumn> spanColumns();
[[nodiscard]] std::span<const SpanColumn> kernelColumns();

// Where the columns that cursors know by heart stand.
inline constexpr std::size_t idColumn = 0;
inline constexpr std::size_t startColumn = 4;
inline constexpr std::size_t durationColumn = 5;
inline constexpr std::size_t endColumn = 6;

}  // namespace kernline::sql
