// SPDX-License-Identifier: GPL-3.0-or-later
// Reading where there is not enough memory for all of it.
#include "core/import/chrome_json/read_chrome.h"
#include "core/model/base/memory_watch.h"
#include "core/open/load.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

namespace kernline::test {
namespace {

std::string manyEvents(int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{}{{\"ph\":\"X\",\"name\":\"n\",\"ts\":{},\"dur\":1,\"pid\":1,\"tid\":1}}",
                        i == 0 ? "" : ",\n", 2 * i);
  }
  return text + "]";
}

TEST(MemoryLimit, leavesATraceOfWhatWasRead) {
  constexpr int count = 50'000;
  std::stop_source enough;
  chrome::ReadOptions options{.load = {.threads = 2,
                                       .onPreview = [&](const auto&) { enough.request_stop(); },
                                       .maxMemory = 0,
                                       .memoryExhausted = enough.get_token()},
                              .pieceBytes = 4096};
  const auto part = chrome::readChromeText(manyEvents(count), options);
  ASSERT_TRUE(part);
  EXPECT_EQ((*part)->report()[IssueKind::MemoryLimit].count, 1U);
  EXPECT_EQ((*part)->report()[IssueKind::TruncatedInput].count, 0U);
  const std::size_t spans = (*part)->spanCount();
  EXPECT_GT(spans, 0U);
  EXPECT_LT(spans, static_cast<std::size_t>(count));
  for (std::uint32_t i = 0; i < spans; ++i) {
    ASSERT_EQ((*part)->start(SpanId{i}).ns, std::int64_t{2000} * i) << "from the beginning on, without a gap";
  }
}

TEST(MemoryLimit, endsLoadingInASentence) {
  const TemporaryFile file(manyEvents(500'000));
  Progress progress;
  const auto trace = load(file.path(), {.onPreview = {}, .maxMemory = 1}, {}, progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::OutOfMemory);
  EXPECT_THAT(trace.error().message, mentions("needs-more-than-memory-limit", anyValue, "1 B"));
  EXPECT_TRUE(load(file.path(), {.onPreview = {}, .maxMemory = usualMemoryCeiling()}, {}, progress));
}

TEST(MemoryWatch, tellsOnceWhenThereIsThatMuch) {
  std::atomic<int> told{0};
  {
    const MemoryWatch never(std::numeric_limits<std::uint64_t>::max(), [&] { told += 100; });
    const MemoryWatch watch(1, [&] { ++told; });
    for (int i = 0; i < 500 && told == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  EXPECT_EQ(told, 1);
  EXPECT_GT(ownMemory(), std::uint64_t{1} << 20);
  EXPECT_GT(usualMemoryCeiling(), ownMemory());
}

}  // namespace
}  // namespace kernline::test
