// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/string_ids.h"
#include "core/import/nsys/target_info.h"
#include "core/import/sqlite/connection.h"
#include "core/model/trace/event_details.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::nsys {

/// Turns rows of one table into args: under the names that kineto gives them if it has some (grid, block, "registers
/// per thread"), else under the column's own; texts and enumerations spelled out. The meaning of each column is decided
/// once.
class RowArgs {
 public:
  RowArgs(const sqlite::Rows& rows, const StringIds& strings, const TargetInfo& info);

  /// Returns the args of the current row of `rows`, of the query it was made for.
  [[nodiscard]] ArgNode of(const sqlite::Rows& rows) const;
  /// Only those of these keys.
  [[nodiscard]] ArgNode of(const sqlite::Rows& rows, std::span<const std::string_view> keys) const;

 private:
  enum class Use : std::uint8_t { LeftOut, Plain, Text, Label, Process, Thread };
  struct Column {
    std::string key;
    Use use = Use::Plain;
    const std::map<std::int64_t, std::string>* labels = nullptr;
  };
  /// Columns that are written together.
  enum Part : std::uint8_t {
    GridX,
    GridY,
    GridZ,
    BlockX,
    BlockY,
    BlockZ,
    Static,
    Dynamic,
    Bytes,
    Start,
    End,
    Device,
    Owner,
    Registers,
    PartCount
  };

  void decide(std::string_view column, int place, const TargetInfo& info);
  void add(ArgNode& args, const sqlite::Rows& rows, int place) const;
  [[nodiscard]] std::optional<std::int64_t> partOf(const sqlite::Rows& rows, Part part) const;
  std::optional<double> addDimensions(ArgNode& args, const sqlite::Rows& rows, const char* key, Part first) const;
  void addShape(ArgNode& args, const sqlite::Rows& rows) const;
  void addOperator(ArgNode& args, const sqlite::Rows& rows) const;
  void addBandwidth(ArgNode& args, const sqlite::Rows& rows) const;
  void addOccupancy(ArgNode& args, const sqlite::Rows& rows, double blocksPerSm, double threads) const;
  [[nodiscard]] const kernline::Device* deviceOf(const sqlite::Rows& rows) const;

  const StringIds& m_strings;
  const TargetInfo& m_info;
  std::vector<Column> m_columns;
  std::array<int, PartCount> m_parts{};  // places of columns; -1
  int m_text = -1;                       // column with the name of a range; -1 if none
  int m_textId = -1;
};

}  // namespace kernline::nsys
