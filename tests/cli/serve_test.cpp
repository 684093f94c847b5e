// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that stay on another machine: what `kernline serve --stdio` answers, and who asks. A script takes the place of
// ssh.
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/query/args_search.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/statistics/launch_configs.h"
#include "core/model/trace/arg_values.h"
#include "core/model/trace/changed_source.h"
#include "core/model/trace/read_watch.h"
#include "core/open/digest_trace.h"
#include "core/open/open_document.h"
#include "core/open/open_ranks.h"
#include "core/open/remote/frames.h"
#include "core/open/remote/open_remote.h"
#include "tests/cli/program_run.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_dump.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using TracePtr = std::shared_ptr<const Trace>;

class Serve : public testing::Test {
 protected:
  void SetUp() override {
    useScript("exec /bin/sh -c \"$2\"");
    ::setenv("KERNLINE_REMOTE", KERNLINE_PROGRAM, 1);
    std::filesystem::copy_file(fixture("h200-attention-original.json.gz"), m_folder / "train.json.gz");
  }

  void TearDown() override {
    ::unsetenv("KERNLINE_SSH");
    ::unsetenv("KERNLINE_REMOTE");
  }

  /// In place of ssh; says its process id.
  void useScript(const std::string& last) {
    m_folder.add("ssh", fmt::format("#!/bin/sh\necho $$ >>{0}/pids\ncd {0}\n{1}\n", m_folder.path(), last));
    std::filesystem::permissions(m_folder / "ssh", std::filesystem::perms::owner_all);
    ::setenv("KERNLINE_SSH", (m_folder / "ssh").c_str(), 1);
  }

  static Expected<Document> open(const std::string& path, const std::string& version = KERNLINE_VERSION) {
    Progress progress;
    auto opened = openRemote({.host = "node7", .path = path}, version, {}, {}, progress);
    return opened ? Expected<Document>(std::get<Document>(std::move(*opened))) : std::unexpected(opened.error());
  }

  static TracePtr traceOf(const std::string& path) {
    const auto opened = open(path);
    if (!opened) {
      ADD_FAILURE() << opened.error().message.english();
      return nullptr;
    }
    return std::get<TracePtr>(*opened);
  }

  [[nodiscard]] std::vector<pid_t> processes() const {
    std::ifstream file(m_folder / "pids");
    std::vector<pid_t> pids;
    for (pid_t pid = 0; file >> pid;) {
      pids.push_back(pid);
    }
    return pids;
  }

  /// The connection breaks.
  void cut() const {
    ::kill(processes().back(), SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }

  TemporaryFolder m_folder;
};

std::string everything(const Trace& trace) {
  return dump(trace, {.spansPerLane = DumpOptions::all, .others = DumpOptions::all, .withOffsets = false});
}

void expectSameDetails(const Trace& here, const Trace& there, std::uint32_t step) {
  for (std::uint32_t i = 0; i < here.spanCount(); i += step) {
    const EventDetails own = here.details(SpanId{i});
    const EventDetails sent = there.details(SpanId{i});
    EXPECT_EQ(sql::toJson(own.args), sql::toJson(sent.args)) << i;
    EXPECT_EQ(sql::toJson(own.fields), sql::toJson(sent.fields)) << i;
  }
}

TEST_F(Serve, theTraceThereIsTheTraceHere) {
  const TracePtr there = traceOf("train.json.gz");
  ASSERT_NE(there, nullptr);
  const auto here = load(fixture("h200-attention-original.json.gz"));
  EXPECT_EQ(everything(**here), everything(*there));
  EXPECT_EQ(there->sources().front().path, "node7:train.json.gz");
  EXPECT_TRUE(isRemote(*there));
  EXPECT_FALSE(isRemote(**here));
  expectSameDetails(**here, *there, 61);
  EXPECT_EQ((*here)->placeText((*here)->offset(SpanId{7})).english(),
            there->placeText(there->offset(SpanId{7})).english());
  EXPECT_EQ(processes().size(), 1U) << "one connection";
}

TEST_F(Serve, instantsAndMemoryRecordsHaveTheirDetails) {
  const TracePtr there = traceOf("train.json.gz");
  const auto here = load(fixture("h200-attention-original.json.gz"));
  ASSERT_FALSE((*here)->memoryEvents().empty());
  const auto same = [&](std::uint64_t own, std::uint64_t sent) {
    EXPECT_EQ(sql::toJson((*here)->detailsAt(own).args), sql::toJson(there->detailsAt(sent).args));
  };
  same((*here)->instants()[0].offset, there->instants()[0].offset);
  same((*here)->memoryEvents()[5].offset, there->memoryEvents()[5].offset);
}

TEST_F(Serve, analysesOfArgsSayTheSame) {
  const TracePtr there = traceOf("train.json.gz");
  const auto here = load(fixture("h200-attention-original.json.gz"));
  const LaunchConfigs ownConfigs = readLaunchConfigs(**here, 2, 1'000'000, {});
  const LaunchConfigs sentConfigs = readLaunchConfigs(*there, 2, 1'000'000, {});
  EXPECT_EQ(ownConfigs.texts, sentConfigs.texts);
  EXPECT_EQ(ownConfigs.ofSpan, sentConfigs.ofSpan);
  const InputShapes ownShapes = readInputShapes(**here, 2, 1'000'000, {});
  const InputShapes sentShapes = readInputShapes(*there, 2, 1'000'000, {});
  EXPECT_EQ(ownShapes.ofSpan, sentShapes.ofSpan);
}

TEST_F(Serve, argsAreSearchedThere) {
  const TracePtr there = traceOf("train.json.gz");
  const auto here = load(fixture("h200-attention-original.json.gz"));
  const auto hits = [](const Trace& trace, const SearchQuery& query) {
    Progress progress;
    std::vector<SpanId> found;
    const auto searched = searchArgs(
        trace, query, [&](std::vector<SpanId> some) { found.insert(found.end(), some.begin(), some.end()); }, progress);
    EXPECT_TRUE(searched);
    std::ranges::sort(found);
    return found;
  };
  const SearchQuery words{.text = "stream:7"};
  EXPECT_FALSE(hits(**here, words).empty());
  EXPECT_EQ(hits(**here, words), hits(*there, words));
  const SearchQuery expression{.text = "block:.128", .isRegex = true};
  EXPECT_EQ(hits(**here, expression), hits(*there, expression));
}

TEST_F(Serve, aLongWayCostsFewRoundTrips) {
  useScript(fmt::format("exec python3 {}/tests/support/delayed_pipe.py 50 /bin/sh -c \"$2\"", KERNLINE_SOURCE_DIR));
  const TracePtr there = traceOf("train.json.gz");
  ASSERT_NE(there, nullptr);
  const auto start = std::chrono::steady_clock::now();
  const InputShapes shapes = readInputShapes(*there, 2, 1'000'000, {});
  EXPECT_FALSE(shapes.shapes.empty());
  for (std::uint32_t i = 0; i < there->spanCount(); ++i) {
    static_cast<void>(there->details(SpanId{i}));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << "of which each alone takes minutes";
}

TEST_F(Serve, aBrokenConnectionIsMadeAnew) {
  const TracePtr there = traceOf("train.json.gz");
  const auto here = load(fixture("h200-attention-original.json.gz"));
  cut();
  expectSameDetails(**here, *there, 331);
  EXPECT_FALSE(changedSource(*there));
  EXPECT_EQ(processes().size(), 2U);
}

TEST_F(Serve, aFileThatChangedMeanwhileIsNotMixedWithTheOldOne) {
  const TracePtr there = traceOf("train.json.gz");
  cut();
  std::filesystem::copy_file(fixture("h200-jax.json.gz"), m_folder / "train.json.gz",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(there->details(SpanId{0}).args.children.empty());
  ASSERT_TRUE(changedSource(*there));
  EXPECT_THAT(changedSource(*there)->message.english(), HasSubstr("train.json.gz has changed"));
  EXPECT_TRUE(there->sources().front().origin->hasChanged());
}

TEST_F(Serve, saysThatNobodyIsThereAnyMore) {
  const TracePtr there = traceOf("train.json.gz");
  cut();
  useScript("echo 'ssh: no route to host' >&2; exit 255");
  static_cast<void>(there->details(SpanId{0}));
  ASSERT_TRUE(changedSource(*there));
  EXPECT_THAT(changedSource(*there)->message.english(),
              HasSubstr("could not start kernline on node7: ssh: no route to host"));
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t i = 0; i < 1000; ++i) {
    static_cast<void>(there->details(SpanId{i}));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2)) << "not every question tries again";
}

TEST_F(Serve, whatWasCountedWithoutItIsCountedAgainLater) {
  const TracePtr there = traceOf("train.json.gz");
  const auto here = load(fixture("h200-attention-original.json.gz"));
  const auto shapesOf = [](const std::shared_ptr<TraceAnalysis>& analysis) { return analysis->shapes()->ofSpan; };
  const std::shared_ptr<TraceAnalysis> analysis = causesOf(there);
  const ReadWatch reading(*there);
  cut();
  useScript("echo 'ssh: no route to host' >&2; exit 255");
  EXPECT_NE(shapesOf(analysis), shapesOf(causesOf(*here)));
  ASSERT_TRUE(reading.missed());
  EXPECT_THAT(reading.missed()->message.english(), HasSubstr("no route to host"));
  useScript("exec /bin/sh -c \"$2\"");
  std::this_thread::sleep_for(std::chrono::milliseconds(3100));  // it does not try all the time
  const ReadWatch again(*there);
  EXPECT_EQ(shapesOf(analysis), shapesOf(causesOf(*here)));
  EXPECT_FALSE(again.missed());
  EXPECT_TRUE(reading.missed()) << "who began before lacks something";
  EXPECT_FALSE(changedSource(*there));
}

TEST_F(Serve, aFolderOfRanksSaysWhatItIs) {
  std::filesystem::copy(fixture("ranks/ddp_straggler"), m_folder / "runs");
  const TracePtr there = traceOf("runs");
  ASSERT_NE(there, nullptr);
  EXPECT_EQ(there->sources().front().format.english(), phrase("chrome-trace-json") + ", gzip of 2 ranks");
  EXPECT_EQ(there->spanCount(), 8345U);
}

TEST_F(Serve, digestsAreCopiedAndTheirTracesStay) {
  m_folder.add("run/a/README", "");
  for (const char* rank : {"0", "1"}) {
    ASSERT_TRUE(
        digestTrace(fixture(std::string("ranks/ddp_straggler/rank") + rank + ".json.gz"), m_folder / "run", false, {}));
  }
  std::filesystem::copy_file(fixture("chrome-flows-simple.json"), m_folder / "run/other.json");
  std::filesystem::copy_file(fixture("ranks/ddp_straggler/rank1.json.gz"), m_folder / "run/rank2.json.gz");
  Progress progress;
  const auto opened = openRemote({.host = "node7", .path = "run"}, KERNLINE_VERSION, {}, {}, progress);
  ASSERT_TRUE(opened) << opened.error().message.english();
  const auto there = std::get<std::shared_ptr<const RankSet>>(*opened);
  const auto here = openRanks({m_folder / "run"}, {}, {}, {}, progress, RankReading::DigestsOnly);
  ASSERT_TRUE(here);
  EXPECT_EQ(there->path, "node7:run");
  ASSERT_EQ(there->files.size(), 2U);
  EXPECT_EQ(there->files[1].path, "node7:" + (*here)->files[1].path);
  EXPECT_EQ(there->steps.size(), (*here)->steps.size());
  EXPECT_EQ(there->collectives.size(), (*here)->collectives.size());
  EXPECT_EQ(there->bounds, (*here)->bounds);
  EXPECT_THAT(there->doubts, testing::Contains(mentions("trace-beside-digests-not-read", "1")));
  EXPECT_THAT(there->doubts, testing::Contains(mentions("file-name-does-not-match", anyValue, "run/other.json")));
}

TEST_F(Serve, brokenDigestsAreSaidAsHere) {
  m_folder.add("run/rank0.digest.json.gz", "no digest");
  Progress progress;
  const auto opened = openRemote({.host = "node7", .path = "run"}, KERNLINE_VERSION, {}, {}, progress);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message.english(), testing::HasSubstr("rank0.digest.json.gz"));
  EXPECT_THAT(opened.error().message.english(), testing::Not(testing::HasSubstr("kernline-remote")));
}

TEST_F(Serve, whatItSaysCanBeTranslated) {
  const auto missing = open("none.json");
  ASSERT_FALSE(missing);
  const Message expected = Phrase::tr("%1: %2").with(
      "node7", Phrase::tr("cannot open %1: %2").with("none.json", Message::systemError(ENOENT)));
  EXPECT_EQ(missing.error().message, expected);
}

TEST_F(Serve, refusesAnotherVersion) {
  const auto refused = open("train.json.gz", "0.0.1");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("Install the same version on both"));
}

TEST_F(Serve, passesOverWhatAShellPrints) {
  useScript("echo 'Welcome to node7'; exec /bin/sh -c \"$2\"");
  EXPECT_NE(traceOf("train.json.gz"), nullptr);
}

TEST_F(Serve, saysWhatIsWrongWithTheFile) {
  const auto missing = open("none.json");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message.english(), HasSubstr("node7: cannot open none.json"));
  m_folder.add("runs/a.txt", "");
  const auto folder = open("runs");
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message.english(), HasSubstr("node7: "));
}

TEST_F(Serve, aSmallLogIsCopied) {
  std::filesystem::copy_file(fixture("logs/attention-sweep.log"), m_folder / "train.log");
  const auto opened = open("train.log");
  ASSERT_TRUE(opened) << opened.error().message.english();
  const auto* const log = std::get_if<std::shared_ptr<const Log>>(&*opened);
  ASSERT_NE(log, nullptr);
  EXPECT_FALSE((*log)->lines(1, 2).empty());
}

TEST_F(Serve, aCopyThatFindsNoRoomIsNotOpened) {
  std::filesystem::copy_file(fixture("logs/attention-sweep.log"), m_folder / "train.log");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit little{.rlim_cur = 200, .rlim_max = before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &little);
  const auto opened = open("train.log");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, mentions("cannot-write-copy-below", anyValue));
}

TEST_F(Serve, endsWithItsInput) {
  const ProgramRun run = kernline({"serve", "--stdio"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("kernline serve 1 " KERNLINE_VERSION "\n"));
}

TEST_F(Serve, endsWhereNobodyAsksAnythingSensible) {
  const std::string noise =
      remote::frameBytes(remote::FrameKind::Details, "x") + remote::frameBytes(remote::FrameKind::Open, "\xff\xff") +
      remote::frameBytes(remote::FrameKind::Column, std::string(100, '\xff')) + std::string(1000, '\xee');
  const ProgramRun run = kernline({"serve", "--stdio"}, {.input = noise});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("invalid request"));
}

TEST_F(Serve, aServerThatTalksNonsenseIsLeft) {
  useScript("printf '\\nkernline serve 1 x\\n'; exec head -c 100000 /dev/urandom");
  EXPECT_FALSE(open("train.json.gz"));
  useScript("exec head -c 10000000 /dev/urandom");
  EXPECT_FALSE(open("train.json.gz"));
}

TEST_F(Serve, aTraceThatIsClosedLeavesNothingRunning) {
  TracePtr there = traceOf("train.json.gz");
  there.reset();
  EXPECT_NE(::kill(processes().back(), 0), 0);
}

}  // namespace
}  // namespace kernline::test
