// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log_builder.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// Writes small logs, a figure a line.
class HandMadeLog {
 public:
  LogBuilder builder;

  explicit HandMadeLog(std::string path = "hand.log") { builder.setSource(std::move(path), "log", 0, nullptr); }

  SectionId section(std::string_view title) {
    return builder.addSection({.title = builder.intern(title), .level = 1, .line = ++m_line});
  }

  ContextId context(std::string_view subject, std::initializer_list<std::pair<const char*, double>> parameters,
                    SectionId section = SectionId::none, std::int32_t rank = -1) {
    LogContext context;
    context.section = section;
    context.subject = builder.intern(subject);
    context.rank = rank;
    for (const auto& [name, value] : parameters) {
      const StringId key = builder.intern(name);
      context.parameters.push_back({key, key, {value, builder.intern(std::to_string(static_cast<long>(value)))}});
    }
    return builder.addContext(std::move(context));
  }

  void metric(ContextId context, std::string_view key, Quantity quantity, double value,
              double error = std::numeric_limits<double>::quiet_NaN(), std::string_view unit = {}) {
    builder.addMetric({.context = context,
                       .name = builder.intern(key),
                       .key = builder.intern(key),
                       .unit = builder.intern(unit.empty() ? baseUnit(quantity) : unit),
                       .quantity = quantity,
                       .value = {value, builder.intern("printed")},
                       .error = error,
                       .line = ++m_line});
  }

  void failure(ContextId context, std::string_view text) {
    builder.addFailure({.context = context, .text = builder.intern(text), .line = ++m_line});
  }

  struct Row {
    const char* name;
    RowKind kind;
    double selfDevice;
    double selfHost = 0;
    double calls = 1;
  };

  /// A torch table; totals below 0 are not printed.
  void torchTable(ContextId context, std::string_view title, const std::vector<Row>& rows, double deviceTotal = -1,
                  double hostTotal = -1) {
    LogTable table;
    table.kind = TableKind::Torch;
    table.title = builder.intern(title);
    table.device = builder.intern("CUDA");
    table.context = context;
    table.firstLine = ++m_line;
    table.columns = {column("Name", Quantity::Text, ColumnRole::Name),
                     column("Self CPU", Quantity::Time, ColumnRole::SelfHost),
                     column("Self CUDA", Quantity::Time, ColumnRole::SelfDevice),
                     column("# of Calls", Quantity::Count, ColumnRole::Calls)};
    for (const Row& row : rows) {
      LogRow made;
      made.line = ++m_line;
      made.kind = row.kind;
      made.isNameCut = std::string_view{row.name}.ends_with("...");
      table.rows.push_back(made);
      const LogCell name{std::numeric_limits<double>::quiet_NaN(), builder.intern(row.name)};
      table.cells.insert(table.cells.end(), {name, number(row.selfHost), number(row.selfDevice), number(row.calls)});
    }
    addTotal(table, "Self CPU time total", "CPU", hostTotal);
    addTotal(table, "Self CUDA time total", "CUDA", deviceTotal);
    builder.addTable(std::move(table));
  }

  [[nodiscard]] std::shared_ptr<const Log> build() { return builder.build(); }

 private:
  LogColumn column(const char* name, Quantity quantity, ColumnRole role) {
    return {
        .name = builder.intern(name), .unit = builder.intern(baseUnit(quantity)), .quantity = quantity, .role = role};
  }
  LogCell number(double value) { return {value, builder.intern("printed")}; }
  void addTotal(LogTable& table, const char* name, const char* device, double value) {
    if (value >= 0) {
      table.totals.push_back({.name = builder.intern(name),
                              .device = builder.intern(device),
                              .quantity = Quantity::Time,
                              .value = number(value),
                              .line = ++m_line});
    }
  }

  std::uint32_t m_line = 0;
};

}  // namespace kernline::test
