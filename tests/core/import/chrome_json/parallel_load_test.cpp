// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/read_chrome.h"
#include "core/open/load.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace kernline::test {
namespace {

using namespace std::chrono_literals;

/// Long enough for several pieces a worker.
const std::string& longText() {
  static const std::string text = traceLikeText(std::size_t{24} << 20);
  return text;
}

std::shared_ptr<const Trace> loadWith(const std::string& path, unsigned threads) {
  Progress progress;
  LoadOptions options;
  options.threads = threads;
  const auto loaded = load(path, options, {}, progress);
  EXPECT_TRUE(loaded) << loaded.error().message.english();
  EXPECT_EQ(progress.stage, Progress::Stage::Done);
  return loaded ? *loaded : nullptr;
}

TEST(ParallelLoad, aCompressedFileMakesTheSameTraceAsItsText) {
  const TemporaryFile plain(longText());
  const TemporaryFile packed(compressed(longText(), "gzip"), ".gz");
  const auto left = loadWith(plain.path(), 2);
  const auto right = loadWith(packed.path(), 2);
  ASSERT_TRUE(left && right);
  EXPECT_EQ(firstDifference(*left, *right), "");
}

TEST(ParallelLoad, twoLoadsAtATimeDoNotMeet) {
  const TemporaryFile file(longText());
  const auto alone = loadWith(file.path(), 2);
  std::shared_ptr<const Trace> first;
  std::shared_ptr<const Trace> second;
  {
    const std::jthread left([&] { first = loadWith(file.path(), 2); });
    const std::jthread right([&] { second = loadWith(file.path(), 2); });
  }
  ASSERT_TRUE(alone && first && second);
  EXPECT_EQ(firstDifference(*alone, *first), "");
  EXPECT_EQ(firstDifference(*alone, *second), "");
}

TEST(ParallelLoad, aPreviewMayBeReadWhileTheRestLoads) {
  const TemporaryFile file(longText());
  std::mutex mutex;
  std::vector<std::jthread> readers;
  std::atomic<std::uint64_t> read = 0;
  LoadOptions options;
  options.threads = 2;
  options.onPreview = [&](std::shared_ptr<const Trace> preview) {
    EXPECT_TRUE(preview->isPreview());
    const std::scoped_lock lock(mutex);
    readers.emplace_back([preview = std::move(preview), &read] {
      for (std::uint32_t i = 0; i < preview->spanCount(); ++i) {
        read += preview->nameText(SpanId{i}).size();
      }
      if (preview->spanCount() > 0) {
        read += preview->details(SpanId{0}).fields.children.size();
      }
    });
  };
  Progress progress;
  const auto loaded = load(file.path(), options, {}, progress);
  ASSERT_TRUE(loaded);
  EXPECT_FALSE((*loaded)->isPreview());
  const bool hadPreview = !readers.empty();
  readers.clear();
  EXPECT_EQ(read > 0, hadPreview);
}

/// Stops a load after `delay`; whether it had ended before that. A worker may finish the piece it has in hand and take
/// one that it has already asked for.
bool endsWhenStopped(const std::string& path, std::chrono::microseconds delay) {
  std::stop_source stop;
  Progress progress;
  LoadOptions options;
  options.threads = 2;
  options.onPreview = [](const std::shared_ptr<const Trace>&) {};
  std::uint64_t doneWhenAsked = 0;
  std::jthread asker([&] {
    std::this_thread::sleep_for(delay);
    stop.request_stop();
    doneWhenAsked = progress.bytesDone;
  });
  const auto loaded = load(path, options, stop.get_token(), progress);
  asker.join();
  const bool hadEnded = loaded.has_value();
  if (!hadEnded) {
    EXPECT_EQ(loaded.error().kind, Error::Kind::Canceled) << loaded.error().message.english();
    const std::uint64_t allowed = 2 * options.threads * chrome::ReadOptions{}.pieceBytes;
    EXPECT_LE(progress.bytesDone, doneWhenAsked + allowed) << "stopped after " << delay.count() << " us";
  }
  return hadEnded;
}

class CanceledLoad : public testing::TestWithParam<bool> {};

TEST_P(CanceledLoad, readsNoFurtherPieceWheneverItIsStopped) {
  const TemporaryFile file(GetParam() ? compressed(longText(), "gzip") : longText());
  int canceled = 0;
  for (auto delay = 0us; delay < 300ms; delay = delay * 3 / 2 + 100us) {
    canceled += endsWhenStopped(file.path(), delay) ? 0 : 1;
  }
  EXPECT_GT(canceled, 3);
}

INSTANTIATE_TEST_SUITE_P(Storage, CanceledLoad, testing::Bool(),
                         [](const auto& chosen) { return chosen.param ? "gzip" : "plain"; });

}  // namespace
}  // namespace kernline::test
