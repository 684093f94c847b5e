// SPDX-License-Identifier: GPL-3.0-or-later
// Records that people and programs wrote, against figures counted apart from any reader.
#include "core/compare/tables/column_uses.h"
#include "core/compare/tables/measurements.h"
#include "core/model/log/log.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::UnorderedElementsAre;

const std::string folder = "formats/records/";

json expected(const std::string& file) {
  return json::parse(readDecoded(shared(folder + "expected.json"))).at(file);
}

std::shared_ptr<const Log> opened(const std::string& file) {
  const auto document = openDocument(shared(folder + file));
  if (!document || !std::holds_alternative<std::shared_ptr<const Log>>(*document)) {
    ADD_FAILURE() << file << ": " << (document ? "a trace" : document.error().message.english());
    return nullptr;
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

std::size_t rowsOf(const Log& log) {
  std::size_t rows = 0;
  for (const LogTable& table : log.tables()) {
    rows += table.rows.size();
  }
  return rows;
}

std::optional<std::size_t> columnNamed(const Log& log, const LogTable& table, std::string_view name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (log.text(table.columns[c].name) == name) {
      return c;
    }
  }
  return std::nullopt;
}

/// Over all tables, in base units.
double sumOf(const Log& log, std::string_view column) {
  double sum = 0;
  for (const LogTable& table : log.tables()) {
    if (const auto c = columnNamed(log, table, column)) {
      for (std::size_t r = 0; r < table.rows.size(); ++r) {
        sum += table.cell(r, *c).hasNumber() ? table.cell(r, *c).number : 0;
      }
    }
  }
  return sum;
}

/// Names of columns of that use, over all tables.
std::set<std::string> named(const Log& log, ColumnUse use) {
  std::set<std::string> names;
  for (const LogTable& table : log.tables()) {
    const std::vector<ColumnUse> uses = columnUses(log, table);
    for (std::size_t c = 0; c < uses.size(); ++c) {
      if (uses[c] == use) {
        names.insert(std::string{log.text(table.columns[c].name)});
      }
    }
  }
  return names;
}

std::set<std::string> textsOf(const Dimension& dimension) {
  std::set<std::string> texts;
  for (const DimensionValue& value : dimension.values) {
    texts.insert(value.text);
  }
  return texts;
}

/// By its key, or as the file calls it.
std::optional<std::size_t> dimensionCalled(const Measurements& made, std::string_view name) {
  for (std::size_t d = 0; d < made.dimensions.size(); ++d) {
    const Dimension& dimension = made.dimensions[d];
    if (dimension.key == name || std::ranges::find(dimension.names, name) != dimension.names.end()) {
      return d;
    }
  }
  return std::nullopt;
}

/// The one value of a metric at that place.
std::optional<double> valueAt(const Measurements& made, std::string_view metric,
                              const std::map<std::string, std::string>& where) {
  const auto number = made.metric(metric);
  std::optional<double> found;
  for (const std::uint32_t index : number ? made.valuesOfMetric[*number] : std::vector<std::uint32_t>{}) {
    const Measurement& one = made.values[index];
    const bool isThere = std::ranges::all_of(where, [&](const auto& condition) {
      const auto d = dimensionCalled(made, condition.first);
      return d && one.at[*d] != noCoordinate &&
             made.dimensions[*d].values[static_cast<std::size_t>(one.at[*d])].text == condition.second;
    });
    if (isThere) {
      EXPECT_FALSE(found) << metric << " has two values at one place";
      found = one.value;
    }
  }
  return found;
}

TEST(Records, ofJsonLinesHaveATableForEachShape) {
  const json wanted = expected("attention_benchmark.jsonl");
  const auto log = opened("attention_benchmark.jsonl");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), wanted["shapes"].size());
  for (std::size_t t = 0; t < log->tables().size(); ++t) {
    const LogTable& table = log->tables()[t];
    EXPECT_EQ(table.rows.size(), wanted["shapes"][t]["rows"]);
    std::vector<std::string> names;
    for (const LogColumn& column : table.columns) {
      names.emplace_back(log->text(column.name));
    }
    EXPECT_EQ(names, wanted["shapes"][t]["keys"].get<std::vector<std::string>>());
  }
  EXPECT_EQ(log->tables()[1].rows[0].line, 41U);
  EXPECT_THAT(log->lines(41, 41), testing::StartsWith("{\"suite\": \"flash\""));
  for (const auto& [column, sum] : wanted["sums"].items()) {
    const double unit = column == "activation_mib" ? 1024.0 * 1024.0 : 1e6;
    EXPECT_NEAR(sumOf(*log, column) / unit, sum.get<double>(), 1e-4) << column;
  }
  std::set<std::string> measured;
  for (const auto& [column, unit] : wanted["measurements"].items()) {
    measured.insert(column);
  }
  EXPECT_EQ(named(*log, ColumnUse::Measurement), measured);
}

TEST(Records, ofJsonLinesAreACubeOfTheirDimensions) {
  const json wanted = expected("attention_benchmark.jsonl");
  const auto log = opened("attention_benchmark.jsonl");
  ASSERT_TRUE(log);
  const Measurements made = measurementsOf(std::vector{log});
  const std::map<std::string, std::string> keys{{"backend", "subject"}, {"precision", "dtype"}};
  for (const auto& [name, values] : wanted["dimensions"].items()) {
    const std::string key = keys.contains(name) ? keys.at(name) : name;
    const auto dimension = made.dimension(key);
    ASSERT_TRUE(dimension) << name;
    std::set<std::string> texts;
    for (const json& value : values) {
      texts.insert(value.is_string() ? value.get<std::string>() : value.dump());
    }
    EXPECT_EQ(textsOf(made.dimensions[*dimension]), texts) << name;
  }
  EXPECT_FALSE(made.dimension("repeat")) << "no two rows say the same";
  for (const json& cell : wanted["cells"]) {
    std::map<std::string, std::string> where;
    for (const auto& [name, value] : cell["where"].items()) {
      where[keys.contains(name) ? keys.at(name) : name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    const std::string column = cell["column"];
    const bool isOfPass = column == "forward_ms" || column == "backward_ms";
    if (isOfPass) {
      where["pass"] = column.substr(0, column.size() - 3);
    }
    const auto value = valueAt(made, isOfPass ? "time" : column, where);
    ASSERT_TRUE(value) << cell;
    EXPECT_NEAR(*value, cell["value"].get<double>() * 1e6, 1e-3) << cell;
  }
}

TEST(Records, whoseColumnsDifferInAnImplementationAreOneMetric) {
  const json wanted = expected("flash_attention_benchmark.csv");
  const auto log = opened("flash_attention_benchmark.csv");
  ASSERT_TRUE(log);
  EXPECT_EQ(rowsOf(*log), wanted["rows"]);
  EXPECT_THAT(named(*log, ColumnUse::Parameter), UnorderedElementsAre("dtype", "d_model", "seq_len"));
  const Measurements made = measurementsOf(std::vector{log});
  ASSERT_EQ(made.metrics.size(), 1U);
  EXPECT_EQ(made.metrics[0].key, "fwd_ms");
  EXPECT_EQ(made.metrics[0].unit, "ns");
  EXPECT_THAT(textsOf(made.dimensions[*made.dimension("implementation")]), UnorderedElementsAre("triton", "pytorch"));
  for (const auto& [column, empty] : wanted["empty"].items()) {
    EXPECT_NEAR(sumOf(*log, column) / 1e6, wanted["sums"][column].get<double>(), 1e-6);
  }
  for (const json& cell : wanted["cells"]) {
    std::map<std::string, std::string> where = cell["where"].get<std::map<std::string, std::string>>();
    const std::string column = cell["column"];
    where["implementation"] = column.substr(0, column.find('_'));
    const auto value = valueAt(made, "fwd_ms", where);
    EXPECT_EQ(value.has_value(), !cell["value"].is_null()) << cell;
    if (value) {
      EXPECT_NEAR(*value, cell["value"].get<double>() * 1e6, 1e-3);
    }
  }
}

TEST(Records, ofGoogleBenchmarkHaveTheirParametersInTheirNames) {
  if (!hasShared(folder + "google_benchmark_numa_pmr.json")) {
    GTEST_SKIP() << lacks(folder + "google_benchmark_numa_pmr.json");
  }
  const json wanted = expected("google_benchmark_numa_pmr.json");
  const auto log = opened("google_benchmark_numa_pmr.json");
  ASSERT_TRUE(log);
  EXPECT_EQ(rowsOf(*log), wanted["rows"]);
  EXPECT_NEAR(sumOf(*log, "real_time"), wanted["sum_real_time_ns"].get<double>(), 1e-3);
  EXPECT_THAT(named(*log, ColumnUse::Measurement),
              UnorderedElementsAre("real_time", "cpu_time", "bytes_per_second", "items_per_second"));
  const Measurements made = measurementsOf(std::vector{log});
  for (const json& family : wanted["families"]) {
    EXPECT_TRUE(textsOf(made.dimensions[*made.dimension("subject")]).contains(family["name"]));
    for (const json& parameter : family["parameters"]) {
      EXPECT_TRUE(dimensionCalled(made, parameter.get<std::string>())) << parameter;
    }
  }
  for (const json& cell : wanted["cells"]) {
    std::map<std::string, std::string> where = cell["where"].get<std::map<std::string, std::string>>();
    where["subject"] = where["family"];
    where.erase("family");
    const auto value = valueAt(made, cell["column"].get<std::string>(), where);
    ASSERT_TRUE(value) << cell;
    EXPECT_DOUBLE_EQ(*value, cell["value"].get<double>()) << cell;
  }
}

TEST(Records, ofPytestBenchmarkAreInSeconds) {
  const json wanted = expected("pytest_benchmark_lagom.json");
  const auto log = opened("pytest_benchmark_lagom.json");
  ASSERT_TRUE(log);
  EXPECT_EQ(rowsOf(*log), wanted["rows"]);
  const LogTable& table = log->tables()[0];
  for (const json& cell : wanted["cells"]) {
    const auto column = columnNamed(*log, table, cell["column"].get<std::string>());
    ASSERT_TRUE(column) << cell;
    const LogCell& found = table.cell(cell["row"], *column);
    if (cell["value"].is_string()) {
      EXPECT_EQ(log->text(found.text), cell["value"].get<std::string>());
    } else {
      const bool isTime = cell["column"] != "ops";
      EXPECT_NEAR(found.number, cell["value"].get<double>() * (isTime ? 1e9 : 1), 1e-3) << cell;
    }
  }
}

TEST(Records, ofTrtexecAreLayersInOrder) {
  const json wanted = expected("trtexec_exportProfile_resnet.json");
  const auto log = opened("trtexec_exportProfile_resnet.json");
  ASSERT_TRUE(log);
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(rowsOf(*log), wanted["rows"]);
  ASSERT_EQ(log->settings().size(), 1U);
  EXPECT_EQ(log->settings()[0].value.number, 1);
  EXPECT_NEAR(sumOf(*log, "averageMs") / 1e6, wanted["sums"]["averageMs"].get<double>(), 1e-6);
  EXPECT_NEAR(sumOf(*log, "percentage") * 100, wanted["sums"]["percentage"].get<double>(), 1e-3);
  const LogTable& table = log->tables()[0];
  for (const json& cell : wanted["cells"]) {
    const std::size_t row = cell["row"];
    EXPECT_EQ(log->text(table.cell(row, 0).text), cell["name"].get<std::string>());
    const double unit = cell["column"] == "percentage" ? 0.01 : 1e6;
    const auto column = columnNamed(*log, table, cell["column"].get<std::string>());
    EXPECT_NEAR(table.cell(row, *column).number, cell["value"].get<double>() * unit, 1e-3) << cell;
  }
}

TEST(Records, ofNvbenchKeepColumnsOfOneNameApart) {
  const std::string file = "nvbench_array_add_rtx3080.csv";
  if (!hasShared(folder + file)) {
    GTEST_SKIP() << lacks(folder + file);
  }
  const json wanted = expected(file);
  const auto log = opened(file);
  ASSERT_TRUE(log);
  EXPECT_EQ(rowsOf(*log), wanted["rows"]);
  const Measurements made = measurementsOf(std::vector{log});
  EXPECT_EQ(made.dimensions[*made.dimension("Axis Size")].values.size(), 13U);
  EXPECT_FALSE(made.dimension("repeat"));
  EXPECT_FALSE(made.dimension("Num Elements"));
  for (const json& cell : wanted["cells"]) {
    const std::string column = cell["column"];
    const std::string metric = column.ends_with("(2nd)") ? column.substr(0, column.size() - 5) + "(2)" : column;
    const auto value = valueAt(made, metric, {{"subject", cell["where"][0]}, {"Axis Size", cell["where"][1]}});
    ASSERT_TRUE(value) << cell;
    const double unit = column.ends_with("(sec)") ? 1e9 : 1;
    EXPECT_NEAR(*value / unit, cell["value"].get<double>(), std::abs(cell["value"].get<double>()) * 1e-12) << cell;
  }
}

TEST(Records, printedAsLinesAreMeasurementsWithParameters) {
  const json wanted = expected("triton_torch_attention_bench.txt");
  const auto log = opened("triton_torch_attention_bench.txt");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->metrics().size(), wanted["records"]);
  double sum = 0;
  std::set<std::uint32_t> lines;
  for (const LogMetric& metric : log->metrics()) {
    sum += metric.value.number;
    lines.insert(metric.line);
  }
  EXPECT_NEAR(sum / 1e6, wanted["sum_ms"].get<double>(), 1e-6);
  EXPECT_EQ(lines.size(), wanted["lines_read"]);
  const Measurements made = measurementsOf(std::vector{log});
  const std::map<std::string, std::string> names{{"triton", "Triton"}, {"sdpa", "PyTorch SDPA"}};
  for (const json& cell : wanted["cells"]) {
    const auto value = valueAt(made, "time",
                               {{"subject", names.at(cell["impl"])},
                                {"Len", cell["len"].dump()},
                                {"D", cell["d"].dump()},
                                {"Type", cell["type"]},
                                {"pass", cell["pass"]}});
    ASSERT_TRUE(value) << cell;
    EXPECT_NEAR(*value / 1e6, cell["ms"].get<double>(), 1e-9) << cell;
  }
}

TEST(Records, printedInBracketsHaveTheirUnitBehind) {
  const std::string file = "sgemm_kernel6_gflops.txt";
  if (!hasShared(folder + file)) {
    GTEST_SKIP() << lacks(folder + file);
  }
  const json wanted = expected(file);
  const auto log = opened(file);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->metrics().size(), 2 * wanted["records"].get<std::size_t>());
  const Measurements made = measurementsOf(std::vector{log});
  for (const json& cell : wanted["cells"]) {
    const std::map<std::string, std::string> where{{"size", cell["size"].dump()}};
    const auto time = valueAt(made, "Average elasped time", where);
    const auto rate = valueAt(made, "performance", where);
    ASSERT_TRUE(time && rate) << cell;
    EXPECT_NEAR(*time / 1e9, cell["time_s"].get<double>(), 1e-12);
    EXPECT_NEAR(*rate / 1e9, cell["gflops"].get<double>(), 1e-6);
  }
}

}  // namespace
}  // namespace kernline::test
