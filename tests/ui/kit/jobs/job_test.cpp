// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/jobs/job.h"

#include "tests/ui/window/wait.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <new>
#include <thread>

namespace kernline::ui {
namespace {

using namespace std::chrono_literals;

TEST(Jobs, theResultArrivesOnTheThreadThatAsked) {
  std::thread::id workedOn;
  std::thread::id arrivedOn;
  int value = 0;
  Job<int> job(
      [&](std::stop_token, Progress&) -> Expected<int> {
        workedOn = std::this_thread::get_id();
        return 42;
      },
      [&](Expected<int> result) {
        arrivedOn = std::this_thread::get_id();
        value = result.value_or(-1);
      });
  EXPECT_TRUE(job.isRunning());
  ASSERT_TRUE(test::waitUntil([&] { return value != 0; }));
  EXPECT_EQ(value, 42);
  EXPECT_EQ(arrivedOn, std::this_thread::get_id());
  EXPECT_NE(workedOn, std::this_thread::get_id());
  EXPECT_FALSE(job.isRunning());
}

TEST(Jobs, lettingGoAsksTheWorkToStopAndSilencesIt) {
  auto stopped = std::make_shared<std::atomic<bool>>(false);
  bool arrived = false;
  {
    Job<int> job(
        [stopped](std::stop_token stop, Progress&) -> Expected<int> {
          while (!stop.stop_requested()) {
            std::this_thread::sleep_for(1ms);
          }
          *stopped = true;
          return 1;
        },
        [&](Expected<int>) { arrived = true; });
  }
  ASSERT_TRUE(test::waitUntil([&] { return stopped->load(); }));
  EXPECT_TRUE(waitForWorkers(10s));
  QCoreApplication::processEvents();
  EXPECT_FALSE(arrived);
}

TEST(Jobs, lettingGoDoesNotWaitForWorkThatIgnoresTheStop) {
  auto release = std::make_shared<std::latch>(1);
  {
    Job<int> job(
        [release](std::stop_token, Progress&) -> Expected<int> {
          release->wait();
          return 1;
        },
        [](Expected<int>) {});
  }
  release->count_down();  // a destructor that waited would not have come here
  EXPECT_TRUE(waitForWorkers(5s));
}

TEST(Jobs, aStoppedJobStillTellsItsResult) {
  Expected<int> seen = 0;
  Job<int> job(
      [](std::stop_token stop, Progress&) -> Expected<int> {
        while (!stop.stop_requested()) {
          std::this_thread::sleep_for(1ms);
        }
        return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
      },
      [&](Expected<int> result) { seen = std::move(result); });
  job.requestStop();
  ASSERT_TRUE(test::waitUntil([&] { return !job.isRunning(); }));
  ASSERT_FALSE(seen.has_value());
  EXPECT_EQ(seen.error().kind, Error::Kind::Canceled);
}

TEST(Jobs, aNewJobInPlaceOfARunningOneSilencesTheOldOne) {
  std::vector<int> arrived;
  auto release = std::make_shared<std::latch>(1);
  Job<int> job(
      [release](std::stop_token, Progress&) -> Expected<int> {
        release->wait();
        return 1;
      },
      [&](Expected<int> result) { arrived.push_back(*result); });
  job = Job<int>([](std::stop_token, Progress&) -> Expected<int> { return 2; },
                 [&](Expected<int> result) { arrived.push_back(*result); });
  release->count_down();
  ASSERT_TRUE(test::waitUntil([&] { return !arrived.empty(); }));
  EXPECT_TRUE(waitForWorkers(10s));
  QCoreApplication::processEvents();
  EXPECT_EQ(arrived, std::vector<int>{2});
}

TEST(Jobs, runningOutOfMemoryIsAnErrorWithASentence) {
  Expected<int> seen = 0;
  Job<int> job([](std::stop_token, Progress&) -> Expected<int> { throw std::bad_alloc(); },
               [&](Expected<int> result) { seen = std::move(result); });
  ASSERT_TRUE(test::waitUntil([&] { return !job.isRunning(); }));
  ASSERT_FALSE(seen.has_value());
  EXPECT_EQ(seen.error().kind, Error::Kind::OutOfMemory);
  EXPECT_FALSE(seen.error().message.english().empty());
}

TEST(Jobs, aCallbackMayReplaceTheJobItBelongsTo) {
  Job<int> job;
  int rounds = 0;
  std::function<void(Expected<int>)> again = [&](Expected<int>) {
    if (++rounds < 3) {
      job = Job<int>([](std::stop_token, Progress&) -> Expected<int> { return 1; }, again);
    }
  };
  job = Job<int>([](std::stop_token, Progress&) -> Expected<int> { return 1; }, again);
  ASSERT_TRUE(test::waitUntil([&] { return rounds == 3; }));
}

TEST(GuiQueue, tasksRunInTheOrderTheyWerePosted) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) {
    GuiQueue::post([&order, i] { order.push_back(i); });
  }
  ASSERT_TRUE(test::waitUntil([&] { return order.size() == 100; }));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Workers, theLastOwnerOfAValueFreesItOnAWorker) {
  struct Noted {
    std::atomic<std::thread::id>* freedOn;
    ~Noted() { *freedOn = std::this_thread::get_id(); }
  };
  std::atomic<std::thread::id> freedOn{};
  disposeInBackground(std::make_shared<Noted>(&freedOn));
  ASSERT_TRUE(waitForWorkers(5s));
  EXPECT_NE(freedOn.load(), std::thread::id());
  EXPECT_NE(freedOn.load(), std::this_thread::get_id());
}

}  // namespace
}  // namespace kernline::ui
