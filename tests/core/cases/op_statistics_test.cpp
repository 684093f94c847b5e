// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as PyTorch itself counts them: the tables that key_averages() printed of the runs whose traces are here,
// and what its TensorBoard plugin made of its own cases.
#include "core/analysis/calls/op_statistics.h"

#include "tests/core/cases/peer_cases.h"
#include "tests/support/key_averages.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace kernline::test {
namespace {

using nlohmann::json;

struct PrintedTable {
  std::string trace;
  std::string log;
  std::size_t table = 0;
};

std::ostream& operator<<(std::ostream& out, const PrintedTable& printed) {
  return out << printed.trace;
}

std::vector<PrintedTable> printedTables() {
  std::vector<PrintedTable> all;
  // experiment.log has a table for each model at each length; two traces were too large to keep, and one run failed.
  const std::set<std::string> notKept{"GatedDeltaNet_seq512", "Linear_seq1024", "GatedDeltaNet_seq1024"};
  std::size_t table = 0;
  for (const char* length : {"256", "512", "1024"}) {
    for (const char* model : {"Softmax", "Flash", "Linear", "GatedDeltaNet"}) {
      const std::string run = fmt::format("{}_seq{}", model, length);
      if (!notKept.contains(run)) {
        all.push_back({fmt::format("h200/{}_trace.json.gz", run), "h200/experiment.log", table});
      }
      ++table;
    }
  }
  all.push_back({"h200/ring_rank0.pt.trace.json.gz", "h200/ring_table_g0.log", 0});
  all.push_back({"h200/ring_rank1.pt.trace.json.gz", "h200/ring_table_g1.log", 0});
  return all;
}

class KeyAverages : public testing::TestWithParam<PrintedTable> {};

std::string difference(const KeyAverage& printed, const OpStatisticsRow& row) {
  std::string text;
  const auto compare = [&](const char* what, const PrintedTime& time, Duration found) {
    if (!time.isOf(found.ns)) {
      text += fmt::format("{}: {} expected {} ns, found {}\n", printed.name, what, time.ns, found.ns);
    }
  };
  if (printed.calls != row.calls) {
    text += fmt::format("{}: calls expected {}, found {}\n", printed.name, printed.calls, row.calls);
  }
  compare("host sum", printed.cpuTotal, row.hostSum);
  compare("device self", printed.cudaSelf, row.deviceSelf);
  // Annotations differ: torch knows what a file does not say, which of them ended on another thread (NCCL's), and the
  // work of waiting on events.
  if (row.kind == SpanKind::Op) {
    compare("host self", printed.cpuSelf, row.hostSelf);
    compare("device sum", printed.cudaTotal, row.deviceSum);
  }
  EXPECT_LE(row.hostTotal, row.hostSum);
  EXPECT_LE(row.deviceTotal, row.deviceSum);
  return text;
}

TEST_P(KeyAverages, areWhatTorchPrinted) {
  const auto loaded = load(shared(GetParam().trace));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const OpStatistics found = opStatistics(trace, {.kinds = {SpanKind::Op, SpanKind::Annotation}}, 2);
  const auto tables = keyAverages(readFile(shared(GetParam().log)));
  ASSERT_LT(GetParam().table, tables.size());
  std::size_t compared = 0;
  for (const KeyAverage& printed : tables[GetParam().table]) {
    const auto isIt = [&](const OpStatisticsRow& row) { return printed.isOf(trace.text(row.name)); };
    if (printed.cpuTotal.ns > 0 && std::ranges::count_if(found.rows, isIt) == 1) {  // others are rows of the device
      EXPECT_EQ(difference(printed, *std::ranges::find_if(found.rows, isIt)), "");
      ++compared;
    }
  }
  EXPECT_GE(compared, 5U);
}

INSTANTIATE_TEST_SUITE_P(H200, KeyAverages, testing::ValuesIn(printedTables()),
                         [](const auto& param) { return testName(param.param.trace); });

std::vector<PeerCase> operatorCases() {
  std::vector<PeerCase> cases = peerCases("kineto_tb");
  for (PeerCase real : peerCases("kineto_tb", "trace", "real_traces.json")) {
    cases.push_back(std::move(real));
  }
  std::erase_if(cases, [](const PeerCase& peerCase) { return !peerCase.json.at("expect").contains("ops_by_name"); });
  for (PeerCase& peerCase : cases) {
    peerCase.suite = "kineto_tb ops";
  }
  return cases;
}

class PluginOperators : public PeerCaseTest {};

/// Times as the plugin reads them, as doubles of microseconds; of a real trace an epoch time to a quarter of one.
std::string difference(const json& expected, const OpStatisticsRow& row, bool isReal) {
  std::string text;
  const double calls = expected.at("calls").get<double>();
  const auto compare = [&](const char* key, Duration found) {
    const double wanted = expected.at(key).get<double>();
    const double us = static_cast<double>(found.ns) / 1000;
    if (std::abs(wanted - us) > (isReal ? 0.3 * std::sqrt(calls) + wanted * 0.001 : 0.0005)) {
      text += fmt::format("{}: {} expected {}, found {}\n", expected.at("name").dump(), key, wanted, us);
    }
  };
  if (expected.at("calls").get<std::uint64_t>() != row.calls) {
    text += fmt::format("{}: calls expected {}, found {}\n", expected.at("name").dump(), calls, row.calls);
  }
  compare("host_total", row.hostSum);
  compare("host_self", row.hostSelf);
  compare("device_total", row.deviceSum);
  compare("device_self", row.deviceSelf);
  return text;
}

TEST_P(PluginOperators, haveTheSameTimes) {
  const bool isReal = GetParam().json.contains("trace");
  const auto loaded = load(isReal ? shared(GetParam().id)
                                  : shared("cases/kineto_tb/" + GetParam().json.at("input").get<std::string>()));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const InputShapes shapes = readInputShapes(trace, 2);
  for (const char* list : {"ops_by_name", "ops_by_name_and_shape"}) {
    if (!GetParam().json.at("expect").contains(list)) {
      continue;
    }
    const bool byShape = std::string_view{list} == "ops_by_name_and_shape";
    const OpStatistics found = opStatistics(trace, {.shapes = byShape ? &shapes : nullptr}, 2);
    std::string differences;
    for (const json& expected : GetParam().json.at("expect").at(list)) {
      const auto row = std::ranges::find_if(found.rows, [&](const OpStatisticsRow& r) {
        if (trace.text(r.name) != expected.at("name").get<std::string>()) {
          return false;
        }
        const std::string dims = byShape ? shapes.shapes[r.shape].dims : "";
        return !byShape || (dims.empty() ? "[]" : dims) == expected.at("input_shape").get<std::string>();
      });
      differences +=
          row == found.rows.end() ? "no row " + expected.at("name").dump() + "\n" : difference(expected, *row, isReal);
    }
    expectAsDecided(GetParam(), differences);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, PluginOperators, testing::ValuesIn(operatorCases()),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
