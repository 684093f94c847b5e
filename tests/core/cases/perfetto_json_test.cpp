// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's tests of its JSON importer: rows of its tables, compared with ours. Times in nanoseconds.
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>

namespace kernline::test {
namespace {

using nlohmann::json;
using Facts = std::multiset<std::string>;

// One row of a peer's table by column name; null and absent are one.
class Row {
 public:
  Row(const json& columns, const json& values) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      m_cells.emplace(columns.at(i).get<std::string>(), values.at(i));
    }
  }
  [[nodiscard]] std::string text(const std::string& column) const {
    const auto at = m_cells.find(column);
    return at == m_cells.end() || at->second.is_null() ? std::string("-") : idText(at->second);
  }
  [[nodiscard]] bool has(const std::string& column) const { return m_cells.contains(column); }

 private:
  std::map<std::string, json> m_cells;
};

std::vector<Row> rowsOf(const json& peerCase) {
  std::vector<Row> rows;
  for (const json& values : peerCase.at("rows")) {
    rows.emplace_back(peerCase.at("columns"), values);
  }
  return rows;
}

std::string orDash(std::string_view text) {
  return text.empty() ? std::string("-") : std::string(text);
}

// Cells of a slice table for one of our spans or instants, by column.
using Cells = std::map<std::string, std::string>;

Cells placeCells(const Trace& trace, TrackId id) {
  const Track& track = trace.track(id);
  const Process& process = trace.process(track.process);
  return {{"tid", orDash(trace.text(track.tid))},
          {"pid", orDash(trace.text(process.pid))},
          {"thread_name", orDash(trace.text(track.name))},
          {"process_name", orDash(trace.text(process.name))}};
}

std::vector<Cells> sliceCells(const Trace& trace, bool withAsync) {
  std::vector<Cells> slices;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const TrackId track = trace.trackOf(span);
    if (trace.track(track).kind == TrackKind::Async && !withAsync) {
      continue;
    }
    Cells cells = placeCells(trace, track);
    const bool isOpen = has(trace.flags(span), SpanFlags::Unfinished);
    cells["ts"] = std::to_string(trace.start(span).ns);
    cells["dur"] = isOpen ? "-1" : std::to_string(trace.duration(span).ns);
    cells["name"] = trace.nameText(span);
    cells["depth"] = std::to_string(laneWithin(trace, span));
    slices.push_back(std::move(cells));
  }
  for (const Instant& instant : trace.instants()) {
    if (instant.scope == InstantScope::Global || instant.track == TrackId::none) {
      continue;
    }
    Cells cells = placeCells(trace, instant.track);
    cells["ts"] = std::to_string(instant.time.ns);
    cells["dur"] = "0";
    cells["name"] = trace.text(instant.name);
    slices.push_back(std::move(cells));
  }
  return slices;
}

const std::vector<std::string>& sliceColumns() {
  static const std::vector<std::string> columns{"ts",  "dur",         "name", "depth",
                                                "tid", "thread_name", "pid",  "process_name"};
  return columns;
}

std::string compareSlices(const json& peerCase, const Trace& trace) {
  std::set<std::string> expected;  // rows are a join with args: a slice may come several times
  for (const Row& row : rowsOf(peerCase)) {
    std::string fact;
    for (const std::string& column : sliceColumns()) {
      fact += row.has(column) ? column + " " + row.text(column) + " " : "";
    }
    expected.insert(fact);
  }
  const json& columns = peerCase.at("columns");
  const auto isAsked = [&](const std::string& column) {
    return std::ranges::find(columns, json(column)) != columns.end();
  };
  const bool hasAsync = peerCase.at("what").get<std::string>().contains("nested-async");
  Facts found;
  for (const Cells& cells : sliceCells(trace, hasAsync)) {
    std::string fact;
    for (const std::string& column : sliceColumns()) {
      fact += isAsked(column) ? column + " " + (cells.contains(column) ? cells.at(column) : "-") + " " : "";
    }
    found.insert(fact);
  }
  return setDifference("slices", Facts(expected.begin(), expected.end()), found);
}

void collectArgs(const ArgNode& node, const std::string& path,
                 const std::function<void(std::string, std::string)>& see) {
  for (const ArgNode& child : node.children) {
    const std::string name = path + "." + child.key;
    if (child.children.empty()) {
      see(name, child.text);
    } else {
      collectArgs(child, name, see);
    }
  }
}

std::string compareArgs(const json& peerCase, const Trace& trace) {
  Facts expected;
  std::vector<std::string> keysExpected;
  for (const Row& row : rowsOf(peerCase)) {
    expected.insert(row.text("name") + " " + row.text("key") + " " + row.text("int_value"));
    keysExpected.push_back(row.text("key"));
  }
  Facts found;
  std::vector<std::string> keysFound;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    collectArgs(trace.details(SpanId{i}).args, "args", [&](const std::string& key, const std::string& value) {
      found.insert(std::string(trace.nameText(SpanId{i})) + " " + key + " " + value);
      keysFound.push_back(key);
    });
  }
  const std::string order = keysExpected == keysFound ? "" : "the order of keys differs\n";
  return setDifference("args", expected, found) + order;
}

std::string perfettoCounterDifferences(const json& peerCase, const Trace& trace) {
  Facts expected;
  for (const json& row : peerCase.at("rows")) {
    expected.insert(fmt::format("{} {} {}", row.at(0).dump(), row.at(2).get<std::string>(), row.at(3).get<double>()));
  }
  Facts found;
  for (const Counter& counter : trace.counters()) {
    for (const double value : trace.sampleValues(counter)) {
      found.insert(fmt::format("{} {} {} {}", trace.text(trace.process(counter.process).pid), trace.text(counter.name),
                               trace.text(counter.series), value));
    }
  }
  return setDifference("counters", expected, found);
}

std::string compareAsync(const json& peerCase, const Trace& trace) {
  Facts expected;
  for (const Row& row : rowsOf(peerCase)) {
    expected.insert(row.text("name") + " " + row.text("ts") + " " + row.text("dur") + " " + row.text("track_name"));
  }
  Facts found;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const Track& track = trace.track(trace.trackOf(SpanId{i}));
    if (track.kind == TrackKind::Async) {
      found.insert(fmt::format("{} {} {} {}", trace.nameText(SpanId{i}), trace.start(SpanId{i}).ns,
                               trace.duration(SpanId{i}).ns, trace.text(track.name)));
    }
  }
  return setDifference("async", expected, found);
}

std::string compareFlows(const json& peerCase, const Trace& trace) {
  Facts expected;
  for (const Row& row : rowsOf(peerCase)) {
    expected.insert(row.text("slice_out") + " to " + row.text("slice_in"));
  }
  Facts found;
  for (const Flow& flow : trace.flows()) {
    found.insert(fmt::format("{} to {}", trace.nameText(flow.from), trace.nameText(flow.to)));
  }
  return setDifference("flows", expected, found);
}

std::string compareProcesses(const json& peerCase, const Trace& trace) {
  Facts expected;
  for (const Row& row : rowsOf(peerCase)) {
    expected.insert(row.text("pid") + " " + row.text("name"));
  }
  Facts found;
  for (const Process& process : trace.processes()) {
    found.insert(fmt::format("{} {}", trace.text(process.pid), trace.text(process.name)));
  }
  return setDifference("processes", expected, found);
}

// The peer lists processes and threads that have no events too; we show rows only for what has something to show,
// so the order of those is compared.
std::string compareOrder(const json& peerCase, const Trace& trace) {
  std::string found;
  for (const Process& process : trace.processes()) {
    found += fmt::format("process {} {}, ", trace.text(process.pid), process.sortIndex);
  }
  std::string expected;
  for (const json& row : peerCase.at("rows")) {
    const std::string pid = row.at(1).get<std::string>();
    const bool isShown =
        std::ranges::any_of(trace.processes(), [&](const Process& p) { return trace.text(p.pid) == pid; });
    if (row.at(0) == "process" && isShown) {
      expected += fmt::format("process {} {}, ", pid, row.at(2).get<int>());
    }
  }
  return expected == found ? "" : fmt::format("order: expected {}\nfound {}\n", expected, found);
}

std::string compareStats(const json& peerCase, const Trace& trace) {
  const json& row = peerCase.at("rows").at(0);
  const std::uint64_t overlaps = trace.report()[IssueKind::PartialOverlap].count;
  const bool same = trace.spanCount() == row.at(0).get<std::size_t>() && overlaps == row.at(1).get<std::size_t>();
  return same ? "" : fmt::format("{} spans, {} overlapping\n", trace.spanCount(), overlaps);
}

std::string compareDiagnostic(const json&, const Trace& trace) {
  const Issue& issue = trace.report()[IssueKind::PartialOverlap];
  const bool same =
      issue.count == 1 && issue.example == "inner" && issue.firstOffset == trace.offset(spanNamed(trace, "inner"));
  return same ? "" : fmt::format("{} overlaps, first \"{}\"\n", issue.count, issue.example);
}

std::string compareThreadTimes(const json& peerCase, const Trace& trace) {
  Facts expected;
  Facts found;
  for (const Row& row : rowsOf(peerCase)) {
    const std::vector<SpanId> spans = spansNamed(trace, row.text("name"));
    if (spans.empty()) {
      continue;  // an instant: its details are read by offset
    }
    const ArgNode fields = trace.details(spans.front()).fields;
    const ArgNode* tts = fields.find("tts");
    expected.insert(row.text("name") + (row.text("thread_ts") == "-" ? " none" : " has thread time"));
    found.insert(row.text("name") + (tts == nullptr ? " none" : " has thread time"));
  }
  return setDifference("thread time", expected, found);
}

std::string nothingToCompare(const json&, const Trace&) {
  return "thread states are an extension of the peer\n";
}

std::string perfettoDifferences(const json& peerCase, const Trace& trace) {
  static const std::map<std::string, std::string (*)(const json&, const Trace&)> comparisons{
      {"slices", compareSlices},
      {"args", compareArgs},
      {"counters", perfettoCounterDifferences},
      {"async", compareAsync},
      {"flows", compareFlows},
      {"processes", compareProcesses},
      {"order", compareOrder},
      {"stats", compareStats},
      {"diagnostic", compareDiagnostic},
      {"thread_state", nothingToCompare},
      {"sched", nothingToCompare}};
  std::string text = comparisons.at(peerCase.at("kind").get<std::string>())(peerCase, trace);
  const json& columns = peerCase.at("columns");
  if (std::ranges::find(columns, json("thread_ts")) != columns.end()) {
    text += compareThreadTimes(peerCase, trace);
  }
  return text;
}

class PerfettoJson : public PeerCaseTest {};

TEST_P(PerfettoJson, agrees) {
  const auto trace = load(GetParam().inputPath());
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  expectAsDecided(GetParam(), perfettoDifferences(GetParam().json, **trace));
}

INSTANTIATE_TEST_SUITE_P(Cases, PerfettoJson, testing::ValuesIn(peerCases("perfetto_json")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
