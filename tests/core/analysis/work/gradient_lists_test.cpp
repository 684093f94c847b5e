// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes that older versions of torch do not record.
#include "core/analysis/work/gradient_lists.h"
#include "core/analysis/work/trace_work.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

constexpr const char* kernelOfLists =
    "void at::native::multi_tensor_apply_kernel<TensorListMetadata<1>, UnaryOpFunctor<float, 1, 1, 0>, Sqrt<float>>";
constexpr double allBytes = 2.0 * (100'000 + 300) * 4;  // each element read and written

/// Backward passes that accumulate two gradients, of 2 blocks and of 1, and optimizers.
class Training {
 public:
  void accumulate(const std::string& dims, const char* type = "float") {
    m_work.op("torch::autograd::AccumulateGrad", m_at, 5, "[" + dims + "]", "[\"" + std::string(type) + "\"]");
    m_at += 10;
  }
  void backward() {
    accumulate("[1000,100]");
    accumulate("[300]");
  }
  void optimizer(int blocks) {
    m_work.op("aten::_foreach_sqrt_", m_at, 10, "[[]]", R"(["TensorList"])");
    m_work.kernel(kernelOfLists, m_at + 2, m_at + 1000, 5, blocks);
    m_at += 20;
  }

  /// Each call of an optimizer.
  [[nodiscard]] std::vector<WorkForm> forms() const {
    const auto trace = m_work.trace();
    const WorkModel model = workModel(*trace, WorkRules::builtin(), 2);
    std::vector<WorkForm> all;
    for (const WorkCall& call : model.calls) {
      all.push_back(model.forms[call.form]);
    }
    return all;
  }

 private:
  MadeWork m_work;
  int m_at = 0;
};

TEST(GradientLists, areTheGradientsOfTheBackwardPassBeforeTheOptimizer) {
  Training training;
  training.backward();
  training.optimizer(3);
  training.optimizer(3);
  training.backward();
  training.optimizer(3);
  const auto forms = training.forms();
  ASSERT_EQ(forms.size(), 3U);
  for (const WorkForm& form : forms) {
    ASSERT_NE(form.needs.rule, nullptr) << form.needs.reason.english();
    EXPECT_EQ(form.needs.bytes, allBytes);
    EXPECT_EQ(form.shape.dims, "2 gradients of 100300 elements");
  }
}

TEST(GradientLists, areNotGuessedWhereTheBlocksDiffer) {
  for (const int blocks : {1, 2, 4, 0}) {
    Training training;
    training.backward();
    training.optimizer(blocks);
    const auto forms = training.forms();
    ASSERT_EQ(forms.size(), 1U);
    EXPECT_EQ(forms.front().needs.rule, nullptr) << blocks;
    EXPECT_THAT(forms.front().needs.reason, says("shape-not-recorded", "a"));
  }
}

TEST(GradientLists, countGradientsOnceThatSeveralPassesAccumulate) {
  Training training;
  training.backward();
  training.backward();
  training.optimizer(3);
  ASSERT_EQ(training.forms().size(), 1U);
  EXPECT_EQ(training.forms().front().needs.bytes, allBytes);

  Training uneven;
  uneven.backward();
  uneven.accumulate("[3]");
  uneven.accumulate("[1000,101]");
  uneven.optimizer(3);
  EXPECT_EQ(uneven.forms().front().needs.rule, nullptr) << "as many blocks, but other tensors";
}

TEST(GradientLists, areOfTheTypeOfTheKernel) {
  Training training;
  training.backward();
  training.accumulate("[70000]", "c10::BFloat16");
  training.optimizer(3);
  ASSERT_EQ(training.forms().size(), 1U);
  EXPECT_EQ(training.forms().front().needs.bytes, allBytes);
}

TEST(GradientLists, needABackwardPass) {
  Training training;
  training.optimizer(3);
  training.backward();
  ASSERT_EQ(training.forms().size(), 1U);
  EXPECT_EQ(training.forms().front().needs.rule, nullptr);
}

TEST(GradientLists, surviveShapesThatNoTensorHas) {
  for (const char* dims : {"[9223372036854775807,2]", "[-1]", "[\"s0\"]", "[]", "[0]", "7"}) {
    Training training;
    training.accumulate(dims);
    training.optimizer(3);
    ASSERT_EQ(training.forms().size(), 1U);
    EXPECT_EQ(training.forms().front().needs.rule, nullptr) << dims;
  }
  Training huge;
  huge.accumulate("[9223372036854775807]");
  huge.accumulate("[9223372036854775807]");
  huge.optimizer(2);
  EXPECT_EQ(huge.forms().front().needs.rule, nullptr);
}

TEST(GradientLists, fillTheBlocksOfEveryOptimizerRecordedOnAnH200) {
  const auto loaded = load(shared("h200/gpt_stack_trace.json.gz"));
  ASSERT_TRUE(loaded);
  const Trace& trace = **loaded;
  const WorkModel model = workModel(trace, WorkRules::builtin(), 2);
  int lists = 0;
  for (const WorkCall& call : model.calls) {
    const WorkForm& form = model.forms[call.form];
    if (form.name.starts_with("aten::_foreach_")) {
      ++lists;
      EXPECT_EQ(form.shape.dims, "147 gradients of 134238464 elements") << form.name;
      EXPECT_NE(form.needs.rule, nullptr) << form.name;
    }
  }
  EXPECT_EQ(lists, 24);
}

}  // namespace
}  // namespace kernline::test
