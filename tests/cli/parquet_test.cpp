// SPDX-License-Identifier: GPL-3.0-or-later
// Parquet files as users write them, and as DuckDB reads them where it is there.
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/parquet_table.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string rank0 = fixture("ranks/ddp_straggler/rank0.json.gz");
const std::string rank1 = fixture("ranks/ddp_straggler/rank1.json.gz");

class ParquetExport : public testing::Test {
 protected:
  [[nodiscard]] std::string in(const std::string& name) const { return folder / name; }
  [[nodiscard]] ProgramRun exportTo(const std::string& name, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "export");
    arguments.insert(arguments.end(), {"--format", "parquet", "-o", in(name)});
    return kernline(arguments);
  }

  TemporaryFolder folder;
};

TEST_F(ParquetExport, takesSeveralProfilesAndAFolderOfRanks) {
  const ProgramRun files = exportTo("files", {rank0, rank1});
  EXPECT_EQ(files.code, 0) << files.err;
  EXPECT_THAT(files.out, testing::MatchesRegex(".*files: 2 ranks, .* rows, .*B\n"));
  const ProgramRun together = exportTo("together", {fixture("ranks/ddp_straggler")});
  EXPECT_EQ(together.code, 0) << together.err;
  for (const char* rank : {"rank=0", "rank=1"}) {
    const auto one = readParquet(in(fmt::format("files/{}/kernels.parquet", rank)));
    const auto other = readParquet(in(fmt::format("together/{}/kernels.parquet", rank)));
    EXPECT_GT(one.rows.size(), 0U);
    EXPECT_EQ(one.rows.size(), other.rows.size());
    EXPECT_EQ(one.columns, other.columns);
  }
}

TEST_F(ParquetExport, numbersProfilesWithoutARank) {
  const ProgramRun run = exportTo("out", {fixture("chrome-trivial.json"), fixture("chrome-flows-simple.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(in("out/rank=0/spans.parquet")));
  EXPECT_TRUE(fs::exists(in("out/rank=1/spans.parquet")));
}

TEST_F(ParquetExport, refusesWhatCannotBeMeant) {
  const auto refused = [](std::vector<std::string> arguments, const std::string& why) {
    arguments.insert(arguments.begin(), "export");
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2) << why;
    EXPECT_THAT(run.err, testing::HasSubstr(why));
  };
  refused({rank0, "-o", in("out")}, "has no known file type");
  refused({rank0, rank1, "-o", in("out.json")}, "only --format parquet takes several profiles");
  refused({rank0, "-o", "-", "--format", "parquet"}, "standard output takes JSON only");
  refused({rank0, "-o", in("out"), "--format", "parquet", "--range", "1ms..2ms"}, "Parquet contains the whole profile");
  refused({rank0, "-o", in("out.json"), "--args"}, "--args applies to SQLite and Parquet output");
  refused({rank0, rank0, "-o", in("out"), "--format", "parquet"}, "are both of rank 0");
  refused({rank0, "-o", in("out"), "--format", "orc"}, "orc");
}

/// An answer without the paths in it.
std::string answerOn(std::vector<std::string> command, const std::string& path) {
  command.insert(command.begin() + 1, path);
  command.emplace_back("--json");
  const ProgramRun run = kernline(command);
  EXPECT_EQ(run.code, 0) << run.err;
  std::string answer = run.out;
  for (std::size_t at = answer.find(path); at != std::string::npos; at = answer.find(path, at)) {
    answer.replace(at, path.size(), "PATH");
  }
  return answer;
}

TEST_F(ParquetExport, isOpenedAgainAndAnswersAsTheProfile) {
  for (const std::string& profile : {fixture("h200-profiler-steps.json.gz"), fixture("h200-cuda-graph.json.gz")}) {
    ASSERT_EQ(exportTo("again", {profile, "--args"}).code, 0);
    const std::string rank = in("again/rank=0");
    EXPECT_EQ(answerOn({"stats"}, rank), answerOn({"stats"}, profile));
    EXPECT_EQ(answerOn({"steps"}, rank), answerOn({"steps"}, profile));
    EXPECT_EQ(
        answerOn({"query", "SELECT kind, count(*), sum(duration_ns), count(op_id) FROM spans GROUP BY kind"}, rank),
        answerOn({"query", "SELECT kind, count(*), sum(duration_ns), count(op_id) FROM spans GROUP BY kind"}, profile));
    EXPECT_EQ(answerOn({"stats"}, in("again")), answerOn({"stats"}, rank)) << "of one rank the folder above is that";
    fs::remove_all(in("again"));
  }
}

TEST_F(ParquetExport, ofSeveralRanksOpensAsTheRanksOfARun) {
  ASSERT_EQ(exportTo("out", {rank0, rank1}).code, 0);
  const json profiles = json::parse(kernline({"ranks", fixture("ranks/ddp_straggler"), "--json"}).out);
  const json again = json::parse(kernline({"ranks", in("out"), "--json"}).out);
  EXPECT_EQ(again["stragglers"], profiles["stragglers"]);
  EXPECT_EQ(again["clocks"], profiles["clocks"]);
  EXPECT_EQ(again["collectives"].size(), profiles["collectives"].size());
  EXPECT_EQ(again["collective_kinds"], profiles["collective_kinds"]);
}

TEST_F(ParquetExport, namesTheFormatWhateverTheFileIsCalled) {
  EXPECT_EQ(kernline({"export", rank0, "-o", in("model.bin"), "--format", "sqlite"}).code, 0);
  EXPECT_TRUE(readFile(in("model.bin")).starts_with("SQLite format 3"));
}

TEST_F(ParquetExport, isCompleteOrNotThere) {
  const std::string out = in("out");
  const ProgramRun run = kernline(
      {"-c", "ulimit -f 2; exec \"$@\"", "sh", KERNLINE_PROGRAM, "export", rank0, "-o", out, "--format", "parquet"},
      {.program = "/bin/sh"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, testing::HasSubstr("cannot write " + out + "/rank=0/spans.parquet: File too large"));
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ParquetExport, isDescribedColumnByColumn) {
  ASSERT_EQ(exportTo("out", {rank0}).code, 0);
  const std::string page = readFile(KERNLINE_SOURCE_DIR "/resources/docs/file-schemas.md");
  for (const auto& file : fs::directory_iterator(in("out/rank=0"))) {
    const std::string name = file.path().stem();
    const std::size_t begin = page.find("\n### " + name + "\n");
    ASSERT_NE(begin, std::string::npos) << name;
    std::string section = page.substr(begin, page.find("\n### ", begin + 1) - begin);
    if (section.find("the columns of `spans`") != std::string::npos) {
      section += page.substr(page.find("\n### spans\n"), page.find("\n### kernels\n") - page.find("\n### spans\n"));
    }
    for (const std::string& column : readParquet(file.path()).columns) {
      EXPECT_NE(section.find("| `" + column + "` | "), std::string::npos) << name << "." << column;
    }
  }
}

double numberIn(const json& cell) {
  return std::stod(cell.get<std::string>());
}

/// More kernels than three row groups have, one every microsecond.
std::string manyKernels() {
  std::string text = "[";
  for (int i = 0; i < 400'000; ++i) {
    text += fmt::format(R"({}{{"ph":"X","cat":"kernel","name":"k{}","pid":0,"tid":7,"ts":{},"dur":0.5}})",
                        i == 0 ? "" : ",\n", i % 7, i + 1);
  }
  return text + "]";
}

TEST_F(ParquetExport, answersOfAPartOfARankWithoutTheRest) {
  const TemporaryFile profile(manyKernels());
  ASSERT_EQ(exportTo("out", {profile.path()}).code, 0);
  const std::string rank = in("out/rank=0");
  for (const char* command : {"stats", "events"}) {
    const ProgramRun whole = kernline({command, rank, "--range", "300ms..310ms", "--csv"});
    const ProgramRun part = kernline({command, rank, "--range", "300ms..310ms", "--lazy", "--csv"});
    EXPECT_EQ(part.code, 0) << part.err;
    EXPECT_EQ(part.out, whole.out) << command;
    EXPECT_EQ(whole.err, "");
    EXPECT_THAT(part.err, testing::HasSubstr("Only a range of time was read; 137\u202f856 spans and other events"));
  }
  for (const char* command : {"stats", "events", "calltree", "modules", "work", "advise"}) {
    const json answer =
        json::parse(kernline({command, rank, "--range", "300ms..310ms", "--lazy", "--json"}).out, nullptr, false);
    const json& file = answer.contains("files") ? answer["files"][0] : answer;
    EXPECT_EQ(file.value("not_read", 0), 137'856) << command;
    EXPECT_EQ(schemaProblems(answer), "") << command;
  }
  EXPECT_EQ(kernline({"stats", rank, "--lazy"}).code, 2) << "of no range";
  EXPECT_EQ(kernline({"stats", rank, "--by", "step", "--range", "300ms..310ms", "--lazy"}).code, 2);
  const ProgramRun beyond = kernline({"stats", rank, "--range", "2s..3s", "--lazy"});
  EXPECT_EQ(beyond.code, 1);
  EXPECT_THAT(beyond.err, mentions("range-outside-recording", anyValue, anyValue));
}

TEST_F(ParquetExport, drawsAPartOfARankWithoutTheRest) {
  if (!fs::exists(fs::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"))) {
    GTEST_SKIP() << "this build has no viewer";
  }
  const TemporaryFile profile(manyKernels());
  ASSERT_EQ(exportTo("out", {profile.path()}).code, 0);
  const ProgramRun part =
      kernline({"render", in("out/rank=0"), "-o", in("part.png"), "--range", "300ms..310ms", "--lazy"});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_THAT(part.err, testing::HasSubstr("Only a range of time was read; 137\u202f856 spans"));
  EXPECT_GT(fs::file_size(in("part.png")), 0U);
  const ProgramRun memory = kernline(
      {"render", in("out/rank=0"), "--view", "memory", "-o", in("memory.png"), "--range", "300ms..310ms", "--lazy"});
  EXPECT_EQ(memory.code, 2);
  EXPECT_THAT(memory.err, testing::HasSubstr("--lazy is for --view timeline and overview"));
}

TEST_F(ParquetExport, readsAProfileThatIsNoneWhole) {
  const ProgramRun lazy = kernline({"stats", rank0, "--range", "1ms..", "--lazy", "--csv"});
  EXPECT_EQ(lazy.out, kernline({"stats", rank0, "--range", "1ms..", "--csv"}).out);
  EXPECT_THAT(lazy.err, testing::Not(mentions("only-range-was-read", anyValue)));
}

TEST_F(ParquetExport, readsSeveralRanksWhole) {
  ASSERT_EQ(exportTo("out", {rank0, rank1}).code, 0);
  const ProgramRun whole = kernline({"stats", in("out"), "--range", "1ms..", "--csv"});
  const ProgramRun lazy = kernline({"stats", in("out"), "--range", "1ms..", "--lazy", "--csv"});
  EXPECT_EQ(lazy.code, 0) << lazy.err;
  EXPECT_EQ(lazy.out, whole.out);
}

/// Answers of DuckDB, whose package `@duckdb/node-api` is in the node_modules of the folder KERNLINE_DUCKDB.
class ParquetInDuckDb : public ParquetExport {
 protected:
  void SetUp() override {
    if (duckdb == nullptr) {
      GTEST_SKIP() << "no DuckDB: npm install @duckdb/node-api, and name its folder in KERNLINE_DUCKDB";
    }
  }

  static json ask(const std::vector<std::string>& queries) {
    std::vector<std::string> arguments{"node", KERNLINE_SOURCE_DIR "/tests/cli/duckdb_rows.cjs", duckdb};
    arguments.insert(arguments.end(), queries.begin(), queries.end());
    const ProgramRun run = kernline(arguments, {.program = "/usr/bin/env"});
    EXPECT_EQ(run.code, 0) << run.err;
    return run.code == 0 ? json::parse(run.out) : json::array();
  }

  /// The same of Kernline's own answer, as texts.
  static json rowsOf(const std::string& file, const std::string& query) {
    json rows = json::array();
    const json answer = answerOf({"query", file, query, "--json"});
    for (const json& row : answer.at("rows")) {
      json& texts = rows.emplace_back(json::array());
      for (const json& column : answer.at("columns")) {
        const json& cell = row.at(column.get<std::string>());
        texts.push_back(cell.is_string() || cell.is_null() ? cell : json(cell.dump()));
      }
    }
    return rows;
  }

  /// Engines spell reals in their own ways.
  static bool isSame(const json& one, const json& other) {
    if (one == other || !one.is_string() || !other.is_string()) {
      return one == other;
    }
    const auto number = other.get<std::string>();
    return number.find_first_of(".e") != std::string::npos &&
           number.find_first_not_of("+-.e0123456789") == std::string::npos && numberIn(one) == numberIn(other);
  }

  /// The queries of the page, in its order, over what is in this folder.
  [[nodiscard]] std::vector<std::string> queriesOfThePage() const {
    std::istringstream page(readFile(KERNLINE_SOURCE_DIR "/resources/docs/file-schemas.md"));
    std::vector<std::string> queries;
    bool isQuery = false;
    for (std::string line; std::getline(page, line);) {
      const bool isCode = line.starts_with("    ");
      if (isCode && !isQuery && (line.starts_with("    SELECT") || line.starts_with("    WITH"))) {
        queries.emplace_back();
        isQuery = true;
      }
      isQuery = isQuery && isCode;
      if (isQuery) {
        queries.back() += line + "\n";
      }
    }
    for (std::string& query : queries) {
      for (const char* name : {"run17/", "runs/"}) {
        const std::size_t at = query.find(fmt::format("'{}", name));
        query.insert(at == std::string::npos ? query.size() : at + 1, at == std::string::npos ? "" : in(""));
      }
    }
    return queries;
  }

  inline static const char* const duckdb = std::getenv("KERNLINE_DUCKDB");
};

TEST_F(ParquetInDuckDb, answersAsTheQueryDoes) {
  const std::vector<std::pair<std::string, std::string>> questions{
      {"spans",
       "SELECT count(*), sum(duration_ns), sum(self_ns), min(start_ns), max(end_ns), count(DISTINCT name), min(name), "
       "max(name), sum(length(track)), count(op), sum(op_id), count(step), sum(depth) FROM {}"},
      {"kernels",
       "SELECT count(*), sum(duration_ns), min(short_name), max(family), sum(launch_latency_ns), count(stream) FROM "
       "{}"},
      {"launches", "SELECT count(*), sum(latency_ns), sum(delay_ns), min(call), max(work), sum(call_id) FROM {}"},
      {"steps", "SELECT count(*), sum(duration_ns), sum(device_ns), sum(idle_ns), min(name), max(source) FROM {}"},
      {"counters", "SELECT count(*), sum(time_ns), min(name), max(value), min(value) FROM {}"},
      {"memory", "SELECT count(*), sum(bytes), max(allocated_bytes), max(address), count(device) FROM {}"}};
  for (const char* name :
       {"h200-profiler-steps.json.gz", "torch-rocm-sglang-decode.json.gz", "torch-gpu-annotations.json.gz",
        "chrome-counters-with-ids.json", "very-long-name.json.gz"}) {
    ASSERT_EQ(exportTo(name, {fixture(name)}).code, 0);
    std::vector<std::string> queries;
    for (const auto& [table, question] : questions) {
      queries.push_back(
          fmt::format(fmt::runtime(question), fmt::format("read_parquet('{}/*/{}.parquet')", in(name), table)));
    }
    const json answers = ask(queries);
    ASSERT_EQ(answers.size(), questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const json own = rowsOf(fixture(name), fmt::format(fmt::runtime(questions[i].second), questions[i].first));
      ASSERT_EQ(answers[i][0].size(), own[0].size());
      for (std::size_t column = 0; column < own[0].size(); ++column) {
        EXPECT_TRUE(isSame(answers[i][0][column], own[0][column]))
            << name << ": " << queries[i] << ", column " << column << ": " << answers[i][0][column] << ", not "
            << own[0][column];
      }
    }
  }
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

TEST_F(ParquetInDuckDb, runsTheQueriesOfThePageAndFindsWhatKernlineFinds) {
  ASSERT_EQ(exportTo("run17", {fixture("ranks/ddp_straggler")}).code, 0);
  ASSERT_EQ(exportTo("runs/run=16", {rank0}).code, 0);
  ASSERT_EQ(exportTo("runs/run=17", {rank1}).code, 0);
  const std::vector<std::string> queries = queriesOfThePage();
  const json answers = ask(queries);
  ASSERT_EQ(answers.size(), 6U);
  const json ranks = answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"});

  double kernelTime = 0;
  for (const std::string& file : {rank0, rank1}) {
    const json own = rowsOf(file, "SELECT count(*), sum(duration_ns) FROM kernels WHERE family = 'communication'");
    kernelTime += numberIn(own[0][1]) / 1e6;
  }
  EXPECT_TRUE(answers[0][0][0].get<std::string>().starts_with("ncclDevKernel_AllReduce"));
  EXPECT_NEAR(numberIn(answers[0][0][2]), kernelTime, 1e-6);

  const json& straggler = ranks.at("verdict");
  for (const std::size_t query : {1, 2}) {
    const json& found = answers[query];
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0][0], std::to_string(straggler.at("straggler_rank").get<int>()));
    EXPECT_EQ(found[0][1], std::to_string(straggler.at("collectives").get<int>()));
  }
  const double waited = straggler.at("wait_ns").get<double>() / 1e6;
  EXPECT_NEAR(numberIn(answers[1][0][2]), waited, 1e-9);
  EXPECT_NEAR(numberIn(answers[2][0][2]), waited, waited / 50);

  std::vector<double> bandwidths;
  for (const json& collective : ranks.at("collectives")) {
    double shortest = 1e18;
    for (const json& part : collective.at("parts")) {
      shortest = std::min(shortest, part.at("end_ns").get<double>() - part.at("start_ns").get<double>());
    }
    bandwidths.push_back(collective.at("bus_bytes_per_s").get<double>() * collective.at("transfer_ns").get<double>() /
                         shortest / 1e9);
  }
  ASSERT_EQ(answers[3].size(), 1U);
  EXPECT_EQ(answers[3][0][0], "all_reduce");
  EXPECT_EQ(answers[3][0][1], "67125248");
  EXPECT_EQ(answers[3][0][2], std::to_string(bandwidths.size()));
  EXPECT_NEAR(numberIn(answers[3][0][4]), median(bandwidths), 1e-6);

  const std::string name = answers[4][0][0];
  std::vector<double> perStep;
  for (const std::string& file : {rank0, rank1}) {
    const json own = rowsOf(file,
                            "SELECT sum(duration_ns) / 1e3 / count(DISTINCT step_number) FROM kernels WHERE "
                            "step_number IS NOT NULL AND short_name = '" +
                                name + "'");
    perStep.push_back(numberIn(own[0][0]));
  }
  EXPECT_NEAR(numberIn(answers[4][0][1]), perStep[0], 1e-6);
  EXPECT_NEAR(numberIn(answers[4][0][2]), perStep[1], 1e-6);
}

}  // namespace
}  // namespace kernline::test
