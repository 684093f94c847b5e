// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/distinct_names.h"
#include "core/model/names/kernel_name.h"
#include "tests/core/output/sql/answers.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kernline::test {
namespace {

std::shared_ptr<const Trace> loaded(const char* name) {
  auto trace = load(fixture(name));
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

std::string text(auto number) {
  return fmt::format("{}", number);
}

class SpanQuery : public testing::Test {
 protected:
  std::shared_ptr<const Trace> trace = loaded("h200-profiler-steps.json.gz");
  sql::Database database{trace};

  /// Spans that `accept` takes, counted without SQL.
  template <typename Accept>
  std::string counted(const Accept& accept) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      count += accept(SpanId{i}) ? 1 : 0;
    }
    EXPECT_GT(count, 0U);
    return text(count);
  }
};

TEST_F(SpanQuery, givesEverySpanAsTheTraceHasIt) {
  const Answer answer = ask(database,
                            "SELECT id, name, category, kind, start_ns, duration_ns, end_ns, track_id, lane, "
                            "source_offset FROM spans");
  ASSERT_EQ(answer.rows.size(), trace->spanCount());
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const SpanId s{i};
    const LaneId lane = trace->laneOf(s);
    const TrackId track = trace->trackOf(s);
    const Rows::value_type expected{text(i),
                                    std::string{trace->nameText(s)},
                                    trace->categoryText(s).empty() ? "NULL" : std::string{trace->categoryText(s)},
                                    std::string{toText(trace->kind(s))},
                                    text(trace->start(s).ns),
                                    text(trace->duration(s).ns),
                                    text(trace->end(s).ns),
                                    text(index(track)),
                                    text(index(lane) - trace->track(track).firstLane),
                                    text(trace->offset(s))};
    ASSERT_EQ(answer.rows[i], expected);
  }
}

TEST_F(SpanQuery, findsTheSameWithAndWithoutTheTablesHelp) {
  // A unary plus hides a column from the planner, so SQLite compares by itself.
  const std::int64_t middle = (trace->bounds().begin.ns + trace->bounds().end.ns) / 2;
  const std::vector<std::string> conditions{
      "{}name = 'cudaLaunchKernel'",
      "{}name LIKE '%GEMM%'",
      "{}name GLOB '*gemm*'",
      "{}name REGEXP 'gemm|reduce'",
      "{}name NOT LIKE '%e%'",
      "{}name = 'CUDALAUNCHKERNEL' COLLATE NOCASE",
      "{}name = 5",
      "{}name = NULL",
      "{}kind = 'kernel'",
      "{}kind IN ('kernel', 'memcpy', 'nonsense')",
      "{}category = 'cpu_op'",
      "{}category LIKE 'CUDA%'",
      "{}process LIKE '%GPU 0%'",
      "{}thread = 'stream 7'",
      "{}track_id = 1",
      "{}track_id >= 2",
      "{}device = 0",
      "{}stream = 7",
      "{}id = 100",
      "{}id BETWEEN 50 AND 300",
      "{}id < 10.5",
      "{}id > 1e30",
      "{}id = 100.5",
      "{}id >= -5",
      "{}start_ns >= " + text(middle),
      "{}start_ns < " + text(middle) + ".25",
      "{}end_ns <= " + text(middle),
      "{}duration_ns > 10000",
      "{}duration_ns = 0",
      "{}step = 'ProfilerStep#3'",
      "{}op = 'aten::mm'",
  };
  for (const std::string& pattern : conditions) {
    for (const char* rest : {"", " AND kind = 'kernel'", " OR duration_ns > 500000"}) {
      const std::string query = "SELECT id FROM spans WHERE {} {} ORDER BY +id";
      const Answer helped =
          ask(database, fmt::format(fmt::runtime(query), fmt::format(fmt::runtime(pattern), ""), rest));
      const Answer alone =
          ask(database, fmt::format(fmt::runtime(query), fmt::format(fmt::runtime(pattern), "+"), rest));
      EXPECT_EQ(helped.error.message.english(), "") << pattern;
      EXPECT_EQ(helped.rows, alone.rows) << pattern << rest;
    }
  }
}

TEST_F(SpanQuery, takesTheTextOfANumberForTheNumber) {
  EXPECT_EQ(ask(database, "SELECT id FROM spans WHERE device = '0'").rows,
            ask(database, "SELECT id FROM spans WHERE device = 0").rows);
  EXPECT_EQ(ask(database, "SELECT id FROM spans WHERE stream = '7'").rows,
            ask(database, "SELECT id FROM spans WHERE stream = 7").rows);
}

TEST_F(SpanQuery, ordersAsSqliteWould) {
  for (const char* column : {"id", "name", "category", "kind", "start_ns", "duration_ns", "end_ns", "track", "track_id",
                             "process", "thread", "device", "rank", "step", "op"}) {
    for (const char* direction : {"ASC", "DESC"}) {
      const Answer own = ask(database, fmt::format("SELECT {0} FROM spans ORDER BY {0} {1}", column, direction));
      const Answer sqlites = ask(database, fmt::format("SELECT {0} FROM spans ORDER BY +{0} {1}", column, direction));
      EXPECT_EQ(own.rows, sqlites.rows) << column << direction;
    }
  }
  const char* two =
      "SELECT track, name, start_ns FROM spans WHERE kind <> 'op' ORDER BY {0}track DESC, {0}name, "
      "{0}start_ns DESC";
  EXPECT_EQ(ask(database, fmt::format(fmt::runtime(two), "")).rows,
            ask(database, fmt::format(fmt::runtime(two), "+")).rows);
}

TEST_F(SpanQuery, groupsByNameLikeAMapDoes) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> expected;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    auto& [count, total] = expected[std::string{trace->nameText(SpanId{i})}];
    ++count;
    total += trace->duration(SpanId{i}).ns;
  }
  const Answer answer = ask(database, "SELECT name, count(*), sum(duration_ns) FROM spans GROUP BY name");
  ASSERT_EQ(answer.rows.size(), expected.size());
  auto at = answer.rows.begin();
  for (const auto& [name, figures] : expected) {
    EXPECT_EQ(*at++, (Rows::value_type{name, text(figures.first), text(figures.second)}));
  }
}

TEST_F(SpanQuery, knowsKernelsTheirLaunchesAndTheirOperators) {
  EXPECT_EQ(ask(database, "SELECT count(*) FROM kernels").value(),
            counted([&](SpanId s) { return trace->kind(s) == SpanKind::Kernel; }));
  const Answer answer = ask(database, "SELECT id, short_name, family, launch_id, launch_latency_ns, op FROM kernels");
  for (const std::vector<std::string>& row : answer.rows) {
    const SpanId s{static_cast<std::uint32_t>(std::stoul(row[0]))};
    const SpanId call = trace->launchOf(s);
    const SpanId op = trace->opOf(s);
    EXPECT_EQ(row[1], trace->kernelNames().in(NameStyle::Short, trace->nameText(s)));
    EXPECT_EQ(row[2], toText(kernelFamily(trace->nameText(s))));
    EXPECT_EQ(row[3], call == SpanId::none ? "NULL" : text(index(call)));
    EXPECT_EQ(row[4], call == SpanId::none ? "NULL" : text((trace->start(s) - trace->start(call)).ns));
    EXPECT_EQ(row[5], op == SpanId::none ? "NULL" : trace->nameText(op));
  }
  EXPECT_EQ(ask(database,
                "SELECT count(*) FROM kernels k JOIN launches l ON l.work_id = k.id JOIN spans c ON c.id = "
                "l.call_id WHERE c.name LIKE 'cuda%'")
                .value(),
            counted([&](SpanId s) {
              const SpanId call = trace->launchOf(s);
              return trace->kind(s) == SpanKind::Kernel && call != SpanId::none &&
                     trace->nameText(call).starts_with("cuda");
            }));
}

/// It has two kernels of xmma, and two of MulFunctor, that are alike when short.
TEST(ShortNames, tellKernelsOfARealTraceApart) {
  const auto sample = load(KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz");
  ASSERT_TRUE(sample);
  sql::Database database{*sample};
  EXPECT_EQ(ask(database, "SELECT count(DISTINCT short_name) FROM kernels").value(),
            ask(database, "SELECT count(DISTINCT name) FROM kernels").value());
  EXPECT_EQ(ask(database, "SELECT count(DISTINCT short_name(name)) FROM kernels").value(),
            ask(database, "SELECT count(DISTINCT name) FROM kernels").value());
}

TEST_F(SpanQuery, readsArgsFromTheFile) {
  const std::string kernel = ask(database, "SELECT min(id) FROM kernels").value();
  const EventDetails details = trace->details(SpanId{static_cast<std::uint32_t>(std::stoul(kernel))});
  const std::string correlation = details.args.find("correlation")->text;
  EXPECT_EQ(ask(database, "SELECT correlation FROM spans WHERE id = " + kernel).value(), correlation);
  EXPECT_EQ(ask(database, "SELECT value FROM args WHERE span_id = " + kernel + " AND key = 'correlation'").value(),
            correlation);
  EXPECT_EQ(ask(database, "SELECT typeof(arg(" + kernel + ", 'correlation'))").value(), "integer");
  const std::vector<ArgNode>& block = details.args.find("block")->children;
  EXPECT_EQ(ask(database, "SELECT block FROM kernels WHERE id = " + kernel).value(),
            fmt::format("[{}, {}, {}]", block.at(0).text, block.at(1).text, block.at(2).text));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM args WHERE span_id = " + kernel).value(),
            text(details.args.children.size()));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM args WHERE key = 'grid'").value(),
            ask(database, "SELECT count(*) FROM kernels").value());
  EXPECT_EQ(ask(database, "SELECT count(*) FROM args").value(),
            ask(database, "SELECT count(coalesce(value, 0)) FROM args").value());
  EXPECT_EQ(
      ask(database, "SELECT max(CASE WHEN span_id = " + kernel + " AND key = 'correlation' THEN value END) FROM args")
          .value(),
      correlation)
      << "values are asked for in the middle of a walk";
}

TEST_F(SpanQuery, givesArgsInTheOrderOfTheirKeys) {
  const auto sorted = [&](const std::string& columns, const std::string& where, const std::string& direction) {
    // A sum with nothing is no column that a table could sort by.
    const std::string rest = " FROM args WHERE " + where + " ORDER BY key";
    EXPECT_EQ(ask(database, "SELECT " + columns + rest + direction).rows,
              ask(database, "SELECT " + columns + rest + " || ''" + direction + ", span_id").rows)
        << columns << where << direction;
  };
  for (const char* where : {"1", "key LIKE 's%'", "key = 'stream'", "span_id < 40", "span_id = 7",
                            "key = 'no such key'", "span_id BETWEEN 10 AND 300 AND key GLOB '*i*'"}) {
    sorted("key, span_id", where, "");
    sorted("key, span_id", where, " DESC");
    sorted("span_id, key, value", where, "");
  }
  EXPECT_EQ(ask(database, "SELECT key, count(*) FROM args GROUP BY key").rows,
            ask(database, "SELECT key, count(value IS NULL) FROM args GROUP BY key || ''").rows);
  EXPECT_EQ(ask(database, "SELECT DISTINCT key FROM args ORDER BY key").rows,
            ask(database, "SELECT key FROM args GROUP BY key").rows);
  EXPECT_EQ(ask(database, "SELECT (SELECT max(key) FROM args a WHERE a.span_id = s.id ORDER BY key) FROM spans s").rows,
            ask(database, "SELECT (SELECT max(key || '') FROM args a WHERE a.span_id = s.id) FROM spans s").rows);
}

TEST_F(SpanQuery, readsValuesOfTheKeysThatAreAskedFor) {
  EXPECT_EQ(ask(database, "SELECT span_id, value FROM args WHERE key = 'stream'").rows,
            ask(database, "SELECT span_id, value FROM args WHERE key || '' = 'stream'").rows);
  EXPECT_EQ(ask(database,
                "SELECT s.id, a.value, b.value FROM spans s JOIN args a ON a.span_id = s.id AND a.key = 'grid' "
                "JOIN args b ON b.span_id = s.id AND b.key = 'block'")
                .rows,
            ask(database, "SELECT id, grid, block FROM kernels").rows);
}

TEST_F(SpanQuery, tellsTheStepThatLaunchedWorkAndInWhichCallsStart) {
  const Step& step = trace->steps()[1];
  const auto isOfStep = [&](SpanId s) {
    const bool isWork = isDeviceActivity(trace->kind(s));
    const SpanId call = isWork ? trace->launchOf(s) : s;
    return (isWork || trace->track(trace->trackOf(s)).kind == TrackKind::Thread) && call != SpanId::none &&
           step.range.contains(trace->start(call));
  };
  EXPECT_EQ(ask(database, fmt::format("SELECT count(*) FROM spans WHERE step = '{}'", trace->text(step.name))).value(),
            counted(isOfStep));
  EXPECT_EQ(ask(database, "SELECT count(*) FROM spans WHERE step_number = 1").value(), counted(isOfStep));
}

TEST(SpanNesting, takesWhatLiesDirectlyInsideFromTheSelfTimeOnce) {
  sql::Database database{sketch(R"(ns
    cpu 1: outer 0+100
    cpu 1: middle 10+40
    cpu 1: inner 20+10
    cpu 1: second 60+20
    cpu 1: alone 200+5)")};
  EXPECT_EQ(ask(database, "SELECT name, depth, self_ns FROM spans ORDER BY start_ns").rows,
            (Rows{{"outer", "0", "40"},
                  {"middle", "1", "30"},
                  {"inner", "2", "10"},
                  {"second", "1", "20"},
                  {"alone", "0", "5"}}));
}

}  // namespace
}  // namespace kernline::test
