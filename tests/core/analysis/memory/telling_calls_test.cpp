// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/relevant_frames.h"

#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

constexpr std::string_view line = "forward (/home/me/model.py:54)";

class TellingCalls : public testing::Test {
 protected:
  /// Innermost first.
  StackId stack(const std::vector<std::string_view>& calls) {
    StackId made = StackId::none;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      made = m_history.stacks.add(made, m_history.strings.intern(*call));
    }
    return made;
  }
  std::string one(const std::vector<std::string_view>& calls) {
    return std::string(m_history.text(relevantFrame(m_history, stack(calls))));
  }
  std::vector<std::string_view> some(const std::vector<std::string_view>& calls, std::size_t most) {
    std::vector<std::string_view> texts;
    for (const StringId call : relevantFrames(m_history, stack(calls), most)) {
      texts.push_back(m_history.text(call));
    }
    return texts;
  }

  MemoryHistory m_history;
};

TEST_F(TellingCalls, areNoneThatUnwindAllocateOrInterpret) {
  const std::vector<std::string_view> calls{"torch::unwind::unwind()",
                                            "c10::cuda::CUDACachingAllocator::Native::malloc(void**)",
                                            "at::detail::empty_cuda(c10::ArrayRef<long>)",
                                            "at::(anonymous namespace)::wrapper_CUDA_empty_strided(int)",
                                            "at::_ops::bmm::call(at::Tensor const&)",
                                            "_PyEval_EvalFrameDefault",
                                            line,
                                            "_start"};
  EXPECT_EQ(one(calls), "at::_ops::bmm::call(at::Tensor const&)");
  EXPECT_THAT(some(calls, 8), ElementsAre("at::_ops::bmm::call(at::Tensor const&)", line));
}

TEST_F(TellingCalls, endWithALineOfPythonThatWouldNotBeAmongThem) {
  const std::vector<std::string_view> calls{"one()", "two()", "three()", "four()", line, "main (/home/me/main.py:3)"};
  EXPECT_THAT(some(calls, 3), ElementsAre("one()", "two()", line));
  EXPECT_THAT(some(calls, 5), ElementsAre("one()", "two()", "three()", "four()", line));
}

TEST_F(TellingCalls, areAllWhereNoneTells) {
  EXPECT_EQ(one({"torch::unwind::unwind()", "_start"}), "torch::unwind::unwind()");
  EXPECT_THAT(some({"torch::unwind::unwind()", "_start"}, 8), ElementsAre("torch::unwind::unwind()", "_start"));
}

TEST_F(TellingCalls, takeAPythonLineForWhatItIsWhateverItsName) {
  EXPECT_EQ(one({"empty_like (/site-packages/torch/functional.py:7)", line}),
            "empty_like (/site-packages/torch/functional.py:7)");
}

/// A real run that ran out of memory, whose stacks begin in the unwinder.
TEST(TellingCallsOfAFile, nameTheStackByTheUsersLine) {
  const auto history = readMemory(fixture("memory/h200-out-of-memory.pickle"));
  ASSERT_EQ(history->devices.size(), 1U);
  const MemoryDevice& device = history->devices[0];
  const LiveSet live = liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Stack);
  EXPECT_THAT(names(live), ElementsAre(StartsWith("more_data.py:46 <module> → torch::autograd::THPVariable_empty("),
                                       says("allocated-before-recording")));
  ASSERT_EQ(device.failures.size(), 1U);
  const std::vector<StringId> calls = relevantFrames(*history, device.failures[0].stack, 8);
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(history->text(calls[1]), "<module> (more_data.py:46)");
}

}  // namespace
}  // namespace kernline::test
